import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { CookieOption } from '../types/cookies.ts'

/*
 * Whoever comes back after months does not know how they signed in. The browser remembers it: the id of a provider, which
 * every visitor of the sign-in page can read there, and nothing about the person (decision 062).
 */

/** Seconds that it is remembered: a year. */
const MAX_AGE = 31_536_000

/** It has the attributes of the cookie of the browser. */
function lastUsedCookie({ profile: { device } }: SessionContext): CookieOption {
  return { name: device.name.replace(/device$/, 'last-used'), options: device.options }
}

/** Whether the built-in page marks it. In frames of other sites a browser would not keep the cookie, and no built-in page is shown there. */
function isMarked({ config, profile }: SessionContext): boolean {
  const { sameSite } = profile.cookies.sessionToken.options
  return config.theme.lastUsed !== false && config.pages.signIn === undefined && sameSite !== 'none'
}

/** Remembers the provider that somebody has signed in with. */
export function rememberWayIn(context: SessionContext, provider: string): CookieJar {
  const { jar } = context
  if (context.readOnly || !isMarked(context)) return jar
  return jar.set(lastUsedCookie(context), provider, { maxAge: MAX_AGE })
}

/** The provider that this browser signed in with last, as long as it is configured. */
export function findWayIn(context: SessionContext): string | undefined {
  if (!isMarked(context)) return undefined
  const id = context.jar.get(lastUsedCookie(context).name)
  return id !== undefined && context.config.providers.has(id) ? id : undefined
}
