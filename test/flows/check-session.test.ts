import { createAuth, type AuthConfig } from '@latchstring/core'
import { acceptWeakSecret, checkSession, type CheckConfig } from '@latchstring/core/check'
import {
  AuthError,
  InvalidConfiguration,
  MissingSecret,
  WeakSecret,
} from '@latchstring/core/errors'
import { encode } from '@latchstring/core/jwt'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { SECRETS } from '@latchstring/test-kit/app'
import { PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'
import { DAY } from '@latchstring/test-kit/test-clock'

/** Generated requests; many more with `LATCHSTRING_TEST_CHECK_RUNS=100000`. */
const RUNS = Number(process.env['LATCHSTRING_TEST_CHECK_RUNS'] ?? 3000)

const { older, newer } = SECRETS
const SECRET_POOL = [older, newer, 'another-secret-of-0123456789-characters'] as const
const NAMES = [
  '__Host-latchstring.session-token',
  '__Secure-latchstring.session-token',
  'latchstring.session-token',
  'acme',
] as const
const AUDIENCES = [undefined, 'shop', 'blog', 'app.example', '.example', '*', 7, null] as const
const MONTH = 30 * DAY

/** Options that both have, with what the application has in its environment. */
type Shared = Pick<
  AuthConfig,
  'audience' | 'cookies' | 'jwt' | 'secret' | 'session' | 'useSecureCookies'
> & { readonly url: string }

interface Sealed {
  readonly value: string
  readonly name: string
  readonly secret: string
  readonly audience: unknown
}

/** Every token there is, made before. */
let tokens: readonly Sealed[]

/** Claims beside those of the library, in seconds from now. */
const CLAIMS: readonly ((now: number) => Record<string, unknown>)[] = [
  () => ({ sub: '1', name: 'Ada', email: 'ada@example.com', picture: 'https://a.example/p.png' }),
  () => ({ sub: '2', roles: ['admin'], filler: 'x'.repeat(6000) }),
  () => ({ name: null, picture: undefined }),
  () => ({ sub: '3', opened_by: { user: '3' } }),
  (now) => ({ sub: '4', nbf: now + 100, auth_time: now - 400 * DAY }),
  (now) => ({ sub: '5', nbf: 'soon', auth_time: now + DAY }),
  (now) => ({ sub: '6', auth_time: now - 20 * DAY, jti: '' }),
]

beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000)
  const made: Promise<Sealed>[] = []
  for (const secret of SECRET_POOL) {
    for (const name of NAMES) {
      for (const audience of AUDIENCES) {
        for (const claims of CLAIMS) {
          const token = { ...claims(now), latchstring_aud: audience }
          const sealed = encode({ token, secret, salt: name, maxAge: MONTH })
          made.push(sealed.then((value) => ({ value, name, secret, audience })))
        }
      }
    }
  }
  tokens = await Promise.all(made)
})

const shared: fc.Arbitrary<Shared> = fc
  .record({
    secret: fc.subarray([...SECRET_POOL], { minLength: 1 }),
    own: fc.option(fc.subarray([...SECRET_POOL], { minLength: 1 }), { freq: 8 }),
    audience: fc.constantFrom(undefined, undefined, 'shop', ['blog', 'shop'], ['*']),
    url: fc.constantFrom(
      'https://app.example',
      'https://app.example',
      'https://app.example/auth',
      'https://app.example:443/',
      'https://app.example:8443',
      'http://app.example',
      'http://localhost:3000',
    ),
    useSecureCookies: fc.constantFrom(undefined, undefined, true, false),
    cookie: fc.constantFrom(
      undefined,
      undefined,
      { options: { domain: 'example' } },
      { options: { domain: '.EXAMPLE' } },
      { options: { path: '/inside' } },
      { options: { domain: undefined, path: undefined } },
      { name: 'acme' },
      { name: '__Host-latchstring.session-token' },
    ),
    absoluteMaxAge: fc.constantFrom(undefined, undefined, 10 * DAY, 1000 * DAY),
  })
  .map(({ secret, own, audience, url, useSecureCookies, cookie, absoluteMaxAge }) => ({
    secret,
    url,
    ...(own && { jwt: { secret: own } }),
    ...(audience !== undefined && { audience }),
    ...(useSecureCookies !== undefined && { useSecureCookies }),
    // Attributes that are undefined are those of an application in plain JavaScript.
    ...(cookie && { cookies: { sessionToken: cookie } as NonNullable<AuthConfig['cookies']> }),
    ...(absoluteMaxAge !== undefined && { session: { absoluteMaxAge } }),
  }))

