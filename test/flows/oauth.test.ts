import type { TokenSet } from '@latchstring/core/providers'
import type { AnswerChange } from '@latchstring/test-idp'
import { beforeEach, describe, expect, test } from 'vitest'
import { idpAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp } from '@latchstring/test-kit/app'
import { asked, plain } from '@latchstring/test-kit/idp'
import { readJson } from '@latchstring/test-kit/json'
import { EMPTY } from '@latchstring/test-kit/sqlite-store'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import * as story from '@latchstring/test-kit/story'

const { idp, store } = idpAndStoreForEachTest()

describe('A sign-in with OAuth 2.0', () => {
  test('creates a session from the profile of the service with two requests', async () => {
    const browser = createApp({ providers: [plain(idp)] }).openBrowser()
    story.expectSignedIn(await story.signInWith(browser, 'plain', 'grace'))
    expect((await story.readSession(browser))?.user).toMatchObject({
      name: 'Grace Hopper',
      email: 'grace@harbour.example',
    })
    expect(asked(idp)).toEqual(['oauthToken', 'oauthProfile'])
  })

  test('OAU-01 OAU-05 sends PKCE and state, and no nonce or scope by default', async () => {
    const browser = createApp({ providers: [plain(idp)] }).openBrowser()
    const { searchParams } = await story.requestAuthorization(browser, 'plain')
    expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    const names = [
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'state',
    ]
    expect([...searchParams.keys()].toSorted()).toEqual(names)
    expect(searchParams.get('redirect_uri')).toBe(`${BASE}/callback/plain`)
  })

  test('OAU-08 succeeds without an ID token, and ignores an unrequested one', async () => {
    idp.tamper({ oauthToken: ({ body }) => ({ body: { ...body, id_token: 'not.a.token' } }) })
    const tokens: TokenSet[] = []
    const profile = (_: unknown, set: TokenSet): { id: string } => {
      tokens.push(set)
      return { id: '1' }
    }
    story.expectSignedIn(
      await story.signInWith(
        createApp({ providers: [plain(idp, { profile })] }).openBrowser(),
        'plain',
      ),
    )
    expect(tokens[0]).not.toHaveProperty('id_token')
  })

  test('stores the numeric id of the service as text, once for each person', async () => {
    const app = createApp({ providers: [plain(idp)], adapter: store.adapter })
    story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain', 'alan'))
    story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain', 'alan'))
    const accounts = await store.query(
      'SELECT provider_account_id AS id, typeof(provider_account_id) AS type FROM accounts',
    )
    expect(accounts).toHaveLength(1)
    expect(accounts[0]?.['type']).toBe('text')
    expect(accounts[0]?.['id']).toMatch(/^\d+$/)
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 2 })
  })
})

describe('A person without an e-mail address', () => {
  beforeEach(() => idp.tamper({ oauthProfile: ({ body }) => ({ body: { ...body, email: null } }) }))

  test('gets a session without a store', async () => {
    const browser = createApp({ providers: [plain(idp)] }).openBrowser()
    story.expectSignedIn(await story.signInWith(browser, 'plain'))
    expect((await story.readSession(browser))?.user).toMatchObject({
      name: 'Ada Lovelace',
      email: null,
    })
  })

  test('is stored without one, and found by the account', async () => {
    const app = createApp({ providers: [plain(idp)], adapter: store.adapter })
    story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain', 'ada'))
    story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain', 'grace'))
    story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain', 'ada'))
    expect(await store.rows()).toEqual({ ...EMPTY, users: 2, accounts: 2, sessions: 3 })
    expect(await store.query('SELECT DISTINCT email FROM users')).toEqual([{ email: null }])
  })
})

const BAD_TOKENS: readonly (readonly [string, AnswerChange | ((body: object) => unknown)])[] = [
  ['an error with HTTP 200', { status: 200, body: { error: 'bad_verification_code' } }],
  ['an error beside a token', (body) => ({ ...body, error: 'server_error' })],
  ['HTTP 400', { status: 400, body: { error: 'invalid_grant' } }],
  ['HTTP 500 with a token', { status: 500 }],
  ['HTTP 201 with a token', { status: 201 }],
  ['a list', { body: [] }],
  ['null', { body: 'null' }],
  ['a page', { contentType: 'text/html', body: '<p>Sorry</p>' }],
  ['no access token', (body) => ({ ...body, access_token: undefined })],
  ['a number as access token', (body) => ({ ...body, access_token: 7 })],
  ['no token type', (body) => ({ ...body, token_type: undefined })],
  ['a token type that was not requested', (body) => ({ ...body, token_type: 'mac' })],
]

describe.each(BAD_TOKENS)('OAU-14 A token endpoint that responds with %s', (_, change) => {
  test('fails the sign-in before the profile is requested', async () => {
    idp.tamper({
      oauthToken: ({ body }) => (typeof change === 'function' ? { body: change(body) } : change),
    })
    const app = createApp({ providers: [plain(idp)], adapter: store.adapter })
    const browser = app.openBrowser()
    story.expectRefused(await story.signInWith(browser, 'plain'), app)
    expect(asked(idp)).toEqual(['oauthToken'])
    expect(await store.rows()).toEqual(EMPTY)
    expect(story.sessionCookies(browser)).toEqual([])
  })
})

