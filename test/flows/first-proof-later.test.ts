import { openSqlAdapter } from '@latchstring/adapter-sql'
import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BASE, STRATEGIES } from '@latchstring/test-kit/app'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import { readJson } from '@latchstring/test-kit/json'
import {
  askForMail,
  byLink,
  CONTESTED,
  isSignedIn,
  openPlace,
  prove,
  signInWithGuild,
} from '@latchstring/test-kit/ownership'
import { passwords, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn, readSession } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const store = storeForEachTest()
let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

/** The application stores an address that was typed and is not proven. */
const storeTypedAddress = (): Promise<void> =>
  store.execute(`UPDATE users SET email = '${CONTESTED}', email_verified = NULL`)

const accounts = (): Promise<readonly unknown[]> => store.query('SELECT provider FROM accounts')

/** The adapter over a store that changes every time it is given. */
function withTimes(change: (time: number) => number): Adapter {
  const { updateUser } = store.adapter
  return {
    ...store.adapter,
    updateUser: ({ emailVerified, ...changes }) =>
      updateUser(
        emailVerified
          ? { ...changes, emailVerified: new Date(change(emailVerified.getTime())) }
          : { ...changes },
      ),
  }
}

/** Something that is waited for. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give: () => give() }
}

/** A password that the application accepts until the event `firstProof`; `authorize` waits until the test releases it. */
function slowPassword(): {
  readonly authorize: () => Promise<(typeof PEOPLE)['ada'] | null>
  readonly firstProof: () => void
  readonly asked: Promise<void>
  readonly goOn: () => void
} {
  const asked = signal()
  const released = signal()
  let good = true
  return {
    async authorize() {
      const taken = good
      asked.give()
      await released.given
      return taken ? PEOPLE.ada : null
    },
    firstProof: () => {
      good = false
    },
    asked: asked.given,
    goOn: () => released.give(),
  }
}

describe.each(['database', 'jwt'] as const)(
  'The first proof of a later address, with sessions by %s,',
  (strategy) => {
    const session = { strategy }

    test('ends a session opened with an account while the user had no address (ALT-05)', async () => {
      const place = openPlace(store.adapter, clock, { session })
      const squatter = place.app.openBrowser()
      expectSignedIn(await signInWithGuild(squatter, 'lodge'))
      await storeTypedAddress()
      const owner = await prove(place)
      clock.advance(120)
      expect([await readSession(squatter), await isSignedIn(owner)]).toEqual([null, true])
      await signInWithGuild(squatter, 'lodge', 'second')
      expect(await accounts()).toHaveLength(1)
      expect(await store.rows()).toMatchObject({ users: 2 })
    })

    test('ends a session opened with a password while the user had no address (ALT-05)', async () => {
      const { id, name } = PEOPLE.ada
      const nobodys = { id, name, email: null, image: null }
      // Stores of other ecosystems have users without an address, whatever the type says.
      const email = null as unknown as string
      await store.adapter.createUser({ ...nobodys, email, emailVerified: null })
      const own = passwords({ authorize: () => nobodys })
      const place = openPlace(store.adapter, clock, { session, others: [own] })
      const squatter = place.app.openBrowser()
      expectSignedIn(await submitPassword(squatter, 'ada'))
      expect(await readSession(squatter)).not.toBeNull()
      await storeTypedAddress()
      await prove(place)
      clock.advance(120)
      expect(await readSession(squatter)).toBeNull()
    })

    test.each([
      ['an instance whose clock is ahead', 250, 0, (time: number) => time],
      ['a store of whole seconds', 100, 400, (time: number) => Math.floor(time / 1000) * 1000],
    ] as const)(
      'prevents a session for a password accepted before it, with %s (ALT-05)',
      async (_, asking, proving, change) => {
        const { authorize, firstProof, asked, goOn } = slowPassword()
        const adapter = withTimes(change)
        await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
        const at = (ahead: number): TestClock => ({ ...clock, now: () => clock.now() + ahead })
        const others = [passwords({ authorize })]
        const asks = openPlace(adapter, at(asking), { session, others })
        const proves = openPlace(adapter, at(proving), { session, events: { firstProof } })
        const squatter = asks.app.openBrowser()
        const answer = submitPassword(squatter, 'ada')
        await asked
        await prove(proves)
        goOn()
        await answer
        expect(await isSignedIn(squatter)).toBe(false)
        clock.advance(120)
        expect(await isSignedIn(squatter)).toBe(false)
      },
    )

    test('is repeated after an interruption, where the store shifts times by a zone (ALT-05)', async () => {
      const shifting = withTimes((time) => time + 3_600_000)
      let deletions = 0
      const adapter: Adapter = {
        ...shifting,
        deleteSessionsByUserId(id) {
          deletions += 1
          if (deletions === 2) throw new Error('The store is down.')
          return store.adapter.deleteSessionsByUserId(id)
        },
      }
      await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
      const firstProof = vi.fn()
      const place = openPlace(adapter, clock, { session, events: { firstProof } })
      const owner = place.app.openBrowser()
      await askForMail(owner)
      await byLink(owner, place.mailbox.letter())
      expect(await readSession(owner)).toBeNull()
      await prove(place)
      expect(firstProof).toHaveBeenCalledTimes(1)
    })

    test.each(['1700000000000', 'yes'])(
      'that the store returns as %j allows passwords, as an earlier proof does (ALT-05)',
      async (verified) => {
        // As adapters of other ecosystems may give it.
        const user = { ...PEOPLE.ada, emailVerified: verified as unknown as Date }
        await store.adapter.createUser({
          ...PEOPLE.ada,
          emailVerified: new Date(clock.now() - 1e6),
        })
        const adapter = { ...store.adapter, getUser: async () => user }
        const place = openPlace(adapter, clock, { session })
        expectSignedIn(await submitPassword(place.app.openBrowser(), 'ada'))
      },
    )
  },
)