const OFFSETS = [
  0,
  0,
  0,
  DAY,
  20 * DAY,
  MONTH - 3,
  MONTH - 1,
  MONTH,
  MONTH + 1,
  -13,
  -14,
  -15,
  -16,
  -17,
  -DAY,
  85,
  300 * DAY,
]

/** What becomes of a token in a header. */
const inHeader = fc.record({
  form: fc.constantFrom('whole', 'whole', 'encoded', 'two', 'three', 'four', 'gap', 'reversed'),
  junk: fc.constantFrom(
    '',
    '',
    'first',
    'chunks',
    'last',
    'duplicate',
    'prefix',
    'spaces',
    'empty',
  ),
  change: fc.constantFrom(
    'no',
    'no',
    'no',
    'no',
    'byte',
    'shorter',
    'longer',
    'header',
    'dots',
    'case',
  ),
  at: fc.nat(9999),
})

type InHeader = typeof inHeader extends fc.Arbitrary<infer T> ? T : never

function changed(value: string, { change, at }: InHeader): string {
  const index = at % value.length
  const other = value.charAt(index) === 'A' ? 'B' : 'A'
  switch (change) {
    case 'byte':
      return value.slice(0, index) + other + value.slice(index + 1)
    case 'shorter':
      return value.slice(0, index)
    case 'longer':
      return value + other
    case 'header':
      return `${Buffer.from('{"alg":"dir","enc":"A256CBC-HS512"}').toString('base64url')}${value.slice(value.indexOf('.'))}`
    case 'dots':
      return value.replace('..', at % 2 ? '.' : '.A.')
    case 'case':
      return value.toUpperCase()
    default:
      return value
  }
}

function cut(value: string, pieces: number): string[] {
  const size = Math.ceil(value.length / pieces)
  return Array.from({ length: pieces }, (_, index) => value.slice(index * size, (index + 1) * size))
}

function toPairs(name: string, value: string, form: InHeader['form']): string[] {
  const numbered = (parts: readonly string[]): string[] =>
    parts.map((part, index) => `${name}.${index}=${part}`)
  switch (form) {
    case 'encoded':
      return [`${name}=${value.replaceAll('.', '%2E').replaceAll('A', '%41')}`]
    case 'two':
      return numbered(cut(value, 2))
    case 'three':
      return numbered(cut(value, 3))
    case 'four':
      return numbered(cut(value, 4))
    case 'gap':
      return numbered(cut(value, 3)).toSpliced(1, 1)
    case 'reversed':
      return numbered(cut(value, 3)).toReversed()
    default:
      return [`${name}=${value}`]
  }
}

function toHeader({ name, value }: Sealed, how: InHeader): string {
  const pairs = toPairs(name, changed(value, how), how.form)
  switch (how.junk) {
    case 'first':
      return [`${name}=junk`, ...pairs].join('; ')
    case 'chunks':
      return [
        ...Array.from({ length: 40 }, (_, index) => `${name}.${index + 3}=junk`),
        ...pairs,
      ].join('; ')
    case 'last':
      return [...pairs, `${name}=junk`, `${name}.0=junk`].join(';')
    case 'duplicate':
      return [...pairs, ...pairs].join('; ')
    case 'prefix':
      return [`x${name}=junk`, `${name}x=junk`, `${name}.x=1`, ...pairs].join('; ')
    case 'spaces':
      return pairs.map((pair) => ` \t${pair.replace('=', ' = ')} \t`).join(' ; ')
    case 'empty':
      return [`${name}=`, ...pairs].join('; ')
    default:
      return ['theme=dark', ...pairs].join('; ')
  }
}

