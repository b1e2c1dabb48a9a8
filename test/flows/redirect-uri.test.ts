import { type AuthConfig, type CoreOptions, customFetch } from '@latchstring/core'
import type { Fetch, OAuth2Config, OIDCConfig, TokenRequest } from '@latchstring/core/providers'
import type { Profile } from '@latchstring/core/types'
import type { IdentityProvider } from '@latchstring/test-idp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { BASE, createApp, ENV, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { client, oidcProvider, plain, type PlainProfile, startIdp } from '@latchstring/test-kit/idp'
import { type RecordedFetch, recordFetch } from './src/recorded-fetch.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { expectSignedIn, readLocation, requestAuthorization } from '@latchstring/test-kit/story'

const PROXY = 'https://login.example'
const PORT = 'https://app.example:8443'

/** Every address that the provider of these tests sends answers to. */
const REGISTERED = [
  `${BASE}/callback/harbour`,
  `${BASE}/callback/plain`,
  `${BASE}/callback/harbour.2~x`,
  `${ORIGIN}/api/auth/callback/harbour`,
  `${PORT}/auth/callback/harbour`,
  `${PROXY}/auth/callback/harbour`,
  `${PROXY}/auth/callback/plain`,
]

let idp: IdentityProvider
let pushing: IdentityProvider
const store = storeForEachTest()

beforeAll(async () => {
  const clients = [client({ redirect_uris: REGISTERED })]
  idp = await startIdp({ clients })
  pushing = await startIdp({ clients, par: 'required' })
})

afterAll(() => Promise.all([idp.close(), pushing.close()]))

type Overrides = Partial<OIDCConfig<Profile>> & Partial<OAuth2Config<PlainProfile>>

/** One way in which a redirect URI comes about. */
interface Way {
  readonly name: string
  readonly id?: string
  readonly kind?: 'plain'
  readonly pushed?: true
  readonly overrides?: Overrides
  readonly config?: Partial<AuthConfig>
  /** Address of the actions. */
  readonly base?: string
  readonly expected: string
}

const CALLBACK = `${BASE}/callback/harbour`

/** Sends a token request as an application does that does so itself. */
function sendToken({
  url,
  parameters,
  clientId,
  clientSecret,
  fetch: send,
}: TokenRequest): ReturnType<Fetch> {
  const authorization = `Basic ${btoa(`${clientId}:${String(clientSecret)}`)}`
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  return send(url, { method: 'POST', headers, body: parameters.toString() })
}

const WAYS: readonly Way[] = [
  { name: 'OpenID Connect', expected: CALLBACK },
  { name: 'OAuth', kind: 'plain', expected: `${BASE}/callback/plain` },
  {
    name: 'form post',
    overrides: { authorization: { params: { response_mode: 'form_post' } } },
    expected: CALLBACK,
  },
  { name: 'pushed requests', pushed: true, expected: CALLBACK },
  {
    name: 'an id with other characters than letters',
    id: 'harbour.2~x',
    expected: `${BASE}/callback/harbour.2~x`,
  },
  {
    name: 'parameters of its own, an address among them',
    overrides: {
      authorization: { params: { redirect_uri: 'https://evil.example/', ui_locales: 'de' } },
      token: { params: { redirect_uri: 'https://evil.example/', audience: 'x' } },
    },
    expected: CALLBACK,
  },
  {
    name: 'a token request of its own',
    overrides: { token: { send: sendToken, params: { redirect_uri: 'https://evil.example/' } } },
    expected: CALLBACK,
  },
  {
    name: 'a base path',
    config: { basePath: '/api/auth' },
    base: `${ORIGIN}/api/auth`,
    expected: `${ORIGIN}/api/auth/callback/harbour`,
  },
  { name: 'a port', base: `${PORT}/auth`, expected: `${PORT}/auth/callback/harbour` },
  {
    name: 'a redirect proxy, with a slash at its end',
    config: { redirectProxyUrl: `${PROXY}/auth/`, redirectProxyOrigins: [ORIGIN] },
    expected: `${PROXY}/auth/callback/harbour`,
  },
  {
    name: 'a redirect proxy, by form post',
    overrides: { authorization: { params: { response_mode: 'form_post' } } },
    config: { redirectProxyUrl: `${PROXY}/auth`, redirectProxyOrigins: [ORIGIN] },
    expected: `${PROXY}/auth/callback/harbour`,
  },
  {
    name: 'a redirect proxy of OAuth',
    kind: 'plain',
    config: { redirectProxyUrl: `${PROXY}/auth`, redirectProxyOrigins: [ORIGIN] },
    expected: `${PROXY}/auth/callback/plain`,
  },
]

