import { beforeEach, describe, expect, test } from 'vitest'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { type ControlWorld, openControlWorlds } from '@latchstring/test-kit/control-app'
import { forAllTests } from '@latchstring/test-kit/for-all-tests'
import { readJson } from '@latchstring/test-kit/json'
import { copyCookies, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation, readSession } from '@latchstring/test-kit/story'
import { texts } from '@latchstring/test-kit/texts'

const URL_OF_DEVICES = `${BASE}/devices`
const JSON_ONLY = { accept: 'application/json' }
const HOUR = 3600
const DAY = 24 * HOUR

const worlds = forAllTests(openControlWorlds)
let world: ControlWorld
let app: App

const signIn = async (): Promise<Browser> => signInWithPassword(app.openBrowser())

const alive = async (...browsers: readonly Browser[]): Promise<readonly boolean[]> =>
  Promise.all(browsers.map(async (browser) => (await readSession(browser)) !== null))

const devicesOf = (browser: Browser): Promise<Record<string, unknown>> =>
  browser.open(URL_OF_DEVICES, JSON_ONLY).then(readJson)

describe.each(STRATEGIES)('The page of devices with the strategy %s', (strategy) => {
  beforeEach(async () => {
    world = await worlds.enter(strategy)
    app = world.start()
  })

  test('has the current session first, also where another was used later', async () => {
    const here = await signIn()
    world.clock.advance(60)
    await signIn()
    const page = await (await here.open(URL_OF_DEVICES)).text()
    const items = [...page.matchAll(/<li class="device">.*?<\/li>/gs)].map(([item]) => item)
    expect(items.map((item) => item.includes('class="here"'))).toEqual([true, false])
  })

  test('has a form that is sent to the action, so that its buttons end sessions', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const page = await (await here.open(URL_OF_DEVICES)).text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(action).toBe(URL_OF_DEVICES)
    const [csrfToken = ''] = /(?<=name="csrfToken" value=")[^"]+/.exec(page) ?? []
    await here.submit(action, { csrfToken, end: 'others' })
    expect(await alive(here, there)).toEqual([true, false])
  })

  test('names a provider that is not configured any more by its id, and none where none is known', async () => {
    const here = await signIn()
    const [row] = [...world.control.devices.values()]
    if (!row) throw new Error('The list has no device.')
    world.control.devices.set({ ...row, provider: 'closed-down' })
    expect(await (await here.open(URL_OF_DEVICES)).text()).toContain('closed-down')
    world.control.devices.set({ ...row, provider: null })
    const page = await here.open(URL_OF_DEVICES)
    expect([page.status, await page.text()]).toEqual([200, expect.not.stringContaining('with ')])
  })

  test('does not extend the session when it is shown, because the page sets no cookie', async () => {
    const here = await signIn()
    world.clock.advance(2 * DAY)
    const [before] = structuredClone([...world.control.devices.values()])
    expect((await devicesOf(here))['devices']).toHaveLength(1)
    expect([...world.control.devices.values()]).toEqual([before])
    await readSession(here)
    expect([...world.control.devices.values()]).not.toEqual([before])
  })

  test('redirects a visitor without a session to the sign-in page with SessionRequired', async () => {
    const to = readLocation(await app.openBrowser().open(URL_OF_DEVICES))
    expect(to.searchParams.get('error')).toBe('SessionRequired')
  })

  test('ends nothing when a form repeats a device, and logs which fields it takes', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const fields = new URLSearchParams([
      ['csrfToken', await here.csrf(BASE)],
      ['device', 'one'],
      ['device', 'two'],
    ])
    expect((await here.submit(URL_OF_DEVICES, fields)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toMatch(/`device`.*`end`/)
    expect(await alive(here, there)).toEqual([true, true])
  })

  test('CSR-01 answers an expired form with a page that says so, not with the page of a failed sign-in', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const page = await here.submit(URL_OF_DEVICES, { csrfToken: 'old', end: 'others' })
    expect([page.status, page.headers.get('location')]).toEqual([403, null])
    expect(await page.text()).toContain(texts.problem[403].title)
    const script = await here.submit(URL_OF_DEVICES, { end: 'others' }, JSON_ONLY)
    expect([script.status, await readJson(script)]).toMatchObject([403, { error: 'MissingCSRF' }])
    expect(await alive(here, there)).toEqual([true, true])
  })

  test('names the option in the log where devices are not recorded', async () => {
    const without = world.start({ session: { strategy, devices: false } })
    expect((await without.openBrowser().open(URL_OF_DEVICES, JSON_ONLY)).status).toBe(404)
    expect(without.errors.at(-1)?.message).toContain('`session.devices`')
  })
})

describe('The page of devices with the strategy jwt', () => {
  beforeEach(async () => {
    world = await worlds.enter('jwt')
  })

  test('is refused to a session that names no user, and the log names the claim', async () => {
    // The session is from before devices were listed, when the claim was not required.
    const before = world.start({
      session: { strategy: 'jwt', devices: false, revocation: false },
      callbacks: {
        jwt({ token }) {
          const { sub: _, ...others } = token
          return others
        },
      },
    })
    app = world.start()
    const browser = await signInWithPassword(before.openBrowser())
    const same = copyCookies(browser, app.openBrowser())
    expect(await alive(same)).toEqual([true])
    expect((await same.open(URL_OF_DEVICES, JSON_ONLY)).status).toBe(400)
    expect(app.errors.at(-1)?.message).toContain('`sub`')
  })
})
