import { readdirSync } from 'node:fs'
import { type AuthConfig, createAuth } from '@latchstring/core'
import type { Provider, ProviderObject } from '@latchstring/core/providers'
import Auth0 from '@latchstring/core/providers/auth0'
import Credentials from '@latchstring/core/providers/credentials'
import GitHub from '@latchstring/core/providers/github'
import Line from '@latchstring/core/providers/line'
import Loops from '@latchstring/core/providers/loops'
import MercadoLibre from '@latchstring/core/providers/mercado-libre'
import NetSuite from '@latchstring/core/providers/netsuite'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import Passkey from '@latchstring/core/providers/passkey'
import Resend from '@latchstring/core/providers/resend'
import Shopify from '@latchstring/core/providers/shopify'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { BASE, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { captureConsole } from './src/console-lines.ts'
import { signInWithPassword, passwords } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readLocation, startSignIn, readSession } from '@latchstring/test-kit/story'
import { texts } from '@latchstring/test-kit/texts'

const ENV: Env = { AUTH_URL: ORIGIN, AUTH_SECRET: SECRETS.older }

const store = forAllTests(openStore)

/** Providers as JavaScript without types allows them. */
function untyped(provider: unknown): Provider {
  // The point of these tests.
  return provider as Provider
}

const ENDPOINTS = {
  authorization: 'https://acme.example/authorize',
  token: 'https://acme.example/token',
  userinfo: 'https://acme.example/me',
} as const

const ACME = { id: 'acme', name: 'Acme', type: 'oauth', clientId: 'app', ...ENDPOINTS } as const

const RESTLET = 'https://1234567.restlets.api.netsuite.com/app/site/hosting/restlet.nl'

interface Lacking {
  readonly what: string
  readonly id: string
  readonly provider: Provider
  readonly env?: Env
  /** What the log says, so that the person who reads it knows what to change. */
  readonly says: RegExp
  readonly type?: string
}

