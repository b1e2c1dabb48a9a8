import { withHeaders } from '@latchstring/core/framework'
import type { Context } from 'hono'

/**
 * Makes a response that of the request. Hono would let the headers that earlier middleware has set win over ours, of which
 * some keep a session out of caches.
 */
export function setResponse(context: Context, response: Response): void {
  replaceResponse(context, withHeaders(response, context.res.headers))
}

/** Without this the headers of the old response would be added to the new one. */
export function replaceResponse(context: Context, response: Response): void {
  Object.assign(context, { res: undefined })
  Object.assign(context, { res: response })
}
