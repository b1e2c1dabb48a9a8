import { assertIntact, assertUntouched, type Belongings, createBelongings } from '../belongings.ts'
import { assertNothing } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'

/** Stores two users, each with an account at the same providers. Tests change the first. */
async function createPair(subject: Subject): Promise<readonly [Belongings, Belongings]> {
  return [await createBelongings(subject), await createBelongings(subject)]
}

/** Tests that deleting and unlinking leave other records. */
export const bystanderCases: readonly Case[] = [
  {
    name: 'unlinkAccount leaves every other account, at the same provider and with the same id',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [{ provider, providerAccountId }, kept] = owner.accounts
      await subject.adapter.unlinkAccount({ provider, providerAccountId })
      assertNothing(await subject.adapter.getUserByAccount({ provider, providerAccountId }))
      await assertIntact(subject, { ...owner, accounts: [kept] })
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'updateUser leaves everything that belongs to the user, and every other user',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const changes = { id: owner.user.id, name: 'Grace Hopper' }
      await subject.adapter.updateUser(changes)
      await assertIntact(subject, { ...owner, user: { ...owner.user, ...changes } })
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'deleteUser leaves everything that belongs to others, verification tokens among it',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      await subject.adapter.deleteUser(owner.user.id)
      for (const { provider, providerAccountId } of owner.accounts) {
        assertNothing(await subject.adapter.getUserByAccount({ provider, providerAccountId }))
      }
      await assertUntouched(subject, bystander)
    },
  },
]

/** The same tests for sessions. */
export const sessionBystanderCases: readonly Case[] = [
  {
    name: 'deleteSession leaves every other session, of the user and of others',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [{ sessionToken }, kept] = owner.sessions
      await subject.adapter.deleteSession(sessionToken)
      assertNothing(await subject.adapter.getSessionAndUser(sessionToken))
      await assertIntact(subject, { ...owner, sessions: [kept] })
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'updateSession leaves every other session, of the user and of others',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [first, second] = owner.sessions
      const changes = { sessionToken: first.sessionToken, expires: subject.at(7_200_321) }
      await subject.adapter.updateSession(changes)
      await assertIntact(subject, { ...owner, sessions: [{ ...first, ...changes }, second] })
      await assertUntouched(subject, bystander)
    },
  },
]

/** The same tests for `compareAndSetSession`. */
export const compareAndSetBystanderCases: readonly Case[] = [
  {
    name: 'compareAndSetSession leaves every other session, also with the same expiry',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [first, second] = owner.sessions
      const { sessionToken, expires: from } = first
      // All of these sessions have the same expiry.
      for (const one of [second, ...bystander.sessions]) {
        await subject.adapter.updateSession({ sessionToken: one.sessionToken, expires: from })
      }
      const to = subject.at(7_200_321)
      await subject.adapter.compareAndSetSession({ sessionToken, from, to })
      const [third, fourth] = bystander.sessions
      await assertIntact(subject, {
        ...owner,
        sessions: [
          { ...first, expires: to },
          { ...second, expires: from },
        ],
      })
      await assertUntouched(subject, {
        ...bystander,
        sessions: [
          { ...third, expires: from },
          { ...fourth, expires: from },
        ],
      })
    },
  },
]

/** The same tests for `deleteSessionsByUserId`. */
export const revocationBystanderCases: readonly Case[] = [
  {
    name: 'deleteSessionsByUserId leaves accounts and authenticators, and everything of others',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      await subject.adapter.deleteSessionsByUserId(owner.user.id)
      await assertIntact(subject, { ...owner, sessions: [] })
      await assertUntouched(subject, bystander)
    },
  },
]

/** The same tests for `updateAccount`. */
export const accountBystanderCases: readonly Case[] = [
  {
    name: 'updateAccount leaves every other account, at the same provider and with the same id',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [first, second] = owner.accounts
      const { provider, providerAccountId } = first
      const changes = { access_token: 'renewed', scope: 'openid' }
      await subject.adapter.updateAccount({ provider, providerAccountId, ...changes })
      await assertIntact(subject, { ...owner, accounts: [{ ...first, ...changes }, second] })
      await assertUntouched(subject, bystander)
    },
  },
]

/** The same tests for authenticators. */
export const authenticatorBystanderCases: readonly Case[] = [
  {
    name: 'updateAuthenticatorCounter leaves every other authenticator, of the user and of others',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const [first, second] = owner.authenticators
      await subject.adapter.updateAuthenticatorCounter(first.credentialID, 8)
      await assertIntact(subject, { ...owner, authenticators: [{ ...first, counter: 8 }, second] })
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'deleteUser deletes the authenticators of the user',
    async run(subject) {
      const [owner, bystander] = await createPair(subject)
      const { adapter } = subject
      await adapter.deleteUser(owner.user.id)
      for (const { credentialID } of owner.authenticators) {
        assertNothing(await adapter.getAuthenticator(credentialID))
      }
      for (const { provider, providerAccountId } of owner.accounts) {
        assertNothing(await adapter.getAccount(providerAccountId, provider))
      }
      await assertUntouched(subject, bystander)
    },
  },
]