const LACKING: readonly Lacking[] = [
  {
    what: 'a factory without a client id',
    id: 'github',
    provider: GitHub,
    says: /"github" has no `clientId`.*AUTH_GITHUB_ID in the environment/,
  },
  {
    what: 'a client id that is empty',
    id: 'github',
    provider: GitHub({ clientId: '' }),
    env: { AUTH_GITHUB_ID: '  ' },
    says: /"github" has no `clientId`.*AUTH_GITHUB_ID/,
  },
  {
    what: 'no secret where the client authenticates with one',
    id: 'line',
    provider: Line,
    env: { AUTH_LINE_ID: 'app' },
    says: /"line" has no `clientSecret`.*AUTH_LINE_SECRET/,
  },
  {
    what: 'no key where the client signs with one',
    id: 'acme',
    provider: { ...ACME, client: { token_endpoint_auth_method: 'private_key_jwt' } },
    says: /"acme" has no `token\.clientPrivateKey`/,
  },
  {
    what: 'an unknown way of client authentication',
    id: 'acme',
    provider: untyped({ ...ACME, client: { token_endpoint_auth_method: 'client_secret' } }),
    says: /"acme".*`client_secret`|"acme".*unknown `token_endpoint_auth_method`/,
  },
  {
    what: 'no issuer',
    id: 'auth0',
    provider: Auth0({ clientId: 'app' }),
    says: /"auth0" has no `issuer`.*AUTH_AUTH0_ISSUER/,
    type: 'InvalidEndpoints',
  },
  {
    what: 'an issuer that is not a URL',
    id: 'auth0',
    provider: Auth0,
    env: { AUTH_AUTH0_ID: 'app', AUTH_AUTH0_ISSUER: 'tenant.eu.auth0.com' },
    says: /`issuer` of the provider "auth0".*not an absolute URL/,
    type: 'InvalidEndpoints',
  },
  {
    what: 'no endpoints',
    id: 'acme',
    provider: { id: 'acme', name: 'Acme', type: 'oauth', clientId: 'app' },
    says: /"acme" has neither an `issuer` \(AUTH_ACME_ISSUER\)/,
    type: 'InvalidEndpoints',
  },
  {
    what: 'none of its required options',
    id: 'netsuite',
    provider: untyped(NetSuite),
    env: { AUTH_NETSUITE_ID: 'app' },
    says: /"netsuite" has no `accountID`/,
  },
  {
    what: 'options that exclude each other',
    id: 'acme',
    provider: {
      ...ACME,
      dpop: true,
      token: { url: ENDPOINTS.token, send: () => Promise.reject(new Error('unused')) },
    },
    says: /"acme" has both `dpop` and `token\.send`/,
  },
  {
    what: 'an account that cannot be part of a host name',
    id: 'netsuite',
    provider: NetSuite({ accountID: 'https://x', userinfo: RESTLET, clientId: 'app' }),
    says: /`accountID` of the provider "netsuite" is "https:\/\/x"/,
  },
  {
    what: 'a shop that is not a host name',
    id: 'shopify',
    provider: Shopify({ shop: 'user@evil.example', clientId: 'app' }),
    says: /`shop` of the provider "shopify"/,
  },
  {
    what: 'a domain that is not a host name',
    id: 'mercado-libre',
    provider: MercadoLibre({ domain: 'evil.example/', clientId: 'app', clientSecret: 's' }),
    says: /`domain` of the provider "mercado-libre" is "evil\.example\/"/,
  },
  {
    what: 'no SMTP server',
    id: 'nodemailer',
    provider: untyped(Nodemailer),
    says: /"nodemailer" has no `server`/,
  },
  {
    what: 'no sender',
    id: 'nodemailer',
    provider: untyped(Nodemailer({ server: 'smtp://127.0.0.1', from: '' })),
    says: /"nodemailer" has no `from`/,
  },
  {
    what: 'no key of the mail service',
    id: 'resend',
    provider: Resend({ from: 'a@example.com' }),
    says: /"resend" has no `apiKey`.*AUTH_RESEND_KEY/,
  },
  {
    what: 'a key of the mail service and no sender',
    id: 'resend',
    provider: Resend,
    env: { AUTH_RESEND_KEY: 'key' },
    says: /"resend" has no `from`/,
  },
  {
    what: 'no template at the mail service',
    id: 'loops',
    provider: untyped(Loops),
    env: { AUTH_LOOPS_KEY: 'key' },
    says: /"loops" has no `transactionalId`/,
  },
  {
    what: 'no function that sends a mail',
    id: 'mail',
    provider: untyped({ id: 'mail', name: 'Mail', type: 'email' }),
    says: /"mail" cannot be used: it has no function `sendVerificationRequest`/,
  },
  {
    what: 'no authorize function',
    id: 'staff',
    provider: untyped({ ...Credentials({ id: 'staff' }), authorize: undefined }),
    says: /"staff" has no `authorize` function/,
    type: 'MissingAuthorize',
  },
  ...[
    Credentials({ id: 'staff', credentials: { pin: {} } }),
    () => Credentials({ id: 'staff' }),
  ].map((provider): Lacking => ({
    what: `no authorize function among its options, ${typeof provider === 'function' ? 'as a factory' : 'as an object'}`,
    id: 'staff',
    provider,
    says: /"staff" has no `authorize` function/,
    type: 'MissingAuthorize',
  })),
  {
    what: 'a misspelt option of passkeys',
    id: 'passkey',
    provider: Passkey(Object.fromEntries([['userverification', 'required']])),
    says: /"passkey".*userverification/,
  },
  {
    what: 'a type there is not',
    id: 'saml',
    provider: untyped({ id: 'saml', name: 'SAML', type: 'saml' }),
    says: /"saml" has the type "saml"/,
  },
]

const MODES = ['production', 'development'] as const
const SOURCES = ['an object', 'a function'] as const

