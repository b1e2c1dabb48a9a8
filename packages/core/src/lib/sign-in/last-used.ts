import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { CookieOption } from '../types/cookies.ts'

/*
 * A cookie remembers the provider of the last sign-in for the sign-in page. It holds the id of a provider, which is public on
 * that page, and nothing about the user (decision 062).
 */

/** Seconds: a year. */
const REMEMBERED_FOR = 31_536_000

/** The cookie has the attributes of the device cookie. */
function lastUsedCookie({ profile: { device } }: SessionContext): CookieOption {
  return { name: device.name.replace(/device$/, 'last-used'), options: device.options }
}

/** Whether the built-in page shows the mark. It is not shown in frames of other sites, where browsers drop the cookie. */
function isShown({ config, profile }: SessionContext): boolean {
  const { sameSite } = profile.cookies.sessionToken.options
  return config.theme.lastUsed !== false && config.pages.signIn === undefined && sameSite !== 'none'
}

/** Remembers the provider of a sign-in. */
export function rememberLastUsed(context: SessionContext, provider: string): CookieJar {
  const { jar } = context
  if (context.readOnly || !isShown(context)) return jar
  return jar.set(lastUsedCookie(context), provider, { maxAge: REMEMBERED_FOR })
}

/** The provider that this browser used last, while it is configured. */
export function findLastUsed(context: SessionContext): string | undefined {
  if (!isShown(context)) return undefined
  const { name } = lastUsedCookie(context)
  return context.jar.values(name).find((id) => context.config.providers.has(id))
}
