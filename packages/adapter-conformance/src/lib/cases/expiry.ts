import assert from 'node:assert/strict'
import { assertStored } from '../expectations.ts'
import type { Case, Subject } from '../options.ts'
import { sampleSession, sampleToken, sampleUser } from '../samples.ts'

// Stores with a TTL delete expired records at intervals.
const EXPIRY_TIMEOUT_MS = 15_000

async function disappears(look: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + EXPIRY_TIMEOUT_MS
  while ((await look()) !== null) {
    assert.ok(performance.now() < deadline, `still there after ${EXPIRY_TIMEOUT_MS} ms`)
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

/** Tests of sessions with `ttl`. */
export const sessionTtlCases: readonly Case[] = [
  {
    name: 'an expired session is eventually deleted',
    async run(subject) {
      const { sessionToken } = await createExpiredSession(subject)
      await disappears(async () => subject.adapter.getSessionAndUser(sessionToken))
    },
  },
]

/** Tests of sessions without `ttl`: the core checks the expiry. */
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

/** Tests of verification tokens without `ttl`. */
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

/** Tests of verification tokens with `ttl`. */
export const tokenTtlCases: readonly Case[] = [
  {
    name: 'an expired verification token is eventually deleted',
    async run(subject) {
      const { adapter, at } = subject
      const stored = sampleToken(subject, { expires: at(-60_000) })
      const { identifier, token } = stored
      // A read uses the token up, so the test reads once.
      await adapter.createVerificationToken(stored)
      await new Promise((resolve) => {
        setTimeout(resolve, 2_000)
      })
      assert.equal(await adapter.useVerificationToken({ identifier, token }), null)
    },
  },
]
