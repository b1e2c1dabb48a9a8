import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'

/** A session cookie of the library the application used before. */
export interface ForeignCookie {
  readonly name: string
  readonly value: string
}

/** The other library knows no limit; more than these do not fit into the headers that servers take. */
export const FOREIGN_CHUNKS = 5

/** Whether sessions of another library are taken over. */
export function isMigrating({ config }: Pick<SessionContext, 'config'>): boolean {
  const { migration, clock } = config
  return migration !== undefined && clock() < migration.until
}

/** The names that its cookies may have, including the current name: an application that names its cookie may have kept it. */
function foreignNames(context: SessionContext): readonly string[] {
  const { config, profile } = context
  if (!config.migration || !isMigrating(context)) return []
  const names = config.migration.names(profile === config.secure)
  return [...new Set([profile.cookies.sessionToken.name, ...names])]
}

/** The session cookies of another library, while sessions are taken over. */
export function foreignCookies(context: SessionContext): readonly ForeignCookie[] {
  return foreignNames(context).flatMap((name) =>
    context.jar.allChunked(name, FOREIGN_CHUNKS).map((value) => ({ name, value })),
  )
}

/** The first of {@link foreignCookies}. */
export function foreignCookie(context: SessionContext): ForeignCookie | undefined {
  return foreignCookies(context)[0]
}

/** A cookie is deleted only with the domain it was set for, so each that may have been used is tried. */
function possibleDomains({ config, profile }: SessionContext): readonly (string | undefined)[] {
  const { domain } = profile.cookies.sessionToken.options
  return [...new Set([undefined, domain, config.migration?.domain])]
}

/**
 * Deletes the session cookies of another library, while sessions are taken over.
 *
 * @param jar - the cookies of the request, with changes since
 */
export function deleteForeignCookies(context: SessionContext, jar: CookieJar): CookieJar {
  const own = context.profile.cookies.sessionToken
  const secure = own.options.secure === true
  const base = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  let result = jar
  for (const name of foreignNames(context)) {
    for (const domain of possibleDomains(context)) {
      // The library's own cookie may have the name that the other one used.
      if (name === own.name && domain === own.options.domain) continue
      const options = domain === undefined ? base : { ...base, domain }
      result = result.deleteChunked({ name, options })
    }
  }
  return result
}
