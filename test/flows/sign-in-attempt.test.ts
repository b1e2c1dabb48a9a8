import type { AuthConfig } from '@latchstring/core'
import Credentials, { type CredentialsConfig } from '@latchstring/core/providers/credentials'
import { CredentialsSignin } from '@latchstring/core/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { texts } from '@latchstring/test-kit/texts'
import { BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { PASSWORD, passwords, plantCookie, storePeople } from '@latchstring/test-kit/people'
import { readLocation, readSession } from '@latchstring/test-kit/story'

const COOKIE = '__Host-latchstring.attempt'
const store = storeForEachTest()

beforeEach(async () => {
  await storePeople(store.adapter)
})

interface Try {
  readonly [field: string]: string
}

/** Sends a form and follows the browser to the page that it is sent to. */
async function send(browser: Browser, fields: Try, id = 'credentials'): Promise<string> {
  const csrfToken = await browser.csrf(BASE)
  const response = await browser.submit(`${BASE}/callback/${id}`, { csrfToken, ...fields })
  const { href } = readLocation(response)
  expect(href).not.toMatch(/ada|grace/)
  return (await browser.open(href)).text()
}

/** The input of that name, as the page has it. */
const inputOf = (page: string, name: string): string =>
  page.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? ''

const refusing = (
  credentials: CredentialsConfig['credentials'],
  id = 'credentials',
): ReturnType<typeof Credentials> => Credentials({ id, credentials, authorize: () => null })

describe.each(STRATEGIES)('After a wrong password, with sessions of strategy %s', (strategy) => {
  const open = (config: Partial<AuthConfig> = {}) =>
    createApp({
      providers: [passwords()],
      adapter: store.adapter,
      session: { strategy },
      ...config,
    })

  test('the form has the name again, no password, and the cursor in it', async () => {
    const browser = open().openBrowser()
    const page = await send(browser, { username: 'ada', password: 'wrong' })
    expect(inputOf(page, 'username')).toContain('value="ada"')
    expect(inputOf(page, 'username')).not.toContain('autofocus')
    expect(inputOf(page, 'password')).toContain(' autofocus')
    expect(inputOf(page, 'password')).not.toContain('value=')
    const [, , , ciphertext = ''] = (browser.cookies.get(COOKIE) ?? '').split('.')
    const bytes = Buffer.from(ciphertext, 'base64url')
    expect(bytes.length).toBeGreaterThan(64)
    expect(bytes.toString('latin1')).not.toContain('provider')
  })

  test('the name is forgotten by a sign-in', async () => {
    const browser = open().openBrowser()
    await send(browser, { username: 'ada', password: 'wrong' })
    await send(browser, { username: 'ada', password: PASSWORD })
    expect(await readSession(browser)).not.toBeNull()
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test('an own sign-in page is given no cookie', async () => {
    const browser = open({ pages: { signIn: '/login' } }).openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, username: 'ada', password: 'wrong' }
    expect((await browser.submit(`${BASE}/callback/credentials`, fields)).status).toBe(302)
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })
})

const WRONG_EMAIL = texts.signIn.wrongEmailOrPassword
const WRONG_USERNAME = texts.signIn.wrongUsernameOrPassword
const GENERAL = texts.signInErrors.CredentialsSignin
const password = { type: 'password' }

describe('What was refused', () => {
  test.each<[string, CredentialsConfig['credentials'], string]>([
    ['an email address', { email: { type: 'email' }, password }, WRONG_EMAIL],
    ['an email address by its type', { login: { type: 'Email' }, password }, WRONG_EMAIL],
    ['an email address by its name', { 'E-Mail': {}, secret: password }, WRONG_EMAIL],
    ['a user name', { username: {}, password }, WRONG_USERNAME],
    ['a user name with its label', { user_name: { label: 'User Name' }, password }, WRONG_USERNAME],
    [
      'a user name beside what is not typed',
      { tenant: { type: 'hidden' }, username: {}, password, stay: { type: 'checkbox' } },
      WRONG_USERNAME,
    ],
    [
      'a number for which a label asks',
      { username: { label: 'Member number' }, password },
      GENERAL,
    ],
    ['a telephone number', { phone: { type: 'tel' }, password }, GENERAL],
    ['a third input', { username: {}, password, otp: {} }, GENERAL],
    ['two passwords', { password, pin: password }, GENERAL],
    ['a password alone', { password }, GENERAL],
    ['an email address alone', { email: { type: 'email' } }, GENERAL],
    ['no inputs', {}, GENERAL],
  ])('is called what the form asks for: %s', async (_, inputs, sentence) => {
    const page = await send(createApp({ providers: [refusing(inputs)] }).openBrowser(), {})
    const said = [WRONG_EMAIL, WRONG_USERNAME, GENERAL].filter((one) => page.includes(one))
    expect(said).toEqual([sentence])
  })

  test('is the same for a person who does not exist as for a wrong password', async () => {
    const app = createApp({ providers: [passwords()] })
    for (const username of ['ada', 'eve']) {
      const page = await send(app.openBrowser(), { username, password: 'wrong' })
      expect(page).toContain(WRONG_USERNAME)
    }
  })

  test('is called by the form that was sent; without one of several it has no name', async () => {
    const email = refusing({ email: { type: 'email' }, password }, 'one')
    const app = createApp({ providers: [email, refusing({ username: {}, password }, 'two')] })
    const browser = app.openBrowser()
    expect(await send(browser, { username: 'ada', password: 'x' }, 'two')).toContain(WRONG_USERNAME)
    const [page, alone] = [app.openBrowser(), createApp({ providers: [email] }).openBrowser()]
    const path = `${BASE}/signin?error=CredentialsSignin`
    expect(await (await page.open(path)).text()).toContain(GENERAL)
    expect(await (await alone.open(path)).text()).toContain(WRONG_EMAIL)
  })
})

describe('A sign-in page', () => {
  test('has no name where nothing has failed, or something else has', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    await send(browser, { username: 'ada', password: 'wrong' })
    for (const query of ['', '?error=AccessDenied']) {
      const page = await (await browser.open(`${BASE}/signin${query}`)).text()
      expect(inputOf(page, 'username')).not.toContain('value=')
      expect(inputOf(page, 'password')).not.toContain('autofocus')
    }
  })

  test('has the name in the form that it was sent in, and in no other', async () => {
    const inputs = { email: { type: 'email' }, password: { type: 'password' } }
    const providers = [refusing(inputs, 'one'), refusing(inputs, 'two')]
    const page = await send(
      createApp({ providers }).openBrowser(),
      { email: 'ada@example.com', password: 'x' },
      'two',
    )
    const [first = '', second = ''] = page.split('</form>').filter((part) => part.includes('email'))
    expect(first).not.toContain('ada@example.com')
    expect(second).toContain('value="ada@example.com"')
  })

  test.each<[string, CredentialsConfig['credentials'], Try]>([
    ['a password', { password: { type: 'password' } }, { password: 'ada' }],
    ['a password that is shown', { password: {}, pin: { type: 'text' } }, { password: 'ada' }],
    ['a hidden name', { username: { type: 'hidden' } }, { username: 'ada' }],
    ['an empty name', { username: {} }, { username: '' }],
    ['what has no input', { username: {} }, { email: 'ada' }],
    ['what is sent as `undefined` where no input is a name', { pin: {} }, { undefined: 'ada' }],
    ['what is only called after a name', { username_hint: {} }, { username_hint: 'ada' }],
    ['what only ends like a name', { secretuser: {} }, { secretuser: 'ada' }],
    ['a name of 255 characters', { username: {} }, { username: `ada${'a'.repeat(252)}` }],
  ])('is not given %s', async (_, inputs, fields) => {
    const browser = createApp({ providers: [refusing(inputs)] }).openBrowser()
    const page = await send(browser, fields)
    expect(page).toContain(texts.signInErrors.CredentialsSignin)
    expect(page).not.toContain('value="ada')
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test.each(['username', 'user_name', 'user-name', 'E-Mail', 'login', 'identifier'])(
    'has the name again that was sent as %s',
    async (name) => {
      const browser = createApp({ providers: [refusing({ [name]: {} })] }).openBrowser()
      expect(await send(browser, { [name]: 'ada' })).toContain('value="ada"')
    },
  )

  test('has a telephone number again', async () => {
    const inputs = { phone: { type: 'TEL' }, pin: { type: 'password' } }
    const browser = createApp({ providers: [refusing(inputs)] }).openBrowser()
    expect(await send(browser, { phone: '555', pin: 'x' })).toContain('value="555"')
  })

  test('is filled in with a name of 254 characters, but not where no inputs are declared', async () => {
    const long = `ada${'a'.repeat(251)}`
    const known = createApp({ providers: [refusing({ Username: {} })] }).openBrowser()
    expect(await send(known, { Username: long })).toContain(`value="${long}"`)
    const none = createApp({ providers: [refusing({})] }).openBrowser()
    await send(none, { username: long })
    expect(none.cookies.has(COOKIE)).toBe(false)
  })

  test.each<[string, () => never, boolean]>([
    [
      'says itself that they are wrong',
      () => {
        throw new CredentialsSignin('locked')
      },
      true,
    ],
    [
      'fails',
      () => {
        throw new Error('The database is away.')
      },
      false,
    ],
  ])('has the name again where `authorize` %s: %s', async (_, authorize, again) => {
    const browser = createApp({ providers: [passwords({ authorize })] }).openBrowser()
    const page = await send(browser, { username: 'ada', password: 'x' })
    expect(browser.cookies.has(COOKIE)).toBe(again)
    expect(page.includes('value="ada"')).toBe(again)
  })

  test('PAG-01 escapes the name', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    const page = await send(browser, { username: '"><img src=x>', password: 'wrong' })
    expect(page).not.toContain('<img src=x>')
    expect(inputOf(page, 'username')).toContain('value="&quot;')
  })

  test('ignores a cookie that this application has not sealed', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    plantCookie(browser, COOKIE, 'ada')
    const page = await (await browser.open(`${BASE}/signin?error=CredentialsSignin`)).text()
    expect(inputOf(page, 'username')).not.toContain('value=')
    expect(inputOf(page, 'password')).not.toBe('')
  })

  test('has an empty form where the cookie has expired, five minutes after the password', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, username: 'ada', password: 'wrong' }
    const response = await browser.submit(`${BASE}/callback/credentials`, fields)
    const [cookie = ''] = response.headers
      .getSetCookie()
      .filter((one) => one.startsWith(`${COOKIE}=`))
    expect(cookie).toMatch(/; Max-Age=300(?:;|$)/)
    const later = createApp({ providers: [passwords()] }).openBrowser()
    const page = await (await later.open(`${BASE}/signin?error=CredentialsSignin`)).text()
    expect(inputOf(page, 'username')).not.toContain('value=')
    expect(inputOf(page, 'password')).not.toBe('')
  })

  test('leaves no cookie to a browser that had none, after a sign-in', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const fields = { csrfToken, username: 'ada', password: PASSWORD }
    const response = await browser.submit(`${BASE}/callback/credentials`, fields)
    expect(await readSession(browser)).not.toBeNull()
    expect(response.headers.getSetCookie().join()).not.toContain(COOKIE)
  })

  test('ENU-01 has the sent value, not the result of `authorize`', async () => {
    const authorize = (sent: Record<string, unknown>): null => {
      if (sent['username'] === 'ada') Object.assign(sent, { username: 'ada@example.com' })
      return null
    }
    const browser = createApp({ providers: [passwords({ authorize })] }).openBrowser()
    const page = await send(browser, { username: 'ada', password: 'wrong' })
    expect(inputOf(page, 'username')).toContain('value="ada"')
  })

  test('has no name of an earlier try after one that has none', async () => {
    const browser = createApp({ providers: [refusing({ username: {} })] }).openBrowser()
    await send(browser, { username: 'ada' })
    expect(inputOf(await send(browser, { username: '' }), 'username')).not.toContain('value=')
    expect(browser.cookies.has(COOKIE)).toBe(false)
  })

  test('has the name in a cookie that browsers keep, whatever its characters', async () => {
    const browser = createApp({ providers: [passwords()] }).openBrowser()
    for (const character of ['\u0001', '\u20AC', '"']) {
      await send(browser, { username: character.repeat(254), password: 'wrong' })
      expect(browser.cookies.get(COOKIE)?.length).toBeLessThan(3500)
    }
  })

  test('has the name where inputs are called as members of objects are', async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what JSON is parsed to, with an own `__proto__`
    const inputs = JSON.parse(
      '{"__proto__":{},"constructor":{},"username":{}}',
    ) as CredentialsConfig['credentials']
    const browser = createApp({ providers: [refusing(inputs)] }).openBrowser()
    const fields = Object.fromEntries([
      ['__proto__', 'evil'],
      ['constructor', 'evil'],
      ['username', 'ada'],
    ])
    const page = await send(browser, fields)
    expect(inputOf(page, 'username')).toContain('value="ada"')
    expect(page).not.toContain('evil')
  })
})
