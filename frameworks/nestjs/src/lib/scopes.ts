import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestScope as ScopeOf } from '@latchstring/core/framework'
import type { RegisteredSession } from '@latchstring/core/types'
import type { NodeAuth } from '@latchstring/node'
import type { Call } from './call.ts'

/** Everything of one request, with the session as the application declares it. */
export type RequestScope<S = RegisteredSession> = ScopeOf<S>

/** What the module sets up once, of `@latchstring/node`. */
export type LatchstringInstance = NodeAuth<RegisteredSession>

/** By the request of Node.js, which all platforms share: decorators of parameters are not given anything else. */
const scopes = new WeakMap<IncomingMessage, () => RequestScope>()

/** To what cannot be written to. */
// Of a response only this is read.
const SENT = { headersSent: true } as ServerResponse

/** Lets everything that serves a request find its scope, which is made when it is first needed. */
export function addScope(
  instance: LatchstringInstance,
  request: IncomingMessage,
  response: ServerResponse,
): () => RequestScope {
  const find = (): RequestScope => instance.scope(request, response)
  scopes.set(request, find)
  return find
}

/** A scope over the request a socket was opened with: read anew each time, and nothing is set. */
export function addHandshake(
  instance: LatchstringInstance,
  request: IncomingMessage,
): RequestScope {
  const scope = instance.operations.scope(instance.source(request, SENT))
  scopes.set(request, () => scope)
  return scope
}

/** The scope of a call, which may be the first to be seen of its request. */
export function enterCall(
  instance: LatchstringInstance,
  { request, response }: Call,
): RequestScope {
  return response ? addScope(instance, request, response)() : addHandshake(instance, request)
}

/**
 * The scope of a request that the middleware or a guard has seen.
 *
 * @throws TypeError where none has
 */
export function findScope(request: IncomingMessage): RequestScope {
  const find = scopes.get(request)
  if (find) return find()
  throw new TypeError(
    'Latchstring has not seen this request. Import `LatchstringModule.forRoot(…)` in the root module of the application; on a gateway, put `@UseGuards(AuthGuard)` on the handler.',
  )
}