const WAYS = MODES.flatMap((mode) => SOURCES.map((source) => ({ mode, source })))

interface Opened {
  readonly auth: ReturnType<typeof createAuth>
  readonly browser: Browser
  /** Lines of the log. */
  readonly lines: readonly string[]
}

interface Way {
  readonly mode: (typeof MODES)[number]
  readonly source: (typeof SOURCES)[number]
  readonly env?: Env | undefined
}

/** An application with one more provider than passwords, and a store for those that need one. */
function open(provider: Provider, { mode, source, env }: Way): Opened {
  const make = (): AuthConfig => ({
    providers: [provider, passwords()],
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
  })
  const lines = captureConsole()
  const auth = createAuth(source === 'an object' ? make() : () => make(), {
    env: { ...ENV, ...env, NODE_ENV: mode },
  })
  return { auth, browser: createBrowser(auth.handle), lines }
}

const warningsIn = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.includes('[provider-left-out]'))

const errorsIn = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.startsWith('[auth][error]'))

describe.each(LACKING)('A provider with $what', ({ id, provider, env, says, type }) => {
  test.each(WAYS)(
    'is left out alone, and the log says what to set, in $mode, with $source (decision 033)',
    async (way) => {
      const { auth, browser, lines } = open(provider, { ...way, env })
      const offered = await readJsonAs<object>(await browser.open(`${BASE}/providers`))
      expect(Object.keys(offered)).toEqual(['credentials'])
      const page = await (await browser.open(`${BASE}/signin`)).text()
      expect(page).toContain(`${BASE}/callback/credentials`)
      expect(page).not.toContain(`/signin/${id}`)
      expect(page).not.toContain(`/callback/${id}`)
      expect(page).not.toMatch(says)
      await signInWithPassword(browser)
      expect((await readSession(browser))?.user?.name).toBe('Ada Lovelace')
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = new Headers({ cookie })
      expect((await auth.session({ headers })).session).not.toBeNull()
      const { decision } = await auth.authorize(new Request(`${ORIGIN}/admin`, { headers }))
      expect(decision.kind).toBe('allow')
      expect(warningsIn(lines)).toEqual([expect.stringMatching(says)])
      expect(errorsIn(lines)).toEqual([])
      // Asked for all the same, by every way there is.
      const csrfToken = await browser.csrf(BASE)
      const answers = [
        await startSignIn(browser, id),
        await browser.open(`${BASE}/callback/${id}?code=x&state=y`),
        await browser.submit(`${BASE}/callback/${id}`, { csrfToken, code: 'x', state: 'y' }),
      ]
      for (const answer of answers) {
        const location = readLocation(answer)
        expect(location.origin + location.pathname).toBe(`${BASE}/error`)
        expect(location.searchParams.get('error')).toBe('Configuration')
        expect([...location.searchParams.keys()]).toEqual(['error', 'ref'])
        const ref = location.searchParams.get('ref') ?? ''
        const line = lines.find((each) => each.includes(`(ref ${ref})`)) ?? lines.join('\n')
        expect(line).toMatch(says)
        expect(line).toMatch(/\n {2}fix: \S/)
        const error = await browser.open(location.href)
        expect(error.status).toBe(500)
        expect(await error.text()).not.toMatch(says)
      }
      const refusal = auth.signIn({ headers: new Headers() }, id, {})
      await expect(refusal).rejects.toMatchObject({ type: type ?? 'InvalidConfiguration' })
      await expect(refusal).rejects.toThrow(says)
      expect(warningsIn(lines)).toHaveLength(1)
    },
  )
})

