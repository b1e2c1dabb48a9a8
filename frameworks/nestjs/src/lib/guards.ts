import { Inject } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import type { Verdict } from '@latchstring/core/framework'
import { readCall, type CallContext } from './call.ts'
import { PUBLIC } from './decorators.ts'
import { toException } from './refusal.ts'
import { enterCall, type RequestScope } from './scopes.ts'
import { LatchstringService } from './service.ts'

const reflector = new Reflector()

const isMarked = (target: object): boolean => reflector.get(PUBLIC, target) === true

/** A guard that decides by the verdict of `ask` before a handler is called. */
abstract class Guard {
  readonly #service: LatchstringService

  /** @param service - of the module */
  constructor(service: LatchstringService) {
    this.#service = service
  }

  /** Whether the guard is that of the application, which `@Public()` on a controller disables too. */
  protected readonly isGlobal: boolean = false

  protected abstract ask(scope: RequestScope): Promise<Verdict>

  /**
   * Called by NestJS.
   *
   * @throws HttpException if the call is refused: with a redirect for a page, with 401 for a script
   * @throws TypeError if the call has no request
   */
  async canActivate(context: CallContext): Promise<boolean> {
    if (isMarked(context.getHandler())) return true
    if (this.isGlobal && isMarked(context.getClass())) return true
    const { instance } = this.#service
    const call = readCall(context)
    const verdict = await this.ask(enterCall(instance, call))
    if (verdict.kind === 'allow') return true
    throw await toException(instance, verdict, call)
  }
}
Inject(LatchstringService)(Guard, undefined, 0)

/**
 * Requires a session for a handler: it redirects a page to the sign-in page, and answers a script with 401. For controllers,
 * resolvers and gateways of socket.io.
 *
 * @example
 * ```typescript
 * @Controller('members')
 * @UseGuards(AuthGuard)
 * export class MembersController {}
 * ```
 */
export class AuthGuard extends Guard {
  protected ask(scope: RequestScope): Promise<Verdict> {
    return scope.requireSession()
  }
}

/** Calls the `authorized` callback of the configuration before a handler is called. */
export class AuthorizedGuard extends Guard {
  protected ask(scope: RequestScope): Promise<Verdict> {
    return scope.authorize()
  }
}

/** {@link AuthGuard} for the whole application. */
export class GlobalAuthGuard extends AuthGuard {
  protected override readonly isGlobal = true
}

/** {@link AuthorizedGuard} for the whole application. */
export class GlobalAuthorizedGuard extends AuthorizedGuard {
  protected override readonly isGlobal = true
}
