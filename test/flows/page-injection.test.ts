import type { AuthConfig } from '@latchstring/core'
import Passkey from '@latchstring/core/providers/passkey'
import Resend from '@latchstring/core/providers/resend'
import { describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type DocumentElement, find, readDocument } from '../../packages/core/test/document-tree.ts'
import { type App, BASE, createApp, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { createMemoryStore } from './src/memory-store.ts'
import { askForMail } from '@latchstring/test-kit/mail-app'
import { passwords } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { readLocation } from '@latchstring/test-kit/story'
import { XSS_BY_CONTEXT, XSS_CORPUS } from './src/xss-corpus.ts'

// The built-in pages as requests get them: one text in the query, the cookies, the providers and the theme at once.

const store = forAllTests(openStore)

/** Milliseconds; each test is hundreds of pages. */
vi.setConfig({ testTimeout: 60_000 })

type Providers = NonNullable<AuthConfig['providers']>

/** A provider that answers by form post. */
function island(text: string): Providers[number] {
  return {
    id: 'island',
    name: text,
    type: 'oidc',
    issuer: 'https://island.example',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: { params: { response_mode: 'form_post' } },
    style: { text, bg: text, brandColor: text, mark: text },
  }
}

/** Every member of a provider that may reach a page. */
function providersWith(text: string): Providers {
  const style = { logo: text, text, bg: text, brandColor: text, mark: text }
  const drawn = { text, bg: text, brandColor: text, mark: text }
  const service = {
    ...UNREACHED_PROVIDER,
    name: text,
    profile: () => ({ id: '1' }),
  }
  const input = { label: text, placeholder: text, value: text, title: text, [text]: text }
  const harmful = { type: text, onfocus: text, style: text, formaction: text, src: text, is: text }
  return [
    { ...service, id: 'one', style },
    { ...service, id: 'two', style: drawn },
    { ...service, id: 'three' },
    island(text),
    passwords({ name: text, credentials: { username: input, [text]: { ...input, ...harmful } } }),
    Passkey({ name: text, style, formFields: { email: { label: text, placeholder: text } } }),
    Resend({ id: 'mail', name: text, from: 'app@app.example', apiKey: 'key' }),
  ]
}

function open(text: string, config: Partial<AuthConfig> = {}): App {
  return createApp({
    providers: providersWith(text),
    theme: { logo: text, brandColor: text, buttonText: text },
    adapter: store.adapter,
    session: { strategy: 'jwt' },
    experimental: { enableWebAuthn: true },
    ...config,
  })
}

/** A half of a character is none. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

const COOKIES = ['session-token', 'csrf-token', 'callback-url', 'state.x', 'nonce.x', 'challenge']

/** Of all the names that we have, and with the text as their values. */
function cookieWith(text: string): Record<string, string> {
  const names = COOKIES.flatMap((name) => [`__Host-latchstring.${name}`, `latchstring.${name}`])
  return { cookie: names.map((name) => `${name}=${encode(text)}`).join('; ') }
}

const QUERY = ['error', 'code', 'ref', 'callbackUrl', 'provider', 'type', 'email', 'token', 'lang']

function queryWith(text: string, error: string): string {
  const all = QUERY.map((name): [string, string] => [name, text])
  return `${new URLSearchParams([['error', error], ...all, [text, text]])}`
}

/** A state as ours begin, so that the answer is looked at. */
const STATE = `${Date.now().toString(36).padStart(9, '0')}${'a'.repeat(51)}`

type Visit = (text: string) => Promise<Response>

function visitPage(path: string, text: string, { auth }: App, error = text): Promise<Response> {
  const headers = { ...cookieWith(text), accept: 'text/html' }
  return auth.handle(new Request(`${BASE}/${path}?${queryWith(text, error)}`, { headers }))
}

/** An application whose other pages are looked at: they show nothing of its providers. */
const small = (text: string): App => open(text, { providers: [passwords()] })

/** Answers by form post from another site, to which a browser sends no cookie. */
async function answerByForm(text: string): Promise<Response> {
  const fields: Readonly<Record<string, string>> = { code: text, user: text, [text]: text }
  const form = new URLSearchParams({ ...fields, state: STATE })
  const headers = {
    origin: 'https://provider.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
  }
  const request = new Request(`${BASE}/callback/island`, { method: 'POST', headers, body: form })
  return open(text, { providers: [island(text)] }).auth.handle(request)
}

const VISITS: Readonly<Record<string, Visit>> = {
  '/signin': (text) => visitPage('signin', text, open(text), 'CredentialsSignin'),
  '/signin with another error': (text) => visitPage('signin', text, small(text)),
  '/signout': (text) => visitPage('signout', text, small(text)),
  '/error': (text) => visitPage('error', text, small(text)),
  '/verify-request': (text) => visitPage('verify-request', text, small(text)),
  'The page of a path that there is not': (text) =>
    visitPage(encodeURIComponent(wellFormed(text)), text, small(text)),
  'The page with one more step': answerByForm,
}

/** What is not a string in an address. */
const isRefused = (text: string): boolean => /[\0\p{Surrogate}]/u.test(text)

/** What came of asking for a mail. */
interface Mailed {
  readonly browser: Browser
  readonly app: App
  readonly mail: { readonly html: string; readonly text: string; readonly subject: string }
  readonly link: string
  readonly asked: Response
}

async function askWith(text: string): Promise<Mailed> {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push(await new Request(url, init).text())
    return Response.json({ id: '1' })
  })
  const mailer = Resend({ id: 'mail', name: text, from: 'app@app.example', apiKey: 'key' })
  const { adapter } = createMemoryStore()
  const app = open(text, { providers: [mailer], adapter })
  const browser = app.openBrowser()
  const asked = await askForMail(browser, `o'ada&{host}@example.com`)
  // What the API of the service is sent.
  const mail = JSON.parse(sent[0] ?? '{}') as Mailed['mail']
  const link = /^https:\S+$/m.exec(mail.text)?.[0] ?? ''
  return { app, browser, mail, link, asked }
}

