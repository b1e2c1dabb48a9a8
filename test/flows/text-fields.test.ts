import { type AuthConfig, createAuth } from '@latchstring/core'
import type { CredentialsConfig } from '@latchstring/core/providers/credentials'
import type { SignInOptions } from '@latchstring/core/framework'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { type App, BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { PASSWORD, passwords, PEOPLE, storePeople } from '@latchstring/test-kit/people'
import { openStore } from '@latchstring/test-kit/sqlite-store'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'

// Entered values are text. Anything else, a condition for a query above all, never reaches `authorize`.

const store = forAllTests(openStore)

beforeAll(async () => {
  await storePeople(store.adapter)
})

const authorize = vi.fn<CredentialsConfig['authorize']>()

beforeEach(() => {
  authorize.mockReset()
  authorize.mockImplementation(() => PEOPLE.ada)
})

const SESSIONS: readonly (readonly [string, () => Partial<AuthConfig>])[] = [
  ['sealed sessions', () => ({})],
  ['sessions in a store', () => ({ adapter: store.adapter })],
]

const NO_TEXT: readonly (readonly [string, unknown, string])[] = [
  ['a condition', { $ne: null }, 'an object'],
  ['an empty object', {}, 'an object'],
  ['a list', ['ada'], 'a list'],
  ['a list of conditions', [{ $gt: '' }], 'a list'],
  ['a number', 7, 'a number'],
  ['true', true, 'a boolean'],
  ['null', null, 'null'],
]

const GOOD = { username: 'ada', password: PASSWORD }

describe.each(SESSIONS)('The fields of a sign-in with %s', (_, sessions) => {
  function open(): App {
    return createApp({ providers: [passwords({ authorize })], ...sessions() })
  }

  async function send(browser: Browser, fields: object): Promise<Response> {
    const body = { ...GOOD, ...fields, csrfToken: await browser.csrf(BASE) }
    const json = { accept: 'application/json' }
    return browser.submitJson(`${BASE}/callback/credentials`, body, json)
  }

  test.each(NO_TEXT)(
    'get 400 for a field of a JSON body that is %s, declared or not',
    async (__, value, kind) => {
      const app = open()
      const browser = app.openBrowser()
      for (const name of ['username', 'password', 'remember', 'constructor']) {
        const response = await send(browser, { [name]: value })
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ error: 'InvalidRequest' })
        expect(app.errors.at(-1)?.message).toBe(
          `The field "${name}" for the provider "credentials" is ${kind}, and not text. Send strings only.`,
        )
      }
      expect(authorize).not.toHaveBeenCalled()
      expect(await readSession(browser)).toBeNull()
    },
  )

  test('have at most the first 64 characters of their names in the log', async () => {
    const app = open()
    expect((await send(app.openBrowser(), { ['x'.repeat(65)]: 7 })).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain(`The field "${'x'.repeat(64)}" for`)
  })

  test('INP-01 may be named __proto__, and must be text', async () => {
    const browser = open().openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const post = (proto: string): Promise<Response> => {
      const body = `{"csrfToken":"${csrfToken}","username":"ada","__proto__":${proto}}`
      const headers = {
        'content-type': 'application/json',
        origin: new URL(BASE).origin,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      }
      const init = { method: 'POST', headers, body }
      return handle(new Request(`${BASE}/callback/credentials`, init))
    }
    const logger = { error: () => undefined }
    const { handle } = createAuth({ providers: [passwords({ authorize })], logger }, { env: ENV })
    expect((await post('{"admin":true}')).status).toBe(400)
    expect((await post('"x"')).status).toBe(302)
    expect(Reflect.get({}, 'admin')).toBeUndefined()
    expect(authorize).toHaveBeenCalledOnce()
  })

  test('reach authorize unchanged, as form or as JSON', async () => {
    const browser = open().openBrowser()
    const fields = { username: ' Ada ', password: '{"$ne":null}', remember: '' }
    expectSignedIn(await send(browser, { ...fields, callbackUrl: '/inside' }))
    const csrfToken = await browser.csrf(BASE)
    const form = { ...fields, csrfToken, callbackUrl: '/inside' }
    expectSignedIn(await browser.submit(`${BASE}/callback/credentials`, form))
    for (const [lookUp] of authorize.mock.calls) expect(lookUp).toEqual(fields)
    expect(authorize).toHaveBeenCalledTimes(2)
  })

  test.each(NO_TEXT)(
    'throw for a field passed by code that is %s, declared or not',
    async (__, value, kind) => {
      const { auth } = open()
      for (const name of ['username', 'remember']) {
        const call = auth.signIn({ headers: new Headers() }, 'credentials', {
          ...GOOD,
          [name]: value,
        })
        await expect(call).rejects.toMatchObject({
          type: 'InvalidRequest',
          message: `The field "${name}" for the provider "credentials" is ${kind}, and not text. Send strings only.`,
        })
      }
      expect(authorize).not.toHaveBeenCalled()
    },
  )

  test('throw for a file passed by code, and ignore undefined', async () => {
    const { auth } = open()
    const source = { headers: new Headers() }
    const form = new FormData()
    form.set('username', new File(['ada'], 'ada.txt'))
    await expect(auth.signIn(source, 'credentials', form)).rejects.toMatchObject({
      type: 'InvalidRequest',
    })
    expect(authorize).not.toHaveBeenCalled()
    const options: SignInOptions = {
      ...GOOD,
      remember: undefined,
      redirect: false,
      redirectTo: '/',
    }
    await auth.signIn(source, 'credentials', options)
    expect(authorize.mock.calls[0]?.[0]).toEqual(GOOD)
  })
})

