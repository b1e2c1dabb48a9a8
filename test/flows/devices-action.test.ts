import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, ORIGIN, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import { copyCookies, plantCookie, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation, readSession, sessionCookies } from '@latchstring/test-kit/story'

const URL_OF_DEVICES = `${BASE}/devices`
const JSON_ONLY = { accept: 'application/json' }
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SIGN_IN = `${BASE}/signin`
const HOUR = 3600

const worlds = forAllTests(openControlWorlds)
let world: ControlWorld
let app: App

const signIn = async (who: 'ada' | 'grace' = 'ada'): Promise<Browser> =>
  signInWithPassword(app.openBrowser(), who)

interface Listed {
  readonly id: string
  readonly current: boolean
}

async function list(browser: Browser): Promise<readonly Listed[]> {
  const { devices } = await readJson(await browser.open(URL_OF_DEVICES, JSON_ONLY))
  // The test that reads every member of the answer is among these.
  return devices as readonly Listed[]
}

/** What the list of a browser calls that browser, or the others. */
const idsOf = async (browser: Browser, current: boolean): Promise<readonly string[]> =>
  (await list(browser)).filter((device) => device.current === current).map(({ id }) => id)

const end = async (
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  headers = {},
): Promise<Response> =>
  browser.submit(
    URL_OF_DEVICES,
    { csrfToken: await browser.csrf(BASE), callbackUrl: '/account', ...fields },
    headers,
  )

const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

const RETURN = `${URL_OF_DEVICES}?callbackUrl=${encodeURIComponent(`${ORIGIN}/account`)}`

