import { expect } from 'vitest'
import { STRATEGIES } from '@latchstring/test-kit/app'
import { DAY, startClock, type TestClock } from '@latchstring/test-kit/test-clock'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import type { Visitor } from '@latchstring/test-kit/visitor'

interface Seated {
  readonly clock: TestClock
  readonly visitor: Visitor
}

async function expiryOf({ visitor }: Seated): Promise<number> {
  return Date.parse((await visitor.session())?.expires ?? '')
}

/** How long sessions last. */
export function limits(suite: Suite): void {
  const { proves, open } = suite

  /** Signs in with either strategy. */
  async function seat(
    strategy: 'jwt' | 'database',
    session: PlainConfig['session'],
  ): Promise<Seated> {
    const clock = startClock(Math.floor(Date.now() / 1000) * 1000)
    const adapter = await suite.world.store()
    const config: PlainConfig = {
      adapter,
      providers: [passwords({ authorize: () => adapter.getUserByEmail('ada@example.com') })],
      session: { ...session, strategy },
    }
    await adapter.createUser({ id: 'any', email: 'ada@example.com', emailVerified: null })
    const visitor = open(config, { clock }).visit()
    await visitor.submitPassword()
    return { clock, visitor }
  }

  proves(
    ['LIMIT-maxAge-default', 'LIMIT-maxAge'],
    'a session ends 30 days from its last update',
    async () => {
      for (const strategy of STRATEGIES) {
        const seated = await seat(strategy, {})
        const { clock, visitor } = seated
        expect(await expiryOf(seated)).toBe(clock.now() + 2_592_000 * 1000)
        clock.advance(2_592_000 + 1)
        expect(await visitor.session()).toBeNull()
      }
    },
  )

  proves(['LIMIT-maxAge'], 'maxAge is the number of seconds a session lasts', async () => {
    for (const strategy of STRATEGIES) {
      const seated = await seat(strategy, { maxAge: 120, updateAge: 120 })
      const { clock, visitor } = seated
      expect(await expiryOf(seated)).toBe(clock.now() + 120_000)
      clock.advance(119)
      expect(await visitor.session()).not.toBeNull()
      clock.advance(120)
      expect(await visitor.session()).toBeNull()
    }
  })

  proves(
    ['LIMIT-updateAge-default', 'LIMIT-updateAge'],
    'a session is extended once a day',
    async () => {
      for (const strategy of STRATEGIES) {
        const seated = await seat(strategy, {})
        const { clock } = seated
        const first = await expiryOf(seated)
        clock.advance(DAY - 1)
        expect(await expiryOf(seated)).toBe(first)
        clock.advance(1)
        expect(await expiryOf(seated)).toBe(clock.now() + 2_592_000 * 1000)
      }
    },
  )

  proves(
    ['LIMIT-updateAge'],
    'updateAge is the number of seconds between two extensions',
    async () => {
      for (const strategy of STRATEGIES) {
        const seated = await seat(strategy, { maxAge: 1000, updateAge: 300 })
        const { clock } = seated
        const first = await expiryOf(seated)
        clock.advance(299)
        expect(await expiryOf(seated)).toBe(first)
        clock.advance(1)
        expect(await expiryOf(seated)).toBe(first + 300_000)
        clock.advance(299)
        expect(await expiryOf(seated)).toBe(first + 300_000)
      }
    },
  )

  proves(['LIMIT-updateAge-zero'], 'updateAge 0 extends a session at every read', async () => {
    for (const strategy of STRATEGIES) {
      const seated = await seat(strategy, { updateAge: 0 })
      const { clock } = seated
      for (const _ of [1, 2]) {
        clock.advance(1)
        expect(await expiryOf(seated)).toBe(clock.now() + 2_592_000 * 1000)
      }
    }
  })
}
