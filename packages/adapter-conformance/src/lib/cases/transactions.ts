import assert from 'node:assert/strict'
import type { AdapterUser } from '@latchstring/core/adapters'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { asFull, type Case, type FullAdapter, type Subject } from '../options.ts'
import { RACERS, sampleAccount, sampleSession, sampleUser } from '../samples.ts'

/** Runs a function in a transaction. */
const transact = <T>({ adapter }: Subject, work: (within: FullAdapter) => Promise<T>): Promise<T> =>
  adapter.transaction((within) => work(asFull(within)))

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Stores a user with an account and, with the capability `sessions`, a session. */
async function createEverything(
  subject: Subject,
  within: FullAdapter,
  parts: ReturnType<typeof sampleParts>,
): Promise<AdapterUser> {
  const user = await within.createUser(parts.user)
  await within.linkAccount({ ...parts.account, userId: user.id })
  if (subject.capabilities.sessions === true) {
    await within.createSession({ ...parts.session, userId: user.id })
  }
  return user
}

const sampleParts = (subject: Subject) => {
  const user = sampleUser()
  return { user, account: sampleAccount(user.id), session: sampleSession(subject, user.id) }
}

const finishing: readonly Case[] = [
  {
    name: 'a transaction stores all writes and returns the result of its work',
    async run(subject) {
      const { adapter, capabilities } = subject
      const parts = sampleParts(subject)
      const user = await transact(subject, (within) => createEverything(subject, within, parts))
      assertStored(await adapter.getUserByAccount(parts.account), user)
      if (capabilities.sessions === true) {
        assert.ok(await adapter.getSessionAndUser(parts.session.sessionToken))
      }
    },
  },
  {
    name: 'a transaction whose work rejects stores nothing, and rejects with the same error',
    async run(subject) {
      const { adapter, capabilities } = subject
      const parts = sampleParts(subject)
      const failure = new Error('the work failed')
      await assert.rejects(
        transact(subject, async (within) => {
          await createEverything(subject, within, parts)
          throw failure
        }),
        failure,
      )
      assertNothing(await adapter.getUserByEmail(parts.user.email))
      assertNothing(await adapter.getUserByAccount(parts.account))
      if (capabilities.sessions === true) {
        assertNothing(await adapter.getSessionAndUser(parts.session.sessionToken))
      }
    },
  },
  {
    name: 'work that failed in a transaction succeeds in the next one',
    async run(subject) {
      const parts = sampleParts(subject)
      await assert.rejects(
        transact(subject, async (within) => {
          await createEverything(subject, within, parts)
          throw new Error('the work failed')
        }),
      )
      const user = await transact(subject, (within) => createEverything(subject, within, parts))
      assertStored(await subject.adapter.getUserByAccount(parts.account), user)
    },
  },
  {
    name: 'changes and deletions of a failed transaction are undone',
    async run(subject) {
      const { adapter } = subject
      const changed = await adapter.createUser(sampleUser())
      const deleted = await adapter.createUser(sampleUser())
      await assert.rejects(
        transact(subject, async (within) => {
          await within.updateUser({ id: changed.id, name: 'Grace Hopper' })
          await within.deleteUser(deleted.id)
          throw new Error('the work failed')
        }),
      )
      assertStored(await adapter.getUser(changed.id), changed)
      assertStored(await adapter.getUser(deleted.id), deleted)
    },
  },
]

const isolating: readonly Case[] = [
  {
    name: 'a transaction reads what it wrote',
    async run(subject) {
      await transact(subject, async (within) => {
        const user = await within.createUser(sampleUser())
        assertStored(await within.getUserByEmail(user.email), user)
      })
    },
  },
  {
    name: 'writes of an unfinished transaction are invisible outside it',
    async run(subject) {
      const { adapter } = subject
      const { email } = sampleUser()
      let outside: Promise<AdapterUser | null> = Promise.resolve(null)
      await assert.rejects(
        transact(subject, async (within) => {
          await within.createUser(sampleUser({ email }))
          // A store may answer at once, or after the end of the transaction.
          outside = (async () => adapter.getUserByEmail(email))()
          await Promise.race([outside, pause(100)])
          throw new Error('the work failed')
        }),
      )
      assertNothing(await outside)
    },
  },
  {
    name: `${RACERS} simultaneous transactions of different users all finish`,
    async run(subject) {
      const { values, errors } = await race(RACERS, async () => {
        const parts = sampleParts(subject)
        await transact(subject, (within) => createEverything(subject, within, parts))
        return parts.account
      })
      assert.deepEqual(errors, [])
      for (const account of values) assert.ok(await subject.adapter.getUserByAccount(account))
    },
  },
]

/** Tests of `transactions`. */
export const transactionCases: readonly Case[] = [...finishing, ...isolating]
