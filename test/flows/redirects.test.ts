import type { AuthConfig } from '@latchstring/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, createApp, ORIGIN, UNREACHED_PROVIDER } from '@latchstring/test-kit/app'
import { readForms } from '@latchstring/test-kit/forms'
import { HOSTILE_TARGETS } from './src/hostile.ts'
import {
  signInWithPassword,
  PASSWORD,
  passwords,
  plantCookie,
  submitPassword,
} from '@latchstring/test-kit/people'
import { checkCookies, readLocation, readSession } from '@latchstring/test-kit/story'

const LONE_SURROGATE = /\p{Cs}/gu

const TARGET_COOKIE = '__Host-latchstring.callback-url'

function open(config: Partial<AuthConfig> = {}): App {
  return createApp({ providers: [passwords(), UNREACHED_PROVIDER], ...config })
}

/** What a browser makes of an address, relative to the request. */
function resolved(location: string, base: string): string {
  const url = new URL(location, base)
  return `${url.protocol}//${url.username}${url.password}${url.host}`
}

/** Cookies can carry any value when it is encoded. */
function encoded(target: string): string {
  return encodeURIComponent(target.replaceAll(LONE_SURROGATE, '\u{fffd}'))
}

const json = { accept: 'application/json' }

/** Every way a value of a request can become a place to go to. */
type Callbacks = AuthConfig['callbacks']
type Way = (app: App, target: string, callbacks?: Callbacks) => Promise<Response>

const WAYS: Readonly<Record<string, Way>> = {
  'the body of a sign-in': async (app, callbackUrl) => {
    const browser = app.openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), callbackUrl }
    return browser.submitJson(`${BASE}/callback/credentials`, {
      ...fields,
      username: 'ada',
      password: PASSWORD,
    })
  },
  'the body of a failing sign-in': async (app, callbackUrl) => {
    const browser = app.openBrowser()
    const fields = { csrfToken: await browser.csrf(BASE), callbackUrl }
    return browser.submitJson(`${BASE}/callback/credentials`, { ...fields, username: 'ada' })
  },
  'the body of a sign-out': async (app, callbackUrl) => {
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    return browser.submitJson(`${BASE}/signout`, { csrfToken, callbackUrl })
  },
  'the body of a sign-in without a provider': async (app, callbackUrl) => {
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    return browser.submitJson(`${BASE}/signin`, { csrfToken, callbackUrl })
  },
  'the query of a sign-out': async (app, target) => {
    const browser = app.openBrowser()
    const csrfToken = await browser.csrf(BASE)
    return browser.submit(`${BASE}/signout?callbackUrl=${encoded(target)}`, { csrfToken })
  },
  'the cookie at a sign-out': async (app, target) => {
    const browser = app.openBrowser()
    plantCookie(browser, TARGET_COOKIE, encoded(target))
    return browser.submit(`${BASE}/signout`, { csrfToken: await browser.csrf(BASE) })
  },
  'the cookie at a sign-in': async (app, target) => {
    const browser = app.openBrowser()
    plantCookie(browser, TARGET_COOKIE, encoded(target))
    const fields = { csrfToken: await browser.csrf(BASE), username: 'ada', password: PASSWORD }
    return browser.submit(`${BASE}/callback/credentials`, fields)
  },
  'redirectTo from code': async (app, redirectTo) => {
    const { url } = await app.auth.signOut({ headers: new Headers() }, { redirectTo })
    return new Response(null, { status: 302, headers: { location: url } })
  },
  'the sign-in from code': async (app, redirectTo) => {
    const fields = { username: 'ada', password: PASSWORD, redirectTo }
    const { url } = await app.auth.signIn({ headers: new Headers() }, 'credentials', fields)
    return new Response(null, { status: 302, headers: { location: url } })
  },
  'the address of the page that asks': async (app, target) => {
    const referer = target.replaceAll(/[^\x20-\x7e]/gu, '')
    const { url } = await app.auth.signOut({ headers: new Headers({ referer }) })
    return new Response(null, { status: 302, headers: { location: url } })
  },
  'what the signIn callback returns': (_, target, callbacks) => {
    const own = open({ callbacks: { ...callbacks, signIn: () => target } })
    return submitPassword(own.openBrowser(), 'ada')
  },
}

