import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  addCookies,
  toIncomingRequest,
  toResponseHeaders,
  toScopeSource,
} from '@latchstring/core/framework'
import type { ParsedBody } from '@latchstring/core/framework'

/** The part of an event of h3 1 that is used here. */
export interface NodeEvent {
  readonly node: { readonly req: IncomingMessage; readonly res: ServerResponse }
  readonly context: object
  /** Of servers that have no messages of Node.js. */
  readonly web?: { readonly request?: Request } | undefined
  readonly respondWith: (response: Response) => Promise<void>
}

/** Members in which h3 1 keeps a body that it has read, and the parsed body. */
const RAW_BODY = Symbol.for('h3RawBody')
const PARSED_BODY = Symbol.for('h3ParsedBody')

/** Reads a member of an object that may not have it. */
function read(object: unknown, name: PropertyKey): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}

/** Whether h3 imitates the messages of Node.js: on other runtimes, and for a request of the application to itself. */
export function isImitated({ node }: NodeEvent): boolean {
  return '__unenv__' in node.req
}

/**
 * Whether h3 imitates the messages of Node.js, and the request is for exactly this path. A client of a server of Node.js cannot
 * send such a request.
 *
 * @param event - of the request
 * @param path - whole path, with that at which the application is mounted
 *
 * @example
 * ```ts
 * import { isImitatedFor, type NodeEvent } from '@latchstring/h3/v1'
 *
 * export const isErrorPage = (event: NodeEvent): boolean => isImitatedFor(event, '/__error')
 * ```
 */
export function isImitatedFor(event: NodeEvent, path: string): boolean {
  const { req } = event.node
  const original: unknown = read(req, 'originalUrl')
  const target = typeof original === 'string' ? original : req.url
  return isImitated(event) && target?.split('?', 1)[0] === path
}

/** Whether the application itself sent the request while it serves another: its response cannot set a cookie in the browser. */
export function isNested(event: NodeEvent, errorPage: string | undefined): boolean {
  if (read(read(event.node.req, '__unenv__'), 'nitro') !== undefined) return true
  return errorPage !== undefined && isImitatedFor(event, errorPage)
}

/** Whether a cache of Nitro runs the handler for all visitors. */
export function isInsideCache({ context }: NodeEvent): boolean {
  return read(context, 'cache') !== undefined
}

/**
 * Whether Nitro caches the response of a request for all visitors, by a route rule or by a cached handler. Such a response has
 * no session.
 *
 * @param event - of the request
 *
 * @example
 * ```ts
 * import { isCachedForAll, type NodeEvent } from '@latchstring/h3/v1'
 *
 * export const note = (event: NodeEvent): string => (isCachedForAll(event) ? 'for all visitors' : 'for you')
 * ```
 */
export function isCachedForAll(event: NodeEvent): boolean {
  const { method } = event.node.req
  if (method !== 'GET' && method !== 'HEAD') return false
  const rules = read(read(event.context, '_nitro'), 'routeRules')
  const isKept = ['cache', 'swr', 'isr', 'prerender'].some((name) => Boolean(read(rules, name)))
  return isKept || isInsideCache(event)
}

/** Sets a body that h3 has read as `body`, like parsers of other frameworks. */
export async function shareBody(message: IncomingMessage): Promise<void> {
  const kept = read(message, RAW_BODY)
  if (kept !== undefined) Reflect.set(message, 'body', await Promise.resolve(kept))
}

/** Types of a body of a message without a stream. */
function imitatedBody({ node: { req }, web }: NodeEvent): unknown {
  const body = web?.request?.body ?? read(req, 'body') ?? ''
  const isFields = typeof body === 'object' && Object.getPrototypeOf(body) === Object.prototype
  return isFields ? JSON.stringify(body) : body
}

/** The body that `readBody` has parsed for the application. */
export function findParsed({ node }: NodeEvent): ParsedBody | undefined {
  const parsed = read(node.req, PARSED_BODY)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
}

/** Returns the request with its body, even if the body was read before. */
export async function toRequest(event: NodeEvent): Promise<Request> {
  const { req } = event.node
  const { request } = toScopeSource(req)
  if (request.method === 'GET' || request.method === 'HEAD') return request
  // A body that was read without `readBody` is lost; the action reports it.
  if (event.web?.request?.bodyUsed) return findParsed(event) ? request : event.web.request
  const kept = read(req, RAW_BODY)
  if (kept === undefined && !isImitated(event)) return toIncomingRequest(req).request
  // The value was the body of a request.
  const body = (await (kept ?? imitatedBody(event))) as BodyInit
  // Node.js needs `duplex`, which the types of some runtimes lack.
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}

/** Sets a cookie at once, because imitated responses of Node.js have no hook before their head is written. */
export function setCookie(response: ServerResponse, header: string): void {
  addCookies(toResponseHeaders(response), [header])
}
