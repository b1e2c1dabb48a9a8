import { environment, requestHeaders } from './configurations.mjs'
import { createFloor, readCookie, readSpread, sessionKey, toSession } from './floor.mjs'
import { cookieHeader, inTurn, ORIGIN, PERSON, SECRET, SESSION_COOKIE } from './values.mjs'

/**
 * @typedef {import('./configurations.mjs').Configuration} Configuration
 * @typedef {import('./library.mjs').Library} Library
 */

/** Different sessions that are read in turn: an application has many visitors. */
const SESSIONS = 1024

/** What of a payload is not the data that fills it up, about. */
const OWN_BYTES = 300

/** @type {(library: Library, configuration: Configuration) => ReturnType<Library['createAuth']>} */
export function createApplication(library, configuration) {
  const { make, perRequest = false } = configuration
  return library.createAuth(perRequest ? make : make(), { env: environment(configuration) })
}

/**
 * Cookie headers of signed-in visitors. The claims are those of a session that a sign-in made.
 *
 * @param {Library} library
 * @param {Configuration} configuration
 * @param {{ bytes: number, count?: number, secret?: string }} options - of a payload
 * @returns {Promise<{ token: string, cookies: readonly string[] }>}
 */
export async function createSessions(library, configuration, options) {
  const { bytes, count = SESSIONS, secret = SECRET } = options
  const password = {
    id: 'password',
    name: 'Password',
    type: /** @type {const} */ ('credentials'),
    credentials: {},
    authorize: () => PERSON,
  }
  const make = () => ({ ...configuration.make(), secret, providers: [password] })
  const auth = createApplication(library, { ...configuration, make })
  const headers = requestHeaders(configuration)
  const signedIn = await auth.signIn({ headers }, 'password', { redirectTo: '/' })
  const cookie = signedIn.cookies.find(({ name }) => name === SESSION_COOKIE)
  if (!cookie) throw new Error('The sign-in has set no session cookie.')
  const known = await library.decode({ token: cookie.value, secret, salt: SESSION_COOKIE })
  const { iat: _, exp: __, jti: ___, ...claims } = known ?? {}
  const more = bytes > OWN_BYTES ? { data: 'x'.repeat(bytes - OWN_BYTES) } : {}
  const tokens = await Promise.all(
    Array.from({ length: count }, (_____, index) =>
      library.encode({
        token: { ...claims, ...more, name: `Ada Lovelace ${1000 + index}` },
        secret,
        salt: SESSION_COOKIE,
        maxAge: 2_592_000,
      }),
    ),
  )
  const [token = ''] = tokens
  return { token, cookies: tokens.map((value) => cookieHeader(SESSION_COOKIE, value)) }
}

/** @typedef {ReturnType<typeof createReaders>} Readers */

/**
 * The floors: what any implementation has to do.
 *
 * @param {string} token - one of the tokens, for its header
 */
export function createReaders(token) {
  const floor = createFloor(token, sessionKey(SECRET, SESSION_COOKIE))
  /** @type {(headers: Headers) => object | null} */
  const read = (headers) => {
    const found = readSpread(headers.get('cookie') ?? '', SESSION_COOKIE)
    return found === undefined ? null : toSession(floor.decrypt(found))
  }
  return {
    read,
    /** @type {(sealed: string) => object | null} */
    open: (sealed) => toSession(floor.decrypt(sealed)),
    /** @type {(headers: Headers) => string | undefined} */
    scan: (headers) => readCookie(headers.get('cookie') ?? '', SESSION_COOKIE),
    /** @type {(request: Request) => Response} */
    handle: (request) =>
      new Response(JSON.stringify(read(request.headers)), {
        headers: { 'content-type': 'application/json', 'cache-control': 'private, no-store' },
      }),
  }
}

/** @type {(answer: unknown) => Promise<string>} */
async function toText(answer) {
  const value = await answer
  return value instanceof Response ? value.clone().text() : JSON.stringify(value ?? null)
}

/**
 * Sees that every variant does the job: a benchmark of a failure is none.
 *
 * @param {Readonly<Record<string, (() => unknown) | undefined>>} variants
 * @param {string} expected - is in what each gives
 * @returns {Promise<void>}
 */
export async function requireResult(variants, expected) {
  for (const [name, work] of Object.entries(variants)) {
    if (!work) continue
    const text = await toText(work())
    if (!text.includes(expected)) {
      throw new Error(`The variant "${name}" gives ${text.slice(0, 300)} without "${expected}".`)
    }
  }
}

/**
 * Reads of sessions by floor, ours and the checkout before.
 *
 * @param {{ library: Library, configuration: Configuration, bytes: number, before?: Library | undefined }} options
 */
export async function readVariants({ library, configuration, bytes, before }) {
  const { token, cookies } = await createSessions(library, configuration, { bytes })
  const { read } = createReaders(token)
  const sources = cookies.map((cookie) => requestHeaders(configuration, cookie))
  /** @type {(from: Library) => () => unknown} */
  const reader = (from) => {
    const auth = createApplication(from, configuration)
    const next = inTurn(sources)
    return () => auth.session({ headers: next() })
  }
  const next = inTurn(sources)
  const variants = {
    floor: () => read(next()),
    ours: reader(library),
    ...(before && { before: reader(before) }),
  }
  await requireResult(variants, PERSON.email)
  return variants
}

/**
 * `GET session` by floor, ours and the checkout before.
 *
 * @param {{ library: Library, configuration: Configuration, bytes: number, before?: Library | undefined, ready?: boolean }} options
 * `ready`: the requests are made beforehand
 */
export async function sessionVariants({ library, configuration, bytes, before, ready = false }) {
  const { token, cookies } = await createSessions(library, configuration, { bytes })
  const { handle } = createReaders(token)
  const url = `${ORIGIN}/auth/session`
  /** @type {(cookie: string) => Request} */
  const make = (cookie) => new Request(url, { headers: { ...configuration.headers, cookie } })
  /** @type {() => () => Request} */
  const requests = () => {
    if (ready) return inTurn(cookies.map(make))
    const next = inTurn(cookies)
    return () => make(next())
  }
  /** @type {(from: Library) => () => unknown} */
  const handler = (from) => {
    const auth = createApplication(from, configuration)
    const next = requests()
    return () => auth.handle(next())
  }
  const next = requests()
  const variants = {
    floor: () => handle(next()),
    ours: handler(library),
    ...(before && { before: handler(before) }),
  }
  await requireResult(variants, PERSON.email)
  return variants
}
