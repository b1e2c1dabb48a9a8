import { type AuthConfig, createAuth } from '@latchstring/core'
import type { LanguageTexts } from '@latchstring/core/types'
import { expect, test, vi } from 'vitest'
import { BASE, createApp, ENV, ORIGIN, type App } from '@latchstring/test-kit/app'
import { inboxAndStoreForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADDRESS, askForMail, createMailApp } from '@latchstring/test-kit/mail-app'
import { readForms } from '@latchstring/test-kit/forms'
import { passwords } from '@latchstring/test-kit/people'
import { texts } from '@latchstring/test-kit/texts'

const [signedInAs = ''] = texts.present.named.split('{')

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
        inputs: { credentials: { username: { label: 'Anmeldename' } } },
      },
    },
  })
  const german = await read(app, 'signin', { 'accept-language': 'de-AT' })
  expect(german).toContain('<h1>&lt;b&gt;Einloggen&lt;/b&gt;</h1>')
  expect(german).toMatch(/<label for="[^"]+">Anmeldename<\/label>/)
  expect(await read(app, 'signin')).not.toContain('Anmeldename')
})

test.each([
  ['an object', false],
  ['a function', true],
])(
  'The label of a common input is that of the language, and of the application where it says one: %s',
  async (_form, asFunction) => {
    const credentials = {
      username: {},
      password: { label: 'Password', type: 'password' },
      email: { label: 'Where to find you' },
    }
    const config: AuthConfig = {
      providers: [passwords({ credentials })],
      texts: { 'de-AT': { fields: { password: 'Kennwort' } } },
    }
    const auth = createAuth(asFunction ? () => config : config, { env: ENV })
    const labels = async (language: string): Promise<readonly (string | undefined)[]> => {
      const headers = { 'accept-language': language }
      const html = await (await auth.handle(new Request(`${BASE}/signin`, { headers }))).text()
      return Array.from(html.matchAll(/<label [^>]*>([^<]*)<\/label>/g), ([, label]) => label)
    }
    expect(await labels('de')).toEqual(['Benutzername', 'Passwort', 'Where to find you'])
    expect(await labels('de-AT')).toEqual(['Benutzername', 'Kennwort', 'Where to find you'])
    expect(await labels('ja')).toEqual(['ユーザー名', 'パスワード', 'Where to find you'])
    expect(await labels('en')).toEqual(['Username', 'Password', 'Where to find you'])
  },
)

test.each([
  ['an object', false],
  ['a function', true],
])('Unknown names of texts are logged once after the start, for %s', async (_form, asFunction) => {
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

const JWT_AND_DATABASE = ['jwt', 'database'] as const

test.each(JWT_AND_DATABASE)(
  'The sign-in page names the signed-in user, and offers to continue or to change the account: %s',
  async (strategy) => {
    const app = createMailApp({ inbox, store }, { session: { strategy } }, { env: ENV })
    const browser = app.openBrowser()
    await askForMail(browser, ADDRESS)
    await browser.open((await inbox.waitFor(ADDRESS)).link ?? '')
    const html = await (await browser.open(`${BASE}/signin?callbackUrl=/desk`)).text()
    expect(html).toContain(
      texts.present.named.replace('{name}', `<strong><bdi>${ADDRESS}</bdi></strong>`),
    )
    expect(html).toContain(`<a class="button" href="${ORIGIN}/desk">Continue</a>`)
    const form = readForms(html).find(({ action }) => action === `${BASE}/signout`)
    expect(form?.fields['callbackUrl']).toBe(
      `${BASE}/signin?callbackUrl=${encodeURIComponent(`${ORIGIN}/desk`)}`,
    )
    const left = await browser.submit(form?.action ?? '', { ...form?.fields })
    expect(left.headers.get('location')).toBe(form?.fields['callbackUrl'])
    expect(await (await browser.open(`${BASE}/signin`)).text()).not.toContain(signedInAs)
  },
)

test.each(JWT_AND_DATABASE)(
  'The sign-in page does not offer to continue after an error: %s',
  async (strategy) => {
    const app = createMailApp({ inbox, store }, { session: { strategy } }, { env: ENV })
    const browser = app.openBrowser()
    await askForMail(browser, ADDRESS)
    await browser.open((await inbox.waitFor(ADDRESS)).link ?? '')
    const html = await (await browser.open(`${BASE}/signin?error=SessionRequired`)).text()
    expect(html).toContain(signedInAs)
    expect(html).not.toContain('>Continue</a>')
  },
)

test('The sign-in page names no user for cookies that are not a session', async () => {
  const cookie = '__Host-latchstring.session-token=x'
  const html = await read(open({}), 'signin', { cookie })
  expect(html).not.toContain(signedInAs)
})

test('The sign-out page names the signed-in user', async () => {
  const app = createMailApp({ inbox, store }, {}, { env: ENV })
  const browser = app.openBrowser()
  await askForMail(browser, ADDRESS)
  await browser.open((await inbox.waitFor(ADDRESS)).link ?? '')
  const html = await (await browser.open(`${BASE}/signout`)).text()
  expect(html).toContain(
    texts.present.named.replace('{name}', `<strong><bdi>${ADDRESS}</bdi></strong>`),
  )
  expect(readForms(html).map(({ action }) => action)).toEqual([`${BASE}/signout`])
})

test('The sign-out page names the signed-in user in the language of the browser', async () => {
  const app = createMailApp({ inbox, store }, {}, { env: ENV })
  const browser = app.openBrowser()
  await askForMail(browser, ADDRESS)
  await browser.open((await inbox.waitFor(ADDRESS)).link ?? '')
  const response = await browser.open(`${BASE}/signout`, { 'accept-language': 'de' })
  expect(await response.text()).toContain(`Sie sind als <strong><bdi>${ADDRESS}</bdi></strong> an`)
})

test('The sign-out page says without a session that there is none, and has no form', async () => {
  const html = await read(open({}), 'signout')
  expect(html).toContain(texts.signOut.nobody)
  expect(html).not.toContain(texts.signOut.question)
  expect(html).toContain(`href="${BASE}/signin"`)
})

test('The sign-out page keeps its question for a browser with cookies that are not a session', async () => {
  const cookie = '__Host-latchstring.session-token=x'
  const html = await read(open({}), 'signout', { cookie })
  expect(html).toContain(texts.signOut.question)
})

test('A name from a session is written as text', async () => {
  const app = createMailApp(
    { inbox, store },
    { callbacks: { session: ({ session }) => ({ ...session, user: { name: '<img src=x>' } }) } },
    { env: ENV },
  )
  const browser = app.openBrowser()
  await askForMail(browser, ADDRESS)
  await browser.open((await inbox.waitFor(ADDRESS)).link ?? '')
  const html = await (await browser.open(`${BASE}/signin`)).text()
  expect(html).toContain('<bdi>&lt;img src=x&gt;</bdi>')
})

test.each([
  ['development', true],
  ['production', false],
])('The sign-in page without any provider names the mistake in %s: %j', async (NODE_ENV, is) => {
  const broken = (): never => {
    throw new Error('Set HARBOUR_REALM.')
  }
  const config = { providers: [broken], logger: { warn: () => undefined } }
  const html = await read(createApp(config, { env: { ...ENV, NODE_ENV } }), 'signin')
  expect(html).toContain(texts.signIn.none)
  expect([html.includes('Set HARBOUR_REALM.'), html.includes('class="problems"')]).toEqual([is, is])
})
