import type { NodeResponse } from '../types/node.ts'
import type { Reply } from '../types/request.ts'

const ASCII = /^[\0-\x7f]*$/

function byteLength(text: string): number {
  return ASCII.test(text) ? text.length : new TextEncoder().encode(text).byteLength
}

/** Values of a header that something of the application has set before. */
function earlier(response: NodeResponse, name: string): readonly string[] {
  const value = response.getHeader(name)
  if (value === undefined) return []
  return typeof value === 'object' ? value : [String(value)]
}

function cookieHeaders(
  { cookies }: Reply,
  response: NodeResponse,
): Record<string, string | string[]> {
  return {
    Vary: [...earlier(response, 'Vary'), 'Cookie'].join(', '),
    'Set-Cookie': [...earlier(response, 'Set-Cookie'), ...cookies],
  }
}

/**
 * Writes a response of Node.js. Cookies that the application has set on it stay; of other headers it has set, those of the
 * library take the place.
 */
export function writeNodeResponse(
  reply: Reply,
  response: NodeResponse,
  method: string | undefined,
): void {
  // The connection is closed, or the response was sent.
  if (response.headersSent || response.writableEnded || response.destroyed) return
  const body = reply.body ?? ''
  const headers: Record<string, string | string[]> = Object.assign({}, reply.headers)
  // To HEAD it would have to be that of the body which is left out.
  if (method !== 'HEAD') headers['Content-Length'] = String(byteLength(body))
  if (reply.cookies.length > 0) Object.assign(headers, cookieHeaders(reply, response))
  response.writeHead(reply.status, headers)
  if (body === '') response.end()
  else response.end(body)
}
