const MAX_LENGTH = 2_048

// Control characters, line separators, backslashes and lone surrogates: parsers disagree about all of them.
const AMBIGUOUS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\\\ufeff]/u

/**
 * Parses a redirect target. The caller uses the returned value, so that nothing is parsed twice.
 *
 * @param target - a path of the application, or an absolute URL; spaces in it are encoded
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

/** Why a target is not followed, for the log: without the target, which any client can write. */
export function describeRefusedTarget(target: unknown): string {
  if (typeof target !== 'string') return 'It is no text.'
  if (target.length > MAX_LENGTH) return `It has more than ${MAX_LENGTH} characters.`
  if (AMBIGUOUS.test(target)) return 'It has a control character, a line separator or a backslash.'
  if (/^(?:https?:)?\/\//i.test(target)) {
    return 'It names another origin. To allow that, return it from the `redirect` callback.'
  }
  return 'It is no path of the application, which begins with a slash.'
}

/** The target if it stays on the origin of the application. */
export function parseOwnTarget(target: unknown, origin: string): URL | undefined {
  const url = parseTarget(target, origin)
  return url?.origin === origin ? url : undefined
}
