import type { CookieSerializeOptions } from '../types/cookies.ts'

// RFC 6265bis, section 4.1.1: a token.
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
// RFC 6265bis, section 4.1.1: cookie-octets.
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/
// RFC 6265bis, section 5.6: browsers ignore an attribute of more than 1,024 characters, and set the cookie without it.
const DOMAIN = /^(?=.{1,254}$)\.?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i
// RFC 6265bis, section 5.6.4: they replace a path without a slash at its beginning, and lose the space at its end.
const PATH = /^\/(?:[\x20-\x3a\x3c-\x7e]{0,1022}[\x21-\x3a\x3c-\x7e])?$/
// RFC 6265bis, section 5.6.1: the last year of four digits. One with five digits would make a cookie without an end.
const LAST_DATE = Date.UTC(9999, 11, 31)

/** Most bytes a browser stores for one cookie, name and attributes included. */
export const MAX_COOKIE_SIZE = 4096

function checkAttributes({ domain, path, maxAge, expires }: CookieSerializeOptions): void {
  if (domain !== undefined && !DOMAIN.test(domain)) throw new TypeError('Invalid cookie domain')
  if (path !== undefined && !PATH.test(path)) throw new TypeError('Invalid cookie path')
  // A greater one would be written with an exponent.
  if (maxAge !== undefined && !Number.isSafeInteger(maxAge))
    throw new TypeError('Invalid cookie maxAge')
  if (expires && Number.isNaN(expires.getTime())) throw new TypeError('Invalid cookie expires')
}

/** The date, or the nearest that browsers read: those before 1601 are none to them, as are those after 9999. */
function writtenDate(date: Date): string {
  return new Date(Math.min(Math.max(date.getTime(), 0), LAST_DATE)).toUTCString()
}

function attributes(options: CookieSerializeOptions): string {
  const { domain, path, maxAge, expires, httpOnly, secure, sameSite, partitioned, priority } =
    options
  const strictness = sameSite === true ? 'strict' : sameSite
  const values: readonly (readonly [string, string | undefined])[] = [
    ['Max-Age', maxAge?.toString()],
    ['Domain', domain],
    ['Path', path],
    ['Expires', expires && writtenDate(expires)],
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

/** The value without the quotes that it may stand in (RFC 6265bis, section 4.1.1), decoded. */
function decodeValue(given: string): string {
  const isQuoted = given.length > 1 && given.startsWith('"') && given.endsWith('"')
  const value = isQuoted ? given.slice(1, -1) : given
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

// RFC 6265bis, section 5.6: no other white space is dropped, so a name that ends in some is another name.
function isBlankAt(text: string, index: number): boolean {
  const character = text.charAt(index)
  return character === ' ' || character === '\t'
}

function withoutBlanks(text: string): string {
  let start = 0
  let end = text.length
  // Nothing before the beginning or behind the end is blank.
  while (isBlankAt(text, start)) start++
  while (isBlankAt(text, end - 1)) end--
  return text.slice(start, end)
}

/** Whether a pair starts here: nothing but white space between the position and a `;` or the beginning. */
function startsPair(header: string, position: number): boolean {
  let index = position - 1
  while (isBlankAt(header, index)) index--
  return index < 0 || header.charAt(index) === ';'
}

/**
 * Calls `visit` with each cookie of a `Cookie` header whose name starts with `prefix`, in order, until it returns
 * `true`. Nothing is made of other cookies: this stands on the session path.
 *
 * @returns whether it did
 */
export function scanCookies(
  header: string,
  prefix: string,
  visit: (name: string, value: string) => boolean | void,
): boolean {
  // Every position starts with the empty prefix, without end.
  if (prefix === '') return false
  let position = header.indexOf(prefix)
  while (position !== -1) {
    if (startsPair(header, position)) {
      const end = header.indexOf(';', position)
      const pair = header.slice(position, end === -1 ? undefined : end)
      const equals = pair.indexOf('=')
      if (
        equals !== -1 &&
        visit(
          withoutBlanks(pair.slice(0, equals)),
          decodeValue(withoutBlanks(pair.slice(equals + 1))),
        )
      ) {
        return true
      }
    }
    position = header.indexOf(prefix, position + prefix.length)
  }
  return false
}