/** Those that may be good in an application, as far as one can tell without trying. */
function likely({ secret, jwt, cookies, useSecureCookies, url, audience }: Shared): Sealed[] {
  const secure = useSecureCookies ?? url.startsWith('https:')
  const { name, options: { domain, path = '/' } = {} } = cookies?.sessionToken ?? {}
  const host = domain === undefined && path === '/'
  const prefix = secure ? (host ? '__Host-' : '__Secure-') : ''
  const expected = name ?? `${prefix}latchstring.session-token`
  const secrets: unknown = jwt?.secret ?? secret
  const names: readonly unknown[] = [undefined, '.example', 'app.example', audience].flat()
  return tokens.filter(
    (one) =>
      one.name === expected &&
      Array.isArray(secrets) &&
      secrets.includes(one.secret) &&
      names.includes(one.audience),
  )
}

const silent = { error: () => undefined, warn: () => undefined }

/** What the application itself says. */
async function readByApplication(
  { url, ...config }: Shared,
  headers: Headers,
  clock: () => number,
): Promise<unknown> {
  const env = { NODE_ENV: 'production', AUTH_URL: url }
  const auth = createAuth({ ...config, providers: [passwords()], logger: silent }, { env, clock })
  const { session } = await auth.session({ headers, readOnly: true })
  return session
}

const shown = (found: Awaited<ReturnType<typeof checkSession>>): unknown =>
  found && { user: found.user, expires: found.expires }

describe('checkSession() and auth()', () => {
  test('agree on the session for thousands of requests (JWE-01, JWE-03, JWE-04, JWE-06, JWE-07, JWE-10, ALT-09, SES-04, CKI-04, CKI-05, CKI-08)', async () => {
    let good = 0
    await fc.assert(
      fc.asyncProperty(
        shared,
        fc.tuple(fc.nat(1_000_000), fc.integer({ min: 0, max: 4 })),
        inHeader,
        fc.constantFrom(...OFFSETS),
        async (config, [which, any], how, offset) => {
          const some = any === 0 ? tokens : likely(config)
          const sealed = some[which % some.length] ?? expect.fail('There are tokens.')
          const headers = new Headers({ cookie: toHeader(sealed, how) })
          const at = Date.now() + offset * 1000
          const clock = (): number => at
          const expected = await readByApplication(config, headers, clock)
          const options = { ...config, clock, acceptUnproven: true }
          expect(shown(await checkSession({ headers }, options))).toEqual(expected)
          if (expected) good += 1
        },
      ),
      { numRuns: RUNS },
    )
    // Enough of them are good for the comparison to mean something.
    expect(good).toBeGreaterThan(RUNS / 50)
  })

  test('agree on the session after a sign-in, in one cookie and in three (CKI-05)', async () => {
    for (const bytes of [0, 3000, 7000]) {
      const env = { NODE_ENV: 'production', AUTH_URL: 'https://app.example', AUTH_SECRET: older }
      const callbacks: AuthConfig['callbacks'] = {
        jwt: ({ token }) => ({ ...token, role: 'editor', filler: 'x'.repeat(bytes) }),
      }
      const auth = createAuth({ providers: [passwords()], callbacks }, { env })
      const fields = { username: 'ada', password: PASSWORD, redirectTo: '/' }
      const { cookies } = await auth.signIn({ headers: new Headers() }, 'credentials', fields)
      const cookie = cookies
        .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
        .join('; ')
      const headers = new Headers({ cookie })
      const { session } = await auth.session({ headers, readOnly: true })
      const request = new Request('https://app.example/inside', { headers })
      const found = await checkSession(request, { secret: older, url: env.AUTH_URL })
      expect(shown(found)).toEqual(session)
      expect(found?.user).toMatchObject({ name: PEOPLE.ada.name, email: PEOPLE.ada.email })
      expect(found?.token).toMatchObject({ role: 'editor', sub: found?.user.id })
    }
  })
})

const [HOST_COOKIE] = NAMES

async function sealFor(
  claims: Record<string, unknown>,
  name: string = HOST_COOKIE,
): Promise<Headers> {
  const token = { sub: '1', ...claims }
  const value = await encode({ token, secret: older, salt: name })
  return new Headers({ cookie: `${name}=${value}` })
}

const BASE: CheckConfig = { secret: older, url: 'https://app.example' }

