import assert from 'node:assert/strict'
import { assertNothing, assertStored, race } from '../expectations.ts'
import type { Case } from '../options.ts'
import {
  createLinkedUser,
  RACERS,
  ROUNDS,
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
    name: 'credential ids of 189 bytes are kept, and longer ones up to 1023 bytes are kept or refused whole (WAN-06)',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      for (const length of [189, 255, 512, 1023]) {
        // Base64, as the core stores it.
        const credentialID = unique('').padEnd(Math.ceil((length * 4) / 3), 'x')
        const one = sampleAuthenticator(user.id, { credentialID, providerAccountId: credentialID })
        const isKept = await Promise.resolve()
          .then(async () => adapter.createAuthenticator(one))
          .then(
            () => true,
            () => false,
          )
        assert.ok(isKept || length > 189, `an id of ${length} bytes is refused`)
        const found = await adapter.getAuthenticator(credentialID)
        if (isKept) assertStored(found, one)
        else assertNothing(found)
      }
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

/** The largest value of a signature counter (Web Authentication Level 3, section 6.1.1). */
const LARGEST = 4_294_967_295

/** Tests of `authenticatorUse`. */
export const authenticatorUseCases: readonly Case[] = [
  {
    name: 'useAuthenticator stores a higher counter with the backup state, and leaves the rest',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const one = sampleAuthenticator(user.id, { counter: 4, credentialBackedUp: false })
      const other = sampleAuthenticator(user.id, { counter: 4 })
      for (const each of [one, other]) await adapter.createAuthenticator(each)
      const { credentialID } = one
      for (const counter of [5, 9, LARGEST]) {
        const use = { counter, credentialBackedUp: counter !== 9 }
        assert.equal(await adapter.useAuthenticator({ credentialID, ...use }), true)
        assertStored(await adapter.getAuthenticator(credentialID), { ...one, ...use })
      }
      assertStored(await adapter.getAuthenticator(other.credentialID), other)
    },
  },
  {
    name: 'useAuthenticator stores the backup state where both counters are 0',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const one = sampleAuthenticator(user.id, { counter: 0, credentialBackedUp: false })
      await adapter.createAuthenticator(one)
      const use = { credentialID: one.credentialID, counter: 0, credentialBackedUp: true }
      assert.equal(await adapter.useAuthenticator(use), true)
      assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, ...use })
    },
  },
  {
    name: 'useAuthenticator returns false for a counter that is not higher, and changes nothing',
    async run({ adapter }) {
      const { user } = await createLinkedUser(adapter)
      const one = sampleAuthenticator(user.id, { counter: 4, credentialBackedUp: false })
      await adapter.createAuthenticator(one)
      const { credentialID } = one
      for (const counter of [4, 3, 0]) {
        const use = { credentialID, counter, credentialBackedUp: true }
        assert.equal(await adapter.useAuthenticator(use), false)
        assertStored(await adapter.getAuthenticator(credentialID), one)
      }
    },
  },
  {
    name: 'useAuthenticator returns false for an unknown credential, and stores none',
    async run({ adapter }) {
      const credentialID = unique('unknown')
      for (const counter of [0, 1]) {
        const use = { credentialID, counter, credentialBackedUp: true }
        assert.equal(await adapter.useAuthenticator(use), false)
      }
      assertNothing(await adapter.getAuthenticator(credentialID))
    },
  },
  {
    name: `of ${RACERS} simultaneous calls of useAuthenticator with one counter, one returns true (WAN-04)`,
    async run({ adapter }) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const { user } = await createLinkedUser(adapter)
        const { credentialID, ...rest } = sampleAuthenticator(user.id, { counter: 7 })
        await adapter.createAuthenticator({ credentialID, ...rest })
        const use = { credentialID, counter: 8, credentialBackedUp: true }
        const { values } = await race(RACERS, () => adapter.useAuthenticator(use))
        assert.equal(values.filter(Boolean).length, 1, 'a copy passes beside the original')
      }
    },
  },
]
