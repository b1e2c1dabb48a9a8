import type { FeatureContext, Row } from '@latchstring/core/features'
import type { Reading, Writing } from './apps.ts'
import { base32 } from './base32.ts'
import { SECRET_BYTES } from './one-time-code.ts'
import { enrolments } from './tables.ts'

/** An app that is being set up, as it was read. */
export type Enrolment = Row<typeof enrolments>

/** Milliseconds that setting up an app may take. */
const TAKES = 15 * 60 * 1000

/** Begins to set up an app with a new secret. */
export async function beginEnrolment(
  { records, now, random }: Writing & Pick<FeatureContext, 'random'>,
  userId: string,
): Promise<Enrolment | undefined> {
  const secret = base32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))
  const row = await records.insert(enrolments, {
    userId,
    id: random(),
    secret,
    expires: now() + TAKES,
  })
  return typeof row === 'string' ? undefined : row
}

const ID = /^[\w-]{43}$/

/** The app that a user is setting up, by what the form has of it. */
export async function findEnrolment(
  { records }: Reading,
  userId: string,
  id: unknown,
): Promise<Enrolment | null> {
  if (typeof id !== 'string' || !ID.test(id)) return null
  return records.get(enrolments, { userId, id })
}

/** Marks an enrolment as confirmed, which of simultaneous requests one can. */
export const claimEnrolment = (
  { records, now }: Writing,
  row: Enrolment,
): Promise<Enrolment | null> =>
  row.confirmedAt === null
    ? records.change(enrolments, row, { confirmedAt: now() })
    : Promise.resolve(null)

/** Takes that back, so that it can be tried again. */
export async function releaseEnrolment({ records }: Writing, row: Enrolment): Promise<void> {
  await records.change(enrolments, row, { confirmedAt: null })
}

/**
 * Ends an enrolment that was confirmed: what was shown by it counts once.
 *
 * @returns whether this call ended it
 */
export async function finishEnrolment(
  context: Writing,
  userId: string,
  id: unknown,
): Promise<boolean> {
  const row = await findEnrolment(context, userId, id)
  if (row === null || row.confirmedAt === null) return false
  return context.records.drop(enrolments, row)
}