function providerOf(
  { kind, id, pushed, overrides = {} }: Way,
  { fetch }: RecordedFetch,
): NonNullable<AuthConfig['providers']>[number] {
  const all = { ...overrides, ...(id === undefined ? {} : { id }), [customFetch]: fetch }
  if (kind !== 'plain') return oidcProvider(pushed ? pushing : idp, all)
  const { token = {}, ...rest } = all
  const { authorization } = overrides
  const url = { ...(typeof token === 'object' ? token : {}), url: idp.oauth.token }
  const page = typeof authorization === 'object' ? authorization : {}
  return plain(idp, {
    ...rest,
    authorization: { ...page, url: idp.oauth.authorization },
    token: url,
  })
}

/** The deployment and, where there is one, the proxy before it. */
function open(way: Way, recorded: RecordedFetch, options: CoreOptions = {}): Browser {
  const { origin } = new URL(way.base ?? BASE)
  const config = { providers: [providerOf(way, recorded)], ...way.config }
  const at = (url: string): ReturnType<typeof createApp> =>
    createApp(config, { env: { ...ENV, AUTH_URL: url }, ...options })
  const [own, proxy] = [at(origin), at(PROXY)]
  return createBrowser((request) =>
    (request.url.startsWith(PROXY) ? proxy : own).auth.handle(request),
  )
}

/** Comes back, by way of the proxy where there is one. */
async function comeBack(browser: Browser, request: URL): Promise<Response> {
  const arrival = await signInAt(request)
  const answer = await browser.follow(arrival)
  if (!arrival.url.startsWith(PROXY)) return answer
  const { form } = arrival
  return browser.follow({ url: readLocation(answer).href, ...(form ? { form } : {}) })
}

function bodiesTo(recorded: RecordedFetch, url: string): readonly URLSearchParams[] {
  return recorded.to(new URL(url).pathname).map(({ body }) => body)
}

describe.each(STRATEGIES)('With %s, the redirect URI', (strategy) => {
  const withStrategy = (way: Way): Way => ({
    ...way,
    config: {
      ...way.config,
      session: { strategy },
      ...(strategy === 'database' ? { adapter: store.adapter } : {}),
    },
  })

  test.each(WAYS)(
    'of the token request equals that of the authorization request exactly, with $name (OAU-07)',
    async (way) => {
      const recorded = recordFetch()
      const browser = open(withStrategy(way), recorded)
      const id = way.id ?? way.kind ?? 'harbour'
      const base = way.base ?? BASE
      const request = await requestAuthorization(browser, id, { base })
      expectSignedIn(
        await comeBack(browser, request),
        `${base.slice(0, base.indexOf('/', 8))}/inside`,
      )
      const provider = way.pushed ? pushing : idp
      const endpoint = way.kind ? provider.oauth.token : `${provider.issuer}/token`
      const [pushed] = bodiesTo(recorded, `${provider.issuer}/par`)
      const asked = way.pushed ? pushed : request.searchParams
      const tokens = bodiesTo(recorded, endpoint)
      expect(tokens).toHaveLength(1)
      expect(asked?.getAll('redirect_uri')).toEqual([way.expected])
      expect(tokens[0]?.getAll('redirect_uri')).toEqual([way.expected])
    },
  )

  test('of the token request equals that of the authorization request after a change of the configuration (OAU-07)', async () => {
    const recorded = recordFetch()
    const before = open(withStrategy({ name: '', expected: CALLBACK }), recorded)
    const request = await requestAuthorization(before, 'harbour')
    const proxied = { redirectProxyUrl: `${PROXY}/auth`, redirectProxyOrigins: [ORIGIN] }
    const after = open(withStrategy({ name: '', config: proxied, expected: CALLBACK }), recorded)
    for (const { name, value } of before.stored()) {
      after.receive(BASE, `${name}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax`)
    }
    expectSignedIn(await after.follow(await signInAt(request)))
    const [token] = bodiesTo(recorded, `${idp.issuer}/token`)
    expect(token?.get('redirect_uri')).toBe(request.searchParams.get('redirect_uri'))
  })
})
