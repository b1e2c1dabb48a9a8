import assert from 'node:assert/strict'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case } from '../options.ts'
import { createLinkedUser, sampleSession, sampleUser, unique, unknownId } from '../samples.ts'

/** Tests of calls about unknown users and accounts. */
export const absentCases: readonly Case[] = [
  {
    name: 'updateUser rejects an unknown id',
    async run(subject) {
      const { adapter } = subject
      const id = unknownId(subject)
      await assert.rejects(async () => {
        await adapter.updateUser({ id, name: 'Grace Hopper' })
      })
      assertNothing(await adapter.getUser(id))
    },
  },
  {
    name: 'updateUser rejects the id of a user who was deleted',
    async run({ adapter }) {
      const { id, email } = await adapter.createUser(sampleUser())
      await adapter.deleteUser(id)
      await assert.rejects(async () => {
        await adapter.updateUser({ id, emailVerified: new Date(0) })
      })
      assertNothing(await adapter.getUserByEmail(email))
    },
  },
  {
    name: 'deleteUser does nothing for an unknown id, and the second time',
    async run(subject) {
      const { adapter } = subject
      const bystander = await createLinkedUser(adapter)
      const { user } = await createLinkedUser(adapter)
      await adapter.deleteUser(unknownId(subject))
      await adapter.deleteUser(user.id)
      await adapter.deleteUser(user.id)
      assertStored(await adapter.getUserByAccount(bystander.account), bystander.user)
    },
  },
  {
    name: 'unlinkAccount does nothing for an unknown account, and the second time',
    async run({ adapter }) {
      const bystander = await createLinkedUser(adapter)
      const { account } = await createLinkedUser(adapter)
      const { provider, providerAccountId } = account
      await adapter.unlinkAccount({ provider, providerAccountId: unique('unknown') })
      await adapter.unlinkAccount({ provider: 'another', providerAccountId })
      assert.ok(await adapter.getUserByAccount({ provider, providerAccountId }))
      await adapter.unlinkAccount({ provider, providerAccountId })
      await adapter.unlinkAccount({ provider, providerAccountId })
      assertStored(await adapter.getUserByAccount(bystander.account), bystander.user)
    },
  },
]

/** Tests of calls about unknown sessions. */
export const absentSessionCases: readonly Case[] = [
  {
    name: 'updateSession does nothing for an unknown token, and makes no session',
    async run({ adapter, at }) {
      const sessionToken = unique('unknown')
      await adapter.updateSession({ sessionToken, expires: at(3_600_000) })
      assertNothing(await adapter.getSessionAndUser(sessionToken))
    },
  },
  {
    name: 'updateSession does not restore a deleted session',
    async run(subject) {
      const { adapter, at } = subject
      const { id } = await adapter.createUser(sampleUser())
      const { sessionToken } = await adapter.createSession(sampleSession(subject, id))
      await adapter.deleteSession(sessionToken)
      await adapter.updateSession({ sessionToken, expires: at(7_200_000) })
      assertNothing(await adapter.getSessionAndUser(sessionToken))
    },
  },
  {
    name: 'deleteSession does nothing for an unknown token, and the second time',
    async run(subject) {
      const { adapter } = subject
      const { id } = await adapter.createUser(sampleUser())
      const session = sampleSession(subject, id)
      const bystander = sampleSession(subject, id)
      for (const one of [session, bystander]) await adapter.createSession(one)
      await adapter.deleteSession(unique('unknown'))
      await adapter.deleteSession(session.sessionToken)
      await adapter.deleteSession(session.sessionToken)
      assert.ok(await adapter.getSessionAndUser(bystander.sessionToken))
    },
  },
]
