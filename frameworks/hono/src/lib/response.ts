import { withHeaders } from '@latchstring/core/framework'
import type { Context } from 'hono'

/**
 * Sets the response of the request. Hono alone would replace headers of this response, some of which keep a session out of
 * caches, with those that earlier middleware has set.
 */
export function setResponse(context: Context, response: Response): void {
  replaceResponse(context, withHeaders(response, context.res.headers))
}

/** Removes the old response, whose headers Hono would add to the new one. */
export function replaceResponse(context: Context, response: Response): void {
  Object.assign(context, { res: undefined })
  Object.assign(context, { res: response })
}
