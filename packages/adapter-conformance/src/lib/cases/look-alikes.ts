import assert from 'node:assert/strict'
import type { AdapterAccount } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import {
  assertNone,
  attempt,
  lookAlikeKey,
  lookAlikes,
  lookAlikesOfAddress,
  lookAlikesOfId,
} from '../look-alikes.ts'
import type { Case, FullAdapter } from '../options.ts'
import { createLinkedUser, sampleAccount, sampleUser } from '../samples.ts'

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Keys that look like that of an account, by its id or by its provider. */
export const keysLike = ({ provider, providerAccountId }: Key): readonly Key[] => [
  ...lookAlikes(providerAccountId).map((other) => ({ provider, providerAccountId: other })),
  ...lookAlikes(provider).map((other) => ({ provider: other, providerAccountId })),
]

/** Stores an account whose id and provider have letters that collations treat as equal to others. */
export async function linkLookAlike(adapter: FullAdapter): Promise<AdapterAccount> {
  const { id } = await adapter.createUser(sampleUser())
  const members = { provider: lookAlikeKey(), providerAccountId: lookAlikeKey() }
  const account = sampleAccount(id, { ...members, scope: 'profile' })
  await adapter.linkAccount(account)
  return account
}

const ofUsers: readonly Case[] = [
  {
    name: 'getUser finds no user by an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      for (const other of lookAlikesOfId(id)) await assertNone(() => adapter.getUser(other), null)
    },
  },
  {
    name: 'updateUser changes no user by an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const user = await adapter.createUser(sampleUser())
      for (const id of lookAlikesOfId(user.id)) {
        await assert.rejects(async () => adapter.updateUser({ id, name: 'Grace Hopper' }))
      }
      assertStored(await adapter.getUser(user.id), user)
    },
  },
  {
    name: 'deleteUser deletes no user by an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      for (const id of lookAlikesOfId(user.id)) await attempt(() => adapter.deleteUser(id))
      assertStored(await adapter.getUser(user.id), user)
      assertStored(await adapter.getUserByAccount(account), user)
    },
  },
  {
    name: 'getUserByEmail finds no user by an address that looks alike (ALT-07)',
    async run({ adapter }) {
      const email = `${lookAlikeKey().toLowerCase()}@example.com`
      const user = await adapter.createUser(sampleUser({ email }))
      for (const other of lookAlikesOfAddress(email)) {
        await assertNone(() => adapter.getUserByEmail(other), null)
      }
      assertStored(await adapter.getUserByEmail(email), user)
    },
  },
]

/** Tests of users and accounts with texts that look like their keys. */
export const lookAlikeCases: readonly Case[] = [
  ...ofUsers,
  {
    name: 'getUserByAccount finds no user by an id or a provider that looks alike (ALT-07)',
    async run({ adapter }) {
      const account = await linkLookAlike(adapter)
      for (const key of keysLike(account)) assertNothing(await adapter.getUserByAccount(key))
      assert.equal((await adapter.getUserByAccount(account))?.id, account.userId)
    },
  },
  {
    name: 'unlinkAccount leaves the account whose id or provider looks alike (ALT-07)',
    async run({ adapter }) {
      const account = await linkLookAlike(adapter)
      for (const key of keysLike(account)) await adapter.unlinkAccount(key)
      assert.equal((await adapter.getUserByAccount(account))?.id, account.userId)
    },
  },
]

/** The same tests for the methods that change accounts. */
export const accountLookAlikeCases: readonly Case[] = [
  {
    name: 'listAccountsByUserId lists nothing for an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      for (const id of lookAlikesOfId(user.id)) {
        await assertNone(() => adapter.listAccountsByUserId(id), [])
      }
    },
  },
  {
    name: 'updateAccount leaves the account whose id or provider looks alike (ALT-07)',
    async run({ adapter }) {
      const account = await linkLookAlike(adapter)
      for (const key of keysLike(account)) {
        await attempt(() => adapter.updateAccount({ ...key, scope: 'openid' }))
      }
      assert.deepEqual(
        (await adapter.listAccountsByUserId(account.userId)).map(({ scope }) => scope),
        ['profile'],
      )
    },
  },
]
