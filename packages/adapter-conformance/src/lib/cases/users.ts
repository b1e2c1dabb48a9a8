import assert from 'node:assert/strict'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case } from '../options.ts'
import { createLinkedUser, sampleAccount, sampleUser, unique, unknownId } from '../samples.ts'

const creating: readonly Case[] = [
  {
    name: 'createUser returns the user and stores it',
    async run({ adapter }) {
      const { id: suggested, ...members } = sampleUser()
      const created = await adapter.createUser({ id: suggested, ...members })
      assert.equal(typeof created.id, 'string')
      assert.notEqual(created.id, '')
      assertStored(created, { ...members, id: created.id })
      assertStored(await adapter.getUser(created.id), { ...members, id: created.id })
    },
  },
  {
    name: 'createUser stores a user without name, image and verified address',
    async run({ adapter }) {
      const bare = sampleUser({ name: null, image: null, emailVerified: null })
      const { id } = await adapter.createUser(bare)
      assertStored(await adapter.getUser(id), { ...bare, id })
    },
  },
  {
    name: 'emailVerified is returned with the stored time',
    async run({ adapter, at }) {
      const user = sampleUser({ emailVerified: at(-86_399_211) })
      const created = await adapter.createUser(user)
      assertStored(created, { ...user, id: created.id })
      assertStored(await adapter.getUser(created.id), { ...user, id: created.id })
    },
  },
  {
    name: 'text members of a user are returned unchanged, whatever they contain',
    async run({ adapter }) {
      const name = `'; drop table users; -- "\\ %_$1 ? :a \n zażółć 日本 👩‍👩‍👧 ${'long '.repeat(200)}`
      const { id } = await adapter.createUser(sampleUser({ name }))
      assert.equal((await adapter.getUser(id))?.name, name)
    },
  },
]

const lookingUp: readonly Case[] = [
  {
    name: 'getUser returns null for an unknown id',
    async run(subject) {
      assertNothing(await subject.adapter.getUser(unknownId(subject)))
    },
  },
  {
    name: 'getUserByEmail finds the user with the address',
    async run({ adapter }) {
      const created = await adapter.createUser(sampleUser())
      await adapter.createUser(sampleUser())
      assertStored(await adapter.getUserByEmail(created.email), created)
    },
  },
  {
    name: 'getUserByEmail returns null for an unknown address',
    async run({ adapter }) {
      assertNothing(await adapter.getUserByEmail(`${unique('nobody')}@example.com`))
    },
  },
  {
    name: 'getUserByAccount finds the user the account is linked to',
    async run({ adapter }) {
      await createLinkedUser(adapter)
      const { user, account } = await createLinkedUser(adapter)
      const { provider, providerAccountId } = account
      assertStored(await adapter.getUserByAccount({ provider, providerAccountId }), user)
    },
  },
  {
    name: 'getUserByAccount returns null for the same id at another provider',
    async run({ adapter }) {
      const { providerAccountId } = (await createLinkedUser(adapter)).account
      assertNothing(await adapter.getUserByAccount({ provider: 'another', providerAccountId }))
    },
  },
  {
    name: 'getUserByAccount returns null for another id at the same provider',
    async run({ adapter }) {
      const { provider } = (await createLinkedUser(adapter)).account
      const providerAccountId = unique('unknown')
      assertNothing(await adapter.getUserByAccount({ provider, providerAccountId }))
    },
  },
]

const changing: readonly Case[] = [
  {
    name: 'updateUser changes the members given and leaves the others',
    async run({ adapter, at }) {
      const created = await adapter.createUser(sampleUser())
      const emailVerified = at(-1_007)
      const updated = await adapter.updateUser({ id: created.id, emailVerified })
      assertStored(updated, { ...created, emailVerified })
      assertStored(await adapter.getUser(created.id), { ...created, emailVerified })
    },
  },
  {
    name: 'updateUser sets members to null',
    async run({ adapter, at }) {
      const created = await adapter.createUser(sampleUser({ emailVerified: at(0) }))
      await adapter.updateUser({ id: created.id, name: null, emailVerified: null })
      assertStored(await adapter.getUser(created.id), {
        ...created,
        name: null,
        emailVerified: null,
      })
    },
  },
  {
    name: 'updateUser changes only the user with the id',
    async run({ adapter }) {
      const bystander = await adapter.createUser(sampleUser())
      const { id } = await adapter.createUser(sampleUser())
      await adapter.updateUser({ id, name: 'Grace Hopper' })
      assertStored(await adapter.getUser(bystander.id), bystander)
    },
  },
  {
    name: 'a user is found under the address it was changed to, not under the one before',
    async run({ adapter }) {
      const created = await adapter.createUser(sampleUser())
      const email = `${unique('moved')}@example.com`
      await adapter.updateUser({ id: created.id, email })
      assert.equal((await adapter.getUserByEmail(email))?.id, created.id)
      assertNothing(await adapter.getUserByEmail(created.email))
    },
  },
  {
    name: 'deleteUser deletes the user and its accounts, and no other user',
    async run({ adapter }) {
      const bystander = await createLinkedUser(adapter)
      const { user, account } = await createLinkedUser(adapter)
      await adapter.deleteUser(user.id)
      assertNothing(await adapter.getUser(user.id))
      assertNothing(await adapter.getUserByEmail(user.email))
      assertNothing(await adapter.getUserByAccount(account))
      assertStored(await adapter.getUserByAccount(bystander.account), bystander.user)
    },
  },
  {
    name: 'the address and the account of a deleted user can be used again',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      await adapter.deleteUser(user.id)
      const next = await adapter.createUser(sampleUser({ email: user.email }))
      await adapter.linkAccount({ ...account, userId: next.id })
      assertStored(await adapter.getUserByAccount(account), next)
    },
  },
]

const accounts: readonly Case[] = [
  {
    name: 'linkAccount links several accounts to one user',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      const second = sampleAccount(user.id, { provider: 'another' })
      await adapter.linkAccount(second)
      assert.equal((await adapter.getUserByAccount(account))?.id, user.id)
      assert.equal((await adapter.getUserByAccount(second))?.id, user.id)
    },
  },
  {
    name: 'unlinkAccount removes that account and keeps the user and the other accounts',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      const second = sampleAccount(user.id, { provider: 'another' })
      await adapter.linkAccount(second)
      const { provider, providerAccountId } = account
      await adapter.unlinkAccount({ provider, providerAccountId })
      assertNothing(await adapter.getUserByAccount(account))
      assertStored(await adapter.getUserByAccount(second), user)
    },
  },
]

/** Tests of the required methods for users. */
export const userCases: readonly Case[] = [...creating, ...lookingUp, ...changing, ...accounts]
