import type { Context } from '../context.ts'
import { foreignCookie, sessionCookie } from '../session/session-cookie.ts'

/** Field that marks a form of ours which posts once more what came from another site. */
export const CONTINUED = 'continued'

/**
 * Whether there may be a session whose cookie the browser kept back: a `SameSite=Lax` cookie does not come with a POST
 * from another site.
 */
export function sessionCookieWithheld(context: Context): boolean {
  if ((sessionCookie(context) ?? foreignCookie(context)) !== undefined) return false
  const { body, headers } = context.request
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin') return false
  if (site === null && headers.get('origin') === context.origin.href) return false
  // The mark is for browsers that do not say where a form of ours came from. Another site can write it, too.
  return site === 'cross-site' || !body.has(CONTINUED)
}
