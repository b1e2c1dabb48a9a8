/** A cookie that a response sets. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Whether it deletes the cookie. */
  readonly gone: boolean
  /** Attributes by their names in lower case. */
  readonly attributes: ReadonlyMap<string, string>
}

/** Reads the value of a `Set-Cookie` header. */
export function parseSetCookie(line: string): SetCookie {
  const [pair = '', ...rest] = line.split(';')
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()] as const
    }),
  )
  const end = pair.indexOf('=')
  const maxAge = attributes.get('max-age')
  const expires = attributes.get('expires')
  const gone =
    maxAge === undefined
      ? expires !== undefined && Date.parse(expires) <= Date.now()
      : Number(maxAge) <= 0
  return {
    name: pair.slice(0, end).trim(),
    value: pair.slice(end + 1).trim(),
    path: attributes.get('path') ?? '',
    gone,
    attributes,
  }
}

/**
 * The cookies of one browser at one origin.
 *
 * @example
 * ```ts
 * import { ask, Jar } from '@latchstring/framework-conformance'
 *
 * const jar = new Jar()
 * await ask(3000, '/auth/csrf', { jar })
 * jar.names() // names of the cookies that were set
 * ```
 */
export class Jar {
  readonly #cookies = new Map<string, string>()
  readonly #secure: boolean

  /** @param options - `secure`: whether the URL has the scheme https */
  constructor({ secure = false }: { readonly secure?: boolean } = {}) {
    this.#secure = secure
  }

  /**
   * Stores the cookies of a response, as a browser does.
   *
   * @param lines - values of `Set-Cookie`
   * @throws Error if a cookie has another path than `/`
   */
  keep(lines: readonly string[]): void {
    for (const line of lines) {
      const cookie = parseSetCookie(line)
      const { name, value, path, gone, attributes } = cookie
      if (attributes.has('secure') && !this.#secure) continue
      if (path !== '/') throw new Error(`The cookie ${name} has the path "${path}".`)
      if (gone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  /** Adds a cookie. */
  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** Names and values of the cookies. */
  entries(): readonly (readonly [name: string, value: string])[] {
    return [...this.#cookies]
  }

  /** Names of the cookies. */
  names(): readonly string[] {
    return [...this.#cookies.keys()]
  }

  /** Names of the cookies that contain the session; a long session has several. */
  session(): readonly string[] {
    return this.names().filter((name) => name.includes('session-token'))
  }

  /** Value of the `Cookie` header. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
