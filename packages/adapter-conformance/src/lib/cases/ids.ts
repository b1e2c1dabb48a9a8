import assert from 'node:assert/strict'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, ConformanceIds } from '../options.ts'
import {
  createLinkedUser,
  sampleAccount,
  sampleSession,
  sampleUser,
  unique,
  unknownId,
} from '../samples.ts'

const SHAPES: Readonly<Record<ConformanceIds, RegExp>> = {
  text: /./,
  uuid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
  integer: /^[1-9]\d*$/,
}

/** Looks up an id that may be invalid in the store: the result is `null`, or the call rejects. */
async function nobodyOrError(look: () => Promise<unknown>): Promise<void> {
  const [outcome] = await Promise.allSettled([look()])
  if (outcome.status === 'fulfilled') assertNothing(outcome.value)
}

/** Ids that would find another user if they were compared as patterns, as numbers or without case. */
function lookAlikes(): readonly (readonly [string, string])[] {
  const pairs = [
    ['Ab', 'ab'],
    ['a%', 'a-'],
    ['a_b', 'a-b'],
    ['é', 'e'],
    ['👩', '👨'],
    [`"'\\;--`, `"'\\`],
  ] as const
  return pairs.map(([one, other]) => {
    const id = unique('id')
    return [`${id}${one}`, `${id}${other}`]
  })
}

const ofUsers: readonly Case[] = [
  {
    name: 'the id of a user is a string of the declared shape, and never used twice',
    async run({ adapter, ids }) {
      const users = [
        await adapter.createUser(sampleUser()),
        await adapter.createUser(sampleUser()),
        await adapter.createUser(sampleUser()),
      ]
      for (const { id } of users) assert.match(id, SHAPES[ids])
      assert.equal(new Set(users.map(({ id }) => id)).size, users.length)
    },
  },
  {
    name: 'every look-up returns the user with the same id',
    async run(subject) {
      const { adapter, capabilities } = subject
      const { user, account } = await createLinkedUser(adapter)
      assert.equal((await adapter.getUser(user.id))?.id, user.id)
      assert.equal((await adapter.getUserByEmail(user.email))?.id, user.id)
      assert.equal((await adapter.getUserByAccount(account))?.id, user.id)
      assert.equal((await adapter.updateUser({ id: user.id, name: 'Grace Hopper' })).id, user.id)
      if (capabilities.sessions !== true) return
      const session = sampleSession(subject, user.id)
      assert.equal((await adapter.createSession(session)).userId, user.id)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      assert.equal(found?.user.id, user.id)
      assert.equal(found.session.userId, user.id)
    },
  },
  {
    name: 'an id that only begins with the id of a user finds no user',
    async run({ adapter }) {
      const user = await adapter.createUser(sampleUser())
      // A database that converts it to a number would find the user.
      const longer = `${user.id}-and-more`
      await nobodyOrError(async () => adapter.getUser(longer))
      await Promise.allSettled([(async () => adapter.deleteUser(longer))()])
      assertStored(await adapter.getUser(user.id), user)
    },
  },
  {
    name: 'deleteUser and updateUser of an unknown id change no user',
    async run(subject) {
      const { adapter } = subject
      const user = await adapter.createUser(sampleUser())
      const id = unknownId(subject)
      await Promise.allSettled([
        (async () => adapter.deleteUser(id))(),
        (async () => adapter.updateUser({ id, name: 'Grace Hopper' }))(),
      ])
      assertStored(await adapter.getUser(user.id), user)
      assertNothing(await adapter.getUser(id))
    },
  },
]

const ofAccounts: readonly Case[] = [
  {
    name: 'ids of accounts that look alike are different accounts',
    besideEachOther: true,
    async run({ adapter }) {
      for (const [one, other] of lookAlikes()) {
        const user = await adapter.createUser(sampleUser())
        const { provider, type } = sampleAccount(user.id)
        const key = { provider, providerAccountId: one }
        await adapter.linkAccount({ ...key, type, userId: user.id })
        assert.equal((await adapter.getUserByAccount(key))?.id, user.id, one)
        assertNothing(await adapter.getUserByAccount({ provider, providerAccountId: other }))
        await adapter.linkAccount({ provider, type, providerAccountId: other, userId: user.id })
      }
    },
  },
  {
    name: 'an id with a trailing space does not find the account without one',
    async run({ adapter }) {
      const { account } = await createLinkedUser(adapter)
      const { provider, providerAccountId } = account
      // Collations that pad with spaces ignore it. A user with a chosen id at the provider would sign in as another user.
      assertNothing(
        await adapter.getUserByAccount({ provider, providerAccountId: `${providerAccountId} ` }),
      )
    },
  },
  {
    name: 'ids of 255 characters are stored completely',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const base = unique('long').padEnd(254, 'x')
      const [first, second] = [sampleAccount(user.id), sampleAccount(user.id)]
      await adapter.linkAccount({ ...first, providerAccountId: `${base}1` })
      const { provider } = first
      assertNothing(await adapter.getUserByAccount({ provider, providerAccountId: `${base}2` }))
      await adapter.linkAccount({ ...second, providerAccountId: `${base}2` })
      const found = await adapter.getUserByAccount({ provider, providerAccountId: `${base}2` })
      assert.equal(found?.id, user.id)
    },
  },
]

/** Tests of ids. */
export const idCases: readonly Case[] = [...ofUsers, ...ofAccounts]

/** Tests that tokens of sessions are compared exactly. */
export const sessionTokenCases: readonly Case[] = [
  {
    name: 'tokens of sessions that look alike are different sessions',
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      const token = unique('Token')
      await adapter.createSession(sampleSession(subject, id, { sessionToken: token }))
      for (const other of [token.toLowerCase(), `${token}x`, token.slice(0, -1), '%', '']) {
        assertNothing(await adapter.getSessionAndUser(other))
      }
      await adapter.deleteSession(token.toLowerCase())
      assert.ok(await adapter.getSessionAndUser(token))
    },
  },
]
