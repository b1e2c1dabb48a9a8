import {
  type AcceptedPrincipal,
  type PrincipalOptions,
  type PrincipalRead,
  type RequiredSession,
  type RequireOptions,
  type SessionUpdate,
  deferSystem,
} from '@latchstring/core/framework'
import type { Feature, Offered } from '@latchstring/core/features'
import type { RegisteredSession } from '@latchstring/core/types'
import { toMessage } from './call.ts'
import { toException } from './refusal.ts'
import {
  addHandshake,
  callOf,
  findScope,
  type LatchstringInstance,
  type RequestScope,
} from './scopes.ts'

function requireMessage(request: object): NonNullable<ReturnType<typeof toMessage>> {
  const message = toMessage(request)
  if (message) return message
  throw new TypeError('This is not a request. Pass the request of Express, Fastify or Node.js.')
}

/**
 * The session of requests, for services and for code without decorators. The module exports it to the whole application.
 *
 * @example
 * ```typescript
 * @Injectable()
 * export class Audit {
 *   constructor(private readonly latchstring: LatchstringService) {}
 *
 *   async record(request: Request, what: string) {
 *     const session = await this.latchstring.auth(request)
 *     console.log(session?.user?.name ?? 'visitor', what)
 *   }
 * }
 * ```
 */
export class LatchstringService {
  /** The instance that guards and middleware use. */
  readonly instance: LatchstringInstance

  /** @param instance - created by the module */
  constructor(instance: LatchstringInstance) {
    this.instance = instance
  }

  /** The session of a request of Express, Fastify or Node.js, read once. */
  async auth(request: object): Promise<RegisteredSession | null> {
    return this.scope(request).auth()
  }

  /**
   * The session of a request and how it began.
   *
   * @param options - what is asked: `aal`, and `maxAge` in seconds
   * @throws HttpException for a request without a session, or with a sign-in that is too old or too weak: a redirect for a page, 401 for a
   * script
   */
  async require(
    request: object,
    options?: RequireOptions,
  ): Promise<RequiredSession<RegisteredSession>> {
    const call = callOf(requireMessage(request))
    return this.scope(request).require(options, async (verdict) => {
      if (verdict.kind !== 'allow') throw await toException(this.instance, verdict, call)
    })
  }

  /**
   * For whom a request acts, by a session or by a credential of a feature.
   *
   * @param request - of Express, Fastify or Node.js
   * @param options - what is accepted
   * @throws HttpException with 503 where the store fails
   */
  async principal<Accepted extends AcceptedPrincipal>(
    request: object,
    options: PrincipalOptions<Accepted>,
  ): Promise<PrincipalRead<RegisteredSession, Accepted>> {
    const call = callOf(requireMessage(request))
    return this.scope(request).principal(options, async (verdict) => {
      if (verdict.kind !== 'allow') throw await toException(this.instance, verdict, call)
    })
  }

  /**
   * Further operations on a request: forms, sign-in, sign-out, the session for the browser.
   *
   * @throws TypeError for a request that the application does not serve
   */
  scope(request: object): RequestScope {
    return findScope(requireMessage(request))
  }

  /**
   * The operations of a feature for the user of a request.
   *
   * @param value - as `features` of the configuration has it
   * @param request - of Express, Fastify or Node.js
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  feature<Operations, System>(
    value: Feature<Operations, System>,
    request: object,
  ): Offered<Operations> {
    return this.scope(request).feature(value)
  }

  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @param value - as `features` of the configuration has it
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  system<Operations, System>(value: Feature<Operations, System>): Offered<System> {
    return deferSystem(() => this.instance.operations)(value)
  }

  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  async unstable_update(request: object, data?: SessionUpdate): Promise<RegisteredSession | null> {
    return this.scope(request).update(data)
  }

  /** The session of the request that opens a socket, which a gateway gets in `handleConnection`. It sets no cookie. */
  async handshake(request: object): Promise<RegisteredSession | null> {
    return addHandshake(this.instance, requireMessage(request)).auth()
  }
}
