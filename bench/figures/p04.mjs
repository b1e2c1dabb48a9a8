import { createApplication, createSessions, requireResult } from '../lib/application.mjs'
import { manyProviders, PLAIN, requestHeaders } from '../lib/configurations.mjs'
import { figures } from '../lib/method.mjs'
import { ours } from '../lib/library.mjs'
import { FOREIGN, inTurn, ORIGIN, PERSON, SECRET, SESSION_COOKIE } from '../lib/values.mjs'

/**
 * @typedef {import('../lib/row.d.ts').Part} Part
 * @typedef {import('../lib/configurations.mjs').Configuration} Configuration
 * @typedef {ReturnType<typeof createApplication>} Application
 */

const ID = 'P-04'

/** Flat, or linear, within a tenth. */
const TOLERANCE = 1.1

const MOST_COOKIES = 8

/** @type {(count: number) => Configuration} */
const providers = (count) => ({
  name: `${count} providers`,
  make: () => ({ providers: manyProviders(count) }),
})

const MOST_SECRETS = 20

/** @type {(count: number) => readonly string[]} */
const others = (count) =>
  Array.from({ length: count }, (_, index) => `Another-secret-of-the-past-${1000 + index}-kept`)

/** @type {(all: readonly string[]) => Configuration} */
const secrets = (all) => ({
  name: `${all.length} secrets`,
  make: () => ({ ...PLAIN.make(), secret: [...all] }),
})

/**
 * Floor is the small one, ours the large one.
 *
 * @typedef {{ readonly small: () => unknown, readonly large: () => unknown }} Pair
 */

/** @type {(what: string, configuration: string, make: () => Promise<Pair>, limit?: number) => Part} */
const growth = (what, configuration, make, limit = TOLERANCE) => ({
  async run(run) {
    run.progress(`${what}, ${configuration}`)
    const { small, large } = await make()
    const measured = await figures({ floor: small, ours: large }, run.smoke)
    const target = { floor: { slices: limit, batches: limit } }
    return [{ id: ID, what, configuration, ...measured, target }]
  },
})

/** @type {(cookies: readonly string[], configuration?: Configuration) => () => unknown} */
function reader(cookies, configuration = PLAIN) {
  const auth = createApplication(ours, configuration)
  const next = inTurn(cookies.map((cookie) => requestHeaders(configuration, cookie)))
  return () => auth.session({ headers: next() })
}

/** @type {(cookies: readonly string[], configuration: Configuration) => () => unknown} */
function handler(cookies, configuration) {
  const auth = createApplication(ours, configuration)
  const next = inTurn(cookies)
  const url = `${ORIGIN}/auth/session`
  return () => auth.handle(new Request(url, { headers: { cookie: next() } }))
}

/** @type {(make: typeof reader | typeof handler) => () => Promise<Pair>} */
const byProviders = (make) => async () => {
  const { cookies } = await createSessions(ours, PLAIN, { bytes: 200 })
  const pair = { small: make(cookies, providers(1)), large: make(cookies, providers(300)) }
  await requireResult(pair, PERSON.email)
  return pair
}

/** @type {(token: string) => readonly string[]} */
const carrying = (token) => [`${FOREIGN}; ${SESSION_COOKIE}=${token}`]

/** @type {(change: (token: string) => string, expected: string) => () => Promise<Pair>} */
const bySecrets = (change, expected) => async () => {
  const { token } = await createSessions(ours, PLAIN, { bytes: 200, count: 1 })
  const cookies = carrying(change(token))
  const pair = {
    small: reader(cookies, secrets([SECRET])),
    large: reader(cookies, secrets([SECRET, ...others(MOST_SECRETS - 1)])),
  }
  await requireResult(pair, expected)
  return pair
}

/** @type {() => Promise<Pair>} */
async function byOldestSecret() {
  const { cookies } = await createSessions(ours, PLAIN, { bytes: 200 })
  const pair = {
    small: reader(cookies, secrets(['The-only-other-secret-that-there-is-today', SECRET])),
    large: reader(cookies, secrets([...others(MOST_SECRETS - 1), SECRET])),
  }
  await requireResult(pair, PERSON.email)
  return pair
}

