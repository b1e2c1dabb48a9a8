import assert from 'node:assert/strict'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, FullAdapter, Subject } from '../options.ts'
import {
  sampleAccount,
  sampleAuthenticator,
  sampleSession,
  sampleToken,
  sampleUser,
  unique,
} from '../samples.ts'

/** Two texts that differ only in letter case. */
function spellings(prefix: string): readonly [string, string] {
  const text = unique(prefix)
  return [`${text}-aB`, `${text}-Ab`]
}

const pickKey = ({ provider, providerAccountId }: AdapterAccount) => ({
  provider,
  providerAccountId,
})

/** Stores accounts of two users whose ids differ only in letter case. */
async function createCased(
  adapter: FullAdapter,
): Promise<readonly [AdapterAccount, AdapterAccount]> {
  const [one, other] = spellings('account')
  const link = async (providerAccountId: string): Promise<AdapterAccount> => {
    const { id } = await adapter.createUser(sampleUser())
    const account = sampleAccount(id, { providerAccountId, scope: providerAccountId })
    await adapter.linkAccount(account)
    return account
  }
  return [await link(one), await link(other)]
}

/** Stores sessions of one user whose tokens differ only in letter case, each with its own expiry. */
async function createCasedSessions(subject: Subject) {
  const { adapter, at } = subject
  const { id } = await adapter.createUser(sampleUser())
  const [one, other] = spellings('session')
  const first = sampleSession(subject, id, { sessionToken: one })
  const second = sampleSession(subject, id, { sessionToken: other, expires: at(5_000_500) })
  for (const session of [first, second]) await adapter.createSession(session)
  return { id, first, second }
}

/** Tests that ids of accounts and of providers are compared exactly. */
export const accountCaseCases: readonly Case[] = [
  {
    name: 'unlinkAccount leaves the account whose id differs in letter case',
    besideEachOther: true,
    async run({ adapter }) {
      const [account, cased] = await createCased(adapter)
      await adapter.unlinkAccount(pickKey(account))
      assertNothing(await adapter.getUserByAccount(pickKey(account)))
      assert.equal((await adapter.getUserByAccount(pickKey(cased)))?.id, cased.userId)
    },
  },
  {
    name: 'ids of providers that differ in letter case are different providers',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const account = sampleAccount(id)
      await adapter.linkAccount(account)
      const { providerAccountId } = account
      const provider = account.provider.toUpperCase()
      assertNothing(await adapter.getUserByAccount({ provider, providerAccountId }))
      await adapter.unlinkAccount({ provider, providerAccountId })
      assert.ok(await adapter.getUserByAccount(pickKey(account)))
    },
  },
]

/** The same tests for `updateAccount`. */
export const accountUpdateCaseCases: readonly Case[] = [
  {
    name: 'updateAccount leaves the account whose id differs in letter case',
    besideEachOther: true,
    async run({ adapter }) {
      const [account, cased] = await createCased(adapter)
      await adapter.updateAccount({ ...pickKey(account), scope: 'openid' })
      const [changed] = await adapter.listAccountsByUserId(account.userId)
      assertStored(changed, { ...account, scope: 'openid' })
      const [left] = await adapter.listAccountsByUserId(cased.userId)
      assertStored(left, cased)
    },
  },
]

/** Tests that tokens of sessions are compared exactly. */
export const sessionCaseCases: readonly Case[] = [
  {
    name: 'tokens that differ in letter case are different sessions',
    besideEachOther: true,
    async run(subject) {
      const { adapter, at } = subject
      const { first, second } = await createCasedSessions(subject)
      const changes = { sessionToken: first.sessionToken, expires: at(7_200_321) }
      await adapter.updateSession(changes)
      const [one, other] = [first.sessionToken, second.sessionToken]
      assertStored((await adapter.getSessionAndUser(one))?.session, { ...first, ...changes })
      assertStored((await adapter.getSessionAndUser(other))?.session, second)
      await adapter.deleteSession(one)
      assertNothing(await adapter.getSessionAndUser(one))
      assertStored((await adapter.getSessionAndUser(other))?.session, second)
    },
  },
]

/** The same tests for `compareAndSetSession`. */
export const compareAndSetCaseCases: readonly Case[] = [
  {
    name: 'compareAndSetSession moves no session whose token differs in letter case',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const [one, other] = spellings('session')
      const session = sampleSession(subject, id, { sessionToken: one })
      await adapter.createSession(session)
      const { expires: from } = session
      const to = at(7_200_321)
      assert.equal(await adapter.compareAndSetSession({ sessionToken: other, from, to }), false)
      assertStored((await adapter.getSessionAndUser(one))?.session, session)
    },
  },
]

/** The same tests for `deleteSessionsByUserId`. */
export const revocationCaseCases: readonly Case[] = [
  {
    name: 'deleteSessionsByUserId keeps no session whose token differs in letter case from `except`',
    besideEachOther: true,
    async run(subject) {
      const { adapter } = subject
      const { id, first, second } = await createCasedSessions(subject)
      assert.equal(await adapter.deleteSessionsByUserId(id, first.sessionToken), 1)
      assertNothing(await adapter.getSessionAndUser(second.sessionToken))
      assertStored((await adapter.getSessionAndUser(first.sessionToken))?.session, first)
    },
  },
]

/** Tests that verification tokens and identifiers are compared exactly. */
export const tokenCaseCases: readonly Case[] = [
  {
    name: 'useVerificationToken returns null for a token in other letter case and uses nothing up',
    async run(subject) {
      const { adapter } = subject
      const [token, other] = spellings('hash')
      const stored = sampleToken(subject, { token })
      const { identifier } = stored
      await adapter.createVerificationToken(stored)
      assertNothing(await adapter.useVerificationToken({ identifier, token: other }))
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
  {
    name: 'useVerificationToken returns null for an identifier in other letter case and uses nothing up',
    async run(subject) {
      const { adapter } = subject
      const [identifier, other] = spellings('identifier')
      const stored = sampleToken(subject, { identifier })
      const { token } = stored
      await adapter.createVerificationToken(stored)
      assertNothing(await adapter.useVerificationToken({ identifier: other, token }))
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
]

/** Tests that credential ids, which are base64, are compared exactly. */
export const credentialCaseCases: readonly Case[] = [
  {
    name: 'credential ids that differ in letter case are different authenticators',
    besideEachOther: true,
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const [one, other] = spellings('credential')
      const first = sampleAuthenticator(id, { credentialID: one, counter: 1 })
      await adapter.createAuthenticator(first)
      assertNothing(await adapter.getAuthenticator(other))
      await assert.rejects(async () => {
        await adapter.updateAuthenticatorCounter(other, 9)
      })
      const second = sampleAuthenticator(id, { credentialID: other, counter: 2 })
      await adapter.createAuthenticator(second)
      await adapter.updateAuthenticatorCounter(one, 3)
      assertStored(await adapter.getAuthenticator(one), { ...first, counter: 3 })
      assertStored(await adapter.getAuthenticator(other), second)
    },
  },
  {
    name: 'getAccount finds no account whose id or provider differs in letter case',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const [one, other] = spellings('account')
      const account = sampleAccount(id, { providerAccountId: one })
      await adapter.linkAccount(account)
      assertNothing(await adapter.getAccount(other, account.provider))
      assertNothing(await adapter.getAccount(one, account.provider.toUpperCase()))
      assertStored(await adapter.getAccount(one, account.provider), account)
    },
  },
]