describe.each(Object.entries(WAYS))('RDR-01 RDR-03 A hostile target in %s', (_, send) => {
  test('never redirects to another site', async () => {
    const app = open()
    for (const target of HOSTILE_TARGETS) {
      const response = await send(app, target)
      const location = response.headers.get('location')
      if (location === null) {
        // What is not a string at all is refused before it is a target.
        expect([target, response.status]).toEqual([target, 400])
        continue
      }
      expect([target, response.status]).toEqual([target, 302])
      expect([target, resolved(location, BASE)]).toEqual([target, ORIGIN])
      expect([target, /^\/[/\\]/.test(location)]).toEqual([target, false])
      const carried = new URL(location).searchParams.get('callbackUrl')
      if (carried !== null) expect([target, resolved(carried, BASE)]).toEqual([target, ORIGIN])
    }
    expect(app.errors.filter(({ type }) => type === 'AuthError')).toEqual([])
  })
})

test('RDR-01 A path of the application is kept as a redirect target', async () => {
  const send = WAYS['the body of a sign-in']
  for (const target of [
    '/inside?a=1&b=%2F%2F#top',
    `${ORIGIN}/x?y=https://evil.example`,
    '/é',
    '/',
  ]) {
    const response = await send?.(open(), target)
    expect(response?.headers.get('location')).toBe(new URL(target, ORIGIN).href)
  }
})

describe('A target with spaces in what is searched for', () => {
  const KEPT = `${ORIGIN}/search?q=red%20shoes%C2%A0%E3%80%80x`

  test.each([
    'the body of a sign-in',
    'the body of a sign-out',
    'the query of a sign-out',
    'the cookie at a sign-in',
  ])('is encoded and kept on the way through %s', async (way) => {
    const response = await WAYS[way]?.(open(), '/search?q=red shoes\u00a0\u3000x')
    expect(response?.headers.get('location')).toBe(KEPT)
  })

  test('is encoded and kept when code of the server signs out', async () => {
    const headers = new Headers({ host: 'app.example' })
    const redirectTo = '/search?q=red shoes\u00a0\u3000x'
    expect((await open().auth.signOut({ headers }, { redirectTo })).url).toBe(KEPT)
  })
})

test('RDR-02 User information in a URL of the application is removed', async () => {
  const response = await WAYS['the body of a sign-in']?.(open(), 'https://a:b@app.example/inside')
  expect(response?.headers.get('location')).toBe(`${ORIGIN}/inside`)
})

/** Whatever begins like a script, to its end. */
const scriptsIn = (html: string): readonly string[] =>
  html.match(/<script.*?(?:<\/script>|$)/gis) ?? []

test('RDR-03 CKI-13 No page contains a hostile target, whatever parameter has it', async () => {
  const app = open()
  for (const page of ['signin', 'signout', 'error', 'verify-request']) {
    const plain = await app.openBrowser().open(`${BASE}/${page}`)
    const ownScripts = scriptsIn(await plain.text())
    for (const target of HOSTILE_TARGETS) {
      const browser = app.openBrowser()
      plantCookie(browser, TARGET_COOKIE, encoded(target))
      const query = encoded(target)
      const address = `${BASE}/${page}?callbackUrl=${query}&error=${query}&ref=x&email=${query}&provider=${query}`
      const response = await browser.open(address)
      // Longer than any query may be.
      if (response.status === 413) continue
      const html = await response.text()
      const links = [...html.matchAll(/\s(?:href|action|src)="([^"]*)"/g)].map(([, value]) => value)
      const targets = readForms(html).map(({ fields }) => fields['callbackUrl'] ?? '/')
      for (const link of [...links, ...targets]) {
        const known = (link ?? '').replaceAll('&amp;', '&')
        if (known.startsWith('data:image/')) continue
        expect([page, target, resolved(known, BASE)]).toEqual([page, target, ORIGIN])
      }
      // Another page, which says that the request is wrong, has none.
      for (const script of scriptsIn(html)) expect(ownScripts).toContain(script)
    }
  }
})

