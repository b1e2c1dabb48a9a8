import type { CookieSerializeOptions } from '@latchstring/core/types'

/** In milliseconds. */
export const DAY = 86_400_000

/** A domain whose hosts share cookies. */
export const SITE = 'site.example'

/** A cookie in a browser. */
export interface KeptCookie {
  readonly path: string
  /** With a dot at its beginning where hosts below have it, too. */
  readonly domain: string
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: string
  /** From now; -1 for a cookie that ends with the browser. */
  readonly days: number
}

/** The domain as it is kept, or nothing where a host must not set it. */
function domainOf(domain: string | undefined, host: string): string | undefined {
  if (domain === undefined) return host
  const isOurs = domain.replace(/^\./, '').toLowerCase() === SITE && host.endsWith(`.${SITE}`)
  return isOurs || domain === host ? `.${domain.replace(/^\./, '').toLowerCase()}` : undefined
}

function daysOf({ maxAge, expires }: CookieSerializeOptions, now: number): number {
  const end = maxAge === undefined ? expires?.getTime() : now + maxAge * 1_000
  if (end === undefined) return -1
  // No browser keeps one for longer than 400 days.
  return Math.min(Math.max(Math.round((end - now) / DAY), 0), 400)
}

function sameSiteOf({ sameSite }: CookieSerializeOptions): string {
  if (sameSite === true) return 'Strict'
  return { lax: 'Lax', strict: 'Strict', none: 'None' }[sameSite || 'lax']
}

/**
 * What a browser has to keep of a cookie that is set at the root of a host, or nothing where it has to drop it (RFC 6265bis,
 * section 5.7).
 *
 * @param host - spoken to by http
 * @param now - in milliseconds
 */
export function keptOf(
  options: CookieSerializeOptions,
  host: string,
  now: number,
): KeptCookie | undefined {
  const { path = '/', httpOnly = false, secure = false } = options
  const [domain, days, sameSite] = [
    domainOf(options.domain, host),
    daysOf(options, now),
    sameSiteOf(options),
  ]
  // The address of the machine itself is as good as https.
  const isSafe = secure ? host === '127.0.0.1' : sameSite !== 'None'
  if (domain === undefined || days === 0 || !isSafe) return undefined
  return { path, domain, httpOnly, secure, sameSite, days }
}
