import type { PageContext, Row, ShownSignIn } from '@latchstring/core/features'
import { type App, appsOf, type Reading, type Writing } from '../apps.ts'
import type { RecoverySettings } from './options.ts'
import { recoveries } from './table.ts'

/** A request to replace what was lost, as it was read. */
export type Recovery = Row<typeof recoveries>

/** Milliseconds for which a new app can be set up: a week. */
const STAYS_DUE = 7 * 24 * 3_600_000

/** An app that was added since is one that its user has. */
const isVoid = ({ askedAt }: Recovery, apps: readonly App[]): boolean =>
  apps.length === 0 || apps.some(({ createdAt }) => createdAt > askedAt)

/** The request of a user that runs. */
export async function findRecovery(
  context: Reading,
  userId: string,
  apps?: readonly App[],
): Promise<Recovery | null> {
  const row = await context.records.get(recoveries, { userId })
  if (row === null || isVoid(row, apps ?? (await appsOf(context, userId)))) return null
  return row
}

/** Whether its time has come. */
export const isDue = ({ now }: Pick<Reading, 'now'>, row: Recovery | null): boolean =>
  row !== null && row.dueAt <= now()

/**
 * Begins a request. One that runs stays as it is: asking again neither shortens nor prolongs it.
 *
 * @returns `undefined` where there is nothing to replace
 */
export async function beginRecovery(
  context: Writing,
  { delay }: RecoverySettings,
  userId: string,
): Promise<{ readonly row: Recovery; readonly isNew: boolean } | undefined> {
  const { records, now } = context
  const apps = await appsOf(context, userId)
  if (apps.length === 0) return undefined
  const known = await records.get(recoveries, { userId })
  if (known && !isVoid(known, apps)) return { row: known, isNew: false }
  if (known) await records.drop(recoveries, known)
  const askedAt = now()
  const dueAt = askedAt + delay
  const row = await records.insert(recoveries, {
    userId,
    askedAt,
    dueAt,
    expires: dueAt + STAYS_DUE,
  })
  if (typeof row !== 'string') return { row, isNew: true }
  // Another request was first, or the user is gone.
  const first = await records.get(recoveries, { userId })
  return first ? { row: first, isNew: false } : undefined
}

/** Ends a request. Of simultaneous requests that cancel or use it, one gets `true`. */
export async function takeRecovery({ records }: Writing, row: Recovery): Promise<boolean> {
  return records.drop(recoveries, row)
}

/** Puts a request back whose use has failed half-way, so that it can be repeated: it counts for the apps that there are now. */
export async function putBack({ records, now }: Writing, row: Recovery): Promise<void> {
  const { userId, dueAt, expires } = row
  await records.insert(recoveries, { userId, askedAt: now(), dueAt, expires })
}

/**
 * Whether a sign-in has shown nothing but that its person reads the mails of the user: by a link, by a code, or by what a mail led to. What
 * is not known counts as that.
 */
export function isByMailAlone(signIn: ShownSignIn | null): boolean {
  if (signIn === null || signIn.kind === 'email') return true
  const { kind, amr } = signIn
  return kind === 'credentials' && amr.includes('otp') && !amr.includes('pwd')
}

/** Whether a sign-in can ask for a request, and use it. */
export const mayRecover = (
  { byMailAlone }: RecoverySettings,
  signIn: ShownSignIn | null,
): boolean => byMailAlone || !isByMailAlone(signIn)

const MINUTE = 60_000

const FORMAT = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
} as const

/** The next full minute as a person reads it, in the language of the sentences. */
export function writeTime({ text }: Pick<PageContext, 'text'>, time: number): string {
  const minute = Math.ceil(time / MINUTE) * MINUTE
  try {
    return new Intl.DateTimeFormat(text('locale'), FORMAT).format(minute)
  } catch {
    // A text of the application that names no language.
    return `${new Date(minute).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  }
}