const ID: unknown = expect.any(String)

describe.each(STRATEGIES)(
  'The first proof of an address, with endings and sessions by %s,',
  (strategy) => {
    const session =
      strategy === 'jwt'
        ? ({ strategy, revocation: true, devices: true } as const)
        : ({ strategy, devices: true } as const)

    async function openControlled(sessionEnded: (ending: unknown) => void = () => undefined) {
      const adapter = openSqlAdapter(':memory:', { sessionControl: true })
      await adapter.migrate()
      return { adapter, place: openPlace(adapter, clock, { session, events: { sessionEnded } }) }
    }

    test('leaves no device of the person before, and tells the application of one ending (REV-17)', async () => {
      const sessionEnded = vi.fn()
      const { place } = await openControlled(sessionEnded)
      const squatter = place.app.openBrowser()
      expectSignedIn(await signInWithGuild(squatter, 'guild'))
      const owner = await prove(place, byLink)
      expect(sessionEnded.mock.calls).toEqual([
        [{ kind: 'user', reason: 'first-proof', userId: ID }],
      ])
      expect(await readSession(squatter)).toBeNull()
      expect(await isSignedIn(owner)).toBe(true)
      const list = await owner.open(`${BASE}/devices`, { accept: 'application/json' })
      expect(await readJson(list)).toMatchObject({ devices: [{ current: true, provider: 'mail' }] })
    })

    test('ends a session of a user whose proven address the application has changed (ALT-05)', async () => {
      const { adapter, place } = await openControlled()
      const person = await prove(place, byLink)
      const user = await adapter.getUserByEmail(CONTESTED)
      const id = user?.id ?? ''
      await adapter.updateUser({ id, email: 'moved@example.com', emailVerified: null })
      await adapter.updateUser({ id, email: CONTESTED })
      const owner = await prove(place, byLink)
      expect(await readSession(person)).toBeNull()
      expect(await isSignedIn(owner)).toBe(true)
    })
  },
)
