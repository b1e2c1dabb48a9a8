import assert from 'node:assert/strict'
import type { Subject } from '../options.ts'
import type { RowCounts } from '../report.ts'
import { unique } from '../samples.ts'
import type { Arrival, Browser } from './application.ts'
import type { Person } from './emulator.ts'

/** A person who has never signed in. */
export const newPerson = (): Person => ({
  id: unique('person'),
  email: `${unique('person')}@example.com`,
})

/** Counts the rows of the store, if possible. */
export const readRowCounts = async ({ countRows }: Subject): Promise<RowCounts | null> =>
  countRows === undefined ? null : countRows()

/** Returns the number of additional rows of users, accounts and sessions. */
export function added(before: RowCounts, now: RowCounts): Omit<RowCounts, 'verificationTokens'> {
  return {
    users: now.users - before.users,
    accounts: now.accounts - before.accounts,
    sessions: now.sessions - before.sessions,
  }
}

/** Asserts that a browser has a session of the store if its sign-in succeeded, and none otherwise. */
export async function assertHonest(browser: Browser, { inside, status }: Arrival): Promise<void> {
  assert.equal(browser.hasSession(), inside, 'the session cookie does not match the response')
  const id = await browser.userId()
  assert.equal(id !== null, inside, 'the session does not match the response')
  if (!inside) assert.ok(status >= 300, `a failed sign-in has the status ${status}`)
}

/**
 * Deletes the user and all records of the person, and asserts that no rows are left.
 *
 * @returns the number of rows that were left, or `null` if they cannot be counted
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
 * @returns the number of additional rows, or `null` if they cannot be counted
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
