import type { IncomingMessage, ServerResponse } from 'node:http'
import { type FrameworkAuth, serializeCookie } from '@latchstring/core/framework'
import { UNCACHED, variesByCookie } from './cookies.ts'

function toHeaders(message: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    // What a header is set to by something in front that takes it away.
    if (value === undefined) continue
    for (const single of Array.isArray(value) ? value : [value]) headers.append(name, single)
  }
  return headers
}

/** The session of a request of the Pages Router; the cookies of its reading are added to the response. */
export async function readPagesSession<S extends object>(
  auth: FrameworkAuth<S>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<S | null> {
  const { session, cookies } = await auth.session({ headers: toHeaders(request) })
  if (cookies.length > 0) {
    response.setHeader('Cache-Control', UNCACHED)
    if (!variesByCookie(String(response.getHeader('Vary') ?? ''))) {
      response.appendHeader('Vary', 'Cookie')
    }
  }
  for (const { name, value, options } of cookies) {
    response.appendHeader('Set-Cookie', serializeCookie(name, value, options))
  }
  return session
}
