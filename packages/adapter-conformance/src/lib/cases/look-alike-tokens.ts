import assert from 'node:assert/strict'
import type { AdapterSession } from '@latchstring/core/adapters'
import { assertNothing, assertStored } from '../expectations.ts'
import { assertNone, attempt, lookAlikeKey, lookAlikes, lookAlikesOfId } from '../look-alikes.ts'
import type { Case, Subject } from '../options.ts'
import { sampleAuthenticator, sampleSession, sampleToken, sampleUser } from '../samples.ts'
import { keysLike, linkLookAlike } from './look-alikes.ts'

/** Stores a session whose token has letters that collations treat as equal to others. */
async function createLookAlike(subject: Subject): Promise<AdapterSession> {
  const { id } = await subject.adapter.createUser(sampleUser())
  const session = sampleSession(subject, id, { sessionToken: lookAlikeKey() })
  await subject.adapter.createSession(session)
  return session
}

/** Asserts that a session is unchanged. */
async function assertLeft({ adapter }: Subject, session: AdapterSession): Promise<void> {
  assertStored((await adapter.getSessionAndUser(session.sessionToken))?.session, session)
}

/** Tests of sessions with texts that look like their tokens. */
export const sessionLookAlikeCases: readonly Case[] = [
  {
    name: 'getSessionAndUser finds nothing by a token that looks alike (ALT-07)',
    async run(subject) {
      const session = await createLookAlike(subject)
      for (const token of lookAlikes(session.sessionToken)) {
        assertNothing(await subject.adapter.getSessionAndUser(token))
      }
      await assertLeft(subject, session)
    },
  },
  {
    name: 'updateSession leaves the session whose token looks alike (ALT-07)',
    async run(subject) {
      const session = await createLookAlike(subject)
      const expires = subject.at(7_200_321)
      for (const sessionToken of lookAlikes(session.sessionToken)) {
        await subject.adapter.updateSession({ sessionToken, expires })
      }
      await assertLeft(subject, session)
    },
  },
  {
    name: 'deleteSession leaves the session whose token looks alike (ALT-07)',
    async run(subject) {
      const session = await createLookAlike(subject)
      for (const token of lookAlikes(session.sessionToken)) {
        await subject.adapter.deleteSession(token)
      }
      await assertLeft(subject, session)
    },
  },
]

/** The same tests for `compareAndSetSession`. */
export const compareAndSetLookAlikeCases: readonly Case[] = [
  {
    name: 'compareAndSetSession moves no session whose token looks alike (ALT-07)',
    async run(subject) {
      const session = await createLookAlike(subject)
      const { expires: from } = session
      for (const sessionToken of lookAlikes(session.sessionToken)) {
        const to = subject.at(7_200_321)
        const moved = await subject.adapter.compareAndSetSession({ sessionToken, from, to })
        assert.equal(moved, false)
      }
      await assertLeft(subject, session)
    },
  },
]

/** The same tests for the methods for all sessions of a user. */
export const revocationLookAlikeCases: readonly Case[] = [
  {
    name: 'listSessionsByUserId lists nothing for an id that looks alike (ALT-07)',
    async run(subject) {
      const { userId } = await createLookAlike(subject)
      for (const id of lookAlikesOfId(userId)) {
        await assertNone(() => subject.adapter.listSessionsByUserId(id), [])
      }
    },
  },
  {
    name: 'deleteSessionsByUserId ends no session of a user whose id looks alike (ALT-07)',
    async run(subject) {
      const session = await createLookAlike(subject)
      for (const id of lookAlikesOfId(session.userId)) {
        await assertNone(() => subject.adapter.deleteSessionsByUserId(id), 0)
      }
      await assertLeft(subject, session)
    },
  },
  {
    name: 'deleteSessionsByUserId keeps no session whose token looks like `except` (ALT-07)',
    async run(subject) {
      const { adapter } = subject
      const key = lookAlikeKey()
      for (const except of lookAlikes(key)) {
        const { userId, sessionToken } = await createLookAlike(subject)
        await adapter.deleteSession(sessionToken)
        await adapter.createSession(sampleSession(subject, userId, { sessionToken: key }))
        assert.equal(await adapter.deleteSessionsByUserId(userId, except), 1)
        assertNothing(await adapter.getSessionAndUser(key))
      }
    },
  },
]

/** Tests of verification tokens with texts that look like them. */
export const tokenLookAlikeCases: readonly Case[] = [
  {
    name: 'useVerificationToken uses nothing up by a token or an identifier that looks alike (ALT-07)',
    async run(subject) {
      const { adapter } = subject
      const stored = sampleToken(subject, { identifier: lookAlikeKey(), token: lookAlikeKey() })
      await adapter.createVerificationToken(stored)
      const { identifier, token } = stored
      for (const other of lookAlikes(token)) {
        assertNothing(await adapter.useVerificationToken({ identifier, token: other }))
      }
      for (const other of lookAlikes(identifier)) {
        assertNothing(await adapter.useVerificationToken({ identifier: other, token }))
      }
      assertStored(await adapter.useVerificationToken({ identifier, token }), stored)
    },
  },
]

/** Tests of accounts and authenticators with texts that look like their keys. */
export const webauthnLookAlikeCases: readonly Case[] = [
  {
    name: 'getAccount finds no account whose id or provider looks alike (ALT-07)',
    async run({ adapter }) {
      const account = await linkLookAlike(adapter)
      for (const { provider, providerAccountId } of keysLike(account)) {
        assertNothing(await adapter.getAccount(providerAccountId, provider))
      }
      const { provider, providerAccountId } = account
      assertStored(await adapter.getAccount(providerAccountId, provider), account)
    },
  },
  {
    name: 'getAuthenticator finds nothing by an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const credentialID = lookAlikeKey()
      const one = sampleAuthenticator(id, { credentialID })
      await adapter.createAuthenticator(one)
      for (const other of lookAlikes(credentialID)) {
        assertNothing(await adapter.getAuthenticator(other))
      }
      assertStored(await adapter.getAuthenticator(credentialID), one)
    },
  },
  {
    name: 'updateAuthenticatorCounter leaves the authenticator whose id looks alike (ALT-07)',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      const credentialID = lookAlikeKey()
      const one = sampleAuthenticator(id, { credentialID, counter: 1 })
      await adapter.createAuthenticator(one)
      for (const other of lookAlikes(credentialID)) {
        await attempt(() => adapter.updateAuthenticatorCounter(other, 9))
      }
      assertStored(await adapter.getAuthenticator(credentialID), one)
    },
  },
  {
    name: 'listAuthenticatorsByUserId lists nothing for an id that looks alike (ALT-07)',
    async run({ adapter }) {
      const { id } = await adapter.createUser(sampleUser())
      await adapter.createAuthenticator(sampleAuthenticator(id))
      for (const other of lookAlikesOfId(id)) {
        await assertNone(() => adapter.listAuthenticatorsByUserId(other), [])
      }
    },
  },
]
