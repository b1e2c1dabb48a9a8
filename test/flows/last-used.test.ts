import type { AuthConfig } from '@latchstring/core'
import Credentials from '@latchstring/core/providers/credentials'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { ADDRESS, askForMail, typeCode } from '@latchstring/test-kit/mail-app'
import {
  copyCookies,
  PASSWORD,
  passwords,
  plantCookie,
  storePeople,
} from '@latchstring/test-kit/people'
import { expectSignedIn, readSession, signInWith, signOut } from '@latchstring/test-kit/story'
import { createLetterBox, type LetterBox } from './src/letters.ts'
import { texts } from '@latchstring/test-kit/texts'

const COOKIE = '__Host-latchstring.last-used'
const MARK = '<span class="used"'

const idp = forAllTests(startIdp)
const store = storeForEachTest()
let box: LetterBox

beforeEach(async () => {
  box = createLetterBox()
  await storePeople(store.adapter)
})

/** Another sign-in method, which accepts every password. */
const guest = Credentials({
  id: 'guest',
  name: 'Guest',
  credentials: {},
  authorize: () => ({ id: 'guest', name: 'Guest' }),
})

function open(config: Partial<AuthConfig> = {}, made: 'once' | 'each time' = 'once'): App {
  const providers = [passwords(), guest, box.provider]
  return createApp({ providers, adapter: store.adapter, ...config }, {}, made)
}

async function submit(browser: Browser, id: string, password = PASSWORD): Promise<Response> {
  const csrfToken = await browser.csrf(BASE)
  const fields = { csrfToken, callbackUrl: '/inside', username: 'ada', password }
  return browser.submit(`${BASE}/callback/${id}`, fields)
}

/** Action of the form that has the mark, if one has. */
async function markedForm(browser: Browser, query = ''): Promise<string | undefined> {
  const page = await (await browser.open(`${BASE}/signin${query}`)).text()
  expect(page.split(MARK).length).toBeLessThanOrEqual(2)
  const form = page.split('<form').find((part) => part.split('</form>')[0]?.includes(MARK))
  return form && /action="[^"]*\/([\w-]+)"/.exec(form)?.[1]
}

const MADE = ['once', 'each time'] as const
const EVERY_WAY = STRATEGIES.flatMap((strategy) => MADE.map((made) => [strategy, made] as const))

describe.each(EVERY_WAY)(
  'The last used sign-in method, with %s sessions and a configuration made %s,',
  (strategy, made) => {
    test('is marked on the sign-in page after the sign-out, until another one is used', async () => {
      const app = open({ session: { strategy } }, made)
      const browser = app.openBrowser()
      expect(await markedForm(browser)).toBeUndefined()
      expectSignedIn(await submit(browser, 'credentials'))
      await signOut(browser)
      expect(await readSession(browser)).toBeNull()
      expect(await markedForm(browser)).toBe('credentials')
      await askForMail(browser)
      expect(browser.cookies.get(COOKIE)).toBe('credentials')
      expectSignedIn(await browser.open(box.last().url))
      expect(browser.cookies.get(COOKIE)).toBe('mail')
      await signOut(browser)
      expect(await markedForm(browser)).toBe('mail')
    })

    test('is that of a mail whose code was typed', async () => {
      const browser = open({ session: { strategy } }, made).openBrowser()
      await askForMail(browser)
      expectSignedIn(await typeCode(browser, box.last().code))
      expect(browser.cookies.get(COOKIE)).toBe('mail')
    })

    test('is not marked where the theme turns that off, and no cookie is set', async () => {
      const theme = { lastUsed: false }
      const browser = open({ session: { strategy }, theme }, made).openBrowser()
      await askForMail(browser)
      expectSignedIn(await browser.open(box.last().url))
      expect(browser.cookies.has(COOKIE)).toBe(false)
      plantCookie(browser, COOKIE, 'mail')
      expect(await markedForm(browser)).toBeUndefined()
    })

    test('is not remembered for a sign-in page of the application, or for a single sign-in method', async () => {
      for (const config of [{ pages: { signIn: '/login' } }, { providers: [box.provider] }]) {
        const browser = open({ session: { strategy }, ...config }, made).openBrowser()
        await askForMail(browser)
        expectSignedIn(await browser.open(box.last().url))
        expect(browser.cookies.has(COOKIE)).toBe(false)
      }
    })

    test('is not remembered in frames of other sites', async () => {
      const options = { sameSite: 'none', secure: true, partitioned: true } as const
      const cookies = { sessionToken: { options }, csrfToken: { options }, state: { options } }
      const browser = open({ session: { strategy }, cookies }, made).openBrowser()
      await askForMail(browser)
      expectSignedIn(await typeCode(browser, box.last().code))
      expect(browser.cookies.has(COOKIE)).toBe(false)
    })
  },
)

