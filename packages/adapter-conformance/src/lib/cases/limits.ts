import assert from 'node:assert/strict'
import { assertNothing, race } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import {
  RACERS,
  sampleAccount,
  sampleAuthenticator,
  sampleSession,
  sampleUser,
} from '../samples.ts'

/** More records than stores accept or return at once: limits of 10, 25, 50 and 100 are common. */
const MANY = 120

/** Creates many records and stores them, some at a time. */
async function storeMany<T>(make: () => T, store: (record: T) => unknown): Promise<readonly T[]> {
  const records = Array.from({ length: MANY }, make)
  for (let start = 0; start < MANY; start += RACERS) {
    const some = records.slice(start, start + RACERS)
    const { errors } = await race(some.length, async (index) => {
      const record = some[index]
      if (record !== undefined) await store(record)
    })
    assert.deepEqual(errors, [])
  }
  return records
}

async function createManySessions(subject: Subject) {
  const { adapter } = subject
  const { id } = await adapter.createUser(sampleUser())
  const sessions = await storeMany(
    () => sampleSession(subject, id),
    (session) => adapter.createSession(session),
  )
  return { id, tokens: new Set(sessions.map(({ sessionToken }) => sessionToken)) }
}

/** Tests of a user with many sessions. */
export const manySessionCases: readonly Case[] = [
  {
    name: `deleteUser ends ${MANY} sessions (SES-11)`,
    async run(subject) {
      const { adapter } = subject
      const { id, tokens } = await createManySessions(subject)
      await adapter.deleteUser(id)
      for (const token of tokens) assertNothing(await adapter.getSessionAndUser(token))
    },
  },
]

/** The same tests with `revocation`. */
export const manyRevocationCases: readonly Case[] = [
  {
    name: `listSessionsByUserId returns ${MANY} sessions, and deleteSessionsByUserId ends them`,
    async run(subject) {
      const { adapter } = subject
      const { id, tokens } = await createManySessions(subject)
      const listed = await adapter.listSessionsByUserId(id)
      assert.equal(listed.length, MANY)
      assert.deepEqual(new Set(listed.map(({ sessionToken }) => sessionToken)), tokens)
      const [except = ''] = tokens
      assert.equal(await adapter.deleteSessionsByUserId(id, except), MANY - 1)
      assert.equal((await adapter.listSessionsByUserId(id)).length, 1)
      for (const token of tokens) {
        assert.equal((await adapter.getSessionAndUser(token)) !== null, token === except)
      }
    },
  },
]

/** Tests of a user with many accounts. */
export const manyAccountCases: readonly Case[] = [
  {
    name: `deleteUser unlinks ${MANY} accounts`,
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const accounts = await storeMany(
        () => sampleAccount(id),
        (account) => adapter.linkAccount(account),
      )
      await adapter.deleteUser(id)
      for (const { provider, providerAccountId } of accounts) {
        assertNothing(await adapter.getUserByAccount({ provider, providerAccountId }))
      }
    },
  },
]

/** The same tests with `accountUpdates`. */
export const manyListedAccountCases: readonly Case[] = [
  {
    name: `listAccountsByUserId returns ${MANY} accounts`,
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const accounts = await storeMany(
        () => sampleAccount(id),
        (account) => adapter.linkAccount(account),
      )
      const listed = await adapter.listAccountsByUserId(id)
      assert.equal(listed.length, MANY)
      assert.deepEqual(
        new Set(listed.map(({ providerAccountId }) => providerAccountId)),
        new Set(accounts.map(({ providerAccountId }) => providerAccountId)),
      )
    },
  },
]

/** Tests of a user with many passkeys. */
export const manyAuthenticatorCases: readonly Case[] = [
  {
    name: `listAuthenticatorsByUserId returns ${MANY} authenticators, and deleteUser deletes them`,
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const made = await storeMany(
        () => sampleAuthenticator(id),
        (authenticator) => adapter.createAuthenticator(authenticator),
      )
      const listed = await adapter.listAuthenticatorsByUserId(id)
      assert.equal(listed.length, MANY)
      assert.deepEqual(
        new Set(listed.map(({ credentialID }) => credentialID)),
        new Set(made.map(({ credentialID }) => credentialID)),
      )
      await adapter.deleteUser(id)
      for (const { credentialID } of made) {
        assertNothing(await adapter.getAuthenticator(credentialID))
      }
    },
  },
]