const OF_MAIL: Readonly<Record<string, (mailed: Mailed, text: string) => Promise<Response>>> = {
  'the page that says that there is mail': ({ browser, asked }, text) =>
    browser.open(`${readLocation(asked).href}&error=${encode(text)}&x=${encode(text)}`),
  'the page that asks before a link signs in': ({ app, link }, text) =>
    app.openBrowser().open(`${link}&x=${encode(text)}`),
  'a mail': async ({ mail }) => new Response(mail.html),
}

/** Names of elements and of their attributes, in order: what a text must not change. */
function skeleton(elements: readonly DocumentElement[]): string {
  const line = ({ name, attributes }: DocumentElement): string =>
    `${name}[${Object.keys(attributes).join()}]`
  return elements.map(line).join(' ')
}

const ADDRESSES = new Set(['href', 'action', 'src', 'formaction', 'data-webauthn', 'xlink:href'])

/** The style of a mail is in attributes: fonts of ours, and colours that were computed. */
const OWN_STYLE = /^(?:[a-z-]+:[\w\s#.,%'-]+(?:;|$))+$/

function harmOf(elements: readonly DocumentElement[], styled: boolean): readonly string[] {
  return elements.flatMap(({ name, attributes, text }) => {
    const bad = Object.entries(attributes).flatMap(([key, value]) => {
      if (key.startsWith('on') || key === 'srcdoc' || (key === 'style' && !styled)) return [key]
      if (key === 'style' && !OWN_STYLE.test(value)) return [value]
      if (!ADDRESSES.has(key)) return []
      const { protocol } = new URL(value, `${BASE}/signin`)
      return /^https?:$/.test(protocol) || value.startsWith('data:image/') ? [] : [value]
    })
    const runs = (name === 'script' || name === 'style') && /__hit|evil\.example/.test(text)
    return runs ? [...bad, text] : bad
  })
}

/** Harmless texts: an address of an image, none, a code, a colour. */
const BENIGN = ['/benign', 'javascript:be nign', 'benign', 'red', 'M0 0h1', 'be nign', '\u0000']

/** A text as a document has it after it was sent. */
const asShown = (text: string): string =>
  wellFormed(text).replaceAll('\0', '').replace(/\r\n?/g, '\n')

test('The corpus of injected strings has more than 200 strings in nine contexts (PAG-01)', () => {
  expect(new Set(XSS_CORPUS).size).toBeGreaterThan(200)
  expect(Object.keys(XSS_BY_CONTEXT)).toHaveLength(9)
})

describe.each(Object.entries(VISITS))('%s', (_, visit) => {
  test('contains no element, attribute or script from a text anywhere in request and configuration (PAG-01, PAG-06)', async () => {
    const read = async (text: string): Promise<readonly DocumentElement[]> => {
      const response = await visit(text)
      expect([text, response.headers.get('content-type')]).toEqual([
        text,
        'text/html; charset=utf-8',
      ])
      return readDocument(await response.text())
    }
    const expected = new Set<string>()
    for (const text of BENIGN) expected.add(skeleton(await read(text)))
    for (const text of XSS_CORPUS) {
      const elements = await read(text)
      expect([text, expected.has(skeleton(elements))]).toEqual([text, true])
      expect([text, harmOf(elements, false)]).toEqual([text, []])
    }
  })
})

test('A mail and the pages it opens contain no element, attribute or script from a text in the configuration (PAG-01, PAG-06)', async () => {
  const read = async (text: string): Promise<ReadonlyMap<string, readonly DocumentElement[]>> => {
    const mailed = await askWith(text)
    const all = Object.entries(OF_MAIL).map(async ([name, visit]) => {
      const response = await visit(mailed, text)
      const refused = name !== 'a mail' && isRefused(text)
      expect([name, text, response.status]).toEqual([name, text, refused ? 400 : 200])
      return [name, readDocument(await response.text())] as const
    })
    // No header of the mail comes from the input.
    expect(mailed.mail.text).not.toMatch(/__hit|evil\.example/)
    expect(mailed.mail.subject).toBe('Sign in to app.example')
    return new Map(await Promise.all(all))
  }
  const expected = new Set<string>()
  for (const text of BENIGN)
    for (const elements of (await read(text)).values()) expected.add(skeleton(elements))
  // Each is two requests and a mail; the pages alone have been tried with all.
  for (const text of XSS_CORPUS.filter((_, index) => index % 2 === 0)) {
    for (const [name, elements] of await read(text)) {
      expect([name, text, expected.has(skeleton(elements))]).toEqual([name, text, true])
      expect([name, text, harmOf(elements, name === 'a mail')]).toEqual([name, text, []])
    }
  }
})

test('The name of a provider is shown unchanged, and an address is prefilled unchanged (PAG-01)', async () => {
  for (const text of XSS_CORPUS) {
    // What is not a string is refused in a request.
    const email = asShown(text).replaceAll('\ufffd', '')
    const browser = open(text).openBrowser()
    const response = await browser.open(`${BASE}/signin?${new URLSearchParams({ email })}`)
    const elements = readDocument(await response.text())
    const names = find(elements, 'bdi').map((element) => element.text)
    expect(names).toContain(asShown(text))
    const values = find(elements, 'input').filter(
      ({ attributes }) => attributes['name'] === 'email',
    )
    expect([text, values.at(-1)?.attributes['value']]).toEqual([text, email])
  }
})

test('A text that cannot be part of a URL is refused as the id of a provider (PAG-01)', async () => {
  const read = async (id: string): Promise<readonly DocumentElement[]> => {
    const provider = passwords({ id, name: 'Visitor' })
    const browser = createApp({ providers: [provider] }).openBrowser()
    return readDocument(await (await browser.open(`${BASE}/signin`)).text())
  }
  const expected = skeleton(await read('be nign'))
  for (const text of XSS_CORPUS) {
    const elements = await read(text)
    const usable = /^[\w.~-]+$/.test(text)
    expect([text, find(elements, 'form').length]).toEqual([text, usable ? 1 : 0])
    if (!usable) expect([text, skeleton(elements)]).toEqual([text, expected])
  }
})

test('A page that printed texts without escaping is detected (PAG-01)', () => {
  const tree = (text: string): string => skeleton(readDocument(`<p title="${text}">${text}</p>`))
  const noticed = XSS_CORPUS.filter((text) => tree(text) !== tree('be nign'))
  expect(noticed.length).toBeGreaterThan(120)
})
