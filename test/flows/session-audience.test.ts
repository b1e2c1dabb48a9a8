import { createAuth, type Auth, type AuthConfig } from '@latchstring/core'
import { decode, encode, getToken, type JWT, type JWTOptions } from '@latchstring/core/jwt'
import Passkey from '@latchstring/core/providers/passkey'
import type { Env } from '@latchstring/core/types'
import { startInbox } from '@latchstring/test-inbox'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { idpForEachTest, storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { createAuthenticator } from '@latchstring/test-kit/fake-authenticator'
import { asked, oidcProvider } from '@latchstring/test-kit/idp'
import { createMailApp, getLetter, typeCode } from '@latchstring/test-kit/mail-app'
import { containing } from '@latchstring/test-kit/matchers'
import { addKey, requestOptions, sendAnswer } from './src/passkeys.ts'
import {
  copyCookies,
  signInWithPassword,
  PASSWORD,
  passwords,
  PEOPLE,
} from '@latchstring/test-kit/people'
import {
  checkCookies,
  expectSignedIn,
  reachCallback,
  sessionCookies,
  readSession,
} from '@latchstring/test-kit/story'

const COOKIE = '__Host-latchstring.session-token'
const A = 'https://a.example.com'
const B = 'https://b.example.com'

const idp = idpForEachTest()
const inbox = forAllTests(startInbox)
const store = storeForEachTest()

/** A deployment, with the one secret that all of them have. */
interface Deployment {
  /** Where a browser reaches it. */
  readonly at: string
  /** What a request to it says. Default: what `at` says. */
  readonly host?: string
  readonly config?: Partial<AuthConfig>
  readonly env?: Env
}

/** Not signed: only the claims matter here. */
const OWN_ENCODING: JWTOptions = {
  encode: ({ token }) => Buffer.from(JSON.stringify(token)).toString('base64url'),
  decode: ({ token = '' }) =>
    // `encode` made it.
    JSON.parse(Buffer.from(token, 'base64url').toString()) as JWT,
}

const ENCODINGS: Readonly<Record<string, Partial<AuthConfig>>> = {
  'sealed by the library': {},
  'encoded by the application': { jwt: OWN_ENCODING },
}

function deploy({ config = {}, env = {} }: Deployment, encoding: Partial<AuthConfig>): Auth {
  return createAuth(
    { providers: [passwords()], logger: { warn: () => undefined }, ...encoding, ...config },
    { env: { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older, ...env } },
  )
}

function hostOf({ at, host = new URL(at).host }: Deployment): string {
  return host
}

/** The cookies of a session made at a deployment. */
async function signInAt(deployment: Deployment, encoding: Partial<AuthConfig>): Promise<string> {
  const auth = deploy(deployment, encoding)
  const headers = new Headers({ host: hostOf(deployment) })
  const fields = { username: 'ada', password: PASSWORD }
  const { cookies } = await auth.signIn({ headers }, 'credentials', fields)
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function nameAt(
  deployment: Deployment,
  cookie: string,
  encoding: Partial<AuthConfig> = {},
): Promise<string | null | undefined> {
  const headers = new Headers({ host: hostOf(deployment), cookie })
  const { session } = await deploy(deployment, encoding).session({ headers })
  return session?.user?.name
}

const url = (at: string): Deployment => ({ at, env: { AUTH_URL: at } })
const hosts = (at: string, ...allowedHosts: readonly string[]): Deployment => ({
  at,
  config: { allowedHosts },
})
const trusting = (at: string): Deployment => ({ at, config: { trustHost: true } })
const on = (at: string, env: Env): Deployment => ({ at, env })
const under = (at: string, domain: string): Deployment => ({
  at,
  env: { AUTH_URL: at },
  config: { cookies: { sessionToken: { name: COOKIES_NAME, options: { domain } } } },
})
/** A name that a domain does not change, so that the key is the same. */
const COOKIES_NAME = '__Secure-acme.session'
const plainly = (at: string): Deployment => ({
  at,
  env: { AUTH_URL: at },
  config: { cookies: { sessionToken: { name: COOKIES_NAME } } },
})
const called = (at: string, audience: string | readonly string[]): Deployment => ({
  at,
  env: { AUTH_URL: at },
  config: { audience },
})

const VERCEL = { VERCEL: '1', VERCEL_PROJECT_ID: 'prj_1' }

const WITH_PORT = { ...hosts(A, 'a.example.com:443'), host: 'a.example.com:443' }

type Pair = readonly [string, Deployment, Deployment]

/** Deployments that have nothing in common but the secret. */
const SEPARATE: readonly Pair[] = [
  ['two AUTH_URLs', url(A), url(B)],
  ['an AUTH_URL and the same host with a port', url(A), url(`${A}:8443`)],
  ['two lists of hosts', hosts(A, 'a.example.com'), hosts(B, 'b.example.com')],
  ['an AUTH_URL and a list without it', url(A), hosts(B, 'b.example.com', 'c.example.com')],
  ['an AUTH_URL and a configuration that trusts any host', url(A), trusting(A)],
  ['an AUTH_URL and a configuration in development', url(A), on(A, { NODE_ENV: 'development' })],
  ['two names', called(A, 'shop'), called(A, 'shop-preview')],
  ['a name and none', called(A, 'shop'), url(A)],
  ['two names by AUTH_AUDIENCE', { ...trusting(A), env: { AUTH_AUDIENCE: 'shop' } }, trusting(A)],
  [
    'production and previews of a platform',
    on(A, { ...VERCEL, VERCEL_ENV: 'production' }),
    on(B, { ...VERCEL, VERCEL_ENV: 'preview' }),
  ],
  [
    'two environments of a platform',
    on(A, { ...VERCEL, VERCEL_ENV: 'preview', VERCEL_TARGET_ENV: 'staging' }),
    on(B, { ...VERCEL, VERCEL_ENV: 'preview', VERCEL_TARGET_ENV: 'preview' }),
  ],
  [
    'two projects of a platform',
    on(A, { ...VERCEL, VERCEL_ENV: 'production' }),
    on(B, { ...VERCEL, VERCEL_ENV: 'production', VERCEL_PROJECT_ID: 'prj_2' }),
  ],
  [
    'two branches of a platform',
    on(A, { CF_PAGES: '1', CF_PAGES_BRANCH: 'main' }),
    on(B, { CF_PAGES: '1', CF_PAGES_BRANCH: 'pr-7' }),
  ],
  ['two domains', under(A, 'a.example.com'), under(B, 'b.example.com')],
  ['a domain and a host beside it', under(A, 'a.example.com'), plainly(B)],
  [
    'a domain and a host that ends alike',
    under(A, 'a.example.com'),
    plainly('https://ba.example.com'),
  ],
]

/** Deployments that are one by their configuration, or without a word. */
const ONE: readonly Pair[] = [
  ['one AUTH_URL', url(A), url(A)],
  ['one AUTH_URL, with another path', url(A), { at: A, env: { AUTH_URL: `${A}/login/auth` } }],
  [
    'hosts of one list',
    hosts(A, 'a.example.com', 'b.example.com'),
    hosts(B, 'a.example.com', 'b.example.com'),
  ],
  [
    'a list that a host is added to',
    hosts(A, 'a.example.com'),
    hosts(B, 'b.example.com', 'A.example.com'),
  ],
  ['a list that names the usual port', WITH_PORT, WITH_PORT],
  ['an AUTH_URL that becomes a list', url(A), hosts(B, 'a.example.com', 'b.example.com')],
  ['hosts of one configuration that trusts any host', trusting(A), trusting(B)],
  [
    'hosts of one configuration in development',
    on(A, { NODE_ENV: 'development' }),
    on(B, { NODE_ENV: 'development' }),
  ],
  ['hosts under one domain', under(A, 'example.com'), under(B, '.Example.com')],
  ['a domain and a host under it', under(A, 'example.com'), plainly(B)],
  [
    'a domain and a listed host under it',
    under(A, 'example.com'),
    {
      at: B,
      config: {
        allowedHosts: ['b.example.com'],
        cookies: { sessionToken: { name: COOKIES_NAME } },
      },
    },
  ],
  ['one name', called(A, 'shop'), called(B, 'shop')],
  ['a name that is also accepted', called(A, 'shop'), called(B, ['shop-2', 'shop'])],
  ['a host that is also accepted', url(A), called(B, ['shop', 'a.example.com'])],
  ['any host, which is also accepted', trusting(A), called(B, ['shop', '*'])],
  [
    'previews of one platform',
    on(A, { ...VERCEL, VERCEL_ENV: 'preview' }),
    on(B, { ...VERCEL, VERCEL_ENV: 'preview' }),
  ],
]

describe.each(Object.entries(ENCODINGS))('A session %s', (_, encoding) => {
  test.each(SEPARATE)(
    'of one deployment is refused by another with the same secret: %s (ALT-10)',
    async (_pair, one, other) => {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const cookie = await signInAt(from, encoding)
        expect(await nameAt(from, cookie, encoding)).toBe(PEOPLE.ada.name)
        expect(await nameAt(to, cookie, encoding)).toBeUndefined()
      }
    },
  )

  test.each(ONE)(
    'is accepted by both deployments if configured to: %s (ALT-10)',
    async (_pair, from, to) => {
      const cookie = await signInAt(from, encoding)
      expect(await nameAt(to, cookie, encoding)).toBe(PEOPLE.ada.name)
    },
  )
})

describe('The audience of a session', () => {
  test('cannot be set by the jwt callback (ALT-10, SES-14)', async () => {
    const jwt = ({ token }: { token: JWT }): JWT => ({ ...token, latchstring_aud: 'b.example.com' })
    const at = { ...url(A), config: { callbacks: { jwt } } }
    const cookie = await signInAt(at, {})
    expect(await nameAt(url(B), cookie)).toBeUndefined()
    expect(await nameAt(url(A), cookie)).toBe(PEOPLE.ada.name)
  })

  test('is not stored in `aud`, which the application may use (ALT-10)', async () => {
    const jwt = ({ token }: { token: JWT }): JWT => ({ ...token, aud: 'my-api' })
    const at = { ...url(A), config: { callbacks: { jwt } } }
    const cookie = await signInAt(at, {})
    expect(await nameAt(url(A), cookie)).toBe(PEOPLE.ada.name)
    const request = { headers: { cookie } }
    const token = await getToken({ req: request, secret: SECRETS.older, secureCookie: true })
    expect(token).toMatchObject({ aud: 'my-api' })
  })

  test('is not checked by getToken and decode (ALT-10)', async () => {
    const cookie = await signInAt(url(A), {})
    const req = { headers: { cookie } }
    const params = { secret: SECRETS.older, salt: COOKIE }
    expect(await getToken({ req, ...params, secureCookie: true })).toMatchObject({
      sub: PEOPLE.ada.id,
    })
    const [token = ''] = cookie.slice(COOKIE.length + 1).split('; ')
    expect(await decode({ token, ...params })).toMatchObject({ sub: PEOPLE.ada.id })
  })

  test('may be missing in a session from an earlier version or one made by encode (ALT-10)', async () => {
    const token = await encode({ token: { name: 'Ada' }, secret: SECRETS.older, salt: COOKIE })
    expect(await nameAt(url(A), `${COOKIE}=${token}`)).toBe('Ada')
  })

  test.each([[null], [''], [7], [['a.example.com']]])(
    'is refused as %j (ALT-10)',
    async (claim) => {
      const claims = { name: 'Ada', latchstring_aud: claim }
      const token = await encode({ token: claims, secret: SECRETS.older, salt: COOKIE })
      expect(await nameAt(url(A), `${COOKIE}=${token}`)).toBeUndefined()
    },
  )
})

test.each([[''], [' '], [[]], [['shop', '']]])(
  'createAuth refuses the audience %j',
  async (audience) => {
    const auth = deploy({ at: A, env: { AUTH_URL: A }, config: { audience } }, {})
    await expect(auth.signIn({ headers: new Headers() })).rejects.toMatchObject({
      type: 'InvalidConfiguration',
      message: containing('`audience` is empty'),
    })
  },
)

/** Two deployments that differ in their name alone, and the browsers at them. */
function openTwo(open: (audience: string) => App): { readonly here: App; readonly there: App } {
  return { here: open('production'), there: open('preview') }
}

function moveTo(app: App, browser: Browser): Browser {
  return copyCookies(browser, createBrowser(app.auth.handle))
}

describe('With the same secret and origin but another audience,', () => {
  test('a sign-in started at one deployment is refused at the other (ALT-10)', async () => {
    const { here, there } = openTwo((audience) =>
      createApp({ providers: [oidcProvider(idp)], audience }),
    )
    const browser = here.openBrowser()
    const arrival = await reachCallback(browser, 'harbour')
    expect(checkCookies(browser)).toHaveLength(3)
    idp.requests.splice(0)
    const stranger = moveTo(there, browser)
    await stranger.follow(arrival)
    expect(there.errors.at(-1)?.type).toBe('InvalidCheck')
    expect(asked(idp)).toEqual([])
    expect(sessionCookies(stranger)).toEqual([])
    expectSignedIn(await browser.follow(arrival))
  })

  test('a CSRF token of one deployment is refused at the other (ALT-10)', async () => {
    const { here, there } = openTwo((audience) => createApp({ providers: [passwords()], audience }))
    const browser = here.openBrowser()
    const csrfToken = await browser.csrf(`${ORIGIN}/auth`)
    const fields = { csrfToken, username: 'ada', password: PASSWORD, callbackUrl: '/inside' }
    const at = `${ORIGIN}/auth/callback/credentials`
    await moveTo(there, browser).submit(at, fields)
    expect(there.errors.at(-1)?.type).toBe('MissingCSRF')
    expectSignedIn(await browser.submit(at, fields))
  })

  test('a code of a mail is accepted only by the deployment that sent it (ALT-10)', async () => {
    const { here, there } = openTwo((audience) => createMailApp({ inbox, store }, { audience }))
    const browser = here.openBrowser()
    const { code } = await getLetter(inbox, browser)
    const stranger = moveTo(there, browser)
    await typeCode(stranger, code)
    expect(await readSession(stranger)).toBeNull()
    expect((await store.rows()).users).toBe(0)
    await typeCode(browser, code)
    expect(await readSession(browser)).not.toBeNull()
  })

  test('a passkey challenge is accepted only by the deployment that created it (ALT-10)', async () => {
    await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: new Date() })
    const { here, there } = openTwo((audience) =>
      createApp({
        providers: [passwords(), Passkey()],
        adapter: store.adapter,
        experimental: { enableWebAuthn: true },
        audience,
      }),
    )
    const fake = createAuthenticator({ origin: ORIGIN })
    expectSignedIn(await addKey(await signInWithPassword(here.openBrowser()), fake))
    const browser = here.openBrowser()
    const answer = fake.get(await requestOptions(browser))
    await sendAnswer(moveTo(there, browser), 'authenticate', answer)
    expect(there.errors.at(-1)?.type).toBe('InvalidCheck')
    expectSignedIn(await sendAnswer(browser, 'authenticate', answer))
  })
})

test('A flow started before audiences were introduced can finish afterwards (FLW-07, ALT-10)', async () => {
  const before = createApp({ providers: [oidcProvider(idp)], audience: ['production'] })
  const after = createApp({ providers: [oidcProvider(idp)], audience: ['shop', 'production'] })
  const browser = before.openBrowser()
  const arrival = await reachCallback(browser, 'harbour')
  expectSignedIn(await moveTo(after, browser).follow(arrival))
})
