import assert from 'node:assert/strict'
import { assertNothing, assertStored, race } from '../expectations.ts'
import type { Case } from '../options.ts'
import { RACERS, ROUNDS, sampleToken, unique } from '../samples.ts'

/** Tests of `verificationTokens`. */
export const verificationTokenCases: readonly Case[] = [
  {
    name: 'useVerificationToken returns the token with its time',
    async run(subject) {
      const stored = sampleToken(subject)
      await subject.adapter.createVerificationToken(stored)
      const { identifier, token } = stored
      assertStored(await subject.adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
  {
    name: 'useVerificationToken returns null the second time',
    async run(subject) {
      const { adapter } = subject
      const { identifier, token, expires } = sampleToken(subject)
      await adapter.createVerificationToken({ identifier, token, expires })
      await adapter.useVerificationToken({ identifier, token })
      assertNothing(await adapter.useVerificationToken({ identifier, token }))
    },
  },
  {
    name: 'useVerificationToken returns null for another identifier and uses nothing up',
    async run(subject) {
      const { adapter } = subject
      const stored = sampleToken(subject)
      await adapter.createVerificationToken(stored)
      const { identifier, token } = stored
      const other = `${unique('other')}@example.com`
      assertNothing(await adapter.useVerificationToken({ identifier: other, token }))
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
  {
    name: 'useVerificationToken returns null for another token and uses nothing up',
    async run(subject) {
      const { adapter } = subject
      const stored = sampleToken(subject)
      await adapter.createVerificationToken(stored)
      const { identifier, token } = stored
      assertNothing(await adapter.useVerificationToken({ identifier, token: unique('other') }))
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
  {
    name: 'tokens of one identifier are used up one by one',
    async run(subject) {
      const { adapter } = subject
      const first = sampleToken(subject)
      const { identifier } = first
      const second = sampleToken(subject, { identifier })
      await adapter.createVerificationToken(first)
      await adapter.createVerificationToken(second)
      assertStored(await adapter.useVerificationToken({ identifier, token: first.token }), first)
      assertStored(await adapter.useVerificationToken({ identifier, token: second.token }), second)
    },
  },
]

/** Tests of `uniqueTokens`. */
export const uniqueTokenCases: readonly Case[] = [
  {
    name: 'createVerificationToken refuses a second token with the same key, and keeps the first',
    async run(subject) {
      const { adapter } = subject
      const stored = sampleToken(subject)
      const { identifier, token } = stored
      await adapter.createVerificationToken(stored)
      const again = sampleToken(subject, { identifier, token })
      await assert.rejects(async () => adapter.createVerificationToken(again))
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
  {
    name: `one of ${RACERS} simultaneous verification tokens with the same key is stored (REL-08)`,
    async run(subject) {
      const { adapter } = subject
      for (let round = 0; round < ROUNDS; round += 1) {
        const stored = sampleToken(subject)
        const { identifier, token } = stored
        const { values } = await race(RACERS, () => adapter.createVerificationToken(stored))
        assert.equal(values.length, 1)
        assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
        assertNothing(await adapter.useVerificationToken({ identifier, token }))
      }
    },
  },
]

/** Tests of `atomicConsume`. */
export const atomicConsumeCases: readonly Case[] = [
  {
    name: `one of ${RACERS} simultaneous uses of a verification token succeeds (REL-08)`,
    async run(subject) {
      const { adapter } = subject
      for (let round = 0; round < ROUNDS; round += 1) {
        const stored = sampleToken(subject)
        const { identifier, token } = stored
        await adapter.createVerificationToken(stored)
        const { values, errors } = await race(RACERS, () =>
          adapter.useVerificationToken({ identifier, token }),
        )
        assert.deepEqual(errors, [])
        const [winner, ...others] = values.filter((value) => value !== null)
        assertStored(winner, stored)
        assert.deepEqual(others, [])
      }
    },
  },
]
