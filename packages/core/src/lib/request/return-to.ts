import type { ResolvedConfig } from '../config/resolved-config.ts'
import { homeUrl, type Context } from './context.ts'
import { asError } from '../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { Origin } from '../http/origin.ts'
import { describeRefusedTarget, parseOwnTarget, parseTarget } from '../http/redirect-target.ts'

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

type TargetConfig = Pick<ResolvedConfig, 'actionBase' | 'callbacks' | 'development' | 'log'>

function reportRefused({ log }: TargetConfig, target: unknown): void {
  log.info('redirect-target', describeRefusedTarget(target))
}

/** Logs in development that the `redirect` callback sends browsers to another site, which may be meant. */
function warnOfForeign({ development, log }: TargetConfig, { href }: Origin, to: string): void {
  const { origin } = new URL(to)
  if (!development || origin === new URL(href).origin) return
  log.warn(
    'development',
    `The \`redirect\` callback sends browsers to ${origin}, which is not this application. If that is not meant, return \`baseUrl\` for each URL of another origin: links could lead visitors anywhere.`,
  )
}

/**
 * Where to send the browser: the target if it is acceptable, else the home page. The `redirect` callback may allow other
 * origins; what it returns is checked again for everything else.
 */
export async function resolveTarget(
  config: TargetConfig,
  origin: Origin,
  target: unknown,
): Promise<string> {
  const { callbacks, log } = config
  const home = homeUrl({ config, origin })
  const parse = callbacks.redirect ? parseTarget : parseOwnTarget
  const parsed = parse(target, origin.href)
  if (!parsed) reportRefused(config, target)
  if (!callbacks.redirect) return parsed?.href ?? home
  const url = parsed ? toReturnValue(parsed, target) : home
  try {
    const result = await askRedirect({ callbacks }, { url, baseUrl: origin.href })
    const checked = parseTarget(result, origin.href)
    if (!checked) reportRefused(config, result)
    const to = checked?.href ?? home
    warnOfForeign(config, origin, to)
    return to
  } catch (error) {
    log.error(asError(error))
    return home
  }
}

/** Longest target that its cookie keeps, as it is written there: headers have room for little. */
const MAX_REMEMBERED = 600

/** Where to go by the cookie: the first that is acceptable, of several with its name. */
export function rememberedTarget({
  jar,
  profile,
  origin,
}: Pick<Context, 'jar' | 'profile' | 'origin'>): string | undefined {
  const known = jar.values(profile.cookies.callbackUrl.name)
  return known.find((target) => parseOwnTarget(target, origin.href)) ?? known[0]
}

/**
 * Keeps where to go in its cookie, for forms that do not say, and for an answer that comes a second time. The sign-in itself
 * keeps it, too, so that one that is too long is lost for those alone.
 */
export function rememberTarget({ config, profile, jar, origin, returnTo }: Context): CookieJar {
  const cookie = profile.cookies.callbackUrl
  const known = rememberedTarget({ jar, profile, origin })
  const home = homeUrl({ config, origin })
  const kept = encodeURIComponent(returnTo).length > MAX_REMEMBERED ? home : returnTo
  return kept === (known ?? home) ? jar : jar.set(cookie, kept)
}
