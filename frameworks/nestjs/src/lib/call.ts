import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of an `ExecutionContext` of NestJS that is used here. */
export interface CallContext {
  readonly getType: () => string
  readonly getArgs: () => readonly unknown[]
  readonly getHandler: () => object
  readonly getClass: () => object
}

/** A call of a handler, with its request. */
export interface Call {
  /** Whether the call came over HTTP, so that its response can redirect. */
  readonly kind: 'http' | 'graphql' | 'ws'
  readonly request: IncomingMessage
  /** `undefined` if only a handshake is known: no cookie can be set then. */
  readonly response: ServerResponse | undefined
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** Returns the object of Node.js: Fastify keeps it in `raw`, and Express extends it. */
const unwrap = (value: unknown): unknown => member(value, 'raw') ?? value

/** Returns the `IncomingMessage` of a request of any framework over Node.js. */
export function toMessage(value: unknown): IncomingMessage | undefined {
  const message = unwrap(value)
  const isMessage = typeof member(message, 'headers') === 'object'
  // Not `instanceof`: HTTP/2 and test tools have other classes of requests.
  return isMessage ? (message as IncomingMessage) : undefined
}

function toServerResponse(value: unknown): ServerResponse | undefined {
  const response = unwrap(value)
  const isResponse = typeof member(response, 'setHeader') === 'function'
  // Not `instanceof`: HTTP/2 and test tools have other classes of responses.
  return isResponse ? (response as ServerResponse) : undefined
}

/** Finds request and response in a GraphQL context: separately, in the reply of Fastify, or as `res` of the request in Express. */
function readGraphql([, , context]: readonly unknown[]): readonly [unknown, unknown] {
  const reply = member(context, 'reply')
  const request = member(context, 'req') ?? member(context, 'request') ?? member(reply, 'request')
  return [request, member(context, 'res') ?? reply ?? member(request, 'res')]
}

const MISSING = {
  http: 'The call has no request of Node.js.',
  graphql:
    'The GraphQL context has no request. Put it there as `req`, and the response as `res`, in the option `context` of GraphQLModule.',
  ws: 'The socket has no `request` that it was opened with, as sockets of socket.io have. With `ws`, read the session in `handleConnection(client, request)` by `LatchstringService.handshake(request)`.',
}

function readParts(kind: Call['kind'], args: readonly unknown[]): readonly [unknown, unknown] {
  if (kind === 'graphql') return readGraphql(args)
  if (kind === 'ws') return [member(args[0], 'request'), undefined]
  return [args[0], args[1]]
}

const isKnown = (type: string): type is Call['kind'] => Object.hasOwn(MISSING, type)

/**
 * Finds the request of a call.
 *
 * @throws TypeError if there is none, so that the call is refused
 */
export function readCall(context: CallContext): Call {
  const kind = context.getType()
  if (!isKnown(kind)) {
    throw new TypeError(
      `A handler of the kind "${kind}" has no request with cookies, so that there is no session. Remove the guard of Latchstring from it, and use a guard for its transport.`,
    )
  }
  const [first, second] = readParts(kind, context.getArgs())
  const request = toMessage(first)
  const response = toServerResponse(second)
  if (request === undefined || (kind === 'http' && response === undefined)) {
    throw new TypeError(MISSING[kind])
  }
  return { kind, request, response }
}
