/** A cookie as a browser keeps it (RFC 6265bis, section 5.6). */
export interface StoredCookie {
  readonly name: string
  readonly value: string
  /** Without a port: cookies are shared by all ports of a host. */
  readonly host: string
  /** Whether hosts below it get the cookie as well: it was set with a `Domain`. */
  readonly subdomains: boolean
  readonly path: string
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly sameSite: 'strict' | 'lax' | 'none'
}

/** Where a request comes from, as far as `SameSite` is concerned. */
export type SiteContext = 'same-site' | 'cross-site-navigation' | 'cross-site-post'

/** The cookies of one browser. */
export interface CookieStore {
  /** Stores the cookie of a `Set-Cookie` header, or ignores it as a browser would. */
  receive(header: string, url: URL): void
  /** The cookies that go along with a request. */
  matching(url: URL, context: SiteContext): readonly StoredCookie[]
  all(): readonly StoredCookie[]
  set(cookie: StoredCookie): void
  clear(name: string): void
}

const MAX_SIZE = 4096

const SENT: Readonly<Record<SiteContext, ReadonlySet<StoredCookie['sameSite']>>> = {
  'same-site': new Set(['strict', 'lax', 'none']),
  'cross-site-navigation': new Set(['lax', 'none']),
  'cross-site-post': new Set(['none']),
}

function trustworthy({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.')
}

function readAttributes(parts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=', 2)
      return [name.toLowerCase(), value]
    }),
  )
}

function readSameSite(value: string | undefined): StoredCookie['sameSite'] {
  const text = value?.toLowerCase()
  return text === 'strict' || text === 'none' ? text : 'lax'
}

function isGone(attributes: ReadonlyMap<string, string>): boolean {
  const maxAge = attributes.get('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0
  const expires = attributes.get('expires')
  return expires !== undefined && Date.parse(expires) <= 0
}

/** Whether the prefix of the name is kept (RFC 6265bis, section 4.1.3). */
function keepsPrefix(cookie: StoredCookie, attributes: ReadonlyMap<string, string>): boolean {
  if (cookie.name.startsWith('__Secure-')) return cookie.secure
  if (!cookie.name.startsWith('__Host-')) return true
  return cookie.secure && !attributes.has('domain') && attributes.get('path') === '/'
}

/** Whether a host is the one of the cookie, or lies below it (RFC 6265bis, section 5.1.3). */
function reaches({ host, subdomains }: StoredCookie, { hostname }: URL): boolean {
  return host === hostname || host === '*' || (subdomains && hostname.endsWith(`.${host}`))
}

/** Whether a path is the one of the cookie, or lies below it (RFC 6265bis, section 5.1.4). */
function covers({ path }: StoredCookie, { pathname }: URL): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function acceptable(
  cookie: StoredCookie,
  attributes: ReadonlyMap<string, string>,
  url: URL,
): boolean {
  if (cookie.name.length + cookie.value.length > MAX_SIZE) return false
  if (!reaches(cookie, url)) return false
  if (cookie.secure && !trustworthy(url)) return false
  if (cookie.sameSite === 'none' && !cookie.secure) return false
  return keepsPrefix(cookie, attributes)
}

/** Creates an empty store. */
export function createCookieStore(): CookieStore {
  const cookies = new Map<string, StoredCookie>()
  const toKey = ({ host, subdomains, path, name }: StoredCookie): string =>
    JSON.stringify([host, subdomains, path, name])

  return {
    receive(header, url) {
      const [pair = '', ...rest] = header.split(/;\s*/)
      const attributes = readAttributes(rest)
      const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase()
      const cookie: StoredCookie = {
        name: pair.slice(0, pair.indexOf('=')),
        value: pair.slice(pair.indexOf('=') + 1),
        host: domain || url.hostname,
        subdomains: Boolean(domain),
        path: attributes.get('path') ?? '/',
        secure: attributes.has('secure'),
        httpOnly: attributes.has('httponly'),
        sameSite: readSameSite(attributes.get('samesite')),
      }
      if (!acceptable(cookie, attributes, url)) return
      if (isGone(attributes)) cookies.delete(toKey(cookie))
      else cookies.set(toKey(cookie), cookie)
    },
    matching(url, context) {
      return [...cookies.values()].filter(
        (cookie) =>
          reaches(cookie, url) &&
          covers(cookie, url) &&
          (!cookie.secure || trustworthy(url)) &&
          SENT[context].has(cookie.sameSite),
      )
    },
    all: () => [...cookies.values()],
    set: (cookie) => void cookies.set(toKey(cookie), cookie),
    clear(name) {
      for (const [key, cookie] of cookies) if (cookie.name === name) cookies.delete(key)
    },
  }
}
