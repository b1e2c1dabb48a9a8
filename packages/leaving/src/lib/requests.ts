import type { ReadRecords, Row, UserContext, WritingContext } from '@latchstring/core/features'
import { askErasure, deleteDue, eraseRow } from './erase.ts'
import { leavingRequests, QUEUE } from './requests-table.ts'
import type { Erasure, LeavingAlso, LeavingExport, LeavingRequest, LeavingState } from './types.ts'

const DAY = 86_400_000

/** The options with those that were left out. */
export interface Settings {
  readonly days: number
  readonly also: LeavingAlso | undefined
}

type Request = Row<typeof leavingRequests>

/** See `LeavingOperations.state`. */
export async function readState(
  { records }: { readonly records: ReadRecords },
  userId: string,
): Promise<LeavingState> {
  const row = await records.get(leavingRequests, { userId })
  if (!row) return { leaving: false }
  return { leaving: true, dueAt: new Date(row.dueAt), canKeep: row.begunAt === null }
}

/**
 * The row of a user, who has asked now or before.
 *
 * @returns `null` where the user is not there any more
 */
async function ensureRow(
  { records, now }: WritingContext,
  userId: string,
  dueAt: number,
): Promise<Request | null> {
  const values = { userId, queue: QUEUE, requestedAt: now(), dueAt }
  const row = await records.insert(leavingRequests, values)
  if (row === 'no-owner') return null
  return row === 'taken' ? records.get(leavingRequests, { userId }) : row
}

/**
 * Deletes one user who is due, beside a request of another, which does not wait for it. Where the process ends before, the next one
 * begins again.
 */
function deleteAnother(context: WritingContext, also: LeavingAlso | undefined): void {
  deleteDue(context, also, 1).catch(() => context.log('warn', 'Deletions that are due failed.'))
}

/**
 * Asks for the deletion of a user, and ends the sessions.
 *
 * @throws AdapterError when the store fails, and with `days: 0` what `also.erase` throws
 */
export async function requestErasure(
  context: WritingContext,
  { days, also }: Settings,
  userId: string,
): Promise<LeavingRequest> {
  const refusal = await askErasure(context, userId)
  if (refusal === 'missing') return { kind: 'missing' }
  if (refusal) return refusal
  const row = await ensureRow(context, userId, context.now() + days * DAY)
  if (!row) return { kind: 'missing' }
  await context.endSessions(userId, 'user-disabled')
  if (days === 0) return eraseRow(context, also, row)
  deleteAnother(context, also)
  return { kind: 'requested', dueAt: new Date(row.dueAt) }
}

/** See `LeavingSystem.eraseUser`. */
export async function eraseUser(
  context: WritingContext,
  also: LeavingAlso | undefined,
  userId: string,
): Promise<Erasure> {
  const refusal = await askErasure(context, userId)
  if (refusal !== null && refusal !== 'missing') return refusal
  const { now, records } = context
  const row = refusal === null ? await ensureRow(context, userId, now()) : null
  if (!row) {
    // What a deletion that broke off has left.
    const ended = await context.deleteUser(userId)
    return typeof ended === 'string' ? { kind: ended } : { kind: 'missing' }
  }
  // Where it fails, it is begun again at once, and not when the days are over.
  const due =
    row.dueAt <= now() ? row : await records.change(leavingRequests, row, { dueAt: now() })
  return due ? eraseRow(context, also, due) : { kind: 'under-way' }
}

/** See `LeavingOperations.keep`. */
export async function keepAccount(
  { records }: Pick<WritingContext, 'records'>,
  userId: string,
): Promise<boolean> {
  const row = await records.get(leavingRequests, { userId })
  if (!row) return true
  if (row.begunAt !== null) return false
  if (await records.drop(leavingRequests, row)) return true
  // Another request has kept it, or its deletion has begun.
  return (await records.get(leavingRequests, { userId })) === null
}

/** See `LeavingSystem.exportUser`. */
export async function exportUser(
  { users, exportUser: read }: WritingContext,
  also: LeavingAlso | undefined,
  userId: string,
): Promise<LeavingExport | null> {
  const kept = await read(userId)
  const user = kept && also ? await users.find(userId) : null
  if (!kept || !also || !user) return kept
  return { ...kept, application: await also.export(user) }
}

/**
 * See `LeavingOperations.export`.
 *
 * @throws Error where the user was deleted meanwhile
 */
export async function exportOwn(
  context: UserContext,
  also: LeavingAlso | undefined,
): Promise<LeavingExport> {
  const kept = await exportUser(context, also, context.user.id)
  if (kept) return kept
  throw new Error('The user of the request was deleted meanwhile.')
}
