import type { Context } from 'hono'

/**
 * Makes a response that of the request. Hono would let the headers that earlier middleware has set win over ours, of which
 * some keep a session out of caches.
 */
export function setResponse(context: Context, response: Response): void {
  const { headers: earlier } = context.res
  const { status, statusText } = response
  const headers = new Headers(response.headers)
  for (const [name, value] of earlier) {
    if (name === 'vary' || name === 'set-cookie') headers.append(name, value)
    else if (!headers.has(name)) headers.set(name, value)
  }
  replaceResponse(context, new Response(response.body, { status, statusText, headers }))
}

/** Without this the headers of the old response would be added to the new one. */
export function replaceResponse(context: Context, response: Response): void {
  Object.assign(context, { res: undefined })
  Object.assign(context, { res: response })
}
