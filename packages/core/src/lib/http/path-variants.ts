/**
 * The ways in which routers read one path. Each step is what some router, or the file server in front of it, does to a path
 * before it looks for the page; no server does all of them, so every order of them counts. decisions/047 says who does what.
 */

/** No router reads such a path in two ways, so that nothing has to be tried. */
const PLAIN = /^\/(?:[a-z0-9_~-]+(?:\/[a-z0-9_~-]+)*)?$/

/** How many spellings of each path are looked at; paths of people have four at most as a rule. */
const MAX_SPELLINGS = 16

const MAX_LENGTH = 4_096

/** Control characters, as they are and encoded: parsers of URLs drop some of them, and file systems end a name at NUL. */
const CONTROL = /\p{Cc}|%(?:[01][\da-f]|7f)/iu

/** A segment that leads upwards, and what follows it. */
const UPWARDS = /\/(?:\.|%2e){2}(?:\/.*)?$/i

const ESCAPES = /(?:%[\da-f]{2})+/gi

/** The characters that `decodeURI` leaves encoded. */
const RESERVED = /%(?=2[346bcf]|3[abdf]|40)/gi

/** The characters that routers leave encoded to keep parameters apart from paths: the percent sign and the backslash as well. */
const RESERVED_OR_ESCAPED = /%(?=2[3-6bcf]|3[abdf]|40|5c)/gi

/** Decodes what can be decoded, once. */
function decodeEscapes(path: string): string {
  return path.replaceAll(ESCAPES, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

const decodeUnreserved = (path: string): string =>
  decodeEscapes(path.replaceAll(RESERVED_OR_ESCAPED, '%25'))

const collapse = (path: string): string => path.replaceAll(/\/{2,}/g, '/')

type Variation = (path: string) => string

const STEPS: readonly Variation[] = [
  decodeEscapes,
  (path) => decodeEscapes(path.replaceAll(RESERVED, '%25')),
  (path) => decodeUnreserved(path).normalize(),
  collapse,
  // Parameters: of the path, of each of its segments, and a query that was encoded.
  (path) => path.replace(/;.*$/, ''),
  (path) => path.replaceAll(/;[^/]*/g, ''),
  (path) => path.replace(/%(?:3f|23).*$/i, ''),
  // The data of a page beside the page.
  (path) => path.replace(/^\/_next\/data\/[^/]+(?:\/index|(\/.*))\.json$/i, '$1'),
  (path) => (/\.segment\.rsc$/i.test(path) ? path.replace(/\.segments\/.*$/i, '') : path),
  (path) =>
    path.replace(
      /\/(?:__data\.json|__route\.js|_payload\.js(?:on)?|q-(?:data|loader)[^/]*\.json|(?:_root|_)\.data|index\.html?)$/i,
      '',
    ),
  (path) => path.replace(/\.html__data\.json$/i, '.html'),
  (path) => path.replace(/\.(?:html?|data|rsc)$/i, ''),
  // File systems of Windows drop these at the end of a name.
  (path) => path.replaceAll(/(?<!\.|%20)(?:\.|%20)+(?=\/|$)/g, ''),
  (path) => path.replace(/\/$/, ''),
  // Regular expressions with the flag `i` compare capitals, and routers without them small letters.
  (path) => decodeUnreserved(path).toLowerCase(),
  (path) => decodeUnreserved(path).toUpperCase().toLowerCase(),
]

/** A percent sign that escapes nothing. */
const LONE_PERCENT = /%(?![\da-f]{2})/gi

/** The path as an address has it: with `..` resolved, escaped where it has to be, and in capital digits. */
function serialize(path: string): string {
  const url = new URL('http://localhost')
  url.pathname = path.replaceAll(LONE_PERCENT, '%25')
  return url.pathname.replaceAll(ESCAPES, (run) => run.toUpperCase())
}

/** A path as an address has it, of a router that decodes what is neither reserved nor ASCII. Segments of two dots stay. */
export const escapePath = (path: string): string =>
  path.replaceAll(/[^\x21-\x7e\p{Cs}]+/gu, encodeURIComponent)

/** Whether two paths are the same but for escapes and a slash at the end. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => decodeEscapes(path).replace(/\/$/, ''))
  return first === second
}

/** The spelling that all those of a path have in common: decoded, and in small letters. */
export const foldPath = (path: string): string =>
  serialize(decodeEscapes(path).normalize().toUpperCase().toLowerCase())

/** Routers resolve `..` before or after they collapse slashes, or ignore it and serve the page of the path before it. */
function resolveUpwards(text: string): readonly string[] {
  const path = text.replaceAll('\\', '/')
  const texts = UPWARDS.test(path) ? [path, collapse(path), path.replace(UPWARDS, '')] : [path]
  return texts.map(serialize)
}

function isDecodable(path: string): boolean {
  if (path.length > MAX_LENGTH) return false
  try {
    // The result is used: bundlers take the call for one without effect, and drop it with its error.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

/**
 * Every spelling of a path that a router may accept for the page it leads to.
 *
 * @param pathname - that of the address
 * @param others - further paths that lead to the page: the one in the request line, because that of an address has lost its
 * `..`, and the one that middleware has rewritten it to
 * @returns the path itself, and then the others; `undefined` when the path cannot be decoded, has control characters, or
 * more spellings than are compared
 */
export function findSpellings(
  pathname: string,
  others: readonly string[] = [],
): readonly string[] | undefined {
  if (PLAIN.test(pathname) && others.every((other) => other === pathname)) return [pathname]
  if (![pathname, ...others].every(isDecodable)) return undefined
  const found = new Set([
    pathname,
    ...(others.length === 0 ? [pathname] : others).flatMap(resolveUpwards),
  ])
  const most = MAX_SPELLINGS * new Set([pathname, ...others]).size
  // Iterating a set includes values that are added during the iteration.
  for (const path of found) {
    if (CONTROL.test(path)) return undefined
    for (const step of STEPS) for (const next of resolveUpwards(step(path))) found.add(next)
    if (found.size > most) return undefined
  }
  return [...found]
}
