import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { redirectStatus, toResponseHeaders, toVerdictResponse } from '@latchstring/core/framework'
import type { Verdict } from '@latchstring/core/framework'

/**
 * Writes a `Response` to a response of Node.js. Cookies that were set on it before are kept.
 *
 * @param from - the response to write
 * @param response - the target; nothing is written once its head was sent
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
  // Both types declare the same web stream.
  await pipeline(Readable.fromWeb(from.body as ReadableStream), response).catch(() => undefined)
}

/**
 * Writes the response that refuses a request.
 *
 * @param verdict - result of `authorize` or `requireSession` of a scope
 * @param request - the request of the scope
 * @returns whether the request was refused
 */
export async function sendVerdict(
  verdict: Verdict,
  request: Parameters<typeof toVerdictResponse>[1],
  response: ServerResponse,
): Promise<boolean> {
  const refused = toVerdictResponse(verdict, request)
  if (refused) await sendResponse(refused, response)
  return refused !== undefined
}

/** Redirects the browser. 303 makes the method GET. */
export function redirect(response: ServerResponse, url: string): void {
  response.writeHead(redirectStatus(response.req.method), { Location: url })
  response.end()
}