describe('A provider whose factory throws', () => {
  function Broken(): never {
    throw new Error('Set BROKEN_REALM, such as "eu".')
  }

  test.each([
    ['a factory that throws', untyped(Broken), /`providers\[0\]` \(Broken\).*Set BROKEN_REALM/],
    [
      'an option that throws when it is read',
      untyped({
        ...ACME,
        get checks(): never {
          throw new Error('Set ACME_CHECKS.')
        },
      }),
      /Set ACME_CHECKS/,
    ],
    ['undefined', untyped(undefined), /`providers\[0\]`/],
    ['null', untyped(null), /`providers\[0\]`/],
    ['false', untyped(false), /not an object with an `id`/],
    ['a module', untyped({ default: GitHub }), /not an object with an `id`/],
    ['a promise', untyped(Promise.resolve(GitHub())), /not an object with an `id`/],
  ])('is left out alone: %s (decision 033)', async (_, provider, says) => {
    for (const way of WAYS) {
      const { auth, browser, lines } = open(provider, way)
      await signInWithPassword(browser)
      expect(
        Object.keys(await readJsonAs<object>(await browser.open(`${BASE}/providers`))),
      ).toEqual(['credentials'])
      expect(warningsIn(lines)).toEqual([expect.stringMatching(says)])
      // The intended one is not known, so that every missing one is named.
      const refusal = auth.signIn({ headers: new Headers() }, 'broken', {})
      await expect(refusal).rejects.toMatchObject({ type: 'InvalidProvider' })
      expect((await browser.open(`${BASE}/callback/broken`)).status).toBe(404)
    }
  })

  test('is named in the log with the reason (decision 033)', async () => {
    const { browser, lines } = open(untyped(Broken), {
      mode: 'production',
      source: 'an object',
    })
    const answer = await browser.open(`${BASE}/callback/broken`, { accept: 'application/json' })
    expect(JSON.stringify(await readJsonAs(answer))).not.toContain('BROKEN_REALM')
    expect(errorsIn(lines).join('\n')).toMatch(/"broken" is not configured.*Set BROKEN_REALM/)
  })
})

/** Every provider of the library, called with nothing and not called; of two with suggestions on the page, one. */
async function allProviders(): Promise<readonly Provider[]> {
  const folder = new URL('../../packages/core/src/providers/', import.meta.url)
  const files = readdirSync(folder).filter(
    (name) => !name.endsWith('.test.ts') && name !== 'webauthn.ts',
  )
  const modules = await Promise.all(
    files.map(
      (file): Promise<{ readonly default: () => ProviderObject }> =>
        import(`../../packages/core/src/providers/${file.replace(/\.ts$/, '')}.ts`),
    ),
  )
  return modules.map((module, index) => (index % 2 === 0 ? module.default : module.default()))
}

test.each(WAYS)(
  'An application with every provider and settings for three signs in with these, in $mode, with $source (decision 033)',
  async ({ mode, source }) => {
    const providers = await allProviders()
    const lines = captureConsole()
    const config = {
      providers: [...providers, passwords({ id: 'people' })],
      adapter: store.adapter,
      session: { strategy: 'jwt' },
      experimental: { enableWebAuthn: true },
    } as const
    const env = {
      ...ENV,
      NODE_ENV: mode,
      AUTH_GITHUB_ID: 'a',
      AUTH_GITHUB_SECRET: 'a',
      AUTH_GOOGLE_ID: 'b',
      AUTH_GOOGLE_SECRET: 'b',
      AUTH_AUTH0_ID: 'c',
      AUTH_AUTH0_SECRET: 'c',
      AUTH_AUTH0_ISSUER: 'https://tenant.eu.auth0.com',
    }
    const auth = createAuth(source === 'an object' ? config : () => ({ ...config }), { env })
    const browser = createBrowser(auth.handle)
    const offered = await readJsonAs<object>(await browser.open(`${BASE}/providers`))
    expect(Object.keys(offered)).toEqual(
      expect.arrayContaining(['auth0', 'github', 'google', 'people']),
    )
    expect(readLocation(await startSignIn(browser, 'github')).host).toBe('github.com')
    expect(errorsIn(lines)).toEqual([])
    const warnings = warningsIn(lines)
    expect(new Set(warnings).size).toBe(warnings.length)
    expect(warnings.length).toBeGreaterThan(100)
  },
)

