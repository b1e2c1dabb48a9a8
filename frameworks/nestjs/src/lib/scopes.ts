import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestScope as ScopeOf } from '@latchstring/core/framework'
import type { RegisteredSession } from '@latchstring/core/types'
import type { NodeAuth } from '@latchstring/node'
import type { Call } from './call.ts'

/** The operations on one request, with the session as the application declares it. */
export type RequestScope<S = RegisteredSession> = ScopeOf<S>

/** The instance of `@latchstring/node` that the module creates. */
export type LatchstringInstance = NodeAuth<RegisteredSession>

/** Scopes by the request of Node.js, which all platforms share and decorators of parameters can find. */
const scopes = new WeakMap<IncomingMessage, () => RequestScope>()

/** The responses to these requests. */
const responses = new WeakMap<IncomingMessage, ServerResponse>()

/** Stands for the response of a handshake, which cannot set cookies. Only this member of a response is read. */
const SENT = { headersSent: true } as ServerResponse

/** Makes the scope of a request available to all code that serves it. The scope is created on first use. */
export function addScope(
  instance: LatchstringInstance,
  request: IncomingMessage,
  response: ServerResponse,
): () => RequestScope {
  const find = (): RequestScope => instance.scope(request, response)
  scopes.set(request, find)
  responses.set(request, response)
  return find
}

/** Creates the scope of a handshake request. Each call reads the session again, and no cookie is set. */
export function addHandshake(
  instance: LatchstringInstance,
  request: IncomingMessage,
): RequestScope {
  const scope = instance.operations.scope(instance.source(request, SENT))
  scopes.set(request, () => scope)
  return scope
}

/** Returns the scope of a call, and creates it if the middleware did not run for the request. */
export function enterCall(
  instance: LatchstringInstance,
  { request, response }: Call,
): RequestScope {
  return response ? addScope(instance, request, response)() : addHandshake(instance, request)
}

/**
 * The scope of a request that the middleware or a guard has seen.
 *
 * @throws TypeError if none has
 */
export function findScope(request: IncomingMessage): RequestScope {
  const find = scopes.get(request)
  if (find) return find()
  throw new TypeError(
    'Latchstring has not seen this request. Import `LatchstringModule.forRoot(…)` in the root module of the application; on a gateway, put `@UseGuards(AuthGuard)` on the handler.',
  )
}

/** The call of a request, for its response. */
export const callOf = (request: IncomingMessage): Call => ({
  kind: 'http',
  request,
  response: responses.get(request),
})
