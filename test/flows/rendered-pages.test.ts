import { type AuthConfig, createAuth, skipCSRFCheck } from '@latchstring/core'
import type { OAuth2Config, ProviderObject } from '@latchstring/core/providers'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { BASE, SECRETS, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { createBrowser } from '@latchstring/test-kit/browser'
import { readForms } from '@latchstring/test-kit/forms'
import { passwords } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { createLetterBox } from './src/letters.ts'

// Pages are made once for requests and configurations that have the same one. What was made for one must not be on another.

const store = forAllTests(openStore)

const ENV: Env = { NODE_ENV: 'development', AUTH_SECRET: SECRETS.older }

const { provider: mail } = createLetterBox()

const oauthService = (more: Partial<OAuth2Config<object>> = {}): OAuth2Config<object> => ({
  ...UNREACHED_PROVIDER,
  ...more,
})

const styled = (style: NonNullable<OAuth2Config<object>['style']>): Variant => ({
  providers: [oauthService({ style })],
})

const withPasswords = (input: Parameters<typeof passwords>[0]): Variant => ({
  providers: [passwords(input)],
})

const passkey = (options: Parameters<typeof Passkey>[0] = {}): Variant => ({
  providers: [Passkey(options)],
})

const ADDRESS_FIELD = { email: { label: 'You', autocomplete: 'username webauthn' } }

/** One page, and how it is asked for. */
interface Variant {
  readonly providers?: readonly ProviderObject[]
  readonly config?: Partial<AuthConfig>
  readonly host?: string
  readonly language?: string
  readonly cookie?: string
  /** Path under the base path. Default: `signin` */
  readonly path?: string
}

/** A provider that lacks what it cannot be without. */
function unusable(id: string): ProviderObject {
  // As JavaScript may have it.
  return { id, name: id, type: 'oauth', clientId: 'app' } as ProviderObject
}

/** Not a session: the page to sign out is there to remove it. */
const SESSION = '__Host-latchstring.session-token=x'

const OPTIONS: readonly (readonly [option: string, one: Variant, other: Variant])[] = [
  ['theme.brandColor', {}, { config: { theme: { brandColor: 'gold' } } }],
  [
    'theme.buttonText',
    { config: { theme: { brandColor: 'teal' } } },
    { config: { theme: { brandColor: 'teal', buttonText: 'ivory' } } },
  ],
  ['theme.colorScheme', {}, { config: { theme: { colorScheme: 'dark' } } }],
  ['theme.logo', {}, { config: { theme: { logo: '/another.svg' } } }],
  ['theme.favicon', {}, { config: { theme: { favicon: '/another.ico' } } }],
  ['theme.name', {}, { config: { theme: { name: 'Harbour' } } }],
  ['texts', {}, { config: { texts: { en: { signIn: { title: 'Log in' } } } } }],
  ['the language', { language: 'de' }, { language: 'ja' }],
  ['the host', { host: 'one.example' }, { host: 'other.example:8443' }],
  ['basePath', {}, { config: { basePath: '/elsewhere' } }],
  ['skipCSRFCheck', {}, { config: { skipCSRFCheck } }],
  ['the number of providers', {}, { providers: [oauthService(), oauthService({ id: 'quay' })] }],
  ['the id of a provider', {}, { providers: [oauthService({ id: 'quay' })] }],
  ['the name of a provider', {}, { providers: [oauthService({ name: 'Quay' })] }],
  ['style.bg', styled({ bg: '#111111' }), styled({ bg: '#222222' })],
  ['style.text', styled({ bg: '#111111' }), styled({ bg: '#111111', text: 'gold' })],
  ['style.brandColor', styled({}), styled({ brandColor: '#333333' })],
  ['style.logo', styled({}), styled({ logo: '/quay.png' })],
  ['style.mark', styled({}), styled({ mark: 'M0 0h24v24z' })],
  [
    'the order of providers',
    { providers: [oauthService(), mail, passwords()] },
    { providers: [passwords(), mail, oauthService()] },
  ],
  [
    'the label of an input',
    withPasswords({}),
    withPasswords({ credentials: { username: { label: 'You' } } }),
  ],
  [
    'an attribute of an input that is turned off',
    withPasswords({ credentials: { password: {} } }),
    withPasswords({ credentials: { password: { autocomplete: undefined } } }),
  ],
  [
    'a number of an input',
    withPasswords({ credentials: { pin: { maxlength: 4 } } }),
    withPasswords({ credentials: { pin: { maxlength: 8 } } }),
  ],
  [
    'the order of inputs',
    withPasswords({ credentials: { a: {}, b: {} } }),
    withPasswords({ credentials: { b: {}, a: {} } }),
  ],
  ['passkeys beside the others', {}, { providers: [oauthService(), Passkey()] }],
  ['enableConditionalUI', passkey(), passkey({ enableConditionalUI: false })],
  ['listCredentials', passkey(), passkey({ listCredentials: true })],
  ['formFields', passkey(), passkey({ formFields: ADDRESS_FIELD })],
  ['the style of passkeys', passkey(), passkey({ style: { bg: '#444444' } })],
  ['what is left out', { providers: [unusable('quay')] }, { providers: [unusable('pier')] }],
  ['error', { path: 'signin?error=Callback' }, { path: 'signin?error=OAuthSignin' }],
  [
    'an error of mails',
    { providers: [mail, passwords()] },
    { providers: [mail, passwords()], path: 'signin?error=EmailSignin' },
  ],
  [
    'an error of passwords',
    { providers: [mail, passwords()], path: 'signin?error=EmailSignin' },
    { providers: [mail, passwords()], path: 'signin?error=CredentialsSignin' },
  ],
  [
    'code',
    { path: 'signin?error=CredentialsSignin' },
    { path: 'signin?error=CredentialsSignin&code=locked' },
  ],
  ['ref', { path: 'signin?error=Callback' }, { path: 'signin?error=Callback&ref=K7QMW2XR' }],
  ['callbackUrl', { path: 'signin?callbackUrl=/one' }, { path: 'signin?callbackUrl=/other' }],
  ['email', { providers: [mail] }, { providers: [mail], path: 'signin?email=ada%40example.com' }],
  [
    'email for passkeys',
    { providers: [WebAuthn()] },
    { providers: [WebAuthn()], path: 'signin?email=ada%40example.com' },
  ],
  [
    'email in an input of the application',
    passkey({ formFields: ADDRESS_FIELD }),
    { ...passkey({ formFields: ADDRESS_FIELD }), path: 'signin?email=ada%40example.com' },
  ],
  ['the page', { path: 'signin' }, { path: 'signout' }],
  [
    'callbackUrl of sign-out',
    { path: 'signout', cookie: SESSION },
    { path: 'signout?callbackUrl=/other', cookie: SESSION },
  ],
  ['the cookies of sign-out', { path: 'signout', cookie: SESSION }, { path: 'signout' }],
  ['error of the error page', { path: 'error' }, { path: 'error?error=AccessDenied' }],
  ['ref of the error page', { path: 'error' }, { path: 'error?ref=K7QMW2XR' }],
  [
    'the language of the error page',
    { path: 'error', language: 'fr' },
    { path: 'error', language: 'nl' },
  ],
  [
    'the host of the list of providers',
    { path: 'providers' },
    { path: 'providers', host: 'other.example' },
  ],
  [
    'the name in the list of providers',
    { path: 'providers' },
    { path: 'providers', providers: [oauthService({ name: 'Quay' })] },
  ],
]

const FORMS = {
  object: (config: AuthConfig) => createAuth(config, { env: ENV }),
  // Another object with other objects in it for each request.
  function: (config: AuthConfig) => createAuth(() => copy(config), { env: ENV }),
} as const

/** What a function would have made anew: objects and lists, but none of what a provider remembers by. */
function copy(config: AuthConfig): AuthConfig {
  const providers = config.providers.map((provider) =>
    typeof provider === 'function' ? provider : { ...provider },
  )
  return { ...config, providers, theme: { ...config.theme } }
}

/** A page with all that its browser gets, but for the token, which no two pages share. */
async function open(
  form: keyof typeof FORMS,
  salt: string,
  {
    providers = [oauthService()],
    config = {},
    host = 'app.example',
    language,
    cookie = '',
    path,
  }: Variant,
): Promise<string> {
  const basePath = config.basePath ?? '/auth'
  const theme = { logo: `/${salt}.svg`, ...config.theme }
  // A logo of its own is no less one that no other page has.
  if (config.theme?.logo) theme.logo = `/another-${salt}.svg`
  const { handle } = FORMS[form]({
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    trustHost: true,
    logger: { error: () => undefined, warn: () => undefined },
    ...config,
    providers: providers.map((provider) => ({ ...provider, name: `${provider.name} ${salt}` })),
    basePath,
    theme,
  })
  const headers = { accept: 'text/html', 'accept-language': language ?? 'en', cookie }
  const url = `https://${host}${basePath}/${path ?? 'signin'}`
  const response = await handle(new Request(url, { headers }))
  const text = await response.text()
  const policy = response.headers.get('content-security-policy') ?? ''
  const page = `${policy}\n${text}`.replace(/(?<=name="csrfToken" value=")\w+/g, 'TOKEN')
  if (!page.includes(salt)) throw new Error('A page of another configuration was sent.')
  return page.replaceAll(salt, 'SALT')
}

describe.each(['object', 'function'] as const)('A page, with the configuration as %s,', (form) => {
  test.each(OPTIONS)(
    'is unaffected by a previous one that differs in %s (P-15)',
    async (option, a, b) => {
      // In a world of its own, nothing has been made before.
      const worlds = ['xin', 'xout'].map(
        (world) => `${world}-${OPTIONS.findIndex(([o]) => o === option)}-${form}`,
      )
      const [first = '', second = ''] = worlds
      const one = await open(form, first, a)
      const other = await open(form, second, b)
      expect(one).not.toBe(other)
      expect(await open(form, first, b)).toBe(other)
      expect(await open(form, second, a)).toBe(one)
      expect(await open(form, first, a)).toBe(one)
    },
  )

  test('has the hash of its style in its policy with any theme', async () => {
    for (const brandColor of ['#112233', '#445566', '#112233']) {
      const page = await open(form, 'xsalted', { config: { theme: { brandColor } } })
      const styles = [...page.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style ?? '')
      expect(styles.at(-1)).toContain(`--brand:${brandColor}`)
      for (const style of styles) {
        const bytes = new TextEncoder().encode(style)
        const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes))
        expect(page.split('\n')[0]).toContain(`'sha256-${digest.toString('base64')}'`)
      }
    }
  })
})

describe('The values in a page', () => {
  const target = 'https://app.example/orders?secret=of-the-first'

  test('are never in the page of another browser', async () => {
    const { handle } = createAuth(
      {
        providers: [oauthService(), mail, passwords(), WebAuthn()],
        adapter: store.adapter,
        experimental: { enableWebAuthn: true },
        logger: { warn: () => undefined },
      },
      { env: { ...ENV, AUTH_URL: 'https://app.example' } },
    )
    const query = `email=ada%40example.com&callbackUrl=${encodeURIComponent(target)}`
    const pages: string[] = []
    for (const path of [
      `signin?${query}`,
      'signin?email=grace%40example.com',
      'signin?error=EmailSignin',
      'signin',
    ]) {
      const response = await createBrowser(handle).open(`${BASE}/${path}`)
      pages.push(await response.text())
    }
    const tokens = pages.map((page) => readForms(page)[0]?.fields['csrfToken'] ?? '')
    expect(new Set(tokens).size).toBe(4)
    const [first = '', ...others] = pages
    expect(first).toContain('secret=of-the-first')
    for (const page of others) {
      expect(page).not.toMatch(/ada@example|of-the-first/)
      expect(page).not.toContain(tokens[0])
    }
    expect(others.filter((page) => page.includes('grace@example.com'))).toHaveLength(1)
    pages.forEach((page, index) => {
      const forms = readForms(page)
      expect(forms).toHaveLength(4)
      for (const { fields } of forms) expect(fields['csrfToken']).toBe(tokens[index])
    })
  })
})
