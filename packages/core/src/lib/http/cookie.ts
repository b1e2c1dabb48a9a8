import type { CookieSerializeOptions } from '../types/cookies.ts'

// RFC 6265bis, section 4.1.1: a token.
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// RFC 6265bis, section 4.1.1: cookie-octets.
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/
const DOMAIN = /^\.?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i
const PATH = /^[\x20-\x3a\x3c-\x7e]*$/

/** Most bytes a browser stores for one cookie, name and attributes included. */
export const MAX_COOKIE_SIZE = 4096

function checkAttributes({ domain, path, maxAge }: CookieSerializeOptions): void {
  if (domain !== undefined && !DOMAIN.test(domain)) throw new TypeError('Invalid cookie domain')
  if (path !== undefined && !PATH.test(path)) throw new TypeError('Invalid cookie path')
  if (maxAge !== undefined && !Number.isInteger(maxAge))
    throw new TypeError('Invalid cookie maxAge')
}

function attributes(options: CookieSerializeOptions): string {
  const { domain, path, maxAge, expires, httpOnly, secure, sameSite, partitioned, priority } =
    options
  const strictness = sameSite === true ? 'strict' : sameSite
  const values: readonly (readonly [string, string | undefined])[] = [
    ['Max-Age', maxAge?.toString()],
    ['Domain', domain],
    ['Path', path],
    ['Expires', expires?.toUTCString()],
    ['Priority', priority && capitalize(priority)],
    ['SameSite', strictness ? capitalize(strictness) : undefined],
  ]
  const flags = { HttpOnly: httpOnly, Secure: secure, Partitioned: partitioned }
  const pairs = values
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `; ${name}=${value}`)
  const set = Object.entries(flags).filter(([, flag]) => flag)
  return [...pairs, ...set.map(([name]) => `; ${name}`)].join('')
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * One `Set-Cookie` header value.
 *
 * @throws TypeError when a name, value or attribute has characters that could end it early
 */
export function serializeCookie(
  name: string,
  value: string,
  options: CookieSerializeOptions,
): string {
  checkAttributes(options)
  const encoded = encodeURIComponent(value)
  if (!NAME.test(name)) throw new TypeError('Invalid cookie name')
  if (!VALUE.test(encoded)) throw new TypeError('Invalid cookie value')
  return `${name}=${encoded}${attributes(options)}`
}

function decode(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Whether a pair starts here: nothing but white space between the position and a `;` or the beginning. */
function startsPair(header: string, position: number): boolean {
  let index = position - 1
  while (index >= 0 && (header.charAt(index) === ' ' || header.charAt(index) === '\t')) index--
  return index < 0 || header.charAt(index) === ';'
}

/**
 * Calls `visit` with each cookie of a `Cookie` header whose name starts with `prefix`, in order, until it returns
 * `true`. Nothing is made of other cookies: this stands on the session path.
 */
export function scanCookies(
  header: string,
  prefix: string,
  visit: (name: string, value: string) => boolean | void,
): void {
  // Every position starts with the empty prefix, without end.
  if (prefix === '') return
  let position = header.indexOf(prefix)
  while (position !== -1) {
    if (startsPair(header, position)) {
      const end = header.indexOf(';', position)
      const pair = header.slice(position, end === -1 ? undefined : end)
      const equals = pair.indexOf('=')
      if (
        equals !== -1 &&
        visit(pair.slice(0, equals).trim(), decode(pair.slice(equals + 1).trim()))
      ) {
        return
      }
    }
    position = header.indexOf(prefix, position + prefix.length)
  }
}
