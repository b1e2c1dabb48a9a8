import assert from 'node:assert/strict'
import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import { assertIntact, assertUntouched, createBelongings } from '../belongings.ts'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { attempt, lookAlikeKey, lookAlikes, lookAlikesOfId } from '../look-alikes.ts'
import type { Case, FullAdapter } from '../options.ts'
import { RACERS, ROUNDS, sampleAuthenticator, sampleUser, unique } from '../samples.ts'

/** A user with a passkey. */
async function createOne(
  adapter: FullAdapter,
  members: Partial<AdapterAuthenticator> = {},
): Promise<AdapterAuthenticator> {
  const { id } = await adapter.createUser(sampleUser())
  const one = sampleAuthenticator(id, members)
  await adapter.createAuthenticator(one)
  return one
}

const toKey = ({ credentialID, userId }: AdapterAuthenticator) => ({ credentialID, userId })

const reach: readonly Case[] = [
  {
    name: 'deleteAuthenticator leaves every other authenticator, and accounts and sessions of the user',
    async run(subject) {
      const [owner, bystander] = [await createBelongings(subject), await createBelongings(subject)]
      const [gone, kept] = owner.authenticators
      await subject.adapter.deleteAuthenticator(toKey(gone))
      assertNothing(await subject.adapter.getAuthenticator(gone.credentialID))
      await assertIntact(subject, { ...owner, authenticators: [kept] })
      await assertUntouched(subject, bystander)
    },
  },
  {
    name: 'deleteAuthenticator does nothing for an unknown id, and the second time',
    async run({ adapter }) {
      const one = await createOne(adapter)
      await adapter.deleteAuthenticator({ ...toKey(one), credentialID: unique('unknown') })
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      await adapter.deleteAuthenticator(toKey(one))
      await adapter.deleteAuthenticator(toKey(one))
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(one.userId), [])
    },
  },
  {
    name: 'deleteAuthenticator leaves the authenticator of another user',
    async run({ adapter }) {
      const one = await createOne(adapter)
      const { userId } = await createOne(adapter)
      await adapter.deleteAuthenticator({ ...toKey(one), userId })
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      const ofNobody = async () => adapter.deleteAuthenticator({ ...toKey(one), userId: '' })
      // A store whose ids are not texts may reject an empty id.
      await ofNobody().catch(() => undefined)
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      assert.equal((await adapter.listAuthenticatorsByUserId(userId)).length, 1)
    },
  },
  {
    name: 'an authenticator that was deleted can be created again, by another user as well',
    async run({ adapter }) {
      const one = await createOne(adapter)
      await adapter.deleteAuthenticator(toKey(one))
      await adapter.createAuthenticator(one)
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
      await adapter.deleteAuthenticator(toKey(one))
      const { id: userId } = await adapter.createUser(sampleUser())
      const next = { ...one, userId }
      await adapter.createAuthenticator(next)
      assertStored(await adapter.getAuthenticator(one.credentialID), next)
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(one.userId), [])
    },
  },
]

const letterCase: readonly Case[] = [
  {
    name: 'deleteAuthenticator leaves the authenticator whose id differs in letter case',
    besideEachOther: true,
    async run({ adapter }) {
      const credentialID = unique('Credential')
      const one = await createOne(adapter, { credentialID })
      const other = { ...one, credentialID: credentialID.toUpperCase() }
      await adapter.createAuthenticator(other)
      await adapter.deleteAuthenticator(toKey(one))
      assertNothing(await adapter.getAuthenticator(credentialID))
      assertStored(await adapter.getAuthenticator(other.credentialID), other)
    },
  },
]

/** Tests of `authenticatorDeletion`. */
export const authenticatorDeletionCases: readonly Case[] = [
  ...reach,
  ...letterCase,
  {
    name: `${RACERS} simultaneous calls of deleteAuthenticator all succeed, and leave the others`,
    async run({ adapter }) {
      const one = await createOne(adapter)
      const other = sampleAuthenticator(one.userId)
      await adapter.createAuthenticator(other)
      const { errors } = await race(RACERS, () => adapter.deleteAuthenticator(toKey(one)))
      assert.deepEqual(errors, [])
      assertNothing(await adapter.getAuthenticator(one.credentialID))
      assertStored(await adapter.getAuthenticator(other.credentialID), other)
    },
  },
]

/** Tests with texts that look like the keys of an authenticator. */
export const authenticatorDeletionLookAlikeCases: readonly Case[] = [
  {
    name: 'deleteAuthenticator leaves the authenticator whose id, or the id of whose user, looks alike (ALT-07)',
    async run({ adapter }) {
      const one = await createOne(adapter, { credentialID: lookAlikeKey() })
      for (const credentialID of lookAlikes(one.credentialID)) {
        await attempt(() => adapter.deleteAuthenticator({ ...toKey(one), credentialID }))
      }
      for (const userId of lookAlikesOfId(one.userId)) {
        await attempt(() => adapter.deleteAuthenticator({ ...toKey(one), userId }))
      }
      assertStored(await adapter.getAuthenticator(one.credentialID), one)
    },
  },
]

/** Tests of counter updates during the deletion of their passkey. */
export const authenticatorDeletionRaceCases: readonly Case[] = [
  {
    name: `${RACERS} calls of updateAuthenticatorCounter do not restore an authenticator that is being deleted`,
    async run({ adapter }) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const one = await createOne(adapter)
        const turn = Math.floor((RACERS / (ROUNDS + 1)) * round)
        // A later update rejects, because the authenticator no longer exists.
        await race(RACERS, async (index) =>
          index === turn
            ? adapter.deleteAuthenticator(toKey(one))
            : adapter.updateAuthenticatorCounter(one.credentialID, index + 1),
        )
        assertNothing(await adapter.getAuthenticator(one.credentialID))
        assert.deepEqual(await adapter.listAuthenticatorsByUserId(one.userId), [])
      }
    },
  },
]
