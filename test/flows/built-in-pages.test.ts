import { type AuthConfig, createAuth } from '@latchstring/core'
import type { ProviderObject } from '@latchstring/core/providers'
import Passkey from '@latchstring/core/providers/passkey'
import WebAuthn from '@latchstring/core/providers/webauthn'
import { beforeEach, describe, expect, test } from 'vitest'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import {
  type App,
  BASE,
  createApp,
  ENV,
  ORIGIN,
  UNREACHED_PROVIDER,
} from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { readForms, type PageForm } from '@latchstring/test-kit/forms'
import { createLetterBox, type LetterBox, wrongCode } from './src/letters.ts'
import { ADDRESS, askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import { passwords } from '@latchstring/test-kit/people'
import { expectSignedIn, readLocation } from '@latchstring/test-kit/story'

// What the pages of the library take from the configuration and the mails of the browser.

const store = storeForEachTest()
let box: LetterBox

beforeEach(() => {
  box = createLetterBox()
})

function open(providers: AuthConfig['providers'], config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers,
    adapter: store.adapter,
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

async function read(browser: Browser, path: string): Promise<string> {
  const response = await browser.open(`${BASE}/${path}`)
  expect(response.status).toBe(200)
  return response.text()
}

const links = (html: string): readonly (string | undefined)[] =>
  [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href]) => href)

