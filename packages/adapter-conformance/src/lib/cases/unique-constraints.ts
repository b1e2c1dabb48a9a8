import assert from 'node:assert/strict'
import type { AdapterAccount, AdapterUser } from '@latchstring/core/adapters'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { asFull, type Case, type Subject } from '../options.ts'
import {
  RACERS,
  ROUNDS,
  createLinkedUser,
  sampleAccount,
  sampleSession,
  sampleUser,
} from '../samples.ts'

interface SignedIn {
  readonly user: AdapterUser
  readonly isNew: boolean
}

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Creates user and account in a transaction, or undoes the first write if the second fails. */
async function createUserWithAccount(
  { adapter, capabilities }: Subject,
  user: AdapterUser,
  key: Key,
): Promise<AdapterUser> {
  if (capabilities.transactions === true) {
    return adapter.transaction(async (within) => {
      const full = asFull(within)
      const created = await full.createUser(user)
      await full.linkAccount(sampleAccount(created.id, key))
      return created
    })
  }
  const created = await adapter.createUser(user)
  try {
    await adapter.linkAccount(sampleAccount(created.id, key))
  } catch (error) {
    await adapter.deleteUser(created.id)
    throw error
  }
  return created
}

/** Runs a first sign-in: the loser of a race signs in as the user that the winner created. */
async function signIn(subject: Subject, user: AdapterUser, key: Key): Promise<SignedIn> {
  const known = await subject.adapter.getUserByAccount(key)
  if (known !== null) return { user: known, isNew: false }
  try {
    return { user: await createUserWithAccount(subject, user, key), isNew: true }
  } catch (error) {
    const winner = await subject.adapter.getUserByAccount(key)
    if (winner === null) throw error
    return { user: winner, isNew: false }
  }
}

async function raceFirstSignIns(subject: Subject): Promise<AdapterUser> {
  const { adapter } = subject
  const { email } = sampleUser()
  const { provider, providerAccountId } = sampleAccount('')
  const key = { provider, providerAccountId }
  const { values, errors } = await race(RACERS, () => signIn(subject, sampleUser({ email }), key))
  // Without transactions a loser can look up the account of the winner before it is linked. It gets
  // an error, and is repeated.
  if (subject.capabilities.transactions === true) assert.deepEqual(errors, [])
  const [winner, ...others] = values.filter(({ isNew }) => isNew)
  assert.ok(winner, 'no sign-in succeeded')
  assert.deepEqual(others, [], 'more than one call created a user')
  const ids = new Set(values.map(({ user }) => user.id))
  assert.deepEqual(ids, new Set([winner.user.id]))
  assertStored(await adapter.getUserByEmail(email), winner.user)
  assertStored(await adapter.getUserByAccount(key), winner.user)
  return winner.user
}

const refusing: readonly Case[] = [
  {
    name: 'createUser rejects a second user with the address (LNK-04)',
    async run({ adapter }) {
      const first = await adapter.createUser(sampleUser())
      await assert.rejects(async () => {
        await adapter.createUser(sampleUser({ email: first.email }))
      })
      assertStored(await adapter.getUserByEmail(first.email), first)
    },
  },
  {
    name: 'an address in other letter case is the same address',
    async run({ adapter }) {
      const first = await adapter.createUser(sampleUser())
      const shouted = first.email.toUpperCase()
      assert.equal((await adapter.getUserByEmail(shouted))?.id, first.id)
      await assert.rejects(async () => {
        await adapter.createUser(sampleUser({ email: shouted }))
      })
    },
  },
  {
    name: 'updateUser rejects the address of another user',
    async run({ adapter }) {
      const first = await adapter.createUser(sampleUser())
      const second = await adapter.createUser(sampleUser())
      await assert.rejects(async () => {
        await adapter.updateUser({ id: second.id, email: first.email })
      })
      assertStored(await adapter.getUser(second.id), second)
    },
  },
  {
    name: 'linkAccount rejects an account that is linked, also to another user (LNK-04)',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      const other = await adapter.createUser(sampleUser())
      for (const userId of [user.id, other.id]) {
        await assert.rejects(async () => {
          await adapter.linkAccount({ ...account, userId })
        })
      }
      assertStored(await adapter.getUserByAccount(account), user)
    },
  },
  {
    name: `one of ${RACERS} simultaneous users with the same address is created (LNK-04)`,
    async run({ adapter }) {
      const { email } = sampleUser()
      const { values, errors } = await race(RACERS, () => adapter.createUser(sampleUser({ email })))
      assert.equal(values.length, 1)
      assert.equal(errors.length, RACERS - 1)
    },
  },
]

/** Tests of `uniqueConstraints`. */
export const uniqueConstraintCases: readonly Case[] = [
  ...refusing,
  {
    name: `${RACERS} simultaneous first sign-ins make one user and one account (LNK-04)`,
    async run(subject) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await raceFirstSignIns(subject)
        // A leftover user or account of a loser would occupy the address or the account.
        await subject.adapter.deleteUser(user.id)
        assertNothing(await subject.adapter.getUserByEmail(user.email))
      }
    },
  },
]

/** Tests that a write depends on the store, not on an earlier read. */
export const concurrentUpdateCases: readonly Case[] = [
  {
    name: 'simultaneous changes of different members of a user are all kept',
    async run({ adapter, at }) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const user = await adapter.createUser(sampleUser())
        const { id } = user
        const changes = [
          { name: 'Grace Hopper' },
          { image: 'https://example.com/grace.png' },
          { emailVerified: at(-1_003) },
        ]
        const { errors } = await race(changes.length, (index) =>
          adapter.updateUser({ id, ...changes[index] }),
        )
        assert.deepEqual(errors, [])
        assertStored(await adapter.getUser(id), {
          ...user,
          ...changes[0],
          ...changes[1],
          ...changes[2],
        })
      }
    },
  },
]

/** Tests of `uniqueConstraints` together with `sessions`. */
export const concurrentSessionCases: readonly Case[] = [
  {
    name: `${RACERS} simultaneous first sign-ins end with a valid session each (LNK-04)`,
    async run(subject) {
      const { adapter } = subject
      const { id } = await raceFirstSignIns(subject)
      const { values, errors } = await race(RACERS, () =>
        adapter.createSession(sampleSession(subject, id)),
      )
      assert.deepEqual(errors, [])
      for (const { sessionToken } of values) {
        assert.equal((await adapter.getSessionAndUser(sessionToken))?.user.id, id)
      }
    },
  },
]
