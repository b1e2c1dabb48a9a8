import assert from 'node:assert/strict'
import type * as core from '@latchstring/core/adapters'
import { assertStored } from './expectations.ts'
import type { Subject } from './options.ts'
import * as samples from './samples.ts'

/** A user with all kinds of records that the adapter can store. */
export interface Belongings {
  readonly user: core.AdapterUser
  readonly accounts: readonly [core.AdapterAccount, core.AdapterAccount]
  readonly sessions: readonly [core.AdapterSession, core.AdapterSession]
  readonly authenticators: readonly [core.AdapterAuthenticator, core.AdapterAuthenticator]
  readonly token: core.VerificationToken
}

/** Stores a user with two records of each kind. */
export async function createBelongings(subject: Subject): Promise<Belongings> {
  const { adapter, capabilities, at } = subject
  const user = await adapter.createUser(samples.sampleUser({ emailVerified: at(-60_007) }))
  const providerAccountId = samples.unique('account')
  const made: Belongings = {
    user,
    // The same id at two providers, which all users share.
    accounts: [
      samples.sampleAccount(user.id, { providerAccountId, access_token: 'access' }),
      samples.sampleAccount(user.id, { providerAccountId, provider: 'another', scope: 'profile' }),
    ],
    sessions: [samples.sampleSession(subject, user.id), samples.sampleSession(subject, user.id)],
    authenticators: [
      samples.sampleAuthenticator(user.id, { counter: 7 }),
      samples.sampleAuthenticator(user.id, { counter: 7 }),
    ],
    token: samples.sampleToken(subject, { identifier: user.email }),
  }
  for (const account of made.accounts) await adapter.linkAccount(account)
  if (capabilities.sessions === true) {
    for (const session of made.sessions) await adapter.createSession(session)
  }
  if (capabilities.webauthn === true) {
    for (const one of made.authenticators) await adapter.createAuthenticator(one)
  }
  if (capabilities.verificationTokens === true) await adapter.createVerificationToken(made.token)
  return made
}

/** The records of a user that must exist. */
export interface Remaining {
  readonly user: core.AdapterUser
  readonly accounts: readonly core.AdapterAccount[]
  readonly sessions: readonly core.AdapterSession[]
  readonly authenticators: readonly core.AdapterAuthenticator[]
}

async function assertAccounts(
  { adapter, capabilities }: Subject,
  { user, accounts }: Remaining,
): Promise<void> {
  for (const account of accounts) {
    const { provider, providerAccountId } = account
    assertStored(await adapter.getUserByAccount({ provider, providerAccountId }), user)
    if (capabilities.webauthn === true) {
      assertStored(await adapter.getAccount(providerAccountId, provider), account)
    }
  }
  if (capabilities.accountUpdates !== true) return
  const listed = await adapter.listAccountsByUserId(user.id)
  assert.equal(listed.length, accounts.length)
  for (const account of accounts) {
    assertStored(
      listed.find(({ provider }) => provider === account.provider),
      account,
    )
  }
}

/** Asserts that the records of a user exist as stored, and no others of the user. */
export async function assertIntact(subject: Subject, remaining: Remaining): Promise<void> {
  const { adapter, capabilities } = subject
  const { user, sessions, authenticators } = remaining
  assertStored(await adapter.getUser(user.id), user)
  assertStored(await adapter.getUserByEmail(user.email), user)
  await assertAccounts(subject, remaining)
  if (capabilities.sessions === true) {
    for (const session of sessions) {
      const found = await adapter.getSessionAndUser(session.sessionToken)
      assertStored(found?.session, session)
      assertStored(found?.user, user)
    }
  }
  if (capabilities.revocation === true) {
    assert.equal((await adapter.listSessionsByUserId(user.id)).length, sessions.length)
  }
  if (capabilities.webauthn !== true) return
  for (const one of authenticators) {
    assertStored(await adapter.getAuthenticator(one.credentialID), one)
  }
  const listed = await adapter.listAuthenticatorsByUserId(user.id)
  assert.equal(listed.length, authenticators.length)
}

/** Asserts that all records of a user are unchanged, and uses up the verification token. */
export async function assertUntouched(subject: Subject, bystander: Belongings): Promise<void> {
  await assertIntact(subject, bystander)
  if (subject.capabilities.verificationTokens !== true) return
  const { identifier, token } = bystander.token
  assertStored(await subject.adapter.useVerificationToken({ identifier, token }), bystander.token)
}