describe('An application whose providers are all left out', () => {
  const providers = [GitHub, Auth0, Resend]

  async function signInPage(NODE_ENV: string): Promise<string> {
    captureConsole()
    const config: AuthConfig = { providers, adapter: store.adapter, session: { strategy: 'jwt' } }
    const auth = createAuth(config, { env: { ...ENV, NODE_ENV } })
    const response = await createBrowser(auth.handle).open(`${BASE}/signin`)
    expect(response.status).toBe(200)
    return response.text()
  }

  test('has a sign-in page that says so, without details in production (decision 033)', async () => {
    const html = await signInPage('production')
    expect(html).toContain(texts.signIn.none)
    expect(html).not.toMatch(/AUTH_|github|clientId/i)
    expect(html).not.toContain('class="problems"')
  })

  test('has a sign-in page that says what to set in development (decision 033)', async () => {
    const html = await signInPage('development')
    expect(html).toContain(texts.signIn.none)
    for (const name of ['AUTH_GITHUB_ID', 'AUTH_AUTH0_ISSUER', 'AUTH_RESEND_KEY']) {
      expect(html).toContain(name)
    }
  })

  test('shows the masked error of a factory as text on that page (decision 033)', async () => {
    captureConsole()
    function Broken(): never {
      throw new Error('<script>alert(1)</script> https://me:hunter2@id.example')
    }
    const config = { providers: [untyped(Broken)] }
    const auth = createAuth(config, { env: { ...ENV, NODE_ENV: 'development' } })
    const html = await (await createBrowser(auth.handle).open(`${BASE}/signin`)).text()
    expect(html).toContain('&lt;script&gt;alert(1)')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('hunter2')
  })
})

test('Names of variables are in the log in full, also those with digits (decision 033)', async () => {
  const { default: Duende } = await import('@latchstring/core/providers/duende-identity-server6')
  const { browser, lines } = open(Duende, { mode: 'production', source: 'an object' })
  await browser.open(`${BASE}/providers`)
  expect(warningsIn(lines).join('\n')).toContain('AUTH_DUENDE_IDENTITY_SERVER6_ISSUER')
})

describe('A mistake that concerns several providers breaks the configuration', () => {
  test.each<[string, readonly Provider[], RegExp]>([
    ['one id twice', [passwords(), passwords()], /Two providers have the id "credentials"/],
    ['one id twice, of which one lacks something', [GitHub, { ...ACME, id: 'github' }], /"github"/],
    ['one id twice, of which both lack something', [GitHub, GitHub()], /"github"/],
  ])('%s (decision 033)', async (_, providers, says) => {
    const lines = captureConsole()
    const auth = createAuth({ providers }, { env: { ...ENV, NODE_ENV: 'production' } })
    const response = await auth.handle(new Request(`${BASE}/session`))
    expect(response.status).toBe(500)
    expect(errorsIn(lines).join('\n')).toMatch(says)
  })
})

describe('A provider for mail that is left out', () => {
  const feature = { name: 'invitations', needs: ['mail'] } as const

  test.each<[string, Partial<AuthConfig>, boolean]>([
    ['says that features send none', { features: [feature] }, true],
    ['says nothing of features where there are none', {}, false],
    [
      'says nothing of features where another one sends',
      {
        features: [feature],
        providers: [
          untyped(Loops),
          Nodemailer({ server: 'smtp://127.0.0.1', from: 'a@example.com' }),
        ],
      },
      false,
    ],
  ])('%s', async (_, config, says) => {
    const lines = captureConsole()
    const auth = createAuth(
      { adapter: store.adapter, providers: [untyped(Nodemailer)], ...config },
      { env: { ...ENV, NODE_ENV: 'production' } },
    )
    expect((await auth.handle(new Request(`${BASE}/session`))).status).toBe(200)
    expect(/no mail of a feature can be sent/.test(warningsIn(lines).join('\n'))).toBe(says)
  })
})
