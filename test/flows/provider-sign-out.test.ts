import type { AuthConfig } from '@latchstring/core'
import { createFrameworkAuth, type FrameworkAuth } from '@latchstring/core/framework'
import type { EndSessionEndpoint } from '@latchstring/core/providers'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { BASE, ENV, ORIGIN, STRATEGIES, type Strategy } from '@latchstring/test-kit/app'
import { inPart } from '@latchstring/test-kit/in-part'
import { type Browser, createBrowser } from '@latchstring/test-kit/browser'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { type PageForm, readForms } from '@latchstring/test-kit/forms'
import { client, oidcProvider, plain, startIdp } from '@latchstring/test-kit/idp'
import { readJson } from '@latchstring/test-kit/json'
import { passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { overNetwork, signInAt } from '@latchstring/test-kit/sign-in-at'
import { signOutAt } from '@latchstring/test-kit/sign-out-at'
import {
  checkCookies,
  expectSignedIn,
  readLocation,
  readSession,
  requestAuthorization,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { texts } from '@latchstring/test-kit/texts'

const RETURN = `${BASE}/signed-out`

const idp = forAllTests(() =>
  startIdp({ clients: [client({ post_logout_redirect_uris: [RETURN] })], singleSignOn: true }),
)
const store = storeForEachTest()

beforeEach(() => {
  idp.tamper(null)
  idp.requests.splice(0)
})

/** How a configuration is given. */
const FORMS = ['an object', 'a function'] as const

interface Place {
  readonly browser: Browser
  /** The same person's browser, as the provider knows it. */
  readonly there: Browser
  readonly auth: FrameworkAuth<object>
  readonly errors: Error[]
  readonly notices: string[]
}

function open(config: Partial<AuthConfig>, form: (typeof FORMS)[number] = 'an object'): Place {
  const errors: Error[] = []
  const notices: string[] = []
  const logger = {
    error: (error: Error) => void errors.push(error),
    warn: () => undefined,
    info: (code: string, detail: string) => void notices.push(`${code} ${detail}`),
  }
  const whole: AuthConfig = { providers: [oidcProvider(idp)], logger, ...config }
  const auth = createFrameworkAuth(form === 'an object' ? whole : () => whole, { env: ENV })
  const browser = createBrowser(auth.handle)
  return { browser, there: createBrowser(overNetwork()), auth, errors, notices }
}

function kept(strategy: Strategy): Partial<AuthConfig> {
  return strategy === 'jwt' ? { session: { strategy } } : { adapter: store.adapter }
}

function withEndSession(endSession: string | EndSessionEndpoint): Partial<AuthConfig> {
  return { providers: [oidcProvider(idp, { endSession })] }
}

async function signInThere({ browser, there }: Place): Promise<void> {
  const request = await requestAuthorization(browser, 'harbour')
  const arrival = await signInAt(request, { login: 'ada', browser: there })
  expectSignedIn(await browser.follow(arrival))
}

/** Whether the provider still knows the person, without asking them. */
async function isSignedInThere({ there }: Place): Promise<boolean> {
  const other = open({}).browser
  const request = await requestAuthorization(other, 'harbour', { query: { prompt: 'none' } })
  const response = await there.open(request.href)
  return readLocation(response).searchParams.has('code')
}

const cookieHeader = (browser: Browser): string =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** The same browser at another version of the application. */
function moveCookies({ browser }: Place, to: Place): void {
  for (const [name, value] of browser.cookies) {
    to.browser.receive(BASE, `${name}=${value}; Path=/; Secure; HttpOnly; SameSite=Lax`)
  }
}

type Leave = (place: Place, fields?: Readonly<Record<string, string>>) => Promise<string>

type Scope = ReturnType<Place['auth']['scope']>

/** Signs out in a server function of the application, whose response sets the cookies. */
async function onServer(
  { browser, auth }: Place,
  leave: (scope: Scope) => Promise<{ readonly url: string }>,
): Promise<string> {
  const headers = new Headers({ cookie: cookieHeader(browser), origin: ORIGIN })
  const url = `${ORIGIN}/leave`
  const scope = auth.scope({ headers, url, request: new Request(url, { method: 'POST', headers }) })
  const { url: to } = await leave(scope)
  for (const header of scope.takeCookies()) browser.receive(BASE, header)
  return to
}

/** Every way to sign out at the provider as well; each gives the address that the browser is sent to. */
const WAYS: Readonly<Record<string, Leave>> = {
  'a form without a script': async ({ browser }, fields) => {
    const csrfToken = await browser.csrf(BASE)
    const body = { csrfToken, callbackUrl: '/bye', provider: 'true', ...fields }
    const response = await browser.submit(`${BASE}/signout`, body)
    const { href } = readLocation(response)
    expect(response.status).toBe(href.startsWith(ORIGIN) ? 302 : 303)
    return href
  },
  'a script': async ({ browser }, fields) => {
    const csrfToken = await browser.csrf(BASE)
    const body = { csrfToken, callbackUrl: '/bye', provider: true, ...fields }
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.submitJson(`${BASE}/signout`, body, headers)
    expect(response.status).toBe(200)
    return String((await readJson(response))['url'])
  },
  'code on the server': (place, fields) =>
    onServer(place, (scope) => scope.signOut({ redirectTo: '/bye', provider: true, ...fields })),
  'a form of the application': (place, fields) =>
    onServer(place, (scope) =>
      scope.form('signout', { redirectTo: '/bye', provider: 'true', ...fields }),
    ),
}

const PATHS = inPart(
  STRATEGIES.flatMap((strategy) =>
    FORMS.flatMap((form) =>
      Object.entries(WAYS).map(([way, leave]) => ({ strategy, form, way, leave })),
    ),
  ),
  // Every way once: the next one with the other strategy, and the one after that with the other form.
  ({ strategy, form, way }) => {
    const at = Object.keys(WAYS).indexOf(way)
    return STRATEGIES[at % 2] === strategy && FORMS[(at >> 1) % FORMS.length] === form
  },
)

describe.each(PATHS)('A sign-out with `provider` by $way ($strategy, $form)', (path) => {
  const { strategy, form, leave } = path

  test('ends the session, redirects to the provider, and returns to the requested target (LGO-01 LGO-02)', async () => {
    const place = open(kept(strategy), form)
    await signInThere(place)
    const copy = cookieHeader(place.browser)
    const url = new URL(await leave(place))
    expect(url.origin + url.pathname).toBe(`${idp.issuer}/logout`)
    const { state, ...rest } = Object.fromEntries(url.searchParams)
    expect(rest).toEqual({ client_id: 'app', post_logout_redirect_uri: RETURN })
    expect(state).toMatch(/^[\w-]{43,}$/)
    // The browser has not visited the provider yet.
    expect(sessionCookies(place.browser)).toEqual([])
    expect(await readSession(place.browser)).toBeNull()
    if (strategy === 'database') {
      const headers = new Headers({ cookie: copy })
      expect(await place.auth.session({ headers })).toMatchObject({ session: null })
      expect((await store.rows()).sessions).toBe(0)
    }
    expect(await isSignedInThere(place)).toBe(true)
    const arrival = await signOutAt(url.href, place.there)
    expect(arrival?.url).toBe(`${RETURN}?state=${state}`)
    const end = await place.browser.follow(arrival ?? { url: '' })
    expect(end.headers.get('location')).toBe(`${ORIGIN}/bye`)
    expect(end.headers.get('cache-control')).toContain('no-store')
    expect(await isSignedInThere(place)).toBe(false)
    expect(checkCookies(place.browser)).toEqual([])
    expect(place.errors).toEqual([])
  })

  test('uses a new state each time, and logs the URL to register once (LGO-01)', async () => {
    const place = open(kept(strategy), form)
    const states = new Set<string | null>()
    for (let count = 0; count < 3; count += 1) {
      await signInThere(place)
      states.add(new URL(await leave(place)).searchParams.get('state'))
    }
    expect(states.size).toBe(3)
    expect(place.notices).toHaveLength(1)
    expect(place.notices[0]).toContain(`register-address Register ${RETURN} as post-logout`)
  })

  test('that gives a provider id redirects to that provider', async () => {
    const there = `${idp.issuer}/other-logout`
    const island = oidcProvider(idp, { id: 'island', endSession: there })
    const place = open({ ...kept(strategy), providers: [oidcProvider(idp), island] }, form)
    await signInThere(place)
    expect(await leave(place, { provider: 'island' })).toContain(there)
    expect(await readSession(place.browser)).toBeNull()
  })

  test('ends the session although the provider cannot be reached (LGO-02)', async () => {
    const place = open(kept(strategy), form)
    await signInThere(place)
    const asleep = oidcProvider(idp, { endSession: 'http://logout.example/' })
    const unreachable = open({ ...kept(strategy), providers: [asleep] }, form)
    moveCookies(place, unreachable)
    const url = await leave(unreachable)
    expect(url).toBe(`${ORIGIN}/bye`)
    expect(await readSession(unreachable.browser)).toBeNull()
    expect(unreachable.errors.map(({ name }) => name)).toEqual(['SignOutError'])
  })

  test('ends the session although the provider has no end-session endpoint, and a notice says so once (LGO-02)', async () => {
    const place = open({ ...kept(strategy), providers: [plain(idp)] }, form)
    for (let count = 0; count < 2; count += 1) {
      const request = await requestAuthorization(place.browser, 'plain')
      expectSignedIn(await place.browser.follow(await signInAt(request)))
      expect(await leave(place)).toBe(`${ORIGIN}/bye`)
      expect(await readSession(place.browser)).toBeNull()
    }
    expect(place.errors).toEqual([])
    expect(place.notices).toEqual(['no-end-session Set `endSession` of "plain", if there is one.'])
  })
})

describe.each(STRATEGIES)('A sign-out without `provider` (%s)', (strategy) => {
  test.each(Object.entries(WAYS))(
    'by %s does not redirect to the provider, and clears no cookies of other applications (LGO-16 LGO-08)',
    async (_, leave) => {
      const place = open(kept(strategy))
      await signInThere(place)
      idp.requests.splice(0)
      for (const none of ['', 'false']) {
        const response = await place.browser.submit(`${BASE}/signout`, {
          csrfToken: await place.browser.csrf(BASE),
          callbackUrl: '/bye',
          provider: none,
        })
        expect(readLocation(response).href).toBe(`${ORIGIN}/bye`)
        expect(response.headers.has('clear-site-data')).toBe(false)
        await signInThere(place)
      }
      expect(await leave(place, { provider: '' })).toBe(`${ORIGIN}/bye`)
      expect(await readSession(place.browser)).toBeNull()
      expect(await isSignedInThere(place)).toBe(true)
      expect(idp.requests.filter(({ endpoint }) => endpoint === 'logout')).toEqual([])
    },
  )
})

describe.each(STRATEGIES)('The return from a sign-out at the provider (%s)', (strategy) => {
  async function begin(): Promise<{ readonly place: Place; readonly state: string }> {
    const place = open(kept(strategy))
    await signInThere(place)
    const form = WAYS['a form without a script']
    const url = new URL((await form?.(place)) ?? '')
    return { place, state: url.searchParams.get('state') ?? '' }
  }

  test.each([
    ['another state', () => '?state=0123456789abcdefgabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ'],
    ['the id of this one and another rest', (state: string) => `?state=${state.slice(0, -4)}AAAA`],
    ['no state', () => ''],
    ['an empty state', () => '?state='],
    ['the state twice', (state: string) => `?state=${state}&state=${state}`],
    ['an error', (state: string) => `?error=access_denied&x=${state}`],
  ])('with %s shows a page and changes nothing (LGO-01)', async (_, query) => {
    const { place, state } = await begin()
    // Signed in again before the answer arrives.
    await signInThere(place)
    const before = place.browser.stored()
    const response = await place.browser.follow({ url: `${RETURN}${query(state)}` })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(texts.signedOut.title)
    expect(response.headers.has('location')).toBe(false)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(place.browser.stored()).toEqual(before)
    expect(await readSession(place.browser)).not.toBeNull()
  })

  test('with the right state does not end a session opened in the meantime (LGO-01)', async () => {
    const { place, state } = await begin()
    await signInThere(place)
    const response = await place.browser.follow({ url: `${RETURN}?state=${state}` })
    expect(readLocation(response).href).toBe(`${ORIGIN}/bye`)
    expect(await readSession(place.browser)).not.toBeNull()
  })

  test('with the right state is accepted once, and only in the browser that left (LGO-01)', async () => {
    const { place, state } = await begin()
    const url = `${RETURN}?state=${state}`
    const elsewhere = await createBrowser(place.auth.handle).follow({ url })
    expect(await elsewhere.text()).toContain(texts.signedOut.title)
    expect((await place.browser.follow({ url })).status).toBe(302)
    expect((await place.browser.follow({ url })).status).toBe(200)
  })
})

describe('The provider of a sealed session', () => {
  const leave = WAYS['a form without a script'] ?? (async () => '')
  const island = { p: 'island' }

  /** A `jwt` callback that says of every session what it likes, so that each read seals it again. */
  function claiming(claim: unknown): NonNullable<AuthConfig['callbacks']> {
    let count = 0
    return {
      jwt: ({ token }) => {
        count += 1
        return { ...token, latchstring_by: claim, count }
      },
    }
  }

  test.each([
    ['names another', island],
    ['names none', undefined],
  ])('stays the one that opened it, where a `jwt` callback %s (LGO-01)', async (_, claim) => {
    const providers = [
      oidcProvider(idp),
      oidcProvider(idp, { id: 'island', endSession: `${idp.issuer}/other-logout` }),
    ]
    const session = { strategy: 'jwt' } as const
    const place = open({ providers, session, callbacks: claiming(claim) })
    await signInThere(place)
    expect(await readSession(place.browser)).not.toBeNull()
    const { origin, pathname } = new URL(await leave(place))
    expect(origin + pathname).toBe(`${idp.issuer}/logout`)
  })

  test('is none where a password opened it, whatever a `jwt` callback says (LGO-01)', async () => {
    const providers = [passwords(), oidcProvider(idp)]
    const session = { strategy: 'jwt' } as const
    const callbacks = claiming({ p: 'harbour' })
    const place = open({ providers, session, callbacks })
    await signInWithPassword(place.browser)
    expect(await readSession(place.browser)).not.toBeNull()
    expect(await leave(place)).toBe(`${ORIGIN}/bye`)
  })
})

describe('The logout request to a provider', () => {
  const leave = WAYS['a form without a script'] ?? (async () => '')

  test.each([
    ['sid', { session: { strategy: 'jwt' } }],
    ['sub', { session: { strategy: 'jwt' } }],
  ] as const)(
    'contains the %s as logout_hint if the provider is configured to',
    async (hint, config) => {
      const place = open({ ...config, ...withEndSession({ hint }) })
      let claims: Readonly<Record<string, unknown>> = {}
      idp.tamper({
        idToken: (given) => {
          claims = { ...given, sid: 'session-7' }
          return { claims }
        },
      })
      await signInThere(place)
      const url = new URL(await leave(place))
      expect(url.searchParams.get('logout_hint')).toBe(claims[hint])
      expect(url.searchParams.has('id_token_hint')).toBe(false)
    },
  )

  test('contains further configured parameters, but none that the library sets itself', async () => {
    const params = { ui_locales: 'nl', client_id: 'other' }
    const place = open(withEndSession({ params }))
    await signInThere(place)
    const { searchParams } = new URL(await leave(place))
    expect(searchParams.get('ui_locales')).toBe('nl')
    expect(searchParams.getAll('client_id')).toEqual(['app'])
  })

  test('goes to the configured URL and keeps its query', async () => {
    const place = open(withEndSession(`${idp.issuer}/logout?policy=one`))
    await signInThere(place)
    const url = new URL(await leave(place))
    expect(url.searchParams.get('policy')).toBe('one')
    expect(url.searchParams.get('client_id')).toBe('app')
  })

  test('has no return URL for a deployment behind a redirect proxy', async () => {
    const place = open({})
    await signInThere(place)
    const redirectProxyUrl = 'https://proxy.example/auth'
    const behind = open({ providers: [oidcProvider(idp, { redirectProxyUrl })] })
    moveCookies(place, behind)
    const { searchParams } = new URL(await leave(behind))
    expect([...searchParams.keys()]).toEqual(['client_id'])
  })

  test('is refused for an unknown provider, and the session stays', async () => {
    const place = open({})
    await signInThere(place)
    const response = await place.browser.submit(`${BASE}/signout`, {
      csrfToken: await place.browser.csrf(BASE),
      provider: 'unknown',
    })
    expect(response.status).toBe(404)
    expect(await readSession(place.browser)).not.toBeNull()
  })

  test('is not made for a signed-out browser, nor without a CSRF token', async () => {
    const place = open({})
    expect(await leave(place)).toBe(`${ORIGIN}/bye`)
    await signInThere(place)
    const response = await place.browser.submit(`${BASE}/signout`, { provider: 'true' })
    expect(response.headers.get('location') ?? '').not.toContain(idp.issuer)
    expect(await readSession(place.browser)).not.toBeNull()
  })
})

/** A claim that makes the ID token as long as that of a person with many groups. */
const GROUPS = 'group-with-a-long-name '.repeat(600)

/** The logout request of an answer: an address that is short, or the form of a page. */
async function readRequest(answer: Response): Promise<string | PageForm> {
  const location = answer.headers.get('location')
  if (location === null) return readForms(await answer.text())[0] ?? ''
  expect(location.length).toBeLessThanOrEqual(2_000)
  return location
}

describe.each([
  ['of 18 kB', GROUPS],
  ['of usual length', ''],
])('An ID token %s as id_token_hint', (_, groups) => {
  const config = (): Partial<AuthConfig> => withEndSession({ hint: 'id_token' })

  async function signedIn(strategy: Strategy, more: Partial<AuthConfig> = {}): Promise<Place> {
    const place = open({ ...kept(strategy), ...config(), ...more })
    idp.tamper({ idToken: (claims) => ({ claims: { ...claims, groups } }) })
    await signInThere(place)
    return place
  }

  test.each([
    ['database', {}],
    ['jwt', {}],
    ['jwt', { adapter: 'store' }],
  ] as const)(
    'never makes a URL too long or breaks the session (%s, %j; LGO-09)',
    async (strategy, more) => {
      const place = await signedIn(strategy, 'adapter' in more ? { adapter: store.adapter } : {})
      const csrfToken = await place.browser.csrf(BASE)
      const answer = await place.browser.submit(`${BASE}/signout`, { csrfToken, provider: 'true' })
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(await readSession(place.browser)).toBeNull()
      const request = await readRequest(answer)
      const fields =
        typeof request === 'string'
          ? Object.fromEntries(new URL(request).searchParams)
          : request.fields
      const inCookie = strategy === 'jwt' && !('adapter' in more)
      const isKept = groups === '' || !inCookie
      expect(fields['id_token_hint'] !== undefined).toBe(isKept)
      if (isKept) expect(decodeJwt(String(fields['id_token_hint']))['sub']).toBe('ada-1815')
      const arrival = await signOutAt(request, place.there)
      expect(new URL(String(arrival?.url)).origin).toBe(ORIGIN)
      expect(await isSignedInThere(place)).toBe(false)
      expect(place.errors).toEqual([])
    },
  )

  test.each(Object.entries(WAYS).slice(1))(
    'is omitted by %s if it is long (LGO-09)',
    async (_way, leave) => {
      const place = await signedIn('database')
      const url = await leave(place)
      expect(url.length).toBeLessThanOrEqual(2_000)
      expect(new URL(url).searchParams.has('id_token_hint')).toBe(groups === '')
    },
  )
})