describe.each(STRATEGIES)('The action devices with the strategy %s', (strategy) => {
  beforeEach(async () => {
    world = await worlds.enter(strategy)
    app = world.start()
  })

  test('SES-13 lists the sessions of the user as JSON, with the current one marked', async () => {
    const browser = app.openBrowser()
    await signInWithPassword(browser)
    world.clock.advance(HOUR)
    await signIn()
    await signIn('grace')
    const devices = await list(browser)
    expect(devices).toEqual([
      expect.objectContaining({ current: false, provider: 'credentials' }),
      expect.objectContaining({ current: true, provider: 'credentials' }),
    ])
    const members = ['createdAt', 'current', 'expires', 'id', 'label', 'lastSeenAt', 'place']
    expect(Object.keys(devices[0] ?? {}).toSorted()).toEqual([...members, 'provider'])
  })

  test('SES-13 REV-13 shows a page with browser, provider and times of each session, and no usable session token', async () => {
    const browser = app.openBrowser()
    const agent = { 'user-agent': FIREFOX, 'accept-language': 'de' }
    const csrfToken = await browser.csrf(BASE)
    const password = 'correct horse battery staple'
    const fields = { csrfToken, username: 'ada', password }
    await browser.submit(`${BASE}/callback/credentials`, fields, agent)
    world.clock.advance(3 * HOUR)
    const other = await signIn()
    const response = await other.open(`${URL_OF_DEVICES}?callbackUrl=/account`, agent)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).toContain('Firefox unter Windows')
    expect(page).toContain('Dieser Browser')
    expect(page).toMatch(/Angemeldet mit Credentials: <time datetime="[^"]+">vor 3 Stunden<\/time>/)
    expect(page).toContain(`href="${ORIGIN}/account"`)
    expect(page).not.toContain(FIREFOX.slice(0, 30))
    const isSession = ({ name }: { readonly name: string }): boolean =>
      name.includes('session-token')
    const secrets = [browser, other]
      .flatMap((one) => one.stored())
      .filter(isSession)
      .map(({ value }) => value)
    expect(secrets).toHaveLength(2)
    for (const secret of [...secrets, ...world.control.devices.keys()]) {
      expect(page).not.toContain(secret)
    }
    for (const [, value = ''] of page.matchAll(/value="([^"]+)"/g)) {
      const stranger = app.openBrowser()
      for (const name of sessionCookies(other)) plantCookie(stranger, name, value)
      expect(await readSession(stranger)).toBeNull()
    }
  })

  test('SES-13 ends one session by the form of the page, and redirects to the list', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const [id = ''] = await idsOf(here, false)
    const response = await end(here, { device: id })
    expect(response.status).toBe(303)
    expect(readLocation(response).href).toBe(RETURN)
    expect(await alive(here, there)).toEqual([true, false])
    expect(await list(here)).toHaveLength(1)
  })

  test('SES-13 ends all other sessions of the user, but not the current one and those of other users', async () => {
    const [here, there, grace] = [await signIn(), await signIn(), await signIn('grace')]
    const copy = copyCookies(here, app.openBrowser())
    const response = await end(here, { end: 'others' })
    expect(readLocation(response).href).toBe(RETURN)
    expect(await alive(here, copy, there, grace)).toEqual([true, true, false, true])
    expect(await idsOf(here, true)).toHaveLength(1)
    expect(await idsOf(here, false)).toHaveLength(0)
  })

  test('SES-13 ends every session of the user, copied cookies included, and redirects to the requested target', async () => {
    const [here, there, grace] = [await signIn(), await signIn(), await signIn('grace')]
    const copy = copyCookies(here, app.openBrowser())
    const response = await end(here, { end: 'all' })
    expect(readLocation(response).href).toBe(`${ORIGIN}/account`)
    expect(sessionCookies(here)).toEqual([])
    expect(await alive(copy, there, grace)).toEqual([false, false, true])
  })

  test('signs out when the ended device is the current one, however old its sign-in is', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const [id = ''] = await idsOf(here, true)
    world.clock.advance(5 * HOUR)
    const response = await end(here, { device: id })
    expect(readLocation(response).href).toBe(`${ORIGIN}/account`)
    expect(sessionCookies(here)).toEqual([])
    expect(await alive(there)).toEqual([true])
  })

  test('answers a script with the URL to go to, or with a redirect to the list', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const script = { ...JSON_ONLY, 'x-auth-return-redirect': '1' }
    const [id = ''] = await idsOf(here, false)
    const csrfToken = await here.csrf(BASE)
    const response = await here.submitJson(URL_OF_DEVICES, { csrfToken, device: id }, script)
    expect(await readJson(response)).toEqual({ url: URL_OF_DEVICES })
    expect(await alive(there)).toEqual([false])
    const plain = await here.submitJson(URL_OF_DEVICES, { csrfToken, end: 'others' }, JSON_ONLY)
    expect([plain.status, readLocation(plain).href]).toEqual([303, URL_OF_DEVICES])
    const all = await here.submitJson(URL_OF_DEVICES, { csrfToken, end: 'all' }, script)
    expect(await readJson(all)).toEqual({ url: ORIGIN })
    expect(sessionCookies(here)).toEqual([])
  })

  test.each([{}, JSON_ONLY])(
    'SES-13 has the same response for the device of another user as for an unknown one, and ends neither (%j)',
    async (headers) => {
      const [ada, grace] = [await signIn(), await signIn('grace')]
      const [foreign = ''] = await idsOf(grace, true)
      const answers = []
      for (const device of [foreign, 'A'.repeat(22), 'not an id']) {
        const response = await end(ada, { device }, headers)
        const text = (await response.text()).replace(/"ref":"\w+"/, '')
        answers.push([response.status, response.headers.get('location'), text])
      }
      expect(answers[0]?.[0]).toBe('accept' in headers ? 400 : 303)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(await alive(ada, grace)).toEqual([true, true])
    },
  )

  test.each([
    ['nothing', {}],
    ['both', { device: 'x', end: 'all' }],
    ['an empty device', { device: '' }],
    ['another word', { end: 'everybody' }],
  ])('ends nothing when a request asks for %s', async (_, fields) => {
    const [here, there] = [await signIn(), await signIn()]
    expect((await end(here, fields)).status).toBe(400)
    expect(await alive(here, there)).toEqual([true, true])
  })

  test('ends nothing when a form repeats a field', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const fields = new URLSearchParams([
      ['csrfToken', await here.csrf(BASE)],
      ['end', 'others'],
      ['end', 'all'],
    ])
    expect((await here.submit(URL_OF_DEVICES, fields)).status).toBe(400)
    expect(await alive(here, there)).toEqual([true, true])
  })

  test.each(['device', 'others', 'all'])(
    'CSR-01 ends nothing (%s) without the token of the session, or from another origin',
    async (what) => {
      const [here, there] = [await signIn(), await signIn()]
      const [id = ''] = await idsOf(here, false)
      const asked = what === 'device' ? { device: id } : { end: what }
      const csrfToken = await here.csrf(BASE)
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      for (const headers of [{}, JSON_ONLY]) {
        const without = await here.submit(URL_OF_DEVICES, asked, headers)
        const wrong = await here.submit(URL_OF_DEVICES, { ...asked, csrfToken: 'x' }, headers)
        const fields = { ...asked, csrfToken }
        const elsewhere = await here.submit(URL_OF_DEVICES, fields, { ...headers, ...foreign })
        expect([without.status, wrong.status, elsewhere.status]).not.toContain(303)
      }
      expect(await alive(here, there)).toEqual([true, true])
    },
  )

  test('ALT-02 redirects a visitor without a session to the sign-in page and back, and answers a script with 401', async () => {
    const stranger = app.openBrowser()
    const page = readLocation(await stranger.open(`${URL_OF_DEVICES}?callbackUrl=/account`))
    expect(page.href.startsWith(`${SIGN_IN}?`)).toBe(true)
    expect(page.searchParams.get('callbackUrl')).toBe(RETURN)
    const json = await stranger.open(URL_OF_DEVICES, JSON_ONLY)
    expect(json.status).toBe(401)
    expect(await readJson(json)).toEqual({
      error: 'SessionRequired',
      message: 'Sign in to continue.',
    })
    const posted = await end(stranger, { end: 'all' })
    expect(readLocation(posted).href.startsWith(`${SIGN_IN}?`)).toBe(true)
    expect((await end(stranger, { end: 'all' }, JSON_ONLY)).status).toBe(401)
  })

  test('refuses a session that another process has just ended', async () => {
    const [here, there] = [await signIn(), await signIn()]
    await end(here, { end: 'others' })
    expect((await there.open(URL_OF_DEVICES, JSON_ONLY)).status).toBe(401)
  })

  test('REV-12 shows nothing to a session that another process has ended, and ends nothing for it', async () => {
    const there = world.start()
    const [browser, other] = [await signIn(), await signIn()]
    const copy = copyCookies(browser, there.openBrowser())
    // It knows of endings, and that there is none of this session.
    expect(await alive(copy)).toEqual([true])
    const csrfToken = await copy.csrf(BASE)
    await end(other, { end: 'others' })
    const response = await copy.submit(URL_OF_DEVICES, { csrfToken, end: 'others' }, JSON_ONLY)
    expect(response.status).toBe(401)
    expect((await copy.open(URL_OF_DEVICES, JSON_ONLY)).status).toBe(401)
    expect(readLocation(await copy.open(URL_OF_DEVICES)).href).toContain(SIGN_IN)
    expect(await alive(other)).toEqual([true])
  })

  test('REV-12 requires a new sign-in before it ends other sessions an hour later, unless that is turned off', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const [id = ''] = await idsOf(here, false)
    world.clock.advance(HOUR + 1)
    for (const asked of [{ device: id }, { end: 'others' }, { end: 'all' }]) {
      const page = readLocation(await end(here, asked))
      expect(page.href.startsWith(`${SIGN_IN}?`)).toBe(true)
      expect(page.searchParams.get('callbackUrl')).toBe(RETURN)
      const json = await end(here, asked, JSON_ONLY)
      expect([json.status, (await readJson(json))['error']]).toEqual([403, 'StepUpRequired'])
    }
    expect(await alive(here, there)).toEqual([true, true])
    const lenient = world.start({
      session: { strategy, devices: { requireFresh: false }, revocation: strategy === 'jwt' },
    })
    const same = copyCookies(here, lenient.openBrowser())
    expect(readLocation(await end(same, { end: 'others' })).href).toBe(RETURN)
    expect((await list(same)).map(({ current }) => current)).toEqual([true])
    await signInWithPassword(here)
    expect(readLocation(await end(here, { end: 'others' })).href).toBe(RETURN)
  })

  test('lists and ends a session that was opened before sessions were listed', async () => {
    const before = world.start({ session: { strategy, devices: false } })
    const [old, other] = [
      await signInWithPassword(before.openBrowser()),
      await signInWithPassword(before.openBrowser()),
    ]
    const here = copyCookies(old, app.openBrowser())
    // A store of sessions has the rows; without one, only the session that asks can be known.
    expect((await list(here)).filter(({ current }) => current)).toHaveLength(1)
    expect(await list(here)).toHaveLength(strategy === 'database' ? 2 : 1)
    await end(await signIn(), { end: 'others' })
    expect(await alive(here, copyCookies(other, app.openBrowser()))).toEqual([false, false])
  })

  test('does not exist without `session.devices`, where the callback checks its path like any other', async () => {
    const without = world.start({
      session: { strategy, devices: false },
      callbacks: { authorized: () => false },
    })
    const browser = await signInWithPassword(without.openBrowser())
    expect((await browser.open(URL_OF_DEVICES, JSON_ONLY)).status).toBe(404)
    expect((await end(browser, { end: 'all' })).status).toBe(404)
    expect(await alive(browser)).toEqual([true])
    const page = new Request(URL_OF_DEVICES, { headers: { accept: 'text/html' } })
    expect((await without.auth.authorize(page)).decision.kind).toBe('respond')
    const other = new Request(`${BASE}/callback/devices`, { headers: { accept: 'text/html' } })
    expect((await without.auth.authorize(other)).decision.kind).toBe('allow')
    const listed = world.start({ callbacks: { authorized: () => false } })
    expect((await listed.auth.authorize(page)).decision.kind).toBe('allow')
  })

  test('reports that nothing was ended when the store fails', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const csrfToken = await here.csrf(BASE)
    world.control.isAway = true
    const response = await here.submit(URL_OF_DEVICES, { csrfToken, end: 'all' })
    world.control.isAway = false
    expect(response.status).toBe(503)
    expect(await alive(here, there)).toEqual([true, true])
  })
})