describe('checkSession()', () => {
  test('returns no session that a first proof may have ended, unless configured to (ALT-05)', async () => {
    const headers = await sealFor({ opened_by: { user: '1' } })
    expect(await checkSession({ headers }, BASE)).toBeNull()
    expect(await checkSession({ headers }, { ...BASE, acceptUnproven: true })).toMatchObject({
      user: { id: '1' },
    })
  })

  test('reads the cookie with the https name by default (CKI-01)', async () => {
    const named: CheckConfig = { secret: older, audience: 'shop' }
    const headers = await sealFor({ latchstring_aud: 'shop' })
    expect(await checkSession({ headers }, named)).toMatchObject({ user: { id: '1' } })
    const plain = await sealFor({ latchstring_aud: 'shop' }, NAMES[2])
    expect(await checkSession({ headers: plain }, named)).toBeNull()
    const local = { ...named, useSecureCookies: false }
    expect(await checkSession({ headers: plain }, local)).toMatchObject({ user: { id: '1' } })
  })

  test('returns no session of next-auth, nor one in a cookie with its name (JWE-04)', async () => {
    const headers = await sealFor({}, '__Secure-authjs.session-token')
    expect(await checkSession({ headers }, BASE)).toBeNull()
    expect(await checkSession({ headers: new Headers() }, BASE)).toBeNull()
    expect(await checkSession(new Request('https://app.example'), BASE)).toBeNull()
  })

  test('returns no session after its expiry or `absoluteMaxAge`, to the second (JWE-10, ALT-09)', async () => {
    const headers = await sealFor({})
    const found = await checkSession({ headers }, BASE)
    const end = Date.parse(found?.expires ?? '')
    const at = async (now: number, config: CheckConfig = BASE): Promise<boolean> =>
      (await checkSession({ headers }, { ...config, clock: () => now })) !== null
    expect([await at(end - 1), await at(end)]).toEqual([true, false])
    const begun = Number(found?.token.iat) * 1000
    const short = { ...BASE, session: { absoluteMaxAge: 60 } }
    expect([await at(begun + 59_999, short), await at(begun + 60_000, short)]).toEqual([
      true,
      false,
    ])
  })
})

type Mistake = readonly [
  what: string,
  config: Partial<CheckConfig>,
  Class: typeof AuthError,
  application: Partial<AuthConfig> & { readonly url?: string },
]

/** Mistakes that the application itself refuses, in the same words but for names. */
const MISTAKES: readonly Mistake[] = [
  ['no secret', { secret: undefined }, MissingSecret, { secret: '' }],
  ['an empty secret', { secret: '' }, MissingSecret, { secret: '' }],
  ['a blank secret', { secret: ' \n' }, MissingSecret, { secret: ' \n' }],
  ['no secret in a list', { secret: [] }, MissingSecret, { secret: [] }],
  ['an empty secret among two', { secret: [older, ''] }, MissingSecret, { secret: [older, ''] }],
  [
    'an empty one for sessions',
    { jwt: { secret: [''] } },
    MissingSecret,
    { jwt: { secret: [''] } },
  ],
  ['a short secret', { secret: 'short-0123456789' }, WeakSecret, { secret: 'short-0123456789' }],
  ['a regular secret', { secret: 'ab'.repeat(40) }, WeakSecret, { secret: 'ab'.repeat(40) }],
  ['a short one for sessions', { jwt: { secret: 'x' } }, WeakSecret, { jwt: { secret: 'x' } }],
  ['a short old secret', { secret: [older, 'old'] }, WeakSecret, { secret: [older, 'old'] }],
  ['an empty audience', { audience: '' }, InvalidConfiguration, { audience: '' }],
  ['no audience in a list', { audience: [] }, InvalidConfiguration, { audience: [] }],
  [
    'an address without a protocol',
    { url: 'app.example' },
    InvalidConfiguration,
    { url: 'app.example' },
  ],
  ['an address of files', { url: 'file:///app' }, InvalidConfiguration, { url: 'file:///app' }],
]

async function mistakeOfApplication({
  url = 'https://app.example',
  ...config
}: Mistake[3]): Promise<unknown> {
  const errors: unknown[] = []
  const logger = { error: (error: Error) => void errors.push(error), warn: () => undefined }
  const env = { NODE_ENV: 'production', AUTH_URL: url }
  const auth = createAuth({ secret: older, providers: [passwords()], ...config, logger }, { env })
  await auth.session({ headers: new Headers() })
  return errors[0]
}

