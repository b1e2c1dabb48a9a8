import { beforeEach, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, SECRETS } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { browse, deployAt, PREVIEW, STABLE, STRANGER } from './src/deployments.ts'
import { asked, client, oidcProvider, startIdp } from '@latchstring/test-kit/idp'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  expectSignedIn,
  readLocation,
  readSession,
  requestAuthorization,
} from '@latchstring/test-kit/story'

const ELSEWHERE = 'https://login-of-another-team.example'

// Only the stable deployment is registered at the provider.
const redirect_uris = [`${STABLE}/auth/callback/harbour`]
const idp = forAllTests(() => startIdp({ clients: [client({ redirect_uris })] }))

beforeEach(() => void idp.requests.splice(0))

const deploy = (origin: string, secret: string = SECRETS.older): App =>
  deployAt(origin, { providers: [oidcProvider(idp)] }, { secret })

function deployAll(): { readonly browser: Browser; readonly stable: App } {
  const stable = deploy(STABLE)
  const browser = browse({
    [STABLE]: stable.auth.handle,
    [PREVIEW]: deploy(PREVIEW).auth.handle,
    [STRANGER]: deploy(STRANGER).auth.handle,
  })
  return { browser, stable }
}

test('OAU-29 a preview deployment signs in through the stable one', async () => {
  const { browser } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  expect(request.searchParams.get('redirect_uri')).toBe(`${STABLE}/auth/callback/harbour`)
  const arrival = await signInAt(request)
  expect(arrival.url).toContain(STABLE)
  const forwarded = await browser.follow(arrival)
  const onward = readLocation(forwarded)
  expect(onward.origin + onward.pathname).toBe(`${PREVIEW}/auth/callback/harbour`)
  expect([...onward.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
  expect(asked(idp)).toEqual(['discovery'])
  expect(forwarded.headers.getSetCookie()).toEqual([])
  expectSignedIn(await browser.follow({ url: onward.href }), `${PREVIEW}/inside`)
  expect((await readSession(browser, `${PREVIEW}/auth`))?.user?.name).toBe('Ada Lovelace')
  expect(await readSession(browser, `${STABLE}/auth`)).toBeNull()
})

test('OAU-29 the stable deployment still signs in for itself', async () => {
  const { browser } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${STABLE}/auth` })
  expectSignedIn(await browser.follow(await signInAt(request)), `${STABLE}/inside`)
  expect(await readSession(browser, `${STABLE}/auth`)).not.toBeNull()
})

test('OAU-29 a response without a state is not forwarded and causes no error of the stable deployment', async () => {
  const { browser, stable } = deployAll()
  const end = readLocation(await browser.follow({ url: `${STABLE}/auth/callback/harbour?code=c` }))
  expect(end.origin + end.pathname).toBe(`${STABLE}/auth/signin`)
  expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  expect(stable.errors.at(-1)?.type).toBe('InvalidCheck')
})

test('OAU-29 an error of the provider is forwarded to the deployment', async () => {
  const { browser } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const arrival = await signInAt(request, { login: 'ada', deny: true })
  const onward = readLocation(await browser.follow(arrival))
  expect(onward.origin).toBe(PREVIEW)
  const end = readLocation(await browser.follow({ url: onward.href }))
  expect(end.origin + end.pathname).toBe(`${PREVIEW}/auth/signin`)
  expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
})

test('OAU-29 an origin that is not listed gets no code', async () => {
  const { browser, stable } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${STRANGER}/auth` })
  const end = readLocation(await browser.follow(await signInAt(request)))
  expect(end.origin + end.pathname).toBe(`${STABLE}/auth/signin`)
  expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  expect(end.searchParams.has('code')).toBe(false)
  expect(stable.errors.at(-1)?.type).toBe('InvalidCheck')
  expect(asked(idp)).toEqual(['discovery'])
})

test.each([
  [
    'changed by one character',
    (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`,
  ],
  ['with the id of another sign-in', (state: string) => `0${'x'.repeat(16)}${state.slice(17)}`],
  ['made up', () => `${'a'.repeat(17)}${Buffer.from('{"origin":"x"}').toString('base64url')}.x`],
])('OAU-29 a state %s is not forwarded', async (_, bend) => {
  const { browser } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const { url } = await signInAt(request)
  const bent = new URL(url)
  bent.searchParams.set('state', bend(bent.searchParams.get('state') ?? ''))
  const end = readLocation(await browser.follow({ url: bent.href }))
  expect(end.origin + end.pathname).toBe(`${STABLE}/auth/signin`)
  expect(end.searchParams.has('code')).toBe(false)
})

test('OAU-29 a state sealed with the secret of another environment is not forwarded', async () => {
  const foreign = deploy(PREVIEW, SECRETS.newer)
  const browser = browse({
    [STABLE]: deploy(STABLE).auth.handle,
    [PREVIEW]: foreign.auth.handle,
  })
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const end = readLocation(await browser.follow(await signInAt(request)))
  expect(end.origin).toBe(STABLE)
})

test('OAU-29 an expired state is not forwarded', async () => {
  const clock = (): number => Date.now() + 901_000
  const stable = deployAt(STABLE, { providers: [oidcProvider(idp)] }, { clock })
  const browser = browse({
    [STABLE]: stable.auth.handle,
    [PREVIEW]: deploy(PREVIEW).auth.handle,
  })
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const end = readLocation(await browser.follow(await signInAt(request)))
  expect(end.origin).toBe(STABLE)
})

test('OAU-29 a forwarded response is refused in another browser', async () => {
  const { browser, stable } = deployAll()
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const onward = readLocation(await browser.follow(await signInAt(request)))
  const victim = browse({
    [STABLE]: stable.auth.handle,
    [PREVIEW]: deploy(PREVIEW).auth.handle,
  })
  const end = readLocation(await victim.follow({ url: onward.href }))
  expect(end.searchParams.get('error')).toBe('OAuthCallbackError')
  expect(await readSession(victim, `${PREVIEW}/auth`)).toBeNull()
})

test('OAU-29 a response at the callback of another provider is not forwarded', async () => {
  const stable = deployAt(STABLE, {
    providers: [oidcProvider(idp), oidcProvider(idp, { id: 'island' })],
  })
  const browser = browse({
    [STABLE]: stable.auth.handle,
    [PREVIEW]: deploy(PREVIEW).auth.handle,
  })
  const request = await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` })
  const { url } = await signInAt(request)
  const end = readLocation(await browser.follow({ url: url.replace('/harbour?', '/island?') }))
  expect(end.origin + end.pathname).toBe(`${STABLE}/auth/signin`)
  expect(stable.errors.at(-1)?.message).toContain('another provider than "island"')
})

test('ALT-10 OAU-29 a state for one redirect proxy is refused by another with the same secret', async () => {
  const { browser, stable } = deployAll()
  const { url } = await signInAt(
    await requestAuthorization(browser, 'harbour', { base: `${PREVIEW}/auth` }),
  )
  const elsewhere = url.replace(STABLE, ELSEWHERE)
  const other = deployAt(ELSEWHERE, {
    providers: [oidcProvider(idp)],
    redirectProxyUrl: `${ELSEWHERE}/auth`,
  })
  await createBrowser(other.auth.handle).open(elsewhere)
  expect(other.errors.at(-1)).toMatchObject({ type: 'InvalidCheck' })
  expect(readLocation(await browser.open(url)).origin).toBe(PREVIEW)
  expect(stable.errors).toEqual([])
})
