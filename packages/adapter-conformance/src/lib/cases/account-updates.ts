import assert from 'node:assert/strict'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case, FullAdapter } from '../options.ts'
import { createLinkedUser, sampleAccount, sampleUser, unique, unknownId } from '../samples.ts'

const TOKENS: Partial<AdapterAccount> = {
  access_token: 'access-1',
  refresh_token: 'refresh-1',
  expires_at: 1_893_456_000,
  token_type: 'bearer',
  scope: 'openid email',
}

const pickKey = ({ provider, providerAccountId }: AdapterAccount) => ({
  provider,
  providerAccountId,
})

/** A user with an account that has tokens. */
async function createAccount(adapter: FullAdapter): Promise<AdapterAccount> {
  const { id } = await adapter.createUser(sampleUser())
  const account = sampleAccount(id, TOKENS)
  await adapter.linkAccount(account)
  return account
}

async function listed(
  adapter: FullAdapter,
  { userId, provider, providerAccountId }: AdapterAccount,
): Promise<AdapterAccount | undefined> {
  const accounts = await adapter.listAccountsByUserId(userId)
  return accounts.find(
    (account) => account.provider === provider && account.providerAccountId === providerAccountId,
  )
}

const listing: readonly Case[] = [
  {
    name: 'listAccountsByUserId returns every account of the user with its tokens, and no other',
    async run({ adapter }) {
      const first = await createAccount(adapter)
      const second = sampleAccount(first.userId, { provider: 'another', scope: 'profile' })
      await adapter.linkAccount(second)
      await createAccount(adapter)
      const accounts = await adapter.listAccountsByUserId(first.userId)
      assert.equal(accounts.length, 2)
      assertStored(await listed(adapter, first), first)
      assertStored(await listed(adapter, second), second)
    },
  },
  {
    name: 'listAccountsByUserId returns an empty list without accounts and for an unknown user',
    async run(subject) {
      const { adapter } = subject
      await createAccount(adapter)
      const { id } = await adapter.createUser(sampleUser())
      assert.deepEqual(await adapter.listAccountsByUserId(id), [])
      assert.deepEqual(await adapter.listAccountsByUserId(unknownId(subject)), [])
    },
  },
  {
    name: 'listAccountsByUserId no longer returns an account that was unlinked',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      await adapter.unlinkAccount(pickKey(account))
      assert.deepEqual(await adapter.listAccountsByUserId(user.id), [])
    },
  },
]

const changing: readonly Case[] = [
  {
    name: 'updateAccount changes the members given and leaves the others',
    async run({ adapter }) {
      const account = await createAccount(adapter)
      const changes = { access_token: 'access-2', expires_at: 1_924_992_000 }
      await adapter.updateAccount({ ...pickKey(account), ...changes })
      assertStored(await listed(adapter, account), { ...account, ...changes })
    },
  },
  {
    name: 'updateAccount accepts the complete account of a new sign-in',
    async run({ adapter }) {
      const account = await createAccount(adapter)
      const renewed = { ...account, access_token: 'access-2', id_token: 'header.payload.signature' }
      await adapter.updateAccount(renewed)
      assertStored(await listed(adapter, account), renewed)
      assert.equal((await adapter.getUserByAccount(pickKey(account)))?.id, account.userId)
    },
  },
  {
    name: 'updateAccount sets members to null',
    async run({ adapter }) {
      const account = { ...(await createAccount(adapter)), session_state: 'state' }
      await adapter.updateAccount(account)
      await adapter.updateAccount({ ...pickKey(account), session_state: null })
      assertStored(await listed(adapter, account), { ...account, session_state: null })
    },
  },
  {
    name: 'updateAccount with another userId moves the account to that user, or refuses',
    async run({ adapter }) {
      const account = await createAccount(adapter)
      const next = await createLinkedUser(adapter)
      const userId = next.user.id
      const changes = { ...pickKey(account), userId, access_token: 'access-2' }
      const [outcome] = await Promise.allSettled([(async () => adapter.updateAccount(changes))()])
      if (outcome.status === 'rejected') {
        assertStored(await listed(adapter, account), account)
        assert.equal((await adapter.getUserByAccount(pickKey(account)))?.id, account.userId)
        return
      }
      assertStored(await listed(adapter, { ...account, userId }), { ...account, ...changes })
      assert.equal((await adapter.getUserByAccount(pickKey(account)))?.id, userId)
      assert.deepEqual(await adapter.listAccountsByUserId(account.userId), [])
      assert.equal((await adapter.listAccountsByUserId(userId)).length, 2)
      await adapter.deleteUser(account.userId)
      assert.equal((await adapter.getUserByAccount(pickKey(account)))?.id, userId)
      await adapter.deleteUser(userId)
      assertNothing(await adapter.getUserByAccount(pickKey(account)))
    },
  },
  {
    name: 'updateAccount leaves the same id at another provider, and other ids at the same',
    async run({ adapter }) {
      const account = await createAccount(adapter)
      const { providerAccountId, userId } = account
      const others = [
        sampleAccount(userId, { ...TOKENS, provider: 'another', providerAccountId }),
        sampleAccount(userId, TOKENS),
      ]
      for (const other of others) await adapter.linkAccount(other)
      await adapter.updateAccount({ ...pickKey(account), access_token: 'access-2' })
      for (const other of others) assertStored(await listed(adapter, other), other)
    },
  },
  {
    name: 'updateAccount of an unknown account creates none',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const unknown = sampleAccount(user.id, { providerAccountId: unique('unknown') })
      // A store may reject this or not.
      await Promise.allSettled([(async () => adapter.updateAccount(unknown))()])
      assertNothing(await adapter.getUserByAccount(pickKey(unknown)))
      assert.equal((await adapter.listAccountsByUserId(user.id)).length, 1)
    },
  },
]

/** Tests of `accountUpdates`. */
export const accountUpdateCases: readonly Case[] = [...listing, ...changing]