describe('checkSession() with a mistake in its configuration', () => {
  test.each(MISTAKES)(
    'throws the error of the application with and without a session: %s (JWE-09)',
    async (_what, config, Class, application) => {
      const theirs = await mistakeOfApplication(application)
      for (const headers of [await sealFor({}), new Headers()]) {
        const error: unknown = await checkSession({ headers }, { ...BASE, ...config }).catch(
          (thrown: unknown) => thrown,
        )
        expect(error).toBeInstanceOf(Class)
        expect(error).toBeInstanceOf(AuthError)
        expect(theirs).toBeInstanceOf(Class)
        // What it is an instance of.
        const [one, other] = [error as AuthError, theirs as AuthError]
        expect([one.name, one.type, one.fix]).toEqual([other.name, other.type, other.fix])
      }
    },
  )

  test.each<[string, Partial<CheckConfig>]>([
    ['sessions in a database', { session: { strategy: 'database' } }],
    ['an adapter, and so sessions in a database', { adapter: {} }],
    ['tokens that the application decodes', { jwt: { decode: () => null } }],
    ['no name of the application', { url: undefined }],
    ['an empty address', { url: '' }],
  ])('throws InvalidConfiguration with a fix: %s (SES-04)', async (_what, config) => {
    const headers = await sealFor({})
    const error: unknown = await checkSession({ headers }, { ...BASE, ...config }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(InvalidConfiguration)
    expect(error).toHaveProperty(
      'fix',
      'Change that option; `latchstring doctor` looks through all of them.',
    )
  })

  test.each<[string, Partial<CheckConfig>, string]>([
    ['no secret', { secret: undefined }, '`secret` is missing.'],
    ['an empty secret among two', { secret: [older, ''] }, '`secret` has an empty secret'],
    ['an empty one for sessions', { jwt: { secret: [''] } }, '`jwt.secret` has an empty secret'],
    [
      'sessions in a database',
      { session: { strategy: 'database' } },
      '`checkSession` cannot read sessions with `strategy: "database"`. Ask the application, with `auth()`.',
    ],
    [
      'tokens that the application decodes',
      { jwt: { decode: () => null } },
      '`checkSession` cannot read sessions with `jwt.decode`. Ask the application, with `auth()`.',
    ],
    ...['app.example', 'file:///app', 'xhttps://app.example', 'httpsx://app.example'].map(
      (url): [string, Partial<CheckConfig>, string] => [
        `the address ${url}`,
        { url },
        '`url` is not an absolute http or https URL, such as https://app.example.com.',
      ],
    ),
    [
      'an empty audience',
      { audience: '' },
      '`audience` is empty. Name the application, or leave the option out.',
    ],
    ...[undefined, ''].map((url): [string, Partial<CheckConfig>, string] => [
      `the address ${JSON.stringify(url)}`,
      { url, cookies: {} },
      '`url` is missing. Set it to the AUTH_URL of the application, or name the application with `audience` here and there.',
    ]),
  ])('names the cause of %s', async (_what, config, message) => {
    const check = checkSession({ headers: new Headers() }, { ...BASE, ...config })
    await expect(check).rejects.toThrow(message)
  })

  test('needs no URL if the audience has a name', async () => {
    const headers = new Headers()
    for (const url of [undefined, '']) {
      expect(await checkSession({ headers }, { ...BASE, url, audience: 'shop' })).toBeNull()
    }
  })

  test('accepts a weak secret if configured to, and an adapter beside sealed sessions (JWE-09)', async () => {
    const secret = 'short-0123456789'
    const value = await encode({ token: { sub: '1' }, secret, salt: HOST_COOKIE })
    const headers = new Headers({ cookie: `${HOST_COOKIE}=${value}` })
    const config: CheckConfig = { ...BASE, secret, weakSecret: acceptWeakSecret }
    expect(await checkSession({ headers }, config)).toMatchObject({ user: { id: '1' } })
    const sealed: CheckConfig = { ...config, adapter: {}, session: { strategy: 'jwt' } }
    expect(await checkSession({ headers }, sealed)).toMatchObject({ user: { id: '1' } })
  })
})