describe('RDR-05 The redirect callback', () => {
  async function leadsTo(result: unknown): Promise<string | null> {
    // What an application written in JavaScript may return.
    const app = open({ callbacks: { redirect: () => result as string } })
    const response = await WAYS['the body of a sign-in']?.(app, '/inside')
    expect(response?.status).toBe(302)
    return response?.headers.get('location') ?? null
  }

  test('may redirect to another origin', async () => {
    expect(await leadsTo('https://partner.example/welcome')).toBe('https://partner.example/welcome')
    expect(await leadsTo('/inside')).toBe(`${ORIGIN}/inside`)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example/x',
    '//evil.example',
    '/\\evil.example',
    'https://app.example/\r\nSet-Cookie: a=b',
    'ftp://app.example/',
    '',
    null,
    undefined,
    7,
    {},
  ])('may not return %j as the target', async (result) => {
    expect(new URL((await leadsTo(result)) ?? '').href).toBe(`${ORIGIN}/`)
  })

  test('gets URL and origin, and its error leads to the home page', async () => {
    const seen: unknown[] = []
    const redirect = (params: unknown): never => {
      seen.push(params)
      throw new Error('the callback is broken')
    }
    const app = open({ callbacks: { redirect } })
    const response = await WAYS['the body of a sign-in']?.(app, '/inside')
    expect(new URL(response?.headers.get('location') ?? '').href).toBe(`${ORIGIN}/`)
    expect(seen).toContainEqual({ url: '/inside', baseUrl: ORIGIN })
    expect(app.errors.map(({ type }) => type)).toContain('CallbackRouteError')
  })
})

/** Addresses that are used otherwise than they are written. */
const ODD_TARGETS = [
  'https://eve:secret@app.example/inside',
  'https://eve@app.example/inside',
  'HTTPS://APP.EXAMPLE:443/inside',
  'https://app.example/a/../inside?x=1#y',
  'https://eve:secret@partner.example/welcome',
  '/a/./b/../inside',
  '/%2e%2e/inside',
  '/.//partner.example',
  '/inside?next=https://eve@partner.example',
  '/é',
]

describe.each(Object.entries(WAYS))('RDR-02 RDR-05 An unusual URL as %s', (_, send) => {
  test('is passed to the redirect callback in the form that is used, without user information', async () => {
    for (const target of [...ODD_TARGETS, ...HOSTILE_TARGETS]) {
      const redirected: string[] = []
      const callbacks: AuthConfig['callbacks'] = {
        redirect: ({ url }) => {
          redirected.push(url)
          return url
        },
      }
      const response = await send(open({ callbacks }), target, callbacks)
      const location = response.headers.get('location')
      if (location === null) continue
      const used = redirected.map((url) => new URL(url, ORIGIN))
      for (const { protocol, username, password } of used) {
        expect([target, /^https?:$/.test(protocol), username, password]).toEqual([
          target,
          true,
          '',
          '',
        ])
      }
      for (const url of redirected) expect([target, /^\/[/\\]/.test(url)]).toEqual([target, false])
      // A failing sign-in leads to its page, which carries the address on.
      const { searchParams } = new URL(location)
      const last = searchParams.get('callbackUrl') ?? location
      const known = used.map(({ href }) => href)
      if (!known.includes(last)) expect([ORIGIN, `${BASE}/signin`]).toContain(last)
    }
  })
})

