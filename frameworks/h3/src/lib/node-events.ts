import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addCookies,
  toIncomingRequest,
  toResponseHeaders,
  toScopeSource,
} from '@latchstring/core/framework'
import type { ParsedBody } from '@latchstring/core/framework'

/** What is used of an event of h3 1. */
export interface NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse }
  readonly context: object
  /** Of servers that have no messages of Node.js. */
  readonly web?: { readonly request?: Request } | undefined
  readonly respondWith: (response: Response) => Promise<void>
}

/** Where h3 1 keeps a body that it has read, and what it has made of it. */
const RAW_BODY = Symbol.for('h3RawBody')
const PARSED_BODY = Symbol.for('h3ParsedBody')

/** A member of an object of others, which may have it. */
function read(object: unknown, name: PropertyKey): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}

/** Whether its messages only look like those of Node.js: on other runtimes, and for a request of the application to itself. */
export function isImitated({ node }: NodeEvent): boolean {
  return '__unenv__' in node.req
}

/** Whether the application asks itself while it serves a request: no cookie gets out of there. */
export function isNested(event: NodeEvent): boolean {
  const outer = read(event.node.req, '__unenv__')
  const isErrorPage = /\/__nuxt_error(?:\?|$)/.test(event.node.req.url ?? '')
  return read(outer, 'nitro') !== undefined || (isImitated(event) && isErrorPage)
}

/** Whether a cache of Nitro runs the handler for everybody. */
export function isInsideCache({ context }: NodeEvent): boolean {
  return read(context, 'cache') !== undefined
}

/**
 * Whether the response of a request is kept for everybody, by a rule of Nitro for routes or by a cached handler. There is no session
 * then.
 *
 * @param event - of the request
 *
 * @example
 * ```ts
 * import { isKeptForAll, type NodeEvent } from '@latchstring/h3/v1'
 *
 * export const note = (event: NodeEvent): string => (isKeptForAll(event) ? 'for everybody' : 'for you')
 * ```
 */
export function isKeptForAll(event: NodeEvent): boolean {
  const { method } = event.node.req
  if (method !== 'GET' && method !== 'HEAD') return false
  const rules = read(read(event.context, '_nitro'), 'routeRules')
  const isKept = ['cache', 'swr', 'isr', 'prerender'].some((name) => Boolean(read(rules, name)))
  return isKept || isInsideCache(event)
}

/** A body that h3 has read is where the parsers of other frameworks leave theirs. */
export async function shareBody(message: IncomingMessage): Promise<void> {
  const kept = read(message, RAW_BODY)
  if (kept !== undefined) Reflect.set(message, 'body', await Promise.resolve(kept))
}

/** Bodies of messages that have no stream. */
function imitatedBody({ node: { req }, web }: NodeEvent): unknown {
  const body = web?.request?.body ?? read(req, 'body') ?? ''
  const isFields = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype
  return isFields ? JSON.stringify(body) : body
}

/** What the application has made of the body by `readBody`. */
export function findParsed({ node }: NodeEvent): ParsedBody | undefined {
  const parsed = read(node.req, PARSED_BODY)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
}

/** The request with its body, also where that has been read before. */
export async function toRequest(event: NodeEvent): Promise<Request> {
  const { req } = event.node
  const { request } = toScopeSource(req)
  if (request.method === 'GET' || request.method === 'HEAD') return request
  // What has read it without `readBody` has kept nothing, which the action says.
  if (event.web?.request?.bodyUsed) return findParsed(event) ? request : event.web.request
  const kept = read(req, RAW_BODY)
  if (kept === undefined && !isImitated(event)) return toIncomingRequest(req).request
  // Whatever it is, it was the body of a request.
  const body = (await (kept ?? imitatedBody(event))) as BodyInit
  // `duplex` is not in the types of every runtime, and needed by that of Node.js.
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

/** Sets a cookie at once. Responses that only look like those of Node.js have no later moment. */
export function setCookie(response: ServerResponse, header: string): void {
  addCookies(toResponseHeaders(response), [header])
}
