import { customFetch } from '@latchstring/core'
import { describe, expect, test } from 'vitest'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { type App, BASE, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { asked, oidcProvider, plain, RESERVED_PARAMETERS } from '@latchstring/test-kit/idp'
import { recordFetch } from './src/recorded-fetch.ts'
import {
  checkCookies,
  expectSignedIn,
  readLocation,
  requestAuthorization,
  signInWith,
} from '@latchstring/test-kit/story'

const idp = idpForEachTest()

/** Other spellings that some server takes for the parameter. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => name.replace(/(?:^|_)[a-z]/g, (start) => start.toUpperCase()),
  (name) => `${name}[]`,
  (name) => `${name}[0]`,
  (name) => ` ${name} `,
  (name) => name.replaceAll('_', '.'),
  (name) => name.replaceAll('_', ' '),
  (name) => name.replace('_', '['),
  (name) => name.replaceAll('i', 'ı'),
  (name) => name.replaceAll('i', 'İ'),
  (name) => `\u200b${name}\u0001`,
  (name) => name.replace(/^./, (first) => String.fromCharCode(first.charCodeAt(0) + 0xfee0)),
]

const open = (): App => createApp({ providers: [oidcProvider(idp), plain(idp)] })

interface Request {
  readonly browser: Browser
  readonly id: string
  readonly csrfToken: string
}

type Way = (request: Request, name: string) => Promise<Response>

/** The ways in which a browser could hand over a parameter. */
const OVER_HTTP: Readonly<Record<string, Way>> = {
  query: ({ browser, id, csrfToken }, name) =>
    browser.submit(`${BASE}/signin/${id}?${new URLSearchParams({ [name]: 'mine' })}`, {
      csrfToken,
    }),
  'query, twice': ({ browser, id, csrfToken }, name) => {
    const query = new URLSearchParams(['mine', 'mine too'].map((value) => [name, value]))
    return browser.submit(`${BASE}/signin/${id}?${query}`, { csrfToken })
  },
  form: ({ browser, id, csrfToken }, name) =>
    browser.submit(`${BASE}/signin/${id}`, { csrfToken, [name]: 'mine' }),
  JSON: ({ browser, id, csrfToken }, name) =>
    browser.submitJson(`${BASE}/signin/${id}`, { csrfToken, [name]: 'mine' }),
  'JSON, as a list': ({ browser, id, csrfToken }, name) =>
    browser.submitJson(`${BASE}/signin/${id}`, { csrfToken, [name]: ['mine'] }),
}

describe.each(['harbour', 'plain'])('A reserved parameter of the protocol, for "%s"', (id) => {
  test.each(Object.entries(OVER_HTTP))(
    'gets 400 and no redirect, over HTTP in the %s (OAU-06)',
    async (way, send) => {
      const browser = open().openBrowser()
      const request = { browser, id, csrfToken: await browser.csrf(BASE) }
      // How a name is read does not depend on where it stands.
      const spellings = way === 'query' ? SPELLINGS : SPELLINGS.slice(0, 2)
      for (const name of RESERVED_PARAMETERS.flatMap((one) =>
        spellings.map((spell) => spell(one)),
      )) {
        const response = await send(request, name)
        expect([name, response.status]).toEqual([name, 400])
        expect(response.headers.has('location')).toBe(false)
      }
      expect(checkCookies(browser)).toEqual([])
      expect(asked(idp)).toEqual([])
    },
  )

  test('throws from code in every form and spelling (OAU-06)', async () => {
    const { auth } = open()
    const source = { headers: new Headers() }
    for (const name of RESERVED_PARAMETERS) {
      for (const spell of SPELLINGS) {
        const pair: [string, string] = [spell(name), 'mine']
        const further: [string, string][] = [['prompt', 'login'], pair]
        const forms = [
          new URLSearchParams([pair]),
          new URLSearchParams([pair]).toString(),
          `?prompt=login&${new URLSearchParams([pair])}`,
          Object.fromEntries([pair]),
          [pair],
          further,
        ]
        for (const form of forms) {
          const started = auth.signIn(source, id, {}, form)
          await expect(started).rejects.toMatchObject({ type: 'InvalidRequest' })
        }
      }
    }
    expect(asked(idp)).toEqual([])
  })
})

describe('A repeated parameter of a sign-in', () => {
  const TWICE: [string, string][] = [
    ['prompt', 'login'],
    ['prompt', 'none'],
  ]

  test('gets 400 over HTTP (OAU-06)', async () => {
    const browser = open().openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const query = new URLSearchParams(TWICE)
    expect((await browser.submit(`${BASE}/signin/harbour?${query}`, { csrfToken })).status).toBe(
      400,
    )
  })

  test.each([
    ['text', new URLSearchParams(TWICE).toString()],
    ['pairs', TWICE],
    ['URLSearchParams', new URLSearchParams(TWICE)],
  ])('throws from code as %s (OAU-06)', async (_, form) => {
    const started = open().auth.signIn({ headers: new Headers() }, 'harbour', {}, form)
    await expect(started).rejects.toMatchObject({ type: 'InvalidRequest' })
  })
})

describe('Any other parameter of a sign-in', () => {
  const ALLOWED = { prompt: 'login', login_hint: 'ada@harbour.example', stateful: '1' }

  test('reaches the provider over HTTP', async () => {
    const browser = open().openBrowser()
    const csrfToken = await browser.csrf(BASE)
    const query = new URLSearchParams(ALLOWED)
    const response = await browser.submit(`${BASE}/signin/harbour?${query}`, { csrfToken })
    expect(Object.fromEntries(readLocation(response).searchParams)).toMatchObject(ALLOWED)
  })

  test.each([
    ['text', new URLSearchParams(ALLOWED).toString()],
    ['pairs', Object.entries(ALLOWED)],
    ['a record', ALLOWED],
    ['URLSearchParams', new URLSearchParams(ALLOWED)],
  ])('reaches the provider from code as %s', async (_, form) => {
    const { url } = await open().auth.signIn({ headers: new Headers() }, 'harbour', {}, form)
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject(ALLOWED)
  })

  test('in a form that code passes is not sent to the provider', async () => {
    const form = new FormData()
    form.set('state', 'Oregon')
    form.set('redirectTo', '/inside')
    const { url } = await open().auth.signIn({ headers: new Headers() }, 'harbour', form)
    const { searchParams } = new URL(url)
    expect(searchParams.getAll('state')).toHaveLength(1)
    expect(searchParams.get('state')).not.toBe('Oregon')
  })

  test('of the configuration is not overridden by a reserved one of the caller (OAU-06)', async () => {
    const params = { response_mode: 'form_post', id_token_hint: 'a.b.c', client_id: 'ignored' }
    const app = createApp({ providers: [oidcProvider(idp, { authorization: { params } })] })
    const { url } = await app.auth.signIn({ headers: new Headers() }, 'harbour')
    const sent = Object.fromEntries(new URL(url).searchParams)
    expect(sent).toMatchObject({
      response_mode: 'form_post',
      id_token_hint: 'a.b.c',
      client_id: 'app',
    })
  })
})

describe('A grant other than the authorization code', () => {
  test.each(['token', 'id_token', 'code token', 'code id_token', 'none'])(
    'cannot be configured as response_type %j: a code is requested (OAU-27)',
    async (response_type) => {
      const params = { response_type }
      const authorization = { url: idp.oauth.authorization, params }
      const providers = [
        oidcProvider(idp, { authorization: { params } }),
        plain(idp, { authorization }),
      ]
      const { auth } = createApp({ providers })
      for (const id of ['harbour', 'plain']) {
        const { url } = await auth.signIn({ headers: new Headers() }, id)
        expect(new URL(url).searchParams.getAll('response_type')).toEqual(['code'])
      }
    },
  )

  test.each(['password', 'client_credentials', 'refresh_token'])(
    'cannot be configured as grant_type %j: the code is exchanged (OAU-27)',
    async (grant_type) => {
      const recorded = recordFetch()
      const token = { url: idp.oauth.token, params: { grant_type, username: 'ada' } }
      const app = createApp({ providers: [plain(idp, { token, [customFetch]: recorded.fetch })] })
      expectSignedIn(await signInWith(app.openBrowser(), 'plain'))
      const [request] = recorded.to('/oauth/token')
      expect(request?.body.getAll('grant_type')).toEqual(['authorization_code'])
    },
  )
})

test('the target of a sign-in is not sent to the provider, also where it is in the query', async () => {
  const query = { callbackUrl: '/elsewhere', login_hint: 'ada' }
  const request = await requestAuthorization(open().openBrowser(), 'harbour', { query })
  expect(request.searchParams.get('login_hint')).toBe('ada')
  expect(request.searchParams.has('callbackUrl')).toBe(false)
})
