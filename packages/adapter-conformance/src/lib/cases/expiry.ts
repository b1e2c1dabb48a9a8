import assert from 'node:assert/strict'
import { assertStored } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { sampleSession, sampleToken, sampleUser } from '../samples.ts'

// Stores with a TTL look for what has expired every so often.
const PATIENCE = 15_000

async function disappears(look: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + PATIENCE
  while ((await look()) !== null) {
    assert.ok(performance.now() < deadline, `still there after ${PATIENCE} ms`)
    await new Promise((resolve) => {
      setTimeout(resolve, 100)
    })
  }
}

async function createExpiredSession(subject: Subject): Promise<ReturnType<typeof sampleSession>> {
  const { adapter, at } = subject
  const { id } = await adapter.createUser(sampleUser())
  const session = sampleSession(subject, id, { expires: at(-60_000) })
  await adapter.createSession(session)
  return session
}

/** Sessions in a store whose rows disappear by themselves. */
export const sessionTtlCases: readonly Case[] = [
  {
    name: 'an expired session is eventually deleted',
    async run(subject) {
      const { sessionToken } = await createExpiredSession(subject)
      await disappears(async () => subject.adapter.getSessionAndUser(sessionToken))
    },
  },
]

/** Sessions in a store that keeps rows: whether one has expired is the core's decision. */
export const sessionKeptCases: readonly Case[] = [
  {
    name: 'getSessionAndUser returns an expired session too',
    async run(subject) {
      const session = await createExpiredSession(subject)
      const found = await subject.adapter.getSessionAndUser(session.sessionToken)
      assertStored(found?.session, session)
    },
  },
]

/** Verification tokens in a store that keeps rows. */
export const tokenKeptCases: readonly Case[] = [
  {
    name: 'useVerificationToken returns an expired token, and uses it up',
    async run(subject) {
      const { adapter, at } = subject
      const stored = sampleToken(subject, { expires: at(-60_000) })
      const { identifier, token } = stored
      await adapter.createVerificationToken(stored)
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
      assert.equal(await adapter.useVerificationToken({ identifier, token }), null)
    },
  },
]

/** Verification tokens in a store whose rows disappear by themselves. */
export const tokenTtlCases: readonly Case[] = [
  {
    name: 'an expired verification token is eventually deleted',
    async run(subject) {
      const { adapter, at } = subject
      const stored = sampleToken(subject, { expires: at(-60_000) })
      const { identifier, token } = stored
      // Looking uses it up, so there is only one look.
      await adapter.createVerificationToken(stored)
      await new Promise((resolve) => {
        setTimeout(resolve, 2_000)
      })
      assert.equal(await adapter.useVerificationToken({ identifier, token }), null)
    },
  },
]