describe('The cookie of the last used sign-in method', () => {
  test('has an id and nothing else, is for this host and a year, and no script reads it', async () => {
    const browser = open().openBrowser()
    const response = await submit(browser, 'credentials')
    const [header, ...others] = response.headers
      .getSetCookie()
      .filter((one) => one.startsWith(COOKIE))
    expect(others).toEqual([])
    expect(header?.split('; ').toSorted()).toEqual(
      [
        `${COOKIE}=credentials`,
        'HttpOnly',
        'Max-Age=31536000',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ].toSorted(),
    )
  })

  test('is set by no sign-in that fails, for a known name as for an unknown one (ENU-01)', async () => {
    const app = open()
    for (const path of ['credentials', 'mail']) {
      const browser = app.openBrowser()
      if (path === 'mail') await askForMail(browser)
      else await submit(browser, path, 'wrong')
      expect(browser.cookies.has(COOKIE)).toBe(false)
      expect(await markedForm(browser)).toBeUndefined()
    }
    const refused = open({ callbacks: { signIn: () => false } }).openBrowser()
    await submit(refused, 'credentials')
    expect(refused.cookies.has(COOKIE)).toBe(false)
  })

  test.each([
    '',
    'nosuch',
    'GUEST',
    '__proto__',
    'constructor',
    '"><script>alert(1)</script>',
    'x'.repeat(4000),
  ])('with the value %j marks nothing and is not repeated', async (value) => {
    const browser = open().openBrowser()
    plantCookie(browser, COOKIE, value)
    const page = await (await browser.open(`${BASE}/signin`)).text()
    expect(page).not.toContain(MARK)
    expect(page).not.toContain('alert(1)')
  })

  test('marks nothing after its sign-in method was removed from the configuration', async () => {
    const browser = open().openBrowser()
    plantCookie(browser, COOKIE, 'credentials')
    expect(await markedForm(browser)).toBe('credentials')
    const providers = [guest, box.provider]
    const later = copyCookies(browser, open({ providers }).openBrowser())
    expect(await markedForm(later)).toBeUndefined()
  })

  test('marks any configured sign-in method, and changes nothing else of the page', async () => {
    const app = open()
    const [unmarked, marked] = [app.openBrowser(), app.openBrowser()]
    plantCookie(marked, COOKIE, 'guest')
    const read = async (browser: Browser): Promise<string> =>
      (await (await browser.open(`${BASE}/signin`)).text()).replaceAll(/value="[^"]*"/g, '')
    const text = await read(marked)
    expect(text).toContain(MARK)
    expect(
      text
        .replace(/<span class="used"[^<]*<\/span>/, '')
        .replace(' aria-describedby="last-used"', ''),
    ).toBe(await read(unmarked))
  })

  test.each(STRATEGIES)(
    'is that of a provider, and is not changed by one that is added to a session, with %s sessions',
    async (strategy) => {
      const providers = [oidcProvider(idp), plain(idp)]
      const browser = open({ providers, session: { strategy } }).openBrowser()
      expectSignedIn(await signInWith(browser, 'harbour', 'ada'))
      expect(browser.cookies.get(COOKIE)).toBe('harbour')
      const linked = await signInWith(browser, 'plain', 'grace')
      expectSignedIn(linked)
      expect(linked.headers.getSetCookie().join()).not.toContain('last-used')
      await signOut(browser)
      expect(await markedForm(browser)).toBe('harbour')
      expectSignedIn(await signInWith(browser, 'plain', 'grace'))
      expect(browser.cookies.get(COOKIE)).toBe('plain')
    },
  )

  test('is not touched by reading a session', async () => {
    const browser = open().openBrowser()
    await submit(browser, 'credentials')
    const response = await browser.open(`${BASE}/session`)
    expect(response.headers.getSetCookie().join()).not.toContain('last-used')
    expect(await readSession(browser)).not.toBeNull()
  })
})

describe('The sign-in page for a sign-in method that is not configured', () => {
  const said = async (app: App, id: string, language = 'en'): Promise<string> => {
    const request = new Request(`${BASE}/signin${id && `/${id}`}`, {
      headers: { 'accept-language': language },
    })
    const response = await app.auth.handle(request)
    expect(response.status).toBe(200)
    const page = await response.text()
    return /role="alert"[^>]*>\s*<p>([^<]*)</.exec(page)?.[1] ?? ''
  }

  test.each(MADE)('says so, with a configuration made %s', async (made) => {
    const app = open({}, made)
    expect(await said(app, 'nosuch')).toBe(texts.signIn.unknown)
    expect(await said(app, 'nosuch', 'de')).toContain('nicht verfügbar')
    expect(await said(app, 'credentials')).toBe('')
    expect(await said(app, 'mail')).toBe('')
  })

  test.each(MADE)(
    'says that a skipped provider is a mistake of the application, with a configuration made %s',
    async (made) => {
      const lacking = (id: string) => ({ ...plain(idp), id, clientId: '' })
      const providers = [guest, lacking('one'), lacking('two')]
      const app = open({ providers, logger: { warn: () => undefined } }, made)
      const ours = texts.signInReasons.ours
      expect(await said(app, 'one')).toContain(ours)
      expect(await said(app, 'two')).toContain(ours)
      expect(await said(app, 'three')).toBe(texts.signIn.unknown)
      expect(await said(app, 'guest')).toBe('')
      expect(await said(app, '')).toBe('')
    },
  )

  test('leads to the page of the application where there is one', async () => {
    const app = open({ pages: { signIn: '/login' } })
    const response = await app.auth.handle(new Request(`${BASE}/signin/nosuch`))
    expect([response.status, response.headers.get('location')?.split('?')[0]]).toEqual([
      302,
      new URL('/login', BASE).href,
    ])
  })
})

test('The address of a mail is not in the cookie of the last used sign-in method', async () => {
  const browser = open().openBrowser()
  await askForMail(browser)
  expectSignedIn(await browser.open(box.last().url))
  expect(browser.cookies.get(COOKIE)).not.toContain(ADDRESS)
})
