import type { Events } from '@latchstring/core/types'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { copyCookies, signInWithPassword, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDoor } from './src/door-feature.ts'
import { enterByGuild, type GateWorld, openGateWorld, say } from './src/gate-world.ts'

type Refused = Parameters<NonNullable<Events['signInRefused']>>[0]

const idp = idpForEachTest()

describe.each(STRATEGIES)('At a step of a sign-in, with sessions by %s,', (strategy) => {
  let world: GateWorld
  let heard: Refused[]

  const events = { signInRefused: (one: Refused) => void heard.push(one) }

  const start = (): App =>
    world.open([createDoor().feature], { events, clientAddress: { header: 'x-client' } })

  async function waiting(app: App = start()): Promise<Browser> {
    const browser = app.openBrowser()
    await submitPassword(browser, 'ada')
    expect(heard).toEqual([])
    return browser
  }

  beforeEach(async () => {
    world = await openGateWorld(strategy, idp)
    heard = []
  })

  test('what the feature refuses is an event with its code, the provider and the address', async () => {
    const browser = await waiting()
    await say(browser, 'wrong', 'door/say', { 'x-client': '203.0.113.7' })
    const address = '203.0.113.7'
    const what = { reason: 'AccessDenied', feature: 'door/wrong', provider: 'credentials' }
    expect(heard).toEqual([{ ...what, address }])
    expectSignedIn(await say(browser))
    expect(heard).toHaveLength(1)
  })

  test('the provider is the one that the sign-in began with', async () => {
    await signInWithPassword(world.open([]).openBrowser()).then(enterByGuild)
    const browser = start().openBrowser()
    await enterByGuild(browser)
    await say(browser, 'wrong')
    expect(heard).toMatchObject([{ provider: 'guild' }])
  })

  test('a gate that refuses what goes on is one event', async () => {
    let isOpen = true
    const gate = createDoor({
      name: 'later',
      answer: () => (isOpen ? 'pass' : { refused: 'closed' }),
    })
    const app = world.open([createDoor().feature, gate.feature], { events })
    const browser = await waiting(app)
    isOpen = false
    await say(browser)
    expect(heard).toEqual([
      { reason: 'AccessDenied', feature: 'later/closed', provider: 'credentials' },
    ])
  })

  test('a gate that refuses before there is a step is one event', async () => {
    const gate = createDoor({ answer: () => ({ refused: 'closed' }) })
    await submitPassword(world.open([gate.feature], { events }).openBrowser(), 'ada')
    expect(heard).toMatchObject([
      { reason: 'AccessDenied', feature: 'door/closed', provider: 'credentials' },
    ])
  })

  test('more forms than one sign-in may send are one event each', async () => {
    const browser = await waiting()
    for (let time = 1; time <= 12; time += 1) await say(browser, 'wrong')
    expect(heard.map(({ reason }) => reason)).toEqual([
      ...Array.from({ length: 10 }, () => 'AccessDenied'),
      'SessionRequired',
      'SessionRequired',
    ])
  })

  test('of right answers at once, those that are late are events', async () => {
    const app = start()
    const browser = await waiting(app)
    const browsers = [browser, copyCookies(browser, app.openBrowser())]
    await Promise.all(browsers.map(async (one) => say(one)))
    expect(heard.length).toBeLessThanOrEqual(1)
    for (const { reason } of heard) expect(reason).toBe('InvalidCheck')
  })

  test('a page that is looked at is none, and neither is a form of no sign-in', async () => {
    const app = start()
    const browser = await waiting(app)
    await browser.open(`${BASE}/door/knock`)
    await say(app.openBrowser(), 'wrong')
    expect(heard).toEqual([])
  })
})
