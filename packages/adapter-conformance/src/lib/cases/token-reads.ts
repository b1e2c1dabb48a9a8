import assert from 'node:assert/strict'
import type { VerificationToken } from '@latchstring/core/adapters'
import { assertNothing, assertStored, race } from '../expectations.ts'
import { lookAlikeKey, lookAlikes } from '../look-alikes.ts'
import type { Case, FullAdapter, Subject } from '../options.ts'
import { RACERS, ROUNDS, sampleToken, unique } from '../samples.ts'

async function createOne(
  subject: Subject,
  members: Partial<VerificationToken> = {},
): Promise<VerificationToken> {
  const stored = sampleToken(subject, members)
  await subject.adapter.createVerificationToken(stored)
  return stored
}

/** Looks up a token by another key, and asserts that it can still be used once. */
async function assertMissed(
  adapter: FullAdapter,
  stored: VerificationToken,
  others: readonly Partial<VerificationToken>[],
): Promise<void> {
  const { identifier, token } = stored
  for (const other of others) {
    assertNothing(await adapter.getVerificationToken({ identifier, token, ...other }))
  }
  assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
}

/** Tests of `tokenReads`. */
export const tokenReadCases: readonly Case[] = [
  {
    name: 'getVerificationToken returns the token with its time, any number of times, and leaves it for one use',
    async run(subject) {
      const { adapter } = subject
      const stored = await createOne(subject)
      const { identifier, token } = stored
      for (let count = 0; count < 3; count += 1) {
        assertStored(await adapter.getVerificationToken({ identifier, token }), stored)
      }
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
      assertNothing(await adapter.useVerificationToken({ identifier, token }))
    },
  },
  {
    name: 'getVerificationToken returns null for a token that was never there, and for one that was used',
    async run(subject) {
      const { adapter } = subject
      const { identifier, token } = sampleToken(subject)
      assertNothing(await adapter.getVerificationToken({ identifier, token }))
      await adapter.createVerificationToken(sampleToken(subject, { identifier, token }))
      await adapter.useVerificationToken({ identifier, token })
      assertNothing(await adapter.getVerificationToken({ identifier, token }))
    },
  },
  {
    name: 'getVerificationToken returns null for another identifier or another token of the identifier',
    async run(subject) {
      const stored = await createOne(subject)
      const others = [{ identifier: `${unique('other')}@example.com` }, { token: unique('other') }]
      await assertMissed(subject.adapter, stored, others)
    },
  },
  {
    name: 'getVerificationToken returns null for a key that differs in letter case or in a space at its end',
    async run(subject) {
      const [identifier, token] = [`${unique('identifier')}-aB`, `${unique('hash')}-aB`]
      const stored = await createOne(subject, { identifier, token })
      await assertMissed(subject.adapter, stored, [
        { identifier: identifier.toUpperCase() },
        { identifier: identifier.toLowerCase() },
        { identifier: `${identifier} ` },
        { token: token.toUpperCase() },
        { token: token.toLowerCase() },
        { token: `${token} ` },
      ])
    },
  },
  {
    name: `${RACERS} simultaneous calls of getVerificationToken return the token or null during its use, which succeeds once`,
    async run(subject) {
      const { adapter } = subject
      for (let round = 1; round <= ROUNDS; round += 1) {
        const stored = await createOne(subject)
        const { identifier, token } = stored
        const turn = Math.floor((RACERS / (ROUNDS + 1)) * round)
        const used: unknown[] = []
        const { values, errors } = await race(RACERS, async (index) => {
          if (index !== turn) return adapter.getVerificationToken({ identifier, token })
          used.push(await adapter.useVerificationToken({ identifier, token }))
          return null
        })
        assert.deepEqual(errors, [])
        assert.equal(used.filter((one) => one !== null).length, 1)
        for (const value of values.filter((one) => one !== null)) assertStored(value, stored)
        assertNothing(await adapter.getVerificationToken({ identifier, token }))
        assertNothing(await adapter.useVerificationToken({ identifier, token }))
      }
    },
  },
]

/** The same tests for tokens that look alike. */
export const tokenReadLookAlikeCases: readonly Case[] = [
  {
    name: 'getVerificationToken finds nothing by a token or an identifier that looks alike (ALT-07)',
    async run(subject) {
      const stored = await createOne(subject, { identifier: lookAlikeKey(), token: lookAlikeKey() })
      await assertMissed(subject.adapter, stored, [
        ...lookAlikes(stored.token).map((token) => ({ token })),
        ...lookAlikes(stored.identifier).map((identifier) => ({ identifier })),
      ])
    },
  },
]

/** Tests of `tokenReads` without `ttl`. */
export const tokenReadKeptCases: readonly Case[] = [
  {
    name: 'getVerificationToken returns an expired token too, and leaves it',
    async run(subject) {
      const { adapter, at } = subject
      const stored = await createOne(subject, { expires: at(-60_000) })
      const { identifier, token } = stored
      assertStored(await adapter.getVerificationToken({ identifier, token }), stored)
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
]