describe('RDR-07 A configured page at the URL of the built-in one', () => {
  test.each(['signin', 'signout', 'error', 'verify-request'])(
    'is shown without a loop: %s',
    async (page) => {
      const own = `/auth/${page}`
      const pages = { signIn: own, signOut: own, error: own, verifyRequest: own }
      const response = await open({ pages })
        .openBrowser()
        .open(`${BASE}/${page}?error=Configuration`)
      const location = response.headers.get('location')
      expect(location === null || new URL(location).pathname !== own).toBe(true)
    },
  )
})

test('RDR-09 The parameters of a page of the application are encoded', async () => {
  const pages = { signIn: '/login?theme=dark', error: '/oops', verifyRequest: '/mail' }
  const app = open({ pages })
  const nasty = 'a&callbackUrl=https://evil.example#x"><script>'
  for (const [action, path] of [
    ['signin', '/login'],
    ['error', '/oops'],
    ['verify-request', '/mail'],
  ] as const) {
    const address = `${BASE}/${action}?error=${encodeURIComponent(nasty)}`
    const location = readLocation(await app.openBrowser().open(address))
    expect(location.origin + location.pathname).toBe(ORIGIN + path)
    expect(location.searchParams.get('error')).toBe(nasty)
    expect(location.searchParams.get('callbackUrl') ?? ORIGIN).toMatch(
      /^https:\/\/app\.example\/?$/,
    )
    expect(location.hash).toBe('')
  }
})

test('RDR-03 A hostile query of POST signin reaches only the authorization request', async () => {
  const browser = open().openBrowser()
  const csrfToken = await browser.csrf(BASE)
  const query = new URLSearchParams({ callbackUrl: 'https://evil.example', login_hint: '"><x' })
  const response = await browser.submit(`${BASE}/signin/harbour?${query}`, { csrfToken })
  const location = readLocation(response)
  expect(location.origin + location.pathname).toBe('https://harbour.example/authorize')
  expect(location.searchParams.get('redirect_uri')).toBe(`${BASE}/callback/harbour`)
  expect(location.searchParams.get('login_hint')).toBe('"><x')
  expect(checkCookies(browser)).toHaveLength(2)
})

describe('The `redirect` callback', () => {
  const redirected: string[] = []
  const redirect = ({ url }: { readonly url: string }): string => {
    redirected.push(url)
    return url
  }

  beforeEach(() => {
    redirected.length = 0
  })

  test.each(['session', 'csrf', 'providers', 'error', 'verify-request'])(
    'is not called by GET %s without a target',
    async (action) => {
      const browser = open({ callbacks: { redirect } }).openBrowser()
      await browser.open(`${BASE}/${action}?callbackUrl=%2Finside`, json)
      expect(redirected).toEqual([])
    },
  )

  test.each(['signin', 'signout'])(
    'is called by GET %s only for a given target',
    async (action) => {
      const browser = open({ callbacks: { redirect } }).openBrowser()
      await browser.open(`${BASE}/${action}`, json)
      expect(redirected).toEqual([])
      await browser.open(`${BASE}/${action}?callbackUrl=%2Finside`, json)
      expect(redirected).toEqual(['/inside'])
    },
  )

  test('is called for the remembered target by GET signin, but not by GET signout', async () => {
    const browser = open({ callbacks: { redirect } }).openBrowser()
    plantCookie(browser, TARGET_COOKIE, encodeURIComponent('/remembered'))
    await browser.open(`${BASE}/signin`, json)
    expect(redirected).toEqual(['/remembered'])
    await browser.open(`${BASE}/signout`, json)
    expect(redirected).toEqual(['/remembered'])
  })
})

test('RDR-06 An invalid redirect target does not end a session', async () => {
  const browser = await signInWithPassword(open().openBrowser())
  for (const target of HOSTILE_TARGETS) {
    plantCookie(browser, TARGET_COOKIE, encoded(target).slice(0, 3_000))
    const response = await browser.open(`${BASE}/signin`, json)
    expect(response.status).toBeLessThan(400)
  }
  expect(await readSession(browser)).not.toBeNull()
})
