import type { FeatureUser, Records, Row, WritingContext } from '@latchstring/core/features'
import { leavingRequests, QUEUE } from './requests-table.ts'
import type { DueDeletions, Erasure, LeavingAlso, LeavingRefusal } from './types.ts'

/** For how long a process has a deletion for itself, in milliseconds. It may have ended. */
const CLAIM = 600_000

/** Rows that are read at once. */
const PAGE = 100

const MOST = 10_000

/** What is given in place of the user's own values to `also`. */
type Also = Pick<LeavingAlso, 'erase'> | undefined

type Request = Row<typeof leavingRequests>

/** The refusal of a feature; `null` where there is none. */
export async function askErasure(
  { askDeletion }: WritingContext,
  userId: string,
): Promise<LeavingRefusal | 'missing' | null> {
  const answer = await askDeletion(userId)
  if (answer === 'missing') return 'missing'
  return answer === 'pass' ? null : { kind: 'refused', code: answer.refused, why: answer.why }
}

async function eraseApplication(
  { users }: WritingContext,
  also: Also,
  userId: string,
): Promise<void> {
  const user: FeatureUser | null = also ? await users.find(userId) : null
  if (user) await also?.erase(user)
}

/** Gives a claim back. The next one to look takes it at once. */
async function release(records: Records, claimed: Request, begunAt: number | null): Promise<void> {
  await records.change(leavingRequests, claimed, { begunAt, claimedUntil: null })
}

/** Deletes the user of a row that is claimed. */
async function eraseClaimed(
  context: WritingContext,
  also: Also,
  claimed: Request,
): Promise<Awaited<ReturnType<WritingContext['deleteUser']>>> {
  const { records } = context
  const { userId, begunAt } = claimed
  try {
    return await context.deleteUser(userId, {
      first: () => eraseApplication(context, also, userId),
    })
  } catch (error) {
    // The store may be the reason. Then the claim ends by itself.
    await release(records, claimed, begunAt).catch(() => undefined)
    throw error
  }
}

/**
 * Deletes the user of a row, unless a feature refuses that or another process is at it.
 *
 * @throws AdapterError when the store fails, and what `also.erase` throws
 */
export async function eraseRow(
  context: WritingContext,
  also: Also,
  row: Request,
): Promise<Erasure> {
  const { records, now } = context
  const { userId } = row
  if (row.claimedUntil !== null && row.claimedUntil > now()) return { kind: 'under-way' }
  const refusal = await askErasure(context, userId)
  if (refusal !== null && refusal !== 'missing') return refusal
  const begunAt = row.begunAt ?? now()
  const claim = { begunAt, claimedUntil: now() + CLAIM }
  const claimed = await records.change(leavingRequests, row, claim)
  if (!claimed) return { kind: 'under-way' }
  const ended = await eraseClaimed(context, also, claimed)
  if (typeof ended === 'string') return { kind: ended }
  // A feature has come to refuse it meanwhile, before anything was removed.
  await release(records, claimed, row.begunAt)
  return { kind: 'refused', code: ended.refused, why: ended.refused }
}

/** @throws RangeError for what is no limit */
function requireLimit(limit: number): number {
  if (Number.isSafeInteger(limit) && limit >= 1 && limit <= MOST) return limit
  throw new RangeError(`The limit is a whole number from 1 to ${MOST}.`)
}

/** The rows that are due by now. */
async function* readDue({ records, now }: WritingContext): AsyncGenerator<Request> {
  const at = now()
  let after: string | undefined
  do {
    const page = await records.find(leavingRequests, 'queue', QUEUE, { after, limit: PAGE })
    for (const row of page.rows) {
      if (row.dueAt <= at) yield row
    }
    after = page.next
  } while (after !== undefined)
}

/** See `LeavingSystem.listDue`. */
export async function listDue(
  context: WritingContext,
  limit: number = PAGE,
): Promise<readonly string[]> {
  requireLimit(limit)
  const ids: string[] = []
  for await (const { userId } of readDue(context)) {
    ids.push(userId)
    if (ids.length === limit) break
  }
  return ids
}

/** See `LeavingSystem.deleteDue`. */
export async function deleteDue(
  context: WritingContext,
  also: Also,
  limit: number = PAGE,
): Promise<DueDeletions> {
  requireLimit(limit)
  const deleted: string[] = []
  const refused: DueDeletions['refused'][number][] = []
  const failed: DueDeletions['failed'][number][] = []
  for await (const row of readDue(context)) {
    const { userId } = row
    try {
      const ended = await eraseRow(context, also, row)
      if (ended.kind === 'deleted' || ended.kind === 'missing') deleted.push(userId)
      if (ended.kind === 'refused') refused.push({ userId, code: ended.code })
    } catch (error) {
      context.log('warn', `The deletion of the user ${userId} failed, and is begun again.`)
      failed.push({ userId, error })
    }
    // What fails does not count: those behind it would wait for ever.
    if (deleted.length === limit) break
  }
  return { deleted, refused, failed }
}
