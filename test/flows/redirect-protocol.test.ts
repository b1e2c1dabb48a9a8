import type { RedirectSignIn } from '@latchstring/core/providers'
import { createRedirectProxy } from '@latchstring/core/redirect-proxy'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import {
  GUILD,
  guild,
  guildAnswer,
  type GuildProfile,
  openGuild,
} from '@latchstring/test-kit/guild'
import { EMPTY, NO_USERS } from '@latchstring/test-kit/sqlite-store'
import {
  checkCookies,
  expectRefused,
  expectSignedIn,
  readLocation,
  startSignIn,
  sessionCookies,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'

const store = storeForEachTest()

async function comeBack(
  browser: Browser,
  bend: (answer: URL) => void = () => undefined,
): Promise<Response> {
  const answer = guildAnswer(await requestAuthorization(browser, 'guild'))
  bend(answer)
  return browser.follow({ url: answer.href })
}

describe('A sign-in with a custom redirect protocol', () => {
  test('OAU-05 sends only a state in the return URL', async () => {
    const browser = openGuild().openBrowser()
    const request = await requestAuthorization(browser, 'guild')
    expect(request.origin + request.pathname).toBe(GUILD)
    expect([...request.searchParams.keys()]).toEqual(['back'])
    const back = new URL(request.searchParams.get('back') ?? '')
    expect(back.origin + back.pathname).toBe(`${BASE}/callback/guild`)
    expect([...back.searchParams.keys()]).toEqual(['state'])
    expect(back.searchParams.get('state')).toMatch(/^[\w-]{39,}$/)
    expect(checkCookies(browser)).toHaveLength(1)
  })

  test('creates a session and an account of type oauth without tokens', async () => {
    const app = openGuild({}, { adapter: store.adapter })
    const browser = app.openBrowser()
    expectSignedIn(await comeBack(browser))
    expect((await readSession(browser))?.user).toMatchObject({ name: 'Member ada', email: null })
    expect(checkCookies(browser)).toEqual([])
    expectSignedIn(await comeBack(app.openBrowser()))
    expect(await store.rows()).toEqual({ ...EMPTY, users: 1, accounts: 1, sessions: 2 })
    const [account] = await store.query('SELECT * FROM accounts')
    expect(account).toMatchObject({ type: 'oauth', provider: 'guild', provider_account_id: 'ada' })
    for (const name of ['access_token', 'refresh_token', 'id_token'])
      expect(account?.[name]).toBeNull()
  })

  test('passes the same values to request and response functions, with the configured credentials', async () => {
    const seen: RedirectSignIn[] = []
    const watched = {
      request: (signIn: RedirectSignIn): string => {
        seen.push(signIn)
        return `${GUILD}?back=${encodeURIComponent(signIn.returnUri)}`
      },
      verify: ({ clientId, clientSecret, returnUri }: RedirectSignIn): GuildProfile => {
        seen.push({ clientId, clientSecret, returnUri })
        return { member: 'ada', name: 'Ada' }
      },
    }
    const credentials = { clientId: 'site', clientSecret: 'key' }
    for (const options of [{}, credentials]) {
      expectSignedIn(await comeBack(openGuild({ ...options, protocol: watched }).openBrowser()))
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[3]).toEqual(seen[2])
    expect(seen[0]).toMatchObject({ clientId: '', clientSecret: undefined })
    expect(seen[2]).toMatchObject(credentials)
  })

  test('calls the signIn callback', async () => {
    const signIn = vi.fn(() => false)
    const app = openGuild({}, { callbacks: { signIn }, adapter: store.adapter })
    const browser = app.openBrowser()
    const location = readLocation(await comeBack(browser))
    expect(location.searchParams.get('error')).toBe('AccessDenied')
    expect(signIn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ profile: { member: 'ada', name: 'Member ada' } }),
    )
    expect(await store.rows()).toEqual(EMPTY)
    expect(sessionCookies(browser)).toEqual([])
  })
})

