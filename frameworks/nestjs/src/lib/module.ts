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

/** What the application may say beside its configuration. */
export interface NestOptions extends FrameworkOptions {
  /**
   * A guard for every handler of the application but those with `@Public()`: `true` requires a session,
   * `'authorized'` asks the `authorized` callback. Default: none.
   */
  readonly global?: boolean | 'authorized'
}

/** How the configuration is made of what other modules provide. */
export interface NestAsyncOptions<
  Token extends JWT = JWT,
  S extends object = Session,
  Injected extends readonly unknown[] = readonly never[],
> extends NestOptions {
  /** Modules that export what is injected. */
  readonly imports?: readonly object[]
  /** Tokens of the providers that the function is given, in their order. */
  readonly inject?: readonly (string | symbol | object)[]
  /** Makes the configuration, once. */
  readonly useFactory: (
    ...injected: Injected
  ) => FrameworkAuthConfigInput<Token, S> | Promise<FrameworkAuthConfigInput<Token, S>>
}

/** A module for the `imports` of the root module. NestJS declares the lists in many forms, all of which take these. */
export interface LatchstringDynamicModule {
  module: typeof LatchstringModule
  /** Its service can be injected everywhere. */
  global: true
  imports: never[]
  providers: never[]
  exports: (typeof LatchstringService)[]
}

/** The adapter of the platform; there is none in an application without HTTP. */
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

/** What guards every handler, by the option `global`. */
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
   * @param config - the configuration, or a function that makes one for a request
   * @param options - a guard for all handlers, environment, default base path and clock
   */
  static forRoot<Token extends JWT = JWT, S extends object = Session>(
    config: FrameworkAuthConfigInput<Token, S>,
    options: NestOptions = {},
  ): LatchstringDynamicModule {
    return LatchstringModule.forRootAsync<Token, S, []>({ ...options, useFactory: () => config })
  }

  /**
   * @param options - what is injected, the function that makes the configuration of it, and what {@link forRoot} takes
   */
  static forRootAsync<
    Token extends JWT = JWT,
    S extends object = Session,
    Injected extends readonly unknown[] = readonly never[],
  >(options: NestAsyncOptions<Token, S, Injected>): LatchstringDynamicModule {
    const { imports = [], inject = [], useFactory, global, ...given } = options
    const service = {
      provide: LatchstringService,
      inject: [...inject],
      async useFactory(...injected: Injected): Promise<LatchstringService> {
        const instance = createNodeAuth<Token, S>(await useFactory(...injected), given)
        // The application registers what its sessions are.
        return new LatchstringService(instance as unknown as LatchstringInstance)
      },
    }
    return {
      module: LatchstringModule,
      global: true,
      // NestJS looks at what each of them is.
      imports: [...imports] as never[],
      // As above.
      providers: [service, ...listGuards(global)] as never[],
      exports: [LatchstringService],
    }
  }

  /** Called by NestJS. A prefix of the application would move what its own `MiddlewareConsumer` is given. */
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
