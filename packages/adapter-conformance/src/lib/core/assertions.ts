import assert from 'node:assert/strict'
import type { Subject } from '../options.ts'
import type { RowCounts } from '../report.ts'
import { unique } from '../samples.ts'
import type { Arrival, Browser } from './application.ts'
import type { Person } from './emulator.ts'

/** Somebody who has never signed in. */
export const newPerson = (): Person => ({
  id: unique('person'),
  email: `${unique('person')}@example.com`,
})

/** The rows of the store, where they can be counted. */
export const readRowCounts = async ({ countRows }: Subject): Promise<RowCounts | null> =>
  countRows === undefined ? null : countRows()

/** How many rows of users, accounts and sessions there are more than before. */
export function added(before: RowCounts, now: RowCounts): Omit<RowCounts, 'verificationTokens'> {
  return {
    users: now.users - before.users,
    accounts: now.accounts - before.accounts,
    sessions: now.sessions - before.sessions,
  }
}

/** Whoever got inside holds a session that the store knows; and whoever did not holds none. */
export async function assertHonest(browser: Browser, { inside, status }: Arrival): Promise<void> {
  assert.equal(browser.hasSession(), inside, 'the cookie of a session and the answer disagree')
  const id = await browser.userId()
  assert.equal(id !== null, inside, 'the answer and the session disagree')
  if (!inside) assert.ok(status >= 300, `a sign-in that failed was answered with HTTP ${status}`)
}

/**
 * Deletes the user and everything that belongs to the person, and asserts that nothing is left.
 *
 * @returns the rows that were left, or `null` where they cannot be counted
 */
export async function assertGone(
  subject: Subject,
  { email }: Person,
  before: RowCounts | null,
): Promise<number | null> {
  const { adapter } = subject
  const user = await adapter.getUserByEmail(email)
  assert.ok(user, 'there is no user')
  await adapter.deleteUser(user.id)
  assert.equal(await adapter.getUserByEmail(email), null, 'there was a second user')
  return assertNothingAdded(subject, before)
}

/**
 * Asserts that there are no more rows than before.
 *
 * @returns how many there are, or `null` where they cannot be counted
 */
export async function assertNothingAdded(
  subject: Subject,
  before: RowCounts | null,
): Promise<number | null> {
  const now = await readRowCounts(subject)
  if (before === null || now === null) return null
  const { users, accounts, sessions } = added(before, now)
  const orphans = Math.max(0, users) + Math.max(0, accounts) + Math.max(0, sessions)
  assert.equal(orphans, 0, `rows were left: ${JSON.stringify({ users, accounts, sessions })}`)
  return orphans
}
