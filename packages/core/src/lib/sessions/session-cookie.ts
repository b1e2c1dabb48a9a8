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
 * The values of all session cookies of the request, that of {@link sessionCookie} first: a browser has several with that name where
 * applications of several domains or paths set them.
 */
export function sessionCookies({ jar, profile }: SessionContext): readonly string[] {
  return jar.allChunked(profile.cookies.sessionToken.name)
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

/**
 * Why a session cookie is deleted: always because it can never be good again, on this or any other instance (decision 076), or because the
 * person signs in or out.
 */
export type Deletion =
  /** Its end is longer ago than clocks may differ. */
  | 'expired'
  /** The same by the sign-in and `session.absoluteMaxAge`. */
  | 'too-old'
  /** The feed of endings, or the store, says that and why it has ended. */
  | 'ended'
  /** The `jwt` callback returned `null`. */
  | 'declined'
  | 'signed-out'

/** Seconds since its end after which a session cookie is deleted: clocks of instances that are this far apart delete none that is good. */
export const DELETED_AFTER = 600

/** Deletes every session cookie of the request. */
export function clearSessionCookie(context: SessionContext, reason: Deletion): CookieJar {
  const { config, jar, profile } = context
  config.log.step('the session cookie is deleted', { reason })
  return deleteForeignCookies(context, jar.deleteChunked(profile.cookies.sessionToken))
}