/** @type {(header: Readonly<Record<string, string>>) => (token: string) => string} */
const withHeader = (header) => (token) => {
  const [, ...rest] = token.split('.')
  const text = Buffer.from(JSON.stringify(header)).toString('base64url')
  return [text, ...rest].join('.')
}

/** @type {(token: string) => string} */
const withWrongTag = (token) => {
  const last = token.at(-10) === 'A' ? 'B' : 'A'
  return `${token.slice(0, -10)}${last}${token.slice(-9)}`
}

const HEADER = { alg: 'dir', enc: 'A256CBC-HS512' }

/** @type {(count: number) => string} */
const foreign = (count) =>
  Array.from({ length: count }, (_, index) => `_foreign${1000 + index}=value-of-${index}`).join(
    '; ',
  )

/** Twice the bytes take no more than twice the time. @type {() => Promise<Pair>} */
async function byForeignCookies() {
  const { token } = await createSessions(ours, PLAIN, { bytes: 200, count: 1 })
  const [cookie = ''] = carrying(token)
  const pair = {
    small: reader([`${foreign(200)}; ${cookie}`]),
    large: reader([`${foreign(400)}; ${cookie}`]),
  }
  await requireResult(pair, PERSON.email)
  return pair
}

/** @type {(count: number) => string} */
const junk = (count) =>
  Array.from({ length: count }, (_, index) => `${SESSION_COOKIE}.${index}=junk-${index}`).join('; ')

/** @type {() => Promise<Pair>} */
async function byJunk() {
  return { small: reader([junk(50)]), large: reader([junk(100)]) }
}

/** @type {(count: number) => string} */
function unfinished(count) {
  const names = Array.from({ length: count }, (_, index) => `latchstring.state.junk${index}`)
  return names.map((name) => `__Host-${name}=junk`).join('; ')
}

/** Invalid cookies are logged. @type {Configuration} */
const QUIET = {
  ...PLAIN,
  make: () => ({ ...PLAIN.make(), logger: { error: () => undefined, warn: () => undefined } }),
}

/** Where junk may be sent. */
const ADDRESSES = [
  'session',
  'csrf',
  'providers',
  'signin',
  'signout',
  'error',
  'callback/service0?code=a&state=b',
]

/** @type {(configuration: string, cookie: string) => Part} */
const cookiesSet = (configuration, cookie) => ({
  async run(run) {
    run.progress(`cookies set, ${configuration}`)
    const auth = createApplication(ours, QUIET)
    let most = 0
    for (const address of ADDRESSES) {
      const request = new Request(`${ORIGIN}/auth/${address}`, { headers: { cookie } })
      const response = await auth.handle(request)
      most = Math.max(most, response.headers.getSetCookie().length)
    }
    const row = { id: ID, what: 'most cookies that an answer sets', configuration, unit: 'cookies' }
    return [{ ...row, ours: most, target: { most: MOST_COOKIES } }]
  },
})

const READ = 'session read'

/** @type {import('../lib/row.d.ts').Figure} */
export const figure = {
  id: ID,
  title: 'Growth',
  notes: [
    'Floor is the small configuration, ours the large one. Where both numbers are large, twice as many bytes may take twice as long.',
  ],
  parts: [
    growth(READ, '1 → 300 providers', byProviders(reader)),
    growth('GET session', '1 → 300 providers', byProviders(handler)),
    growth(
      READ,
      '1 → 20 secrets, sealed with the first',
      bySecrets((token) => token, PERSON.email),
    ),
    growth(READ, '2 → 20 secrets, sealed with the last', byOldestSecret),
    growth(READ, '1 → 20 secrets, refused: changed', bySecrets(withWrongTag, '"session":null')),
    growth(
      READ,
      '1 → 20 secrets, refused: unknown `kid`',
      bySecrets(withHeader({ ...HEADER, kid: '0123456789abcdef01234567' }), '"session":null'),
    ),
    growth(
      READ,
      '1 → 20 secrets, refused: no `kid`',
      bySecrets(withHeader(HEADER), '"session":null'),
    ),
    growth(READ, '200 → 400 foreign cookies', byForeignCookies, 2 * TOLERANCE),
    growth(READ, '50 → 100 junk chunks', byJunk, 2 * TOLERANCE),
    cookiesSet('100 junk chunks', junk(100)),
    cookiesSet('100 cookies of sign-ins that never ended', unfinished(100)),
  ],
}
