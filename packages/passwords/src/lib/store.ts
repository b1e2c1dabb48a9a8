import type { ReadRecords, Records, Row } from '@latchstring/core/features'
import type { UsernameFault } from './operations.ts'
import type { Parts } from './parts.ts'
import { hashes, usernames } from './tables.ts'
import { foldName, type FoldedName } from './username-fold.ts'

export type HashRow = Row<typeof hashes>

/** Where there is no user it is looked for the row of this one, so that each request asks the store as often. No user has this id. */
export const NO_USER = '00000000-0000-4000-8000-000000000000'

export const readHash = async (records: ReadRecords, userId: string): Promise<HashRow | null> =>
  records.get(hashes, { userId })

/** The time of a password that comes after another one: always later, for two of the same time count as the same password. */
export const timeAfter = (row: HashRow | null, now: number): number =>
  row ? Math.max(now, row.changedAt + 1) : now

/** Each time a request at the same time was first. */
const MAX_RACES = 5

/**
 * Stores the hash of a user, whatever was there.
 *
 * @returns whether there is a user
 */
export async function putHash(
  records: Records,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: number },
): Promise<boolean> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await readHash(records, userId)
    const put = row
      ? await records.change(hashes, row, { hash, changedAt: timeAfter(row, now) })
      : await records.insert(hashes, { userId, hash, changedAt: now })
    if (put === 'no-owner') return false
    if (put !== null && put !== 'taken') return true
  }
  throw new Error('A password was another one each time it was written.')
}

/**
 * Puts a hash in the place of the one that was read, which a sign-in may have replaced by another one of the same password.
 *
 * @param from - what was read; `null` where the user has to be without a password
 * @returns whether it was stored: not where the user has another password by now, or is gone
 */
export async function replaceHash(
  records: Records,
  from: HashRow | null,
  { userId, hash, now }: { readonly userId: string; readonly hash: string; readonly now: number },
): Promise<boolean> {
  if (!from) {
    const put = await records.insert(hashes, { userId, hash, changedAt: now })
    return put !== 'taken' && put !== 'no-owner'
  }
  let row: HashRow | null = from
  for (let race = 0; race < MAX_RACES && row?.changedAt === from.changedAt; race += 1) {
    const changedAt = timeAfter(row, now)
    if (await records.change(hashes, row, { hash, changedAt })) return true
    row = await readHash(records, userId)
  }
  return false
}

/** Removes the password of a user. @returns whether there was one */
export async function dropHash(records: Records, userId: string): Promise<boolean> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await readHash(records, userId)
    if (!row) return false
    if (await records.drop(hashes, row)) return true
  }
  throw new Error('A password was another one each time it was removed.')
}

/** The username of a user, or `null`: also where there are none. */
export async function readUsername(
  { settings }: Parts,
  records: ReadRecords,
  userId: string,
): Promise<string | null> {
  if (!settings.username) return null
  const { rows } = await records.find(usernames, 'userId', userId)
  return rows[0]?.name ?? null
}

/** Reads what was typed as a name that no user has so far. */
export async function readFreeName(
  records: ReadRecords,
  typed: string,
): Promise<FoldedName | { readonly refused: UsernameFault }> {
  const folded = await foldName(typed)
  if ('refused' in folded) return folded
  const row = await records.get(usernames, { id: folded.key })
  return row ? { refused: 'username-taken' } : folded
}

/**
 * Takes a name for a user, then gives back those from before: a crash between leaves two, and none is never the state. Nor is it where two
 * names are taken at the same time, for each request gives back what it has read before its own was stored.
 */
export async function takeName(
  records: Records,
  userId: string,
  { name, key }: FoldedName,
): Promise<'done' | UsernameFault | 'no-user'> {
  const { rows: before } = await records.find(usernames, 'userId', userId)
  const put = await records.insert(usernames, { id: key, userId, name })
  if (put === 'no-owner') return 'no-user'
  if (put === 'taken') {
    const row = await records.get(usernames, { id: key })
    if (row?.userId !== userId) return 'username-taken'
    if (row.name !== name && !(await records.change(usernames, row, { name }))) {
      return 'username-taken'
    }
  }
  for (const row of before) if (row.id !== key) await records.drop(usernames, row)
  return 'done'
}

/** Reads what was typed as a name, and takes it for a user. */
export async function chooseName(
  records: Records,
  userId: string,
  typed: string,
): Promise<'done' | UsernameFault | 'no-user'> {
  const folded = await foldName(typed)
  return 'refused' in folded ? folded.refused : takeName(records, userId, folded)
}
