const MAX_LENGTH = 2_048

// Control characters, backslashes and lone surrogates: parsers disagree about all of them.
const AMBIGUOUS = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\p{Cs}\\\ufeff]/u

/**
 * Parses a redirect target. The caller uses the returned value, so that nothing is parsed twice.
 *
 * @param target - a path of the application, or an absolute URL
 * @returns the URL without user information, or `undefined` for anything but http and https
 */
export function parseTarget(target: unknown, base: string): URL | undefined {
  if (typeof target !== 'string' || target === '' || target.length > MAX_LENGTH) return undefined
  if (AMBIGUOUS.test(target)) return undefined
  // A reference such as `page` or `?x` would depend on the address of the action; `//host` names another one.
  const absolute = /^https?:\/\//i.test(target)
  if (!absolute && (!target.startsWith('/') || target.startsWith('//'))) return undefined
  if (!URL.canParse(target, base)) return undefined
  const url = new URL(target, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined
  url.username = ''
  url.password = ''
  return url
}

/** The target if it stays on the origin of the application. */
export function parseOwnTarget(target: unknown, origin: string): URL | undefined {
  const url = parseTarget(target, origin)
  return url?.origin === origin ? url : undefined
}
