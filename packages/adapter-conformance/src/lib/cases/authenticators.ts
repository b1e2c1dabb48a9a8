import assert from 'node:assert/strict'
import { assertNothing, assertStored } from '../expectations.ts'
import type { Case } from '../options.ts'
import {
  createLinkedUser,
  sampleAccount,
  sampleAuthenticator,
  sampleUser,
  unique,
} from '../samples.ts'

const accounts: readonly Case[] = [
  {
    name: 'getAccount returns the account with every token of the provider',
    async run({ adapter, at }) {
      const { id } = await adapter.createUser(sampleUser())
      const account = sampleAccount(id, {
        access_token: `access-${'a'.repeat(4096)}`,
        refresh_token: 'refresh+/=',
        expires_at: Math.floor(at(3_600_000).getTime() / 1000),
        token_type: 'bearer',
        scope: 'openid email',
        id_token: `header.${'b'.repeat(8192)}.signature`,
        session_state: 'state',
      })
      await adapter.linkAccount(account)
      const found = await adapter.getAccount(account.providerAccountId, account.provider)
      assertStored(found, account)
    },
  },
  {
    name: 'getAccount returns null for an unknown account',
    async run({ adapter }) {
      const { account } = await createLinkedUser(adapter)
      assertNothing(await adapter.getAccount(account.providerAccountId, 'another'))
      assertNothing(await adapter.getAccount(unique('unknown'), account.provider))
    },
  },
]

/** Tests of `webauthn`. */
export const webauthnCases: readonly Case[] = [
  ...accounts,
  {
    name: 'createAuthenticator returns the authenticator and stores it',
    async run({ adapter }) {
      const { user, account } = await createLinkedUser(adapter)
      const { providerAccountId } = account
      const authenticator = sampleAuthenticator(user.id, { providerAccountId })
      assertStored(await adapter.createAuthenticator(authenticator), authenticator)
      assertStored(await adapter.getAuthenticator(authenticator.credentialID), authenticator)
    },
  },
  {
    name: 'an authenticator without backup and transports is returned unchanged',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const authenticator = sampleAuthenticator(user.id, {
        credentialBackedUp: false,
        transports: null,
      })
      await adapter.createAuthenticator(authenticator)
      assertStored(await adapter.getAuthenticator(authenticator.credentialID), authenticator)
    },
  },
  {
    name: 'getAuthenticator returns null for an unknown credential',
    async run({ adapter }) {
      assertNothing(await adapter.getAuthenticator(unique('unknown')))
    },
  },
  {
    name: 'listAuthenticatorsByUserId returns those of the user, or an empty list',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const bystander = await createLinkedUser(adapter)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(user.id), [])
      const mine = [sampleAuthenticator(user.id), sampleAuthenticator(user.id)]
      for (const authenticator of [...mine, sampleAuthenticator(bystander.user.id)]) {
        await adapter.createAuthenticator(authenticator)
      }
      const listed = await adapter.listAuthenticatorsByUserId(user.id)
      assert.deepEqual(
        new Set(listed.map(({ credentialID }) => credentialID)),
        new Set(mine.map(({ credentialID }) => credentialID)),
      )
    },
  },
  {
    name: 'updateAuthenticatorCounter sets the counter and leaves the rest',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const authenticator = sampleAuthenticator(user.id)
      await adapter.createAuthenticator(authenticator)
      // The largest value a signature counter can have (Web Authentication Level 3, section 6.1.1).
      const counter = 4_294_967_295
      const { credentialID } = authenticator
      const updated = await adapter.updateAuthenticatorCounter(credentialID, counter)
      assertStored(updated, { ...authenticator, counter })
      assertStored(await adapter.getAuthenticator(credentialID), { ...authenticator, counter })
    },
  },
  {
    name: 'updateAuthenticatorCounter rejects an unknown credential',
    async run({ adapter }) {
      await assert.rejects(async () => {
        await adapter.updateAuthenticatorCounter(unique('unknown'), 1)
      })
    },
  },
]
