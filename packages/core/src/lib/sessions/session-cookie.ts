import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { deleteForeignCookies, isMigrating } from './foreign-cookie.ts'

/** Whether there can be a session to read, or a session cookie to delete. */
export function mayHaveSession(context: SessionContext): boolean {
  const { jar, profile } = context
  return jar.mentions(profile.cookies.sessionToken.name) || isMigrating(context)
}

/** The value of the library's own session cookie. */
export function sessionCookie({ jar, profile }: SessionContext): string | undefined {
  return jar.getChunked(profile.cookies.sessionToken.name) || undefined
}

/**
 * Sets the session cookie, and deletes those of another library.
 *
 * @throws SessionTooLarge when the value does not fit
 */
export function setSessionCookie(context: SessionContext, value: string, expires: Date): CookieJar {
  const { jar, profile } = context
  const changed = jar.setChunked(profile.cookies.sessionToken, value, expires)
  return deleteForeignCookies(context, changed)
}

/** Deletes every session cookie of the request. */
export function clearSessionCookie(context: SessionContext): CookieJar {
  const { jar, profile } = context
  return deleteForeignCookies(context, jar.deleteChunked(profile.cookies.sessionToken))
}