describe('INP-05 A repeated field', () => {
  test('has its first value, in a form over HTTP and in one passed by code', async () => {
    const { handle, signIn } = createAuth({ providers: [passwords({ authorize })] }, { env: ENV })
    const browser = createBrowser(handle)
    const fields = new URLSearchParams({ csrfToken: await browser.csrf(BASE), username: 'ada' })
    fields.append('username', 'grace')
    await browser.submit(`${BASE}/callback/credentials`, fields)
    const form = new FormData()
    for (const name of ['ada', 'grace']) form.append('username', name)
    await signIn({ headers: new Headers() }, 'credentials', form)
    expect(authorize.mock.calls.map(([lookUp]) => lookUp)).toEqual([
      { username: 'ada' },
      { username: 'ada' },
    ])
  })

  test.each([
    '{"username":"ada","username":"grace"}',
    '{"username":"ada","\\u0075sername":"grace"}',
    '{"data":{"a":1,"a":2}}',
    '{"data":[{"a":":","a":"\\":"}]}',
  ])('of a JSON body gets 400: %s', async (body) => {
    const app = createApp({ providers: [passwords({ authorize })] })
    const request = new Request(`${BASE}/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect((await app.auth.handle(request)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('twice')
  })

  test('is not assumed for colons in strings', async () => {
    const app = createApp({ providers: [passwords({ authorize })] })
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const odd = { a: ':', 'b:"\\': '"a":1,"a":2', c: '\\', ':': '\\":' }
    await browser.submitJson(`${BASE}/callback/credentials`, { ...odd, csrfToken })
    expect(authorize.mock.calls[0]?.[0]).toEqual(odd)
  })
})

describe('INP-05 A list in place of a string', () => {
  test.each<readonly [string, unknown]>([
    ['a list', ['/one', '/two']],
    ['a list of one', ['/one']],
    ['an object', { 0: '/one' }],
    ['a number', 1],
  ])('as callbackUrl, %s, redirects to the home page', async (_, callbackUrl) => {
    for (const callbacks of [{}, { redirect: ({ url }: { url: string }): string => url }]) {
      const browser = createApp({ providers: [passwords()], callbacks }).openBrowser()
      const csrfToken = await browser.csrf(BASE)
      const response = await browser.submitJson(`${BASE}/signout`, { csrfToken, callbackUrl })
      const location = new URL(response.headers.get('location') ?? '')
      expect([response.status, location.href]).toEqual([302, `${new URL(BASE).origin}/`])
    }
  })
})

test('INP-09 Options for code are ignored over HTTP', async () => {
  const browser = createApp({ providers: [passwords({ authorize })] }).openBrowser()
  for (const json of [true, false]) {
    const own = { redirect: 'false', redirectTo: '/elsewhere', callbackUrl: '/inside' }
    const body = { ...GOOD, ...own, csrfToken: await browser.csrf(BASE) }
    const url = `${BASE}/callback/credentials?redirectTo=/elsewhere&redirect=false`
    expectSignedIn(await (json ? browser.submitJson(url, body) : browser.submit(url, body)))
    // They are fields like any other, of which the library knows nothing.
    const { callbackUrl: _, ...rest } = own
    expect(authorize.mock.lastCall?.[0]).toEqual({ ...GOOD, ...rest })
  }
})
