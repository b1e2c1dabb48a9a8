import type { SessionContext } from '../request/context.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { CookieOption } from '../types/cookies.ts'

/*
 * The cookie of the provider that the browser used last, so that the sign-in page can point to it months later. It holds the id of
 * a provider, which every visitor of that page can read there, and nothing about the person (decision 062).
 */

/** Seconds that the cookie is kept: a year. */
const REMEMBERED_FOR = 31_536_000

/** The cookie, with the attributes of that of the known browser. */
function lastUsedCookie({ profile: { device } }: SessionContext): CookieOption {
  return { name: device.name.replace(/device$/, 'last-used'), options: device.options }
}

/** Whether the built-in page shows the last provider. It is not shown in frames of other sites, where browsers drop the cookie. */
function isShown({ config, profile }: SessionContext): boolean {
  const { sameSite } = profile.cookies.sessionToken.options
  return config.theme.lastUsed !== false && config.pages.signIn === undefined && sameSite !== 'none'
}

/** The cookies, with the provider of a sign-in. */
export function rememberProvider(context: SessionContext, provider: string): CookieJar {
  const { jar } = context
  if (context.readOnly || !isShown(context)) return jar
  return jar.set(lastUsedCookie(context), provider, { maxAge: REMEMBERED_FOR })
}

/** The provider of the last sign-in in this browser, as long as it is configured. */
export function findLastProvider(context: SessionContext): string | undefined {
  if (!isShown(context)) return undefined
  const id = context.jar.get(lastUsedCookie(context).name)
  return id !== undefined && context.config.providers.has(id) ? id : undefined
}
