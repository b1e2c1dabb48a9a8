import type { ResponseHeaders } from '../types/scope.ts'

/** The members of a Node.js response that are used while its headers can still be changed. */
export interface NodeHead {
  /** A header that was set before. */
  getHeader(name: string): number | string | readonly string[] | undefined
  /** Names of the headers that were set before. */
  getHeaderNames(): readonly string[]
  /** Sets a header. */
  setHeader(name: string, value: string | readonly string[]): unknown
  /** Takes a header back. */
  removeHeader(name: string): void
  /** Writes the head. */
  writeHead(status: number, reason?: string): unknown
}

function readValues(response: NodeHead, name: string): readonly string[] {
  const value = response.getHeader(name)
  if (value === undefined) return []
  return typeof value === 'object' ? value : [String(value)]
}

/**
 * Wraps the headers of a Node.js response in the interface of `Headers`.
 *
 * @param response - a response whose head is not written yet
 *
 * @example
 * ```ts
 * import type { ServerResponse } from 'node:http'
 * import { addCookies, toResponseHeaders } from '@latchstring/core/framework'
 *
 * export const setCookie = (response: ServerResponse, header: string): void =>
 *   addCookies(toResponseHeaders(response), [header])
 * ```
 */
export function toResponseHeaders(response: NodeHead): ResponseHeaders {
  return {
    get: (name) => readValues(response, name).join(', ') || null,
    set: (name, value) => void response.setHeader(name, value),
    delete: (name) => response.removeHeader(name),
    append(name, value) {
      const values = [...readValues(response, name), value]
      // `Set-Cookie` is the only header that is repeated instead of joined (RFC 9110, section 5.3).
      if (name.toLowerCase() === 'set-cookie') response.setHeader(name, values)
      else response.setHeader(name, values.join(', '))
    },
    keys: () => new Map(response.getHeaderNames().map((name) => [name, name])).keys(),
  }
}

type HeaderEntry = readonly [name: string, value: unknown]

/** Reads each format of headers that `writeHead` accepts: an object, pairs, or a flat list of names and values. */
function toEntries(headers: object): readonly HeaderEntry[] {
  if (!Array.isArray(headers)) return Object.entries(headers)
  const given: readonly unknown[] = headers
  const flat = Array.isArray(given[0]) ? given.flat() : given
  return flat.flatMap((name, index): HeaderEntry[] =>
    index % 2 === 0 ? [[String(name), flat[index + 1]]] : [],
  )
}

/** Sets the headers of a `writeHead` call; repeated headers stay repeated. */
function setHeaders(response: NodeHead, headers: object): void {
  const known = new Set<string>()
  for (const [name, value] of toEntries(headers)) {
    const values = (Array.isArray(value) ? value : [value]).map(String)
    const earlier = known.has(name.toLowerCase()) ? readValues(response, name) : []
    known.add(name.toLowerCase())
    const [only = '', ...others] = [...earlier, ...values]
    response.setHeader(name, others.length === 0 ? only : [only, ...others])
  }
}

/**
 * Calls a function before the head of a response is written, while its headers can still be changed.
 *
 * @param response - of `node:http` or `node:http2`
 * @param change - called once, with the status
 *
 * @example
 * ```ts
 * import type { ServerResponse } from 'node:http'
 * import { beforeHead, toResponseHeaders, type RequestScope } from '@latchstring/core/framework'
 *
 * export const apply = <S>(scope: RequestScope<S>, response: ServerResponse): void =>
 *   beforeHead(response, (status) => scope.applyTo(toResponseHeaders(response), status))
 * ```
 */
export function beforeHead(response: NodeHead, change: (status: number) => void): void {
  // Kept as a property value: `response.writeHead` is called as a method after it is restored.
  const original: unknown = Reflect.get(response, 'writeHead')
  function writeHead(status: number, ...rest: readonly unknown[]): unknown {
    const [reason, second] = rest
    const headers = second ?? reason
    // An invalid header throws here, before the response has changed.
    if (typeof headers === 'object' && headers !== null) setHeaders(response, headers)
    Reflect.set(response, 'writeHead', original)
    change(status)
    if (typeof reason === 'string') return response.writeHead(status, reason)
    return response.writeHead(status)
  }
  Reflect.set(response, 'writeHead', writeHead)
}
