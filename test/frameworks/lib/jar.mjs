/**
 * @typedef {{ readonly name: string, readonly value: string, readonly path: string, readonly gone: boolean,
 *   readonly attributes: ReadonlyMap<string, string> }} SetCookie
 */

/**
 * Reads the value of a `Set-Cookie` header.
 *
 * @param {string} line
 * @returns {SetCookie}
 */
export function parseSetCookie(line) {
  const [pair = '', ...rest] = line.split(';')
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=')
      return /** @type {const} */ ([name.trim().toLowerCase(), value.join('=').trim()])
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

/** The cookies of one browser at one origin. */
export class Jar {
  /** @type {Map<string, string>} */
  #cookies = new Map()
  #secure

  /** @param {{ readonly secure?: boolean }} [options] whether the browser is at https */
  constructor({ secure = false } = {}) {
    this.#secure = secure
  }

  /** @param {readonly string[]} lines values of `Set-Cookie` */
  keep(lines) {
    for (const line of lines) {
      const cookie = parseSetCookie(line)
      const { name, value, path, gone, attributes } = cookie
      if (attributes.has('secure') && !this.#secure) continue
      if (path !== '/') throw new Error(`The cookie ${name} has the path "${path}".`)
      if (gone) this.#cookies.delete(name)
      else this.#cookies.set(name, value)
    }
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    this.#cookies.set(name, value)
  }

  entries() {
    return [...this.#cookies]
  }

  names() {
    return [...this.#cookies.keys()]
  }

  /** Those that carry the session, however many they are. */
  session() {
    return this.names().filter((name) => name.includes('session-token'))
  }

  header() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
