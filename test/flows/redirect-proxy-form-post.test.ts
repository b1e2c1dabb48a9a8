import type { AuthConfig } from '@latchstring/core'
import Apple from '@latchstring/core/providers/apple'
import { checkRedirectProxy, createRedirectProxy } from '@latchstring/core/redirect-proxy'
import { beforeEach, describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { type Arrival, type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { asked, client, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import {
  browse,
  deployAt,
  ENDS,
  type Handler,
  PREVIEW,
  STABLE,
  STRANGER,
} from './src/deployments.ts'
import { withFields } from './src/form-post.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  readLocation,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'

const CALLBACK = '/auth/callback/harbour'

// Only the stable deployment is registered at the provider.
const redirect_uris = [`${STABLE}${CALLBACK}`, `${STABLE}/auth/callback/plain`]
const idp = forAllTests(() => startIdp({ clients: [client({ redirect_uris })] }))
const store = storeForEachTest()

beforeEach(() => {
  idp.requests.splice(0)
})

/** Answers by form post, and reads what comes beside the code, as Sign in with Apple does. */
function posting(
  overrides: Partial<ReturnType<typeof oidcProvider>> = {},
): ReturnType<typeof oidcProvider> {
  return oidcProvider(idp, {
    authorization: { params: { response_mode: 'form_post' } },
    profileFromBody: (profile, { user }) => (user ? { ...profile, name: user } : profile),
    ...overrides,
  })
}

const deploy = (origin: string, config: Partial<AuthConfig> = {}, clock?: () => number): App =>
  deployAt(origin, { providers: [posting(), plain(idp)], ...config }, { clock })

/** The two ends that send answers on: an application, and a server that does nothing else. */
const PROXIES: readonly (readonly [string, () => Handler])[] = [
  ['a stable deployment', () => deploy(STABLE).auth.handle],
  [
    'a redirect proxy of its own',
    () => {
      const logger = { error: () => undefined }
      const env = { AUTH_SECRET: SECRETS.older }
      return createRedirectProxy({ ...ENDS, logger }, { env }).handle
    },
  ],
]

/** Follows a 307 as browsers do: the same form is posted to the next address. */
async function follow(browser: Browser, arrival: Arrival): Promise<Response> {
  const answer = await browser.follow(arrival)
  expect(answer.status).toBe(307)
  expect(answer.headers.getSetCookie()).toEqual([])
  const onward = readLocation(answer)
  // What the form holds is never in an address.
  expect(onward.href).toBe(`${PREVIEW}${CALLBACK}`)
  if (!arrival.form) throw new Error('The provider answered without a form.')
  return browser.follow({ url: onward.href, form: arrival.form })
}

async function reach(browser: Browser, origin = PREVIEW, deny = false): Promise<Arrival> {
  const request = await requestAuthorization(browser, 'harbour', { base: `${origin}/auth` })
  expect(request.searchParams.get('redirect_uri')).toBe(`${STABLE}${CALLBACK}`)
  expect(request.searchParams.get('state')).toContain('.')
  return signInAt(request, deny ? { login: 'ada', deny } : 'ada')
}

describe.each(PROXIES)('A response by form post through %s,', (_, openProxy) => {
  const open = (preview = deploy(PREVIEW)): Browser =>
    browse({
      [STABLE]: openProxy(),
      [PREVIEW]: preview.auth.handle,
      [STRANGER]: deploy(STRANGER).auth.handle,
    })

  test('signs in at a preview deployment without a token request by the proxy (OAU-29)', async () => {
    const browser = open()
    const arrival = await reach(browser)
    asked(idp)
    const posted = withFields(arrival, [['user', 'Countess of Lovelace']])
    expectSignedIn(await follow(browser, posted), `${PREVIEW}/inside`)
    const session = await readSession(browser, `${PREVIEW}/auth`)
    expect(session?.user?.name).toBe('Countess of Lovelace')
  })

  test('links an account at a preview deployment after one click (OAU-29)', async () => {
    const browser = open(deploy(PREVIEW, { adapter: store.adapter }))
    const first = await requestAuthorization(browser, 'plain', { base: `${PREVIEW}/auth` })
    const onward = readLocation(await browser.follow(await signInAt(first)))
    expectSignedIn(await browser.follow({ url: onward.href }), `${PREVIEW}/inside`)
    const page = await follow(browser, await reach(browser))
    expect(page.status).toBe(200)
    const [form] = readForms(await page.text())
    expect(form?.action).toBe(`${PREVIEW}${CALLBACK}`)
    const end = await browser.submit(form?.action ?? '', form?.fields ?? {}, { origin: 'null' })
    expectSignedIn(end, `${PREVIEW}/inside`)
    expect(await store.rows()).toMatchObject({ users: 1, accounts: 2, sessions: 1 })
  })

  test('forwards a refusal by the provider to the deployment (OAU-29)', async () => {
    const browser = open()
    const end = readLocation(await follow(browser, await reach(browser, PREVIEW, true)))
    expect(end.origin + end.pathname).toBe(`${PREVIEW}/auth/signin`)
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  })

  test('is refused in another browser (OAU-29)', async () => {
    const arrival = await reach(open())
    const other = open()
    // Whether it was finished there before is known once the button is pressed.
    const [form] = readForms(await (await follow(other, arrival)).text())
    const end = readLocation(await other.submit(form?.action ?? '', form?.fields ?? {}))
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await readSession(other, `${PREVIEW}/auth`)).toBeNull()
  })

  test.each<[string, (form: URLSearchParams) => void]>([
    ['with a state that was changed', (form) => form.set('state', `${form.get('state')}x`)],
    ['with a state that was made up', (form) => form.set('state', `${'a'.repeat(17)}e30.x`)],
    ['with two states', (form) => form.append('state', 'x')],
    ['with two codes', (form) => form.append('code', 'x')],
  ])('is not forwarded %s (OAU-29)', async (_what, bend) => {
    const browser = open()
    const { url, form } = await reach(browser)
    const bent = new URLSearchParams(form)
    bend(bent)
    const answer = await browser.follow({ url, form: bent })
    expect(answer.status).not.toBe(307)
    expect(answer.headers.get('location') ?? STABLE).toContain(STABLE)
  })

  test('is not forwarded to an unlisted origin or for another provider (OAU-29)', async () => {
    const browser = open()
    const stray = await browser.follow(await reach(browser, STRANGER))
    expect(stray.status).not.toBe(307)
    const { url, form } = await reach(browser)
    const island = { url: url.replace('/harbour', '/island'), ...(form ? { form } : {}) }
    expect((await browser.follow(island)).status).not.toBe(307)
  })

  test('is not forwarded after 15 minutes (OAU-29)', async () => {
    const browser = open(deploy(PREVIEW, {}, () => Date.now() - 901_000))
    expect((await browser.follow(await reach(browser))).status).not.toBe(307)
  })

  test('passes the check of proxy and deployment (OAU-29)', async () => {
    const handle = openProxy()
    const env = { AUTH_SECRET: SECRETS.older, AUTH_REDIRECT_PROXY_URL: `${STABLE}/auth` }
    const fetch = (url: string, init?: RequestInit): Promise<Response> =>
      handle(new Request(url, init))
    await checkRedirectProxy({ url: `${PREVIEW}/auth`, provider: 'harbour' }, { env, fetch })
  })
})

test('A stable deployment signs in for itself by form post (OAU-29)', async () => {
  const browser = browse({ [STABLE]: deploy(STABLE).auth.handle })
  const request = await requestAuthorization(browser, 'harbour', { base: `${STABLE}/auth` })
  expectSignedIn(await browser.follow(await signInAt(request)), `${STABLE}/inside`)
})

test('Sign in with Apple is sent to the redirect proxy, with a state (OAU-29)', async () => {
  const apple = Apple({
    clientId: 'com.example.web',
    clientSecret: 'secret',
    authorization: { url: 'https://appleid.apple.com/auth/authorize' },
    wellKnown: `${idp.issuer}/.well-known/openid-configuration`,
    issuer: idp.issuer,
    checks: ['nonce'],
  })
  const browser = browse({ [PREVIEW]: deploy(PREVIEW, { providers: [apple] }).auth.handle })
  const { searchParams } = await requestAuthorization(browser, 'apple', { base: `${PREVIEW}/auth` })
  expect(searchParams.get('redirect_uri')).toBe(`${STABLE}/auth/callback/apple`)
  expect(searchParams.get('response_mode')).toBe('form_post')
  expect(searchParams.get('state')).toContain('.')
})

describe('A redirect proxy configured for one provider', () => {
  const own = { redirectProxyUrl: `${STABLE}/auth`, clientId: 'app' } as const

  test.each([
    ['none', ['none'], {}],
    ['PKCE alone', ['pkce'], {}],
    ['PKCE and nonce', ['pkce', 'nonce'], {}],
    ['none, by form post', ['none'], { response_mode: 'form_post' }],
  ] as const)('has a state where the checks are %s (OAU-29)', async (_, checks, params) => {
    const provider = oidcProvider(idp, { ...own, checks: [...checks], authorization: { params } })
    const at = (origin: string): Handler =>
      createApp(
        { providers: [provider], redirectProxyOrigins: [PREVIEW] },
        { env: { ...ENV, AUTH_URL: origin } },
      ).auth.handle
    const browser = browse({ [STABLE]: at(STABLE), [PREVIEW]: at(PREVIEW) })
    const arrival = await reach(browser)
    const answer = arrival.form
      ? await follow(browser, arrival)
      : await browser.follow({ url: readLocation(await browser.follow(arrival)).href })
    expectSignedIn(answer, `${PREVIEW}/inside`)
    // Without the state no sign-in succeeds.
    const again = await reach(browser)
    const { origin, pathname } = new URL(again.url)
    const code = (again.form ?? new URL(again.url).searchParams).get('code') ?? ''
    const without = again.form
      ? { url: origin + pathname, form: new URLSearchParams({ code }) }
      : { url: `${origin}${pathname}?code=${code}` }
    const end = readLocation(
      await createBrowser(at(PREVIEW)).follow({
        ...without,
        url: without.url.replace(STABLE, PREVIEW),
      }),
    )
    expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  })
})
