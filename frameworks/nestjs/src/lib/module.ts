import type { IncomingMessage, ServerResponse } from 'node:http'
import { Inject, Module } from '@nestjs/common'
import { APP_GUARD, HttpAdapterHost } from '@nestjs/core'
import type { FrameworkAuthConfigInput, FrameworkOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createNodeAuth } from '@latchstring/node'
import { GlobalAuthGuard, GlobalAuthorizedGuard } from './guards.ts'
import { addScope, type LatchstringInstance } from './scopes.ts'
import { LatchstringService } from './service.ts'

/** Options beside the configuration. */
export interface NestOptions extends FrameworkOptions {
  /**
   * A guard for every handler of the application but those with `@Public()`: `true` requires a session,
   * `'authorized'` calls the `authorized` callback. Default: none.
   */
  readonly global?: boolean | 'authorized'
}

/** Options for a configuration that depends on other modules. */
export interface NestAsyncOptions<
  Token extends JWT = JWT,
  S extends object = Session,
  Injected extends readonly unknown[] = readonly never[],
> extends NestOptions {
  /** Modules that export the injected providers. */
  readonly imports?: readonly object[]
  /** Tokens of the providers that the function receives, in order. */
  readonly inject?: readonly (string | symbol | object)[]
  /** Creates the configuration; called once. */
  readonly useFactory: (
    ...injected: Injected
  ) => FrameworkAuthConfigInput<Token, S> | Promise<FrameworkAuthConfigInput<Token, S>>
}

/** A module for the `imports` of the root module. The types of the lists are assignable to all that NestJS declares. */
export interface LatchstringDynamicModule {
  module: typeof LatchstringModule
  /** Its service can be injected everywhere. */
  global: true
  imports: never[]
  providers: never[]
  exports: (typeof LatchstringService)[]
}

/** The adapter of the platform; `undefined` in an application without HTTP. */
export interface PlatformHost {
  readonly httpAdapter?: {
    use(
      middleware: (
        request: IncomingMessage,
        response: ServerResponse,
        next: (error?: unknown) => void,
      ) => void,
    ): unknown
  }
}

/** Returns the providers of the guard for every handler, by the option `global`. */
function listGuards(global: NestOptions['global'] = false): readonly object[] {
  const useClass = global === true ? GlobalAuthGuard : GlobalAuthorizedGuard
  return global === false ? [] : [{ provide: APP_GUARD, useClass }]
}

/**
 * Latchstring as a module of NestJS: it answers the HTTP actions and gives handlers the session. Import it once, in the root
 * module. Environment and configuration are read with the first request.
 *
 * @example
 * ```typescript
 * @Module({ imports: [LatchstringModule.forRoot({ providers: [GitHub] })] })
 * export class AppModule {}
 * ```
 */
export class LatchstringModule {
  readonly #instance: LatchstringInstance
  readonly #host: PlatformHost

  /**
   * Called by NestJS.
   *
   * @param service - of the module
   * @param host - of the platform
   */
  constructor(service: LatchstringService, host: PlatformHost) {
    this.#instance = service.instance
    this.#host = host
  }

  /**
   * @param config - the configuration, or a function that returns one for a request
   * @param options - a guard for all handlers, environment, default base path and clock
   */
  static forRoot<const Token extends JWT = JWT, const S extends object = Session>(
    config: FrameworkAuthConfigInput<Token, S>,
    options: NestOptions = {},
  ): LatchstringDynamicModule {
    return LatchstringModule.forRootAsync<Token, S, []>({ ...options, useFactory: () => config })
  }

  /**
   * @param options - injected providers, a function that creates the configuration from them, and the options of {@link forRoot}
   */
  static forRootAsync<
    const Token extends JWT = JWT,
    const S extends object = Session,
    Injected extends readonly unknown[] = readonly never[],
  >(options: NestAsyncOptions<Token, S, Injected>): LatchstringDynamicModule {
    const { imports = [], inject = [], useFactory, global, ...given } = options
    const service = {
      provide: LatchstringService,
      inject: [...inject],
      async useFactory(...injected: Injected): Promise<LatchstringService> {
        const instance = createNodeAuth<Token, S>(await useFactory(...injected), given)
        // `RegisteredSession` is the session type that the application declares.
        return new LatchstringService(instance as unknown as LatchstringInstance)
      },
    }
    return {
      module: LatchstringModule,
      global: true,
      // The elements have several types; NestJS checks each at run time.
      imports: [...imports] as never[],
      // The same holds for this response.
      providers: [service, ...listGuards(global)] as never[],
      exports: [LatchstringService],
    }
  }

  /** Called by NestJS. Not with its `MiddlewareConsumer`, which would add a global prefix to the path of the actions. */
  configure(): void {
    this.#host.httpAdapter?.use((request, response, next) => {
      addScope(this.#instance, request, response)
      this.#instance.answer(request, response).then((isAnswered) => {
        if (!isAnswered) next()
      }, next)
    })
  }
}
Module({})(LatchstringModule)
Inject(LatchstringService)(LatchstringModule, undefined, 0)
Inject(HttpAdapterHost)(LatchstringModule, undefined, 1)
