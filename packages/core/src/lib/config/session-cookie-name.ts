/** Name of the session cookie, without its prefix. */
export const SESSION_TOKEN = 'latchstring.session-token'

/** `__Host-` needs that no domain is set (RFC 6265bis, section 4.1.3). */
export function cookiePrefix(
  secure: boolean,
  { domain, path }: { readonly domain?: string | undefined; readonly path?: string | undefined },
): string {
  if (!secure) return ''
  return domain === undefined && path === '/' ? '__Host-' : '__Secure-'
}

/**
 * How the name of the cookie ends by which the user of a session acts for another one. What follows the dot is no number, so that it is none
 * of the chunks of the session.
 */
export const ACTING = '.acting'

/** Name of that cookie beside the one of a session. */
export const actingName = (name: string): string => name + ACTING