describe('The sign-in page', () => {
  const inputs = ({ fields }: PageForm): readonly string[] => Object.keys(fields)

  test('has a form for each provider, in their order, with the inputs of its kind', async () => {
    const app = open([passwords(), box.provider, UNREACHED_PROVIDER, Passkey()])
    const forms = readForms(await read(app.openBrowser(), 'signin'))
    expect(forms.map((form) => [form.action, inputs(form)])).toEqual([
      [`${BASE}/callback/credentials`, ['csrfToken', 'callbackUrl', 'username', 'password']],
      [`${BASE}/signin/mail`, ['csrfToken', 'callbackUrl', 'email']],
      [`${BASE}/signin/harbour`, ['csrfToken', 'callbackUrl']],
      [`${BASE}/callback/passkey`, ['csrfToken', 'callbackUrl', 'action', 'data']],
    ])
  })

  test('shows the logo of a provider, and initials without one', async () => {
    const style = { logo: 'https://harbour.example/logo.png' }
    const lighthouse = { issuer: 'https://lighthouse.example', style: { logo: '/beam.png' } }
    const app = open([
      { ...UNREACHED_PROVIDER, style },
      { ...UNREACHED_PROVIDER, id: 'quay', name: 'Old Quay' },
      { ...UNREACHED_PROVIDER, ...lighthouse, id: 'lighthouse', type: 'oidc' },
    ])
    const html = await read(app.openBrowser(), 'signin')
    expect([...html.matchAll(/<img class="mark" src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
      style.logo,
      '/beam.png',
    ])
    expect(html).toMatch(/<span class="mark mark-1" aria-hidden="true">OQ<\/span>/)
  })

  const style = { logo: '/key.png', bg: '#0b5d7a' }
  const drawn = { mark: 'M0 0h24v24z', bg: '#0b5d7a', text: '#fff' }
  const image = '<img class="mark" src="/key.png" alt="" width="28" height="28" />'
  const drawing =
    '<span class="mark mark-1" aria-hidden="true"><svg aria-hidden="true" viewBox="0 0 24 24"><path d="M0 0h24v24z" /></svg></span>'

  test.each<[string, ProviderObject, string]>([
    ['Passkey', Passkey({ style }), image],
    ['WebAuthn', WebAuthn({ style }), image],
    ['Passkey, drawn', Passkey({ style: drawn }), drawing],
    ['WebAuthn, drawn', WebAuthn({ style: drawn, listCredentials: false }), drawing],
    [
      'Passkey with inputs of its own',
      Passkey({ style, formFields: { email: { autocomplete: 'webauthn' } } }),
      image,
    ],
    ['an object of the application', { id: 'key', name: 'Key', type: 'webauthn', style }, image],
    ['Passkey, in part', Passkey({ style: { bg: '#0b5d7a' } }), '"true">P</span>'],
  ])('shows the style of %s on its button', async (_, provider, expected) => {
    const providers = [UNREACHED_PROVIDER, provider]
    const config = { providers, adapter: store.adapter, experimental: { enableWebAuthn: true } }
    const byFunction = createAuth(() => config, { env: ENV })
    for (const browser of [open(providers).openBrowser(), createBrowser(byFunction.handle)]) {
      const html = await read(browser, 'signin')
      const [, form = ''] = html.split('<div data-webauthn=')
      const [button = ''] = /<button[^]*?<\/button>/.exec(form) ?? []
      expect(button).toContain(expected)
      expect(button).toMatch(/Continue with|Sign in with a passkey/)
      expect(html).toContain('.mark-1{--mark:#0b5d7a;--mark-text:#ffffff;}')
    }
  })

  test('shows no mark for passkeys without a style', async () => {
    const html = await read(
      open([Passkey(), WebAuthn({ enableConditionalUI: false })]).openBrowser(),
      'signin',
    )
    expect(html).not.toContain('class="mark')
  })

  test('prefills the address of its query only', async () => {
    const browser = open([box.provider, WebAuthn()]).openBrowser()
    for (const [query, email] of [
      ['?email=ada%40example.com', ADDRESS],
      ['', ''],
    ] as const) {
      const forms = readForms(await read(browser, `signin${query}`))
      expect(forms.map(({ fields }) => fields['email'])).toEqual([email, email])
    }
  })

  const getUserInfo = (): null => null

  test.each<[string, ProviderObject, Readonly<Record<string, boolean>>]>([
    ['a passkey', Passkey(), { conditional: true, email: false }],
    ['a passkey in no list', Passkey({ enableConditionalUI: false }), { conditional: false }],
    ['a passkey in a list', Passkey({ enableConditionalUI: true }), { conditional: true }],
    ['keys by address', WebAuthn(), { conditional: true, email: true }],
    ['keys that are not listed', WebAuthn({ listCredentials: false }), { email: false }],
    ['passkeys by address', Passkey({ listCredentials: true }), { email: true }],
    ['people the application finds', Passkey({ getUserInfo }), { email: true }],
    [
      'people it finds and whose keys are not listed',
      Passkey({ getUserInfo, listCredentials: false }),
      { email: false },
    ],
  ])('has inputs for %s as the provider configures them', async (_, provider, expected) => {
    const { id } = provider
    const html = await read(open([provider]).openBrowser(), 'signin')
    const [tag = ''] = /<div\s+data-webauthn[^>]*>/.exec(html) ?? []
    expect(tag).toContain(`data-webauthn="${BASE}/webauthn-options/${id}"`)
    const [form] = readForms(html)
    const shown = {
      conditional: tag.includes('data-conditional'),
      email: form !== undefined && 'email' in form.fields,
    }
    expect(shown).toMatchObject(expected)
  })
})

describe('The page after a mail was sent', () => {
  async function afterMail(app: App): Promise<{ browser: Browser; page: string }> {
    const browser = app.openBrowser()
    const page = readLocation(await askForMail(browser)).href
    return { browser, page: page.slice(BASE.length + 1) }
  }

  test('names the address, and its form takes the code', async () => {
    const { browser, page } = await afterMail(open([box.provider]))
    const html = await read(browser, page)
    expect(html).toContain(ADDRESS)
    expect(html).not.toContain('role="alert"')
    expect(links(html)).toContain(`${BASE}/signin`)
    const [form, ...others] = readForms(html)
    expect(others).toEqual([])
    expect(form?.action).toBe(`${BASE}/callback/mail`)
    expect(Object.keys(form?.fields ?? {})).toEqual(['csrfToken', 'code'])
    const { code } = box.last()
    expectSignedIn(await browser.submit(form?.action ?? '', { ...form?.fields, code }))
  })

  test('shows the number of remaining attempts', async () => {
    const { browser, page } = await afterMail(open([box.provider]))
    const { code } = box.last()
    for (const left of [4, 3, 2, 1]) {
      const again = readLocation(await typeCode(browser, wrongCode(code)))
      const html = await read(browser, `verify-request${again.search}`)
      expect(html).toContain(`Attempts left: ${left}<`)
    }
    expect(await read(browser, page)).not.toContain('Attempts left')
  })

  test('does not mention a mail for another provider or none', async () => {
    const other = { ...box.provider, id: 'other' }
    const { browser } = await afterMail(open([box.provider, other, passwords()]))
    for (const query of ['', '?provider=', '?provider=other', '?provider=credentials']) {
      const html = await read(browser, `verify-request${query}`)
      expect([query, html.includes(ADDRESS), readForms(html)]).toEqual([query, false, []])
    }
  })
})

test.each([
  ['error?error=AccessDenied', 403],
  ['error', 200],
])('The page /%s links to the sign-in page and the home page', async (path, status) => {
  const response = await open([passwords()]).openBrowser().open(`${BASE}/${path}`)
  expect(response.status).toBe(status)
  expect(links(await response.text())).toEqual([`${BASE}/signin`, `${ORIGIN}`])
})
