import type { Cookie, CookieOption, CookieSerializeOptions } from '../types/cookies.ts'
import { SessionTooLarge } from '../errors/classes.ts'
import {
  CHUNK_SUFFIX,
  hasChunked,
  MAX_CHUNKS,
  MAX_VALUES,
  readAllChunked,
  readChunked,
} from './chunks.ts'
import { MAX_COOKIE_SIZE, scanCookies, serializeCookie } from './cookie.ts'

/**
 * Most cookies of one value that an answer deletes, those that count first. A browser with more has not got them here, and an
 * answer with a hundred of them is cut off by servers in between.
 */
const MAX_DELETED = 8

/** The bytes that stay free in every chunk for name and attributes. */
const CHUNK_OVERHEAD = 160

const CHUNK_SIZE = MAX_COOKIE_SIZE - CHUNK_OVERHEAD

const NONE: ReadonlyMap<string, Cookie> = new Map()
const NO_HEADERS: readonly string[] = Object.freeze([])
const UNCHANGED: readonly Cookie[] = Object.freeze([])

/**
 * The cookies of a request, and those to be set on its response. A value: every change makes a new jar, and the last
 * word on a name wins.
 */
export class CookieJar {
  readonly #header: string
  readonly #changes: ReadonlyMap<string, Cookie>

  /** @param header - the `Cookie` header of the request */
  constructor(header: string, changes: ReadonlyMap<string, Cookie> = NONE) {
    this.#header = header
    this.#changes = changes
  }

  /** Value of a cookie of the request; the first one of a name counts. */
  get(name: string): string | undefined {
    let result: string | undefined
    scanCookies(this.#header, name, (found, value) => {
      if (found === name) result = value
      return found === name
    })
    return result
  }

  /**
   * The values of a name that the browser has after this response: the one to be set, else those of the request, at most four. It may
   * have a cookie for each of several domains and paths.
   */
  values(name: string): readonly string[] {
    const next = this.changes().find((change) => change.name === name)
    if (next) return [next.value]
    const values: string[] = []
    scanCookies(this.#header, name, (found, value) => {
      if (found === name && !values.includes(value)) values.push(value)
      return values.length === MAX_VALUES
    })
    return values
  }

  /**
   * Value of a cookie of the request that may be spread over several.
   *
   * @param limit - most cookies it may be spread over. Default: as many as are written here
   */
  getChunked(name: string, limit?: number): string | undefined {
    return readChunked(this.#header, name, limit)
  }

  /** Every value that such a cookie can have, that of {@link getChunked} first. */
  allChunked(name: string, limit?: number): readonly string[] {
    return readAllChunked(this.#header, name, limit)
  }

  /** Whether the request has a cookie of this name, or any of those that its value may be spread over. */
  hasChunked(name: string): boolean {
    return hasChunked(this.#header, name)
  }

  /** False if the request has no cookie whose name starts with `name`. */
  mentions(name: string): boolean {
    return this.#header.includes(name)
  }

  /** Names of the cookies of the request that start with `prefix`. */
  namesWith(prefix: string): readonly string[] {
    const names = new Set<string>()
    scanCookies(this.#header, prefix, (found) => {
      names.add(found)
    })
    return [...names]
  }

  /** Sets a cookie. `options` override those of the cookie. */
  set(
    { name, options }: CookieOption,
    value: string,
    override?: CookieSerializeOptions,
  ): CookieJar {
    return this.#with([{ name, value, options: { ...options, ...override } }])
  }

  /** Deletes a cookie in the browser. */
  delete({ name, options }: CookieOption): CookieJar {
    return this.#with([expired(name, options)])
  }

  /**
   * Sets a value over as many cookies as it needs, and deletes those that an earlier, longer value left.
   *
   * @throws SessionTooLarge when it needs more than the browser should carry
   */
  setChunked(cookie: CookieOption, value: string, expires: Date): CookieJar {
    const { name, options } = cookie
    const parts = splitValue(value)
    if (parts.length > MAX_CHUNKS) {
      throw new SessionTooLarge(
        `The session needs ${value.length} characters; ${MAX_CHUNKS * CHUNK_SIZE} fit into its cookies, less where they are encoded.`,
      )
    }
    const written = parts.map((part, index): Cookie => ({
      name: parts.length === 1 ? name : `${name}.${index}`,
      value: part,
      options: { ...options, expires },
    }))
    return this.deleteChunked(cookie).#with(written)
  }

  /** Deletes every cookie of a value that may be spread over several, of the request or set here before. */
  deleteChunked({ name, options }: CookieOption): CookieJar {
    if (this.#changes.size === 0 && !this.mentions(name)) return this
    const ours = [...this.namesWith(name), ...this.changes().map((change) => change.name)].filter(
      (found) => found.startsWith(name) && CHUNK_SUFFIX.test(found.slice(name.length)),
    )
    // The numbers have no more than two digits, so that the shorter name is the lower one.
    const lowest = [...new Set(ours)].toSorted(
      (one, other) => one.length - other.length || (one < other ? -1 : 1),
    )
    return this.#with(lowest.slice(0, MAX_DELETED).map((found) => expired(found, options)))
  }

  /** Deletes every cookie that a value is written to, also where the request does not say that it is there. */
  deleteUnseen({ name, options }: CookieOption): CookieJar {
    const chunks = Array.from({ length: MAX_CHUNKS }, (_, index) => `${name}.${index}`)
    return this.#with([name, ...chunks].map((one) => expired(one, options)))
  }

  /** The cookies to be set. */
  changes(): readonly Cookie[] {
    return this.#changes.size === 0 ? UNCHANGED : [...this.#changes.values()]
  }

  /** One `Set-Cookie` header value for each change. */
  toHeaders(): readonly string[] {
    // Most responses set none.
    if (this.#changes.size === 0) return NO_HEADERS
    return this.changes().map(({ name, value, options }) => serializeCookie(name, value, options))
  }

  #with(cookies: readonly Cookie[]): CookieJar {
    if (cookies.length === 0) return this
    const changes = new Map(this.#changes)
    for (const cookie of cookies) changes.set(cookieKey(cookie), cookie)
    return new CookieJar(this.#header, changes)
  }
}

/** Browsers tell cookies apart by name, domain and path (RFC 6265bis, section 5.7); the path is always the same here. */
function cookieKey({ name, options }: Cookie): string {
  return options.domain === undefined ? name : `${name} ${options.domain}`
}

/** A value in pieces that fit into one cookie each, as they are written there. */
function splitValue(value: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  let end = 0
  let size = 0
  for (const character of value) {
    const width = encodeURIComponent(character).length
    if (size + width > CHUNK_SIZE) {
      parts.push(value.slice(start, end))
      start = end
      size = 0
    }
    end += character.length
    size += width
  }
  return start === end ? parts : [...parts, value.slice(start)]
}

function expired(name: string, options: CookieSerializeOptions): Cookie {
  return { name, value: '', options: { ...options, maxAge: 0, expires: new Date(0) } }
}
