import { tries } from '@latchstring/factors'
import { type Strategy, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADA, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, sessionCookies } from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  codeOf,
  type FactorsWorld,
  giveApp,
  type OpenFactorStore,
  openFactorsWorld,
  send,
  signInWithCode,
  type Started,
  wrongCode,
} from './factors-world.ts'

const DAY = 86_400
const BACKUP_CODES = ['aB3dE-fG7hJ', 'Zz9yX-wV8uT']

/** What counts the tries of a user, over a store. */
export function factorTries(name: string, openStore: OpenFactorStore): void {
  describe.each(STRATEGIES)(
    `FAC-03: tries of codes, over ${name}, with sessions by %s,`,
    (strategy) => scenes(strategy, openStore),
  )
}

function scenes(strategy: Strategy, openStore: OpenFactorStore): void {
  const idp = idpForEachTest()
  let world: FactorsWorld
  /** Two processes of an application that has turned its limits off. */
  let processes: readonly [Started, Started]

  beforeEach(async () => {
    world = await openFactorsWorld(strategy, idp, openStore)
    processes = [world.start({}, { limits: false }), world.start({}, { limits: false })]
    await giveApp(processes[0], world.clock)
    await processes[0].system().importCodes(ADA.id, BACKUP_CODES)
  })

  async function waiting({ app }: Started = processes[0]): Promise<Browser> {
    const browser = app.openBrowser()
    await submitPassword(browser, 'ada')
    expect(sessionCookies(browser)).toEqual([])
    return browser
  }

  const wrong = (browser: Browser): Promise<Response> =>
    send(browser, 'check', { code: wrongCode(world.clock) })

  /** Tries wrong codes of the app, as many as a sign-in that waits may. */
  async function tryWrong(times: number, started?: Started): Promise<readonly number[]> {
    const browser = await waiting(started)
    const statuses: number[] = []
    for (let at = 0; at < times; at += 1) statuses.push((await wrong(browser)).status)
    return statuses
  }

  test('are fifteen of apps and twenty in all within a day, in whichever process, with limits or without', async () => {
    expect(await tryWrong(8)).toEqual(Array.from({ length: 8 }, () => 400))
    expect(await tryWrong(7, processes[1])).toEqual(Array.from({ length: 7 }, () => 400))
    const limited = world.start({}, { limits: {} })
    for (const started of [...processes, limited]) {
      const refused = await send(await waiting(started), 'check', { code: codeOf(world.clock) })
      expect(refused.status).toBe(429)
      const seconds = Number(refused.headers.get('retry-after'))
      expect([seconds > DAY - 120, seconds <= DAY]).toEqual([true, true])
    }
    // What no one guesses is left, and not without an end.
    const browser = await waiting()
    for (let at = 0; at < 5; at += 1) {
      expect((await send(browser, 'recover', { code: '1-22222-22222' })).status).toBe(400)
    }
    const none = await send(browser, 'recover', { code: BACKUP_CODES[0] ?? '' })
    expect([none.status, sessionCookies(browser)]).toEqual([429, []])

    world.clock.advance(DAY + 1)
    await signInWithCode(processes[1].app, world.clock)
  })

  test('leave a backup code to a user whose app others have tried', async () => {
    await tryWrong(10)
    await tryWrong(10)
    const browser = await waiting(processes[1])
    expectSignedIn(await send(browser, 'recover', { code: BACKUP_CODES[0] ?? '' }))
  })

  test('do not count right ones, and right ones leave the wrong ones as they are', async () => {
    await tryWrong(9)
    for (let at = 0; at < 7; at += 1) {
      world.clock.advance(30)
      await signInWithCode(processes[at % 2 === 0 ? 0 : 1].app, world.clock)
    }
    expect((await tryWrong(7)).slice(-2)).toEqual([400, 429])
  })

  test('count once each where 32 are made at the same time in two processes', async () => {
    const browsers = await Promise.all(
      Array.from({ length: 32 }, (_, at) => waiting(processes[at % 2 === 0 ? 0 : 1])),
    )
    const statuses = await Promise.all(browsers.map(async (one) => (await wrong(one)).status))
    expect(statuses.filter((status) => status === 400)).toHaveLength(15)
    expect(statuses.filter((status) => ![400, 429, 503].includes(status))).toEqual([])
  })

  test('stay counted where the clock goes back, and not for longer where it was ahead', async () => {
    world.clock.advance(10 * DAY)
    await tryWrong(8)
    await tryWrong(7)
    world.clock.advance(-600)
    expect(await tryWrong(1)).toEqual([429])
    world.clock.advance(-9 * DAY)
    expect(await tryWrong(1)).toEqual([429])
    world.clock.advance(DAY + 1)
    expect(await tryWrong(1)).toEqual([400])
  })

  test('are forgotten with what was tried', async () => {
    await tryWrong(8)
    await tryWrong(8)
    await processes[0].system().removeAll(ADA.id)
    world.clock.advance(1)
    const find = { field: 'userId', value: ADA.id, limit: 10 }
    expect((await world.store.adapter.records?.find(tries, find))?.rows).toEqual([])
    await giveApp(processes[0], world.clock)
    await signInWithCode(processes[0].app, world.clock)
  })

  test('stop the sign-in where they cannot be counted', async () => {
    const { adapter } = world.store
    const { records } = adapter
    if (!records) throw new Error('The store has records.')
    const insert: typeof records.insert = async (...given) => {
      if (given[0].name === tries.name) throw new Error('away')
      return records.insert(...given)
    }
    const started = world.start({}, { adapter: { ...adapter, records: { ...records, insert } } })
    const browser = await waiting(started)
    await send(browser, 'check', { code: codeOf(world.clock) })
    expect(sessionCookies(browser)).toEqual([])
  })
}
