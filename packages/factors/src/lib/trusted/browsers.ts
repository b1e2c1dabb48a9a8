import type { ChangeContext, FeatureBrowser, Row } from '@latchstring/core/features'
import type { Reading, Writing } from '../apps.ts'
import { trustedBrowsers } from './table.ts'

/** Browsers that a user can have. The oldest goes where there is one more. */
const MOST_BROWSERS = 10

/** Rows that are read at once: more than there can be, but for requests at the same time. */
const LIMIT = 50

/** Milliseconds of a day. */
const DAY = 86_400_000

/** A browser that is not asked, as it was read. */
export type TrustedBrowser = Row<typeof trustedBrowsers>

/** What is read of the options. */
export interface TrustSettings {
  readonly days: number
}

/** Whether a row still counts. An option that was lowered since holds for what was stored before it as well. */
const counts = ({ days }: TrustSettings, now: number, row: TrustedBrowser): boolean =>
  now < Math.min(row.expires, row.createdAt + days * DAY)

/** The browsers of a user that are not asked, the newest first. */
export async function browsersOf(
  { records, now }: Reading,
  settings: TrustSettings,
  userId: string,
): Promise<readonly TrustedBrowser[]> {
  const { rows } = await records.find(trustedBrowsers, 'userId', userId, { limit: LIMIT })
  return rows
    .filter((row) => counts(settings, now(), row))
    .toSorted((one, other) => other.createdAt - one.createdAt)
}

/** Whether a user is not asked in a browser. */
export async function isTrusted(
  { records, now }: Reading,
  settings: TrustSettings,
  { userId, browser }: { readonly userId: string; readonly browser: FeatureBrowser },
): Promise<boolean> {
  for (const id of browser.ids) {
    const row = await records.get(trustedBrowsers, { userId, id })
    if (row !== null && counts(settings, now(), row)) return true
  }
  return false
}

/** What may be dropped: those that a new one of the same browser stands in for, and the oldest. */
async function dropOthers(
  { records, browser }: ChangeContext,
  userId: string,
  kept: string,
): Promise<void> {
  const { rows } = await records.find(trustedBrowsers, 'userId', userId, { limit: LIMIT })
  const others = rows
    .filter(({ id }) => id !== kept)
    .toSorted((one, other) => other.createdAt - one.createdAt)
  const isOver = (row: TrustedBrowser, at: number): boolean =>
    browser.ids.includes(row.id) || at >= MOST_BROWSERS - 1
  for (const row of others.filter(isOver)) await records.drop(trustedBrowsers, row)
}

/** Asks a user no more in the browser of the request. The code was right, also where this cannot be stored. */
export async function trustBrowser(
  context: ChangeContext,
  { days }: TrustSettings,
  userId: string,
): Promise<void> {
  const { records, browser, now, log } = context
  try {
    const id = await context.remember(days)
    const createdAt = now()
    const expires = createdAt + days * DAY
    const { label } = browser
    await records.insert(trustedBrowsers, { userId, id, label, createdAt, expires })
    await dropOthers(context, userId, id)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no reason was given'
    log('warn', `a browser could not be remembered: ${reason}`)
  }
}

/** Asks a user again in a browser. @returns whether there was one with this id */
export async function askAgainIn(
  { records }: Writing,
  userId: string,
  id: string,
): Promise<boolean> {
  const row = await records.get(trustedBrowsers, { userId, id })
  return row !== null && records.drop(trustedBrowsers, row)
}