test.each(['Bearer', 'BEARER', 'bearer'])(
  'OAU-14 The token type %s is accepted as bearer',
  async (tokenType) => {
    idp.tamper({ oauthToken: ({ body }) => ({ body: { ...body, token_type: tokenType } }) })
    story.expectSignedIn(
      await story.signInWith(createApp({ providers: [plain(idp)] }).openBrowser(), 'plain'),
    )
  },
)

describe('token.conform', () => {
  test('turns a non-standard response into a standard one', async () => {
    idp.tamper({ oauthToken: ({ body }) => ({ body: { authed_user: { ...body }, ok: true } }) })
    const conform = async (response: Response): Promise<Response> => {
      const { authed_user: tokens } = await readJson(response)
      return Response.json(tokens)
    }
    const provider = plain(idp, { token: { url: idp.oauth.token, conform } })
    story.expectSignedIn(
      await story.signInWith(createApp({ providers: [provider] }).openBrowser(), 'plain'),
    )
  })

  test('may read the response and return undefined', async () => {
    const conform = async (response: Response): Promise<undefined> => void (await response.text())
    const provider = plain(idp, { token: { url: idp.oauth.token, conform } })
    story.expectSignedIn(
      await story.signInWith(createApp({ providers: [provider] }).openBrowser(), 'plain'),
    )
  })

  test('fails the sign-in when it throws', async () => {
    const conform = (): never => {
      throw new TypeError('cannot read this')
    }
    const provider = plain(idp, { token: { url: idp.oauth.token, conform } })
    const app = createApp({ providers: [provider] })
    story.expectRefused(await story.signInWith(app.openBrowser(), 'plain'), app)
  })
})

describe.each<readonly [string, AnswerChange]>([
  ['HTTP 401', { status: 401, body: { id: 1, message: 'Bad credentials' } }],
  ['HTTP 500', { status: 500 }],
  ['a list', { body: [{ id: 1 }] }],
  ['text', { body: 'hello', contentType: 'text/plain' }],
  ['no id', { body: { name: 'Ada' } }],
  ['null as id', { body: { id: null } }],
  ['an empty id', { body: { id: '' } }],
  ['an object as id', { body: { id: { toString: 1 } } }],
])('OID-16 OID-18 A profile endpoint that responds with %s', (_, change) => {
  test('fails the sign-in without creating an id', async () => {
    idp.tamper({ oauthProfile: change })
    const app = createApp({ providers: [plain(idp)], adapter: store.adapter })
    const browser = app.openBrowser()
    story.expectRefused(await story.signInWith(browser, 'plain'), app)
    expect(await store.rows()).toEqual(EMPTY)
    expect(story.sessionCookies(browser)).toEqual([])
  })
})

test('A profile function that throws fails the sign-in', async () => {
  const profile = (): never => {
    throw new TypeError('no such member')
  }
  const app = createApp({ providers: [plain(idp, { profile })] })
  story.expectRefused(await story.signInWith(app.openBrowser(), 'plain'), app)
  expect(app.errors.at(-1)?.type).toBe('OAuthProfileParseError')
})

test('userinfo.request can fetch the profile from several URLs with the restricted fetch', async () => {
  const provider = plain(idp, {
    userinfo: {
      async request({ tokens, fetch: bounded }) {
        const headers = { authorization: `Bearer ${tokens.access_token}` }
        const [profile, emails] = await Promise.all([
          bounded(idp.oauth.profile, { headers }).then(readJson),
          bounded(idp.oauth.emails, { headers }).then(readJson),
        ])
        const { login, id } = profile
        const { email } = Object(emails[0]) as { readonly email: string } // what the service answers
        return { id: Number(id), login: String(login), name: 'Grace', email, avatar_url: null }
      },
    },
  })
  const browser = createApp({ providers: [provider] }).openBrowser()
  story.expectSignedIn(await story.signInWith(browser, 'plain', 'grace'))
  expect((await story.readSession(browser))?.user?.email).toBe('grace@harbour.example')
  expect(asked(idp).toSorted()).toEqual(['oauthEmails', 'oauthProfile', 'oauthToken'])
})

test.each([
  ['3600', 3600],
  [3600, 3600],
  [undefined, undefined],
  [0, undefined],
  [1e30, undefined],
])('OAU-26 expires_in %j gives a valid expiry or none', async (expiresIn, seconds) => {
  const clock = (): number => 1_800_000_000_000
  idp.tamper({ oauthToken: ({ body }) => ({ body: { ...body, expires_in: expiresIn } }) })
  const app = createApp({ providers: [plain(idp)], adapter: store.adapter }, { clock })
  story.expectSignedIn(await story.signInWith(app.openBrowser(), 'plain'))
  const [account] = await store.query('SELECT expires_at FROM accounts')
  expect(account?.['expires_at']).toBe(seconds === undefined ? null : 1_800_000_000 + seconds)
})

test('OAU-03 Without state, PKCE binds the response to the browser', async () => {
  const app = createApp({ providers: [plain(idp, { checks: ['pkce'] })] })
  const browser = app.openBrowser()
  const request = await story.requestAuthorization(browser, 'plain')
  expect(request.searchParams.has('state')).toBe(false)
  const arrival = await signInAt(request)
  const stranger = app.openBrowser()
  story.expectRefused(await stranger.follow(arrival), app)
  const other = await story.reachCallback(stranger, 'plain')
  story.expectRefused(await stranger.follow(arrival), app)
  story.expectSignedIn(await browser.follow(await story.reachCallback(browser, 'plain')))
  expect(new URL(other.url).searchParams.get('code')).toBeTruthy()
})
