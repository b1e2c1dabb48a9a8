import type { FeatureContext, ReadRecords, Records, Row } from '@latchstring/core/features'
import { readCode, stepOfCode } from './one-time-code.ts'
import { totp } from './tables.ts'

/** Apps that a user can have. */
export const MOST_APPS = 5

/** An app of a user, as it was read. */
export type App = Row<typeof totp>

/** What reads apps. */
export interface Reading extends Pick<FeatureContext, 'now'> {
  readonly records: ReadRecords
}

/** What writes apps. */
export interface Writing extends Pick<FeatureContext, 'now'> {
  readonly records: Records
}

/** The apps of a user, in the order of their slots. */
export async function appsOf({ records }: Reading, userId: string): Promise<readonly App[]> {
  const { rows } = await records.find(totp, 'userId', userId, { limit: MOST_APPS })
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))
}

/** A new app. */
export interface NewApp {
  readonly userId: string
  readonly label: string
  /** In base32. */
  readonly secret: string
  /** The step of the code that confirmed it, which is spent. */
  readonly lastStep: number
}

/**
 * Stores an app in the first slot that is free. Without another one that is the first slot, which of simultaneous requests one gets: nothing is
 * added beside an app that the request did not know of.
 *
 * @returns `undefined` where another request was first, or all slots are taken
 */
export async function insertApp(
  { records, now }: Writing,
  known: readonly App[],
  app: NewApp,
): Promise<App | undefined> {
  const slots = Array.from({ length: MOST_APPS }, (_, at) => String(at + 1))
  const id = slots.find((slot) => !known.some((one) => one.id === slot))
  if (id === undefined) return undefined
  const row = await records.insert(totp, { ...app, id, createdAt: now() })
  return typeof row === 'string' ? undefined : row
}

/**
 * Tries a code with each app of a user, and spends its step: of simultaneous requests with one code, one gets `true`.
 *
 * @param typed - as a person typed it
 */
export async function spendCode(context: Writing, userId: string, typed: string): Promise<boolean> {
  const code = readCode(typed)
  if (code === undefined) return false
  for (const app of await appsOf(context, userId)) {
    const step = await stepOfCode(app.secret, code, { now: context.now(), after: app.lastStep })
    // Where another request has changed the app meanwhile, this code may be the one that it has spent.
    if (step !== undefined) {
      return (await context.records.change(totp, app, { lastStep: step })) !== null
    }
  }
  return false
}
