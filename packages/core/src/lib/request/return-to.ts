import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { Context } from './context.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { Origin } from '../http/origin.ts'
import { parseOwnTarget, parseTarget } from '../http/redirect-target.ts'

/**
 * The parameter of the `redirect` callback: the very URL that would be used. A path where a path was given, because callbacks
 * look at how the URL begins.
 */
function toReturnValue(url: URL, given: unknown): string {
  const path = url.pathname + url.search + url.hash
  // Two slashes at the beginning would name a host.
  return String(given).startsWith('/') && !path.startsWith('//') ? path : url.href
}

/** @throws AuthError that names the callback when it throws, or returns no text */
async function askRedirect(
  { callbacks }: Pick<ResolvedConfig, 'callbacks'>,
  params: { readonly url: string; readonly baseUrl: string },
): Promise<string> {
  const subject = 'The `redirect` callback'
  const result: unknown = await naming(CallbackRouteError, subject, () =>
    callbacks.redirect?.(params),
  )
  if (typeof result === 'string') return result
  throw new InvalidConfiguration(
    `${subject} returned ${describeKind(result)}. Return \`url\`, \`baseUrl\` or another URL.`,
  )
}

/**
 * Where to send the browser: the target if it is acceptable, else the home page. The `redirect` callback may allow other
 * origins; what it returns is checked again for everything else.
 */
export async function resolveTarget(
  { callbacks, log }: Pick<ResolvedConfig, 'callbacks' | 'log'>,
  origin: Origin,
  target: unknown,
): Promise<string> {
  if (!callbacks.redirect) return parseOwnTarget(target, origin.href)?.href ?? origin.href
  const parsed = parseTarget(target, origin.href)
  const url = parsed ? toReturnValue(parsed, target) : origin.href
  try {
    const result = await askRedirect({ callbacks }, { url, baseUrl: origin.href })
    return parseTarget(result, origin.href)?.href ?? origin.href
  } catch (error) {
    log.error(asError(error))
    return origin.href
  }
}

/** Longest target that its cookie keeps, as it is written there: headers have room for little. */
const MAX_REMEMBERED = 600

/**
 * Keeps where to go in its cookie, for forms that do not say, and for an answer that comes a second time. The sign-in itself
 * keeps it, too, so that one that is too long is lost for those alone.
 */
export function rememberTarget({ profile, jar, origin, returnTo }: Context): CookieJar {
  const cookie = profile.cookies.callbackUrl
  const known = jar.get(cookie.name)
  const kept = encodeURIComponent(returnTo).length > MAX_REMEMBERED ? origin.href : returnTo
  return kept === (known ?? origin.href) ? jar : jar.set(cookie, kept)
}
