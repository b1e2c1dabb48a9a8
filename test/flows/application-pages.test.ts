import { type AuthConfig, createAuth } from '@latchstring/core'
import type { LanguageTexts } from '@latchstring/core/types'
import { expect, test, vi } from 'vitest'
import { BASE, createApp, ENV, ORIGIN, type App } from '@latchstring/test-kit/app'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADDRESS, askForMail, createMailApp } from '@latchstring/test-kit/mail-app'
import { passwords } from '@latchstring/test-kit/people'

// Pages and mails that belong to the application: its name, its icon and its texts.

const { inbox, store } = inboxAndStoreForEachTest()

const HOST = new URL(ORIGIN).host

async function read(
  app: App,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const accept = { accept: 'text/html' }
  const response = await app.openBrowser().open(`${BASE}/${path}`, { ...accept, ...headers })
  return response.text()
}

const open = (config: Partial<AuthConfig>): App =>
  createApp({ providers: [passwords()], ...config })

const PATHS = ['signin', 'signout', 'error', 'verify-request', 'callback/nosuch'] as const

test.each(PATHS)('theme.name is on the page %s in place of the host', async (path) => {
  const html = await read(open({ theme: { name: 'Harbour & Co' } }), path)
  expect(html).toMatch(/<title>[^<]+ · Harbour &amp; Co<\/title>/)
  expect(html.replaceAll(ORIGIN, '')).not.toContain(HOST)
})

test.each([undefined, '', '  '])('theme.name %j leaves the host on the page', async (name) => {
  const html = await read(open({ theme: name === undefined ? {} : { name } }), 'signin')
  expect(html).toContain(`· ${HOST}</title>`)
})

test.each(PATHS)('theme.favicon is on the page %s', async (path) => {
  expect(await read(open({ theme: { favicon: '/icon.svg' } }), path)).toContain(
    '<link rel="icon" href="/icon.svg" />',
  )
})

test('theme.favicon that is not an image is left out', async () => {
  const html = await read(open({ theme: { favicon: 'javascript:alert(1)' } }), 'signin')
  expect(html).not.toContain('rel="icon"')
})

test('texts and labels of inputs are in the language of the browser, and escaped', async () => {
  const app = open({
    texts: {
      de: {
        signIn: { title: '<b>Einloggen</b>' },
        inputs: { credentials: { username: { label: 'Benutzername' } } },
      },
    },
  })
  const german = await read(app, 'signin', { 'accept-language': 'de-AT' })
  expect(german).toContain('<h1>&lt;b&gt;Einloggen&lt;/b&gt;</h1>')
  expect(german).toMatch(/<label for="[^"]+">Benutzername<\/label>/)
  expect(await read(app, 'signin')).not.toContain('Benutzername')
})

test.each([
  ['an object', false],
  ['a function', true],
])('Texts that no page has are named after the start, once, for %s', async (_form, asFunction) => {
  const warned: unknown[] = []
  const make = (): AuthConfig => ({
    providers: [passwords()],
    logger: { warn: (...words) => void warned.push(words) },
    // As JavaScript may have it.
    texts: { de: { signIn: { titel: 'Einloggen' } as object } },
  })
  const config = make()
  const auth = createAuth(asFunction ? make : config, { env: ENV })
  const ask = (): Promise<Response> => auth.handle(new Request(`${BASE}/session`))
  await ask()
  await ask()
  await vi.waitFor(() => {
    expect(warned).toHaveLength(1)
  })
  expect(JSON.stringify(warned)).toContain('Did you mean `title`?')
})

test('A failed request has the texts of the application', async () => {
  const app = open({ texts: { de: { problem: { 404: { title: 'Verlaufen?' } } } } })
  const html = await read(app, 'callback/nosuch', { 'accept-language': 'de' })
  expect(html).toContain('<h1>Verlaufen?</h1>')
})

test('A whole language from right to left is chosen by Accept-Language', async () => {
  const part = { signIn: { title: 'كذا' }, direction: 'rtl' }
  // Only some of its texts; the others are English, and a warning says so.
  const app = open({ texts: { ar: part as unknown as LanguageTexts } })
  const html = await read(app, 'signin', { 'accept-language': 'ar-EG,en;q=0.5' })
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('<h1>كذا</h1>')
})

test('A mail has the name of the application, and is in the language of the browser that asked', async () => {
  const config: Partial<AuthConfig> = {
    theme: { name: 'Harbour\r\nBcc: eve@example.com' },
    texts: { de: { mail: { button: 'Einloggen' } } },
  }
  const app = createMailApp({ inbox, store }, config, { env: ENV })
  await askForMail(app.openBrowser(), ADDRESS, { 'accept-language': 'de' })
  const { subject, html } = await inbox.waitFor(ADDRESS)
  expect(subject).toBe('Anmelden bei HarbourBcc: eve@example.com')
  expect(html).toContain('Einloggen')
  expect(html).toContain('<html lang="de"')
})
