import type { Context } from '../../request/context.ts'
import { foreignCookie } from '../foreign-cookie.ts'
import { sessionCookie } from '../session-cookie.ts'

/** Field that marks a form of the library which repeats a post from another site. */
export const CONTINUED = 'continued'

/**
 * Whether there may be a session whose cookie the browser withheld: a `SameSite=Lax` cookie does not come with a POST
 * from another site.
 */
export function sessionCookieWithheld(context: Context): boolean {
  if ((sessionCookie(context) ?? foreignCookie(context)) !== undefined) return false
  const { body, headers } = context.request
  const site = headers.get('sec-fetch-site')
  if (site === 'same-origin') return false
  if (site === null && headers.get('origin') === context.origin.href) return false
  // The mark is for browsers that do not send the origin of a form. Another site can send it, too.
  return site === 'cross-site' || !body.has(CONTINUED)
}
