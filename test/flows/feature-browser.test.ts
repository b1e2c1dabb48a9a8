import type { ChangeContext, Feature, FeatureBrowser } from '@latchstring/core/features'
import { type App, BASE, createApp, ENV, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { plantCookie } from '@latchstring/test-kit/people'
import { startClock } from '@latchstring/test-kit/test-clock'
import { describe, expect, test } from 'vitest'
import { actFor, openActingWorld, post } from './src/acting-world.ts'

const store = storeForEachTest()

const DAY = 86_400

interface Seen {
  readonly feature: Feature
  readonly browsers: FeatureBrowser[]
  readonly ids: string[]
  readonly failed: unknown[]
}

/** A feature that remembers the browser of each request. */
function createMarker(name = 'marker', days = 10): Seen {
  const browsers: FeatureBrowser[] = []
  const ids: string[] = []
  const failed: unknown[] = []
  const run = async ({ browser, remember }: ChangeContext): Promise<{ readonly json: object }> => {
    browsers.push(browser)
    await remember(days).then(
      (id) => ids.push(id),
      (error: unknown) => failed.push(error),
    )
    return { json: {} }
  }
  const load = async () => ({ run })
  const feature: Feature = {
    name,
    texts: { title: 'Marker' },
    actions: {
      mark: { kind: 'change', session: 'none', load },
      'mark-mine': { kind: 'change', actor: 'allowed', load },
      call: { kind: 'machine', load },
      look: {
        kind: 'page',
        session: 'none',
        load: async () => ({
          run: ({ browser }) => {
            browsers.push(browser)
            return { page: { title: 'Marker', blocks: [] } }
          },
        }),
      },
    },
  }
  return { feature, browsers, ids, failed }
}

const cookieOf = (name = 'marker'): string => `__Host-latchstring.browser.${name}`

describe('A browser that a feature remembers', () => {
  const clock = startClock()
  const start = (...markers: readonly Seen[]): App =>
    createApp(
      { providers: [], features: markers.map(({ feature }) => feature) },
      { env: ENV, clock: clock.now },
    )

  const idsIn = async (marker: Seen, browser: Browser): Promise<readonly string[] | undefined> => {
    await browser.open(`${BASE}/${marker.feature.name}/look`)
    return marker.browsers.at(-1)?.ids
  }

  test('is known by ids that are hashes, the newest first, of which four are left', async () => {
    const marker = createMarker()
    const browser = start(marker).openBrowser()
    expect(await idsIn(marker, browser)).toEqual([])
    for (let times = 0; times < 6; times += 1) await post(browser, 'marker/mark')
    expect(await idsIn(marker, browser)).toEqual(marker.ids.slice(2).toReversed())
    expect(new Set(marker.ids).size).toBe(6)
    for (const id of marker.ids) expect(id).toMatch(/^[0-9a-f]{64}$/)
    const cookie = browser.cookies.get(cookieOf()) ?? ''
    expect(cookie.length).toBeLessThan(700)
    for (const id of marker.ids) expect(cookie).not.toContain(id)
  })

  test('is known to the feature alone that has asked', async () => {
    const [marker, other] = [createMarker(), createMarker('other')]
    const browser = start(marker, other).openBrowser()
    await post(browser, 'marker/mark')
    plantCookie(browser, cookieOf('other'), browser.cookies.get(cookieOf()) ?? '')
    expect(await idsIn(other, browser)).toEqual([])
    expect(await idsIn(marker, browser)).toEqual(marker.ids)
  })

  test('is forgotten after its days, and where a shorter time is added not before', async () => {
    const marker = createMarker('marker', 10)
    const shorter = createMarker('marker', 1)
    const browser = start(marker).openBrowser()
    await post(browser, 'marker/mark')
    const there = start(shorter).openBrowser()
    plantCookie(there, cookieOf(), browser.cookies.get(cookieOf()) ?? '')
    await post(there, 'marker/mark')
    clock.advance(9 * DAY)
    expect(await idsIn(shorter, there)).toEqual([...shorter.ids, ...marker.ids])
    clock.advance(2 * DAY)
    expect(await idsIn(shorter, there)).toEqual([])
  })

  test.each([0, 401, 1.5])('is remembered for no %s days', async (days) => {
    const marker = createMarker('marker', days)
    await post(start(marker).openBrowser(), 'marker/mark')
    expect(marker.failed).toEqual([expect.any(RangeError)])
  })

  test('is not that of a program', async () => {
    const marker = createMarker()
    const browser = start(marker).openBrowser()
    await post(browser, 'marker/mark')
    const response = await browser.submitJson(`${BASE}/marker/call`, {})
    expect(response.headers.getSetCookie()).toEqual([])
    expect(marker.browsers.at(-1)?.ids).toEqual([])
    expect(marker.failed).toEqual([expect.any(TypeError)])
  })

  test.each([
    ['none of its tables', [{ name: 'auth_marker_things', fields: {}, key: [] }]],
    ['no table', [undefined]],
  ])('belongs to a feature whose `endsWithSessions` names %s', async (_, endsWithSessions) => {
    // What no type has checked.
    const feature = { ...createMarker().feature, endsWithSessions } as unknown as Feature
    const app = createApp({ providers: [], features: [feature] }, { env: ENV })
    await app.openBrowser().open(`${BASE}/marker/look`)
    expect(app.errors.map(({ message }) => message).join(' ')).toContain('`endsWithSessions` names')
  })
})

describe.each(STRATEGIES)(
  'A browser in which an administrator acts, with sessions by %s,',
  (strategy) => {
    test('is not remembered for the user, nor known', async () => {
      const marker = createMarker()
      const world = await openActingWorld(store, strategy)
      const app = world.start({ features: [world.desk, marker.feature] })
      const browser = app.openBrowser()
      await post(browser, 'callback/credentials', {
        username: 'ada',
        password: 'correct horse battery staple',
      })
      await post(browser, 'marker/mark-mine')
      expect(marker.ids).toHaveLength(1)
      await actFor(browser)
      await post(browser, 'marker/mark-mine')
      expect(marker.ids).toHaveLength(1)
      expect(marker.browsers.at(-1)).toEqual({ ids: [], label: null })
      expect(marker.failed).toMatchObject([{ type: 'ActingRefused' }])
    })
  },
)
