import type { SessionContext } from '../context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'

/** A session cookie of the library the application used before. */
export interface ForeignCookie {
  readonly name: string
  readonly value: string
}

function foreignNames({ config, profile }: SessionContext): readonly string[] {
  const { migration, clock } = config
  if (!migration || clock() >= migration.until) return []
  return migration.names(profile === config.secure)
}

/** The session cookie of another library, while sessions are taken over. */
export function foreignCookie(context: SessionContext): ForeignCookie | undefined {
  for (const name of foreignNames(context)) {
    const value = context.jar.getChunked(name)
    if (value) return { name, value }
  }
  return undefined
}

/** The value of the library's own session cookie. */
export function sessionCookie({ jar, profile }: SessionContext): string | undefined {
  return jar.getChunked(profile.cookies.sessionToken.name) || undefined
}

/** A cookie is deleted only with the domain it was set for, so each that may have been used is tried. */
function domainsOf({ config, profile }: SessionContext): readonly (string | undefined)[] {
  const { domain } = profile.cookies.sessionToken.options
  return [...new Set([undefined, domain, config.migration?.domain])]
}

function withoutForeign(context: SessionContext, jar: CookieJar): CookieJar {
  const { secure = false } = context.profile.cookies.sessionToken.options
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  let result = jar
  for (const name of foreignNames(context)) {
    for (const domain of domainsOf(context)) {
      const options = domain === undefined ? base : { ...base, domain }
      result = result.deleteChunked({ name, options })
    }
  }
  return result
}

/**
 * Sets the session cookie; one of another library goes with it.
 *
 * @throws SessionTooLarge when the value does not fit
 */
export function setSessionCookie(context: SessionContext, value: string, expires: Date): CookieJar {
  const { jar, profile } = context
  return withoutForeign(context, jar.setChunked(profile.cookies.sessionToken, value, expires))
}

/** Deletes every session cookie of the request. */
export function clearSessionCookie(context: SessionContext): CookieJar {
  const { jar, profile } = context
  return withoutForeign(context, jar.deleteChunked(profile.cookies.sessionToken))
}
