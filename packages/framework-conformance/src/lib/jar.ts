/** A cookie as a response sets it. */
export interface SetCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Whether it takes the cookie away. */
  readonly gone: boolean
  /** By their names in small letters. */
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
 * jar.names() // those that were set
 * ```
 */
export class Jar {
  readonly #cookies = new Map<string, string>()
  readonly #secure: boolean

  /** @param options - `secure`: whether the browser is at https */
  constructor({ secure = false }: { readonly secure?: boolean } = {}) {
    this.#secure = secure
  }

  /**
   * Takes in what a response sets, as a browser does.
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

  /** Puts a cookie in. */
  set(name: string, value: string): void {
    this.#cookies.set(name, value)
  }

  /** Names and values. */
  entries(): readonly (readonly [name: string, value: string])[] {
    return [...this.#cookies]
  }

  /** Their names. */
  names(): readonly string[] {
    return [...this.#cookies.keys()]
  }

  /** Those that carry the session, however many they are. */
  session(): readonly string[] {
    return this.names().filter((name) => name.includes('session-token'))
  }

  /** The value of the `Cookie` header. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
