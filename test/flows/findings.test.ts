import { type AuthConfig, createAuth, customFetch } from '@latchstring/core'
import { decode, encode, getToken } from '@latchstring/core/jwt'
import Credentials from '@latchstring/core/providers/credentials'
import GitHub from '@latchstring/core/providers/github'
import { describe, expect, test } from 'vitest'

// What the review of commit 513644a found from outside, written with nothing but what the packages exported then. Each test fails
// there: check that commit out with its dependencies, copy this file to its `test/flows`, and run it.

const ORIGIN = 'https://app.example'
const ENV = {
  AUTH_URL: ORIGIN,
  AUTH_SECRET: 'q3v8Zr1Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x',
  NODE_ENV: 'production',
}
const PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const FIELDS = { username: 'ada', password: 'correct horse' }
const DAY = 86_400_000
const ADA = { id: '1', name: 'Ada', email: 'ada@example.com' }

const SHAPES = ['an object', 'a function'] as const

type Auth = Pick<ReturnType<typeof createAuth>, 'authorize' | 'handle'>

function open(
  shape: (typeof SHAPES)[number],
  config: Partial<AuthConfig> = {},
  clock: () => number = Date.now,
): Auth {
  const credentials = { username: {}, password: {} }
  const all: AuthConfig = {
    providers: [Credentials({ credentials, authorize: () => ADA })],
    logger: { error: () => undefined, warn: () => undefined },
    ...config,
  }
  return createAuth(shape === 'a function' ? () => all : all, { env: ENV, clock })
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')

const get = (auth: Auth, path: string, headers: HeadersInit = {}): Promise<Response> =>
  auth.handle(new Request(`${ORIGIN}/auth/${path}`, { headers }))

async function post(auth: Auth, path: string, fields: object, cookie = ''): Promise<Response> {
  const csrf = await get(auth, 'csrf', { cookie })
  const body: unknown = await csrf.json()
  const headers = {
    'content-type': 'application/json',
    origin: ORIGIN,
    cookie: [cookiesOf(csrf), cookie].filter(Boolean).join('; '),
  }
  const text = JSON.stringify({ ...fields, ...Object(body) })
  return auth.handle(new Request(`${ORIGIN}/auth/${path}`, { method: 'POST', headers, body: text }))
}

const signIn = (auth: Auth, more: object = {}): Promise<Response> =>
  post(auth, 'callback/credentials', { ...FIELDS, ...more })

const sessionOf = async (auth: Auth, cookie: string): Promise<unknown> =>
  (await get(auth, 'session', { cookie })).json()

/** A service with OAuth 2.0 whose responses a test sets. */
function service(id: string, profile: object, token: object = {}): AuthConfig['providers'][number] {
  const respond = async (url: unknown): Promise<Response> =>
    Response.json(
      String(url).endsWith('/token')
        ? { access_token: 'a', token_type: 'bearer', ...token }
        : profile,
    )
  return {
    id,
    name: id,
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: `https://${id}.example/authorize`,
    token: `https://${id}.example/token`,
    userinfo: `https://${id}.example/me`,
    profile: (claims: Readonly<Record<string, unknown>>) => ({ id: String(claims['id']) }),
    [customFetch]: respond,
  }
}

/** Signs in at a service, and gives where that led and the cookies. */
async function signInAt(
  auth: Auth,
  id: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly to: string; readonly cookie: string }> {
  const start = await post(auth, `signin/${id}`, {})
  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state') ?? ''
  const query = new URLSearchParams({ code: 'c', state, ...more })
  const end = await get(auth, `callback/${id}?${query}`, { cookie: cookiesOf(start) })
  return { to: end.headers.get('location') ?? '', cookie: cookiesOf(end) }
}

describe.each(SHAPES)('With %s as configuration', (shape) => {
  test.each(['users', 'callback', 'session/more'])(
    'the authorized callback decides about /auth/%s (ALT-02)',
    async (path) => {
      const auth = open(shape, { callbacks: { authorized: () => false } })
      const request = new Request(`${ORIGIN}/auth/${path}`, { headers: PAGE })
      expect((await auth.authorize(request)).decision.kind).toBe('respond')
    },
  )

  test('a sealed session that is used every day ends after a year (ALT-09)', async () => {
    let now = Date.now()
    const auth = open(shape, {}, () => now)
    let cookie = cookiesOf(await signIn(auth))
    for (let days = 0; days <= 365; days += 15) {
      now += 15 * DAY
      const response = await get(auth, 'session', { cookie })
      cookie = cookiesOf(response) || cookie
    }
    expect(await sessionOf(auth, cookie)).toBeNull()
  })

  test('users of two services with the same account id have different ids (ALT-08)', async () => {
    const ids: unknown[] = []
    const auth = open(shape, {
      providers: [service('quay', { id: 7 }), service('pier', { id: 7 })],
      callbacks: { jwt: ({ token, user }) => (user && ids.push(token.sub), token) },
    })
    for (const id of ['quay', 'pier']) await signInAt(auth, id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(2)
  })

  test.each([{}, { id: null }, { id: {} }, { id: Number.NaN }])(
    'a profile without an id is refused: %j (OID-16)',
    async (profile) => {
      const auth = open(shape, { providers: [service('quay', profile)] })
      const { to, cookie } = await signInAt(auth, 'quay')
      expect(to).toContain('error=')
      expect(await sessionOf(auth, cookie)).toBeNull()
    },
  )

  test('members of a token response do not replace those of the library (OAU-14)', async () => {
    const accounts: unknown[] = []
    const forged = { userId: 'x', provider: 'other', type: 'email', providerAccountId: '8' }
    const auth = open(shape, {
      providers: [service('quay', { id: 7 }, forged)],
      callbacks: { jwt: ({ token, account }) => (account && accounts.push(account), token) },
    })
    await signInAt(auth, 'quay')
    const expected = { provider: 'quay', type: 'oauth', providerAccountId: '7' }
    expect(accounts).toEqual([expect.objectContaining(expected)])
    expect(accounts[0]).not.toHaveProperty('userId', 'x')
  })

  test('a token of a type that was not requested is refused (OAU-14)', async () => {
    const auth = open(shape, { providers: [service('quay', { id: 7 }, { token_type: 'DPoP' })] })
    expect((await signInAt(auth, 'quay')).to).toContain('error=')
  })

  test('the redirect callback gets the address that is used (RDR-02)', async () => {
    const seen: string[] = []
    const auth = open(shape, { callbacks: { redirect: ({ url }) => (seen.push(url), url) } })
    const response = await signIn(auth, { callbackUrl: 'https://u:p@app.example/x/../y' })
    expect(seen.at(-1)).toBe(response.headers.get('location'))
  })

  test.each([
    'Redirect_Uri',
    'redirect_uri[]',
    'client_assertion',
    'id_token_hint',
    'registration',
  ])('the reserved authorization parameter %j gets 400 (OAU-06)', async (name) => {
    const providers = [GitHub({ clientId: 'app', clientSecret: 'secret' })]
    const query = new URLSearchParams({ [name]: 'mine' })
    expect((await post(open(shape, { providers }), `signin/github?${query}`, {})).status).toBe(400)
  })

  test('a field of credentials that is an object gets 400', async () => {
    expect((await signIn(open(shape), { username: { $ne: null } })).status).toBe(400)
  })

  test('the error page shows no reference in another form than that of the library', async () => {
    const response = await get(open(shape), 'error?ref=%2B44%20800%20CALL-ME', PAGE)
    expect(await response.text()).not.toContain('CALL-ME')
  })

  test('a JSON response has nosniff and Cross-Origin-Resource-Policy (PAG-04)', async () => {
    const { headers } = await get(open(shape), 'csrf')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  test('a sign-out succeeds with 20 kB of other cookies (CKI-06)', async () => {
    const response = await post(open(shape), 'signout', {}, `junk=${'x'.repeat(20_000)}`)
    expect(response.status).toBe(302)
  })

  test('the cookie of the CSRF token does not show the token', async () => {
    const response = await get(open(shape), 'csrf')
    const [, start = 'no token'] = /"csrfToken":"(.{16})/.exec(await response.text()) ?? []
    expect(decodeURIComponent(cookiesOf(response))).not.toContain(start)
  })

  test('an image that the jwt callback sets is in the session', async () => {
    const image = 'https://app.example/ada.png'
    const auth = open(shape, { callbacks: { jwt: ({ token }) => ({ ...token, image }) } })
    const session = await sessionOf(auth, cookiesOf(await signIn(auth)))
    expect(session).toMatchObject({ user: { image } })
  })

  test('a provider without its settings leaves sessions and other providers as they are', async () => {
    const auth = open(shape, { providers: [service('quay', { id: 7 }), GitHub] })
    expect((await get(auth, 'session')).status).toBe(200)
    expect(await (await get(auth, 'providers')).json()).not.toHaveProperty('github')
    expect((await signInAt(auth, 'quay')).to).not.toContain('error=')
  })
})

test.each([[''], [['']]])(
  'No function for tokens takes the empty secret %j (JWE-09)',
  async (secret) => {
    const missing = { type: 'MissingSecret' }
    const token = { sub: '1' }
    await expect(encode({ token, secret, salt: 's' })).rejects.toMatchObject(missing)
    await expect(decode({ token: 'x', secret, salt: 's' })).rejects.toMatchObject(missing)
    await expect(getToken({ req: { headers: {} }, secret })).rejects.toMatchObject(missing)
  },
)
