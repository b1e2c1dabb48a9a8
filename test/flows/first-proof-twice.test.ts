import type { Adapter } from '@latchstring/core/adapters'
import { beforeEach, describe, expect, test } from 'vitest'
import { STRATEGIES } from '@latchstring/test-kit/app'
import { storeForEachTest } from '@latchstring/test-kit/for-each-test'
import {
  askForMail,
  byLink,
  isSignedIn,
  openPlace,
  prove,
  signInWithGuild,
} from '@latchstring/test-kit/ownership'
import { passwords, PEOPLE, submitPassword } from '@latchstring/test-kit/people'
import { expectSignedIn } from '@latchstring/test-kit/story'
import { startClock, type TestClock } from '@latchstring/test-kit/test-clock'

const store = storeForEachTest()
let clock: TestClock

beforeEach(() => {
  clock = startClock()
})

type Rows = 'createVerificationToken' | 'useVerificationToken'

/** The row by which a store knows for an hour that an address was proven. */
const isNote = (name: string): boolean => name.startsWith('proven.')

/**
 * The store, as it is or as an adapter for Auth.js has it, which finds a row only by using it up. The first call of a method
 * for the note of a proof is followed or preceded by something else.
 */
function storeWith(
  reads: boolean,
  hook: {
    readonly method: Rows
    readonly when: 'before' | 'after'
    meanwhile: (again: Promise<void>) => unknown
  },
): Adapter {
  const { getVerificationToken: _, ...others } = store.adapter
  const taking = { ...others, capabilities: { ...others.capabilities, tokenReads: false } }
  const adapter: Adapter = reads ? store.adapter : taking
  let calls = 0
  let callAgain = (): void => undefined
  const again = new Promise<void>((resolve) => {
    callAgain = resolve
  })
  const around = async <T>(
    identifier: string,
    method: Rows,
    call: () => T,
  ): Promise<Awaited<T>> => {
    if (hook.method !== method || !isNote(identifier)) return await call()
    calls += 1
    const isFirst = calls === 1
    if (isFirst && hook.when === 'before') await hook.meanwhile(again)
    const answer = await call()
    if (!isFirst) callAgain()
    if (isFirst && hook.when === 'after') await hook.meanwhile(again)
    return answer
  }
  return {
    ...adapter,
    createVerificationToken: (row) =>
      around(row.identifier, 'createVerificationToken', () =>
        others.createVerificationToken?.(row),
      ),
    useVerificationToken: (row) =>
      around(
        row.identifier,
        'useVerificationToken',
        async () => (await others.useVerificationToken?.(row)) ?? null,
      ),
  }
}

const STORES = [
  ['reads a row', true],
  ['only uses a row up', false],
] as const

describe.each(STRATEGIES)('With sessions by %s, in a store that', (strategy) => {
  const session = { strategy }

  test.each(STORES)(
    '%s, two mails that prove an address at once both sign in (ALT-05)',
    async (_, reads) => {
      const squatter = openPlace(store.adapter, clock, { session }).app.openBrowser()
      expectSignedIn(await signInWithGuild(squatter, 'guild'))
      const answers: Response[] = []
      const hook = { method: 'createVerificationToken', when: 'before' } as const
      const first = openPlace(
        storeWith(reads, {
          ...hook,
          meanwhile: async () => {
            answers.push(await byLink(there, second.mailbox.letter()))
          },
        }),
        clock,
        { session },
      )
      const second = openPlace(storeWith(reads, { ...hook, meanwhile: () => undefined }), clock, {
        session,
      })
      const [here, there] = [first.app.openBrowser(), second.app.openBrowser()]
      await askForMail(here)
      await askForMail(there)
      answers.push(await byLink(here, first.mailbox.letter()))
      expect(answers).toHaveLength(2)
      for (const answer of answers) expectSignedIn(answer)
      expect([await isSignedIn(here), await isSignedIn(squatter)]).toEqual([true, false])
    },
  )

  test.each(STORES)(
    '%s, no password that was compared before a proof signs in beside another one (ALT-05)',
    async (_, reads) => {
      await store.adapter.createUser({ ...PEOPLE.ada, emailVerified: null })
      let goOn = (): void => undefined
      const accepted = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const { ada } = PEOPLE
      const others = [passwords({ authorize: () => accepted.then(() => ada) })]
      const both: Promise<unknown>[] = []
      const adapter = storeWith(reads, {
        method: 'useVerificationToken',
        when: 'after',
        // The other password looks for the row while this one has it.
        meanwhile: (again) => again,
      })
      const asks = openPlace(adapter, clock, { session, others })
      const squatters = [asks.app.openBrowser(), asks.app.openBrowser()]
      for (const squatter of squatters) both.push(submitPassword(squatter, 'ada'))
      await prove(openPlace(store.adapter, clock, { session }))
      goOn()
      await Promise.all(both)
      const inside = await Promise.all(squatters.map((squatter) => isSignedIn(squatter)))
      expect(inside).toEqual([false, false])
    },
  )
})