describe('The response of a custom redirect protocol', () => {
  const verify = vi.fn(guild().protocol?.verify)
  const { request = () => '' } = guild().protocol ?? {}

  beforeEach(() => void verify.mockClear())

  const open = () => openGuild({ protocol: { request, verify } }, { adapter: store.adapter })

  test.each<[string, (answer: URL) => void]>([
    [
      'another state',
      ({ searchParams }) => {
        const state = searchParams.get('state') ?? ''
        searchParams.set('state', state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A'))
      },
    ],
    [
      'a state that was cut off',
      ({ searchParams }) =>
        searchParams.set('state', searchParams.get('state')?.slice(0, 17) ?? ''),
    ],
    ['no state', ({ searchParams }) => searchParams.delete('state')],
    [
      'two states',
      ({ searchParams }) => searchParams.append('state', searchParams.get('state') ?? ''),
    ],
    [
      'OAU-11 a parameter that is repeated',
      ({ searchParams }) => searchParams.append('guild.member', 'grace'),
    ],
    [
      'OAU-11 an unknown parameter that is repeated',
      ({ searchParams }) => {
        searchParams.append('x', '1')
        searchParams.append('x', '1')
      },
    ],
  ])('OAU-05 with %s is refused before it is parsed', async (_, bend) => {
    const app = open()
    const browser = app.openBrowser()
    const response = await comeBack(browser, bend)
    expect(response.headers.get('location')).not.toBe(`${new URL(BASE).origin}/inside`)
    expect(verify).not.toHaveBeenCalled()
    expect(sessionCookies(browser)).toEqual([])
    expect(await store.rows()).toMatchObject(NO_USERS)
  })

  test('OAU-05 is refused in another browser', async () => {
    const app = open()
    const answer = guildAnswer(await requestAuthorization(app.openBrowser(), 'guild'))
    const victim = app.openBrowser()
    expectRefused(await victim.follow({ url: answer.href }), app)
    expect(verify).not.toHaveBeenCalled()
    expect(await readSession(victim)).toBeNull()
  })

  // Without a store nothing but the cookie, which is deleted, says that it has counted.
  test.each([
    ['with a store', open],
    ['without a store', () => openGuild({ protocol: { request, verify } })],
  ])('OAU-05 is accepted once %s', async (_, start) => {
    const app = start()
    const browser = app.openBrowser()
    const answer = guildAnswer(await requestAuthorization(browser, 'guild'))
    expectSignedIn(await browser.follow({ url: answer.href }))
    for (const name of sessionCookies(browser)) browser.clear(name)
    expectRefused(await browser.follow({ url: answer.href }), app)
    expect(verify).toHaveBeenCalledTimes(1)
    expect(await readSession(browser)).toBeNull()
  })

  test('OAU-08 is accepted only at the requested provider', async () => {
    const providers = [guild({ protocol: { request, verify } }), guild({ id: 'lodge' })]
    const app = createApp({ providers })
    const browser = app.openBrowser()
    const answer = guildAnswer(await requestAuthorization(browser, 'lodge'))
    answer.pathname = answer.pathname.replace('lodge', 'guild')
    expectRefused(await browser.follow({ url: answer.href }), app)
    expect(verify).not.toHaveBeenCalled()
  })

  test.each<[string, (answer: URL) => void]>([
    ['is not signed', ({ searchParams }) => searchParams.delete('guild.sig')],
    ['names another person', ({ searchParams }) => searchParams.set('guild.member', 'grace')],
  ])('that %s is refused', async (_, bend) => {
    const app = open()
    const browser = app.openBrowser()
    expectRefused(await comeBack(browser, bend), app)
    expect(app.errors.at(-1)).toMatchObject({
      type: 'OAuthCallbackError',
      message: 'The response of "guild" could not be verified: `protocol.verify` threw.',
      cause: { err: { message: 'The signature is wrong.' } },
    })
    expect(verify).toHaveBeenCalledTimes(1)
    expect(await store.rows()).toEqual(EMPTY)
    expect(checkCookies(browser)).toEqual([])
  })

  test('OID-16 without an id is refused', async () => {
    const app = openGuild({ profile: () => ({ name: 'Unknown' }) }, { adapter: store.adapter })
    expectRefused(await comeBack(app.openBrowser()), app)
    expect(app.errors.at(-1)).toMatchObject({ type: 'OAuthProfileParseError' })
    expect(await store.rows()).toEqual(EMPTY)
  })
})

test.each(['http://guild.example/', 'javascript:alert(1)', 'guild'])(
  'OAU-16 `protocol.request` cannot redirect to %s',
  async (page) => {
    const protocol = { request: () => page, verify: () => ({ member: 'x', name: 'x' }) }
    const app = openGuild({ protocol })
    const browser = app.openBrowser()
    expectRefused(await startSignIn(browser, 'guild'), app, 'OAuthSignin')
    expect(checkCookies(browser)).toEqual([])
  },
)

describe('OAU-29 A custom redirect protocol behind a redirect proxy', () => {
  const STABLE = 'https://login.example'
  const PREVIEW = 'https://preview-7.example'

  const deploy = (origin: string) =>
    createApp(
      {
        providers: [guild()],
        redirectProxyUrl: `${STABLE}/auth`,
        redirectProxyOrigins: [PREVIEW],
      },
      { env: { ...ENV, AUTH_URL: origin } },
    ).auth.handle

  const proxy = createRedirectProxy(
    {
      redirectProxyUrl: `${STABLE}/auth`,
      redirectProxyOrigins: [PREVIEW],
      secret: SECRETS.older,
      logger: { error: () => undefined },
    },
    { env: {} },
  )

  describe.each<[string, (request: Request) => Promise<Response>]>([
    ['another deployment', deploy(STABLE)],
    ['a proxy that knows no provider', proxy.handle],
  ])('that is %s', (_, stable) => {
    const preview = deploy(PREVIEW)
    const browse = (): Browser =>
      createBrowser((request) =>
        new URL(request.url).origin === STABLE ? stable(request) : preview(request),
      )

    test('returns the complete response to the signed URL', async () => {
      const browser = browse()
      const request = await requestAuthorization(browser, 'guild', { base: `${PREVIEW}/auth` })
      const answer = guildAnswer(request)
      expect(answer.origin).toBe(STABLE)
      const onward = readLocation(await browser.follow({ url: answer.href }))
      expect(onward.origin + onward.pathname).toBe(`${PREVIEW}/auth/callback/guild`)
      expect(onward.search).toBe(answer.search)
      expectSignedIn(await browser.follow({ url: onward.href }), `${PREVIEW}/inside`)
    })

    test('OAU-11 does not forward a response with a repeated parameter', async () => {
      const browser = browse()
      const answer = guildAnswer(
        await requestAuthorization(browser, 'guild', { base: `${PREVIEW}/auth` }),
      )
      answer.searchParams.append('guild.member', 'grace')
      const response = await browser.follow({ url: answer.href })
      expect(response.headers.get('location') ?? STABLE).toContain(STABLE)
      expect(response.headers.get('location') ?? '').not.toContain('guild.member')
    })
  })
})
