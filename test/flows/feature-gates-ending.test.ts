import { openSqlAdapter } from '@latchstring/adapter-sql'
import { type Adapter, waitingSignIns } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { type App, BASE, STRATEGIES } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { idpForEachTest } from '@latchstring/test-kit/for-each-test'
import { ADA, signInWithPassword, storePeople, submitPassword } from '@latchstring/test-kit/people'
import {
  expectSignedIn,
  readLocation,
  readSession,
  sessionCookies,
} from '@latchstring/test-kit/story'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createDoor, WORD } from './src/door-feature.ts'
import { type GateWorld, openGateWorld, say } from './src/gate-world.ts'

type Method = (...given: unknown[]) => unknown

/** What happens at one call of a store, before or after it takes effect. */
interface Between {
  readonly call: number
  readonly when: 'before' | 'after'
  readonly run: () => Promise<unknown>
}

/** Wraps what a store does, so that something else happens at one of its calls. */
function interruptible(inner: Adapter): {
  readonly adapter: Adapter
  readonly arm: (between: Between) => void
  /** Names of the calls since then, in order. */
  readonly disarm: () => readonly string[]
} {
  let armed: Between | undefined
  let calls: string[] = []
  const wrap = (target: object, prefix: string): object =>
    Object.fromEntries(
      Object.entries(target).map(([name, value]: [string, unknown]) => {
        if (typeof value !== 'function' || name === 'keeps') return [name, value]
        const method: Method = async (...given) => {
          const here = armed && calls.push(prefix + name) === armed.call ? armed : undefined
          if (here?.when === 'before') await here.run()
          // It is a function; see above.
          const result: unknown = await (value as Method).apply(target, given)
          if (here?.when === 'after') await here.run()
          return result
        }
        return [name, method]
      }),
    )
  const records = inner.records && wrap(inner.records, 'records.')
  return {
    // The members are those of the store.
    adapter: { ...wrap(inner, ''), ...(records && { records }) } as Adapter,
    arm(between) {
      armed = between
      calls = []
    },
    disarm() {
      armed = undefined
      return calls
    },
  }
}

const idp = idpForEachTest()

describe.each(STRATEGIES)(
  'A sign-in whose step ends the other sessions of its user, with sessions by %s,',
  (strategy) => {
    let world: GateWorld
    let sql: ReturnType<typeof openSqlAdapter>

    /** A process of the application. */
    const start = (
      adapter: Adapter,
      features: readonly AnyFeature[] = [createDoor({ ends: 'factor-added' }).feature],
    ): App =>
      world.open(features, {
        adapter,
        session: { strategy, revocation: strategy === 'jwt', absoluteMaxAge: 36_000 },
      })

    async function waiting(app: App): Promise<Browser> {
      const browser = app.openBrowser()
      await submitPassword(browser, 'ada')
      return browser
    }

    beforeEach(async () => {
      world = await openGateWorld(strategy, idp)
      sql = openSqlAdapter(':memory:', { sessionControl: true, records: [waitingSignIns] })
      onTestFinished(() => sql.close())
      await sql.migrate()
      await storePeople(sql, new Date(0))
    })

    test('goes on, and ends them with everything else that waits', async () => {
      const app = start(sql)
      const open = await signInWithPassword(start(sql, []).openBrowser())
      const other = await waiting(app)
      const browser = await waiting(app)
      world.clock.advance(1)
      expectSignedIn(await say(browser))
      world.clock.advance(60)
      expect(await readSession(browser)).not.toBeNull()
      expect(await readSession(open)).toBeNull()
      expect(readLocation(await say(other)).searchParams.get('error')).toBe('SessionRequired')
      expect(sessionCookies(other)).toEqual([])
    })

    test('goes on once, however many right answers come at the same time', async () => {
      const app = start(sql)
      const browser = await waiting(app)
      const csrfToken = await browser.csrf(BASE)
      world.clock.advance(1)
      await Promise.all(
        Array.from({ length: 8 }, () =>
          browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD }),
        ),
      )
      world.clock.advance(60)
      expect(await readSession(browser)).not.toBeNull()
    })

    test('goes on where another step follows', async () => {
      const gate = createDoor({ name: 'gate' })
      const app = start(sql, [createDoor({ ends: 'factor-added' }).feature, gate.feature])
      const browser = await waiting(app)
      world.clock.advance(100)
      expect(readLocation(await say(browser)).pathname).toBe('/auth/gate/knock')
      world.clock.advance(100)
      expectSignedIn(await say(browser, WORD, 'gate/say'))
      expect(await readSession(browser)).not.toBeNull()
    })

    test.each(['before', 'after'] as const)(
      'opens no session that outlives an ending by another request, %s each of its calls',
      async (when) => {
        const { adapter, arm, disarm } = interruptible(sql)
        const app = start(adapter)
        const other = start(sql)
        for (let call = 1; ; call += 1) {
          const browser = await waiting(app)
          const csrfToken = await browser.csrf(BASE)
          world.clock.advance(10)
          arm({
            call,
            when,
            async run() {
              world.clock.advance(1)
              await other.auth.sessions().changed(ADA.id, 'user-disabled')
              world.clock.advance(1)
            },
          })
          await browser.submit(`${BASE}/door/say`, { csrfToken, word: WORD })
          const calls = disarm()
          if (calls.length < call) break
          world.clock.advance(60)
          expect(await readSession(browser), `${call}: ${calls[call - 1]}`).toBeNull()
        }
      },
    )
  },
)
