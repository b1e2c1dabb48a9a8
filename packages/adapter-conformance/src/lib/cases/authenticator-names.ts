import assert from 'node:assert/strict'
import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import { assertIntact, assertUntouched, createBelongings } from '../belongings.ts'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { attempt, lookAlikeKey, lookAlikes, lookAlikesOfId } from '../look-alikes.ts'
import type { Case, FullAdapter } from '../options.ts'
import { RACERS, ROUNDS, sampleAuthenticator, sampleUser, unique } from '../samples.ts'

/** A user with a passkey that has a name. */
async function createNamed(
  adapter: FullAdapter,
  members: Partial<AdapterAuthenticator> = {},
): Promise<AdapterAuthenticator> {
  const { id } = await adapter.createUser(sampleUser())
  const one = sampleAuthenticator(id, { name: 'Laptop', ...members })
  await adapter.createAuthenticator(one)
  return one
}

const toKey = ({ credentialID, userId }: AdapterAuthenticator) => ({ credentialID, userId })

/** Names in several scripts, and names that stores may interpret. */
const NAMES: readonly string[] = [
  'Ἀθηνᾶ’s key — 日本語 🔑',
  "'; drop table authenticators; --",
  '<b>&amp;"\'',
  '{"not":"parsed"}',
  '2026-01-01T00:00:00.000Z',
  'null',
  '7',
  '🔑'.repeat(32),
  'é'.repeat(64),
]

const kept: readonly Case[] = [
  {
    name: 'createAuthenticator stores the name, and every look-up returns it',
    async run({ adapter }) {
      const one = await createNamed(adapter)
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      assertStored((await adapter.listAuthenticatorsByUserId(one.userId))[0], one)
    },
  },
  {
    name: 'an authenticator without a name, or with null, has none',
    async run({ adapter }) {
      const { name: _, ...without } = await createNamed(adapter)
      for (const one of [without, { ...without, name: null }]) {
        const credentialID = unique('credential')
        await adapter.createAuthenticator({ ...one, credentialID })
        const found = await adapter.getAuthenticator(credentialID)
        assertStored(found, { ...one, credentialID })
        assert.equal(found?.name ?? null, null)
      }
    },
  },
  {
    name: 'renameAuthenticator sets the name, unchanged, and leaves the rest',
    async run({ adapter }) {
      const one = await createNamed(adapter, { counter: 7, credentialBackedUp: false })
      for (const name of NAMES) {
        await adapter.renameAuthenticator({ ...toKey(one), name })
        assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, name })
      }
    },
  },
  {
    name: 'renameAuthenticator removes the name with null, and adds one where there was none',
    async run({ adapter }) {
      const one = await createNamed(adapter)
      await adapter.renameAuthenticator({ ...toKey(one), name: null })
      assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, name: null })
      await adapter.renameAuthenticator({ ...toKey(one), name: 'Phone' })
      assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, name: 'Phone' })
    },
  },
  {
    name: 'updateAuthenticatorCounter leaves the name',
    async run({ adapter }) {
      const one = await createNamed(adapter)
      assertStored(await adapter.updateAuthenticatorCounter(one.credentialID, 9), {
        ...one,
        counter: 9,
      })
      assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, counter: 9 })
    },
  },
]

const reach: readonly Case[] = [
  {
    name: 'renameAuthenticator leaves every other authenticator, of the user and of others',
    async run(subject) {
      const [owner, bystander] = [await createBelongings(subject), await createBelongings(subject)]
      const [one, other] = owner.authenticators
      await subject.adapter.renameAuthenticator({ ...toKey(one), name: 'Phone' })
      const authenticators = [{ ...one, name: 'Phone' }, other]
      await assertIntact(subject, { ...owner, authenticators })
      const found = await subject.adapter.getAuthenticator(other.credentialID)
      assert.equal(found?.name ?? null, null)
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'renameAuthenticator leaves the authenticator of another user',
    async run({ adapter }) {
      const one = await createNamed(adapter)
      const { userId } = await createNamed(adapter)
      const name = 'Mine'
      await adapter.renameAuthenticator({ ...toKey(one), userId, name })
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      const ofNobody = async () => adapter.renameAuthenticator({ ...toKey(one), userId: '', name })
      // A store whose ids are not texts may reject an empty id.
      await ofNobody().catch(() => undefined)
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      assert.equal((await adapter.listAuthenticatorsByUserId(userId)).length, 1)
    },
  },
  {
    name: 'renameAuthenticator of an unknown or deleted authenticator creates none',
    async run({ adapter }) {
      const one = await createNamed(adapter)
      const unknown = { ...toKey(one), credentialID: unique('unknown') }
      await adapter.renameAuthenticator({ ...unknown, name: 'Phone' })
      assertNothing(await adapter.getAuthenticator(unknown.credentialID))
      assert.equal((await adapter.listAuthenticatorsByUserId(one.userId)).length, 1)
      await adapter.deleteUser(one.userId)
      await adapter.renameAuthenticator({ ...toKey(one), name: 'Phone' })
      assertNothing(await adapter.getAuthenticator(one.credentialID))
    },
  },
  {
    name: 'renameAuthenticator leaves the authenticator whose id differs in letter case',
    besideEachOther: true,
    async run({ adapter }) {
      const one = await createNamed(adapter, { credentialID: unique('Credential') })
      const other = { ...one, credentialID: one.credentialID.toUpperCase() }
      await adapter.createAuthenticator(other)
      await adapter.renameAuthenticator({ ...toKey(one), name: 'Phone' })
      assertStored(await adapter.getAuthenticator(one.credentialID), { ...one, name: 'Phone' })
      assertStored(await adapter.getAuthenticator(other.credentialID), other)
    },
  },
]

/** Tests of `authenticatorNames`. */
export const authenticatorNameCases: readonly Case[] = [...kept, ...reach]

/** Tests with texts that look like the keys of an authenticator. */
export const authenticatorNameLookAlikeCases: readonly Case[] = [
  {
    name: 'renameAuthenticator leaves the authenticator whose id, or the id of whose user, looks alike (ALT-07)',
    async run({ adapter }) {
      const one = await createNamed(adapter, { credentialID: lookAlikeKey() })
      for (const credentialID of lookAlikes(one.credentialID)) {
        await attempt(() => adapter.renameAuthenticator({ ...toKey(one), credentialID, name: 'x' }))
      }
      for (const userId of lookAlikesOfId(one.userId)) {
        await attempt(() => adapter.renameAuthenticator({ ...toKey(one), userId, name: 'x' }))
      }
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
    },
  },
]

/** Tests of renaming during the deletion of a passkey. */
export const authenticatorNameRaceCases: readonly Case[] = [
  {
    name: `${RACERS} calls of renameAuthenticator do not restore an authenticator that is being deleted`,
    async run({ adapter }) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const one = await createNamed(adapter)
        const turn = Math.floor((RACERS / (ROUNDS + 1)) * round)
        const { errors } = await race(RACERS, async (index) =>
          index === turn
            ? adapter.deleteAuthenticator(toKey(one))
            : adapter.renameAuthenticator({ ...toKey(one), name: String(index) }),
        )
        assert.deepEqual(errors, [])
        assertNothing(await adapter.getAuthenticator(one.credentialID))
        assert.deepEqual(await adapter.listAuthenticatorsByUserId(one.userId), [])
      }
    },
  },
]
