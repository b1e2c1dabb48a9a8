import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { ResponseHeaders, Verdict } from '@latchstring/core/framework'
import { toVerdictResponse } from '@latchstring/core/framework'

function readValues(response: ServerResponse, name: string): readonly string[] {
  const value = response.getHeader(name)
  if (value === undefined) return []
  return Array.isArray(value) ? value : [String(value)]
}

/** The headers of a response of Node.js, as `Headers` would have them. */
export function toResponseHeaders(response: ServerResponse): ResponseHeaders {
  return {
    get: (name) => readValues(response, name).join(', ') || null,
    set: (name, value) => void response.setHeader(name, value),
    delete: (name) => response.removeHeader(name),
    append(name, value) {
      const values = [...readValues(response, name), value]
      // Of all headers only this one may be there several times.
      if (name.toLowerCase() === 'set-cookie') response.setHeader(name, values)
      else response.setHeader(name, values.join(', '))
    },
    keys: () => new Map(response.getHeaderNames().map((name) => [name, name])).keys(),
  }
}

type Entry = readonly [name: string, value: unknown]

/** Headers as they are given to `writeHead`: by name, in pairs, or names and values in turn. */
function toEntries(headers: object): readonly Entry[] {
  if (!Array.isArray(headers)) return Object.entries(headers)
  const given: readonly unknown[] = headers
  const flat = Array.isArray(given[0]) ? given.flat() : given
  return flat.flatMap((name, index): Entry[] =>
    index % 2 === 0 ? [[String(name), flat[index + 1]]] : [],
  )
}

/** Sets the headers that a call of `writeHead` would have added: what is there twice stays there twice. */
function setHeaders(response: ServerResponse, headers: object): void {
  const known = new Set<string>()
  for (const [name, value] of toEntries(headers)) {
    const values = (Array.isArray(value) ? value : [value]).map(String)
    const earlier = known.has(name.toLowerCase()) ? readValues(response, name) : []
    known.add(name.toLowerCase())
    const [only = '', ...others] = [...earlier, ...values]
    response.setHeader(name, others.length === 0 ? only : [only, ...others])
  }
}

/** Calls a function before the head of a response is written, while its headers can still be changed. */
export function beforeHead(response: ServerResponse, change: () => void): void {
  // Called as a method again, once it is back in its place.
  const original: unknown = Reflect.get(response, 'writeHead')
  function writeHead(status: number, ...rest: readonly unknown[]): ServerResponse {
    const [reason, second] = rest
    const headers = typeof reason === 'string' ? second : (second ?? reason)
    // What it throws for a header that cannot be sent, it throws before anything has changed.
    if (typeof headers === 'object' && headers !== null) setHeaders(response, headers)
    Reflect.set(response, 'writeHead', original)
    change()
    if (typeof reason === 'string') return response.writeHead(status, reason)
    return response.writeHead(status)
  }
  Reflect.set(response, 'writeHead', writeHead)
}

/**
 * Writes a response of the web to one of Node.js. Cookies that were set on it before stay.
 *
 * @param from - to be written
 * @param response - nothing is written once its head was sent
 */
export async function sendResponse(from: Response, response: ServerResponse): Promise<void> {
  if (response.headersSent || response.destroyed) return
  for (const [name, value] of from.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const headers = toResponseHeaders(response)
  for (const cookie of from.headers.getSetCookie()) headers.append('set-cookie', cookie)
  response.writeHead(from.status)
  if (!from.body || response.req.method === 'HEAD') {
    response.end()
    await from.body?.cancel()
    return
  }
  // Both are the stream of the web; each library declares it for itself.
  await pipeline(Readable.fromWeb(from.body as ReadableStream), response).catch(() => undefined)
}

/**
 * Writes the response that refuses a request.
 *
 * @param verdict - what `authorize` or `requireSession` of a scope gave
 * @param request - that was asked about
 * @returns whether the request was refused
 */
export async function sendVerdict(
  verdict: Verdict,
  request: Request,
  response: ServerResponse,
): Promise<boolean> {
  const refused = toVerdictResponse(verdict, request)
  if (refused) await sendResponse(refused, response)
  return refused !== undefined
}

/** Sends the browser elsewhere. 303 makes the method GET. */
export function redirect(response: ServerResponse, url: string): void {
  const { method } = response.req
  response.writeHead(method === 'GET' || method === 'HEAD' ? 302 : 303, { Location: url })
  response.end()
}
