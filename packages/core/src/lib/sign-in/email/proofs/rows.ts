import type { ResolvedConfig } from '../../../config/resolved-config.ts'
import { AdapterError } from '../../../errors/classes.ts'
import { mailProofs } from '../../../records/mail-proofs.ts'
import { createRecords } from '../../../records/records.ts'
import type { Records, Row } from '../../../types/record-verbs.ts'
import { MAX_ATTEMPTS } from '../../transaction/transaction.ts'

/** A row of a mail that proves an address. */
export type ProofRow = Row<typeof mailProofs>

type Store = Pick<ResolvedConfig, 'adapter' | 'clock'>

/** Rows in the store. @throws AdapterError where the store has none */
export function proofRecords({ adapter, clock }: Store): Records {
  if (adapter?.records) return createRecords(adapter.records, clock)
  throw new AdapterError('The store has no records, which proofs by mail are kept in.')
}

export const findRow = async (store: Store, id: string): Promise<ProofRow | null> =>
  proofRecords(store).get(mailProofs, { id })

/** A row changes with each code that is typed, and is claimed and released by one request at a time. */
const MAX_RACES = MAX_ATTEMPTS + 3

/**
 * Changes a row that is not claimed, also where other requests change it.
 *
 * @param toChange - what is written, by the row as it is; `undefined` for nothing
 * @returns `undefined` where it is gone or claimed, or nothing was to be written
 * @throws AdapterError when the store fails
 */
async function changeFree(
  store: Store,
  first: ProofRow | null,
  toChange: (row: ProofRow) => Partial<Pick<ProofRow, 'tries' | 'claimed'>> | undefined,
): Promise<ProofRow | undefined> {
  const records = proofRecords(store)
  let row = first
  for (let race = 0; race < MAX_RACES; race += 1) {
    const change = row && !row.claimed ? toChange(row) : undefined
    if (!row || change === undefined) return undefined
    const changed = await records.change(mailProofs, row, change)
    if (changed) return changed
    row = await records.get(mailProofs, { id: row.id })
  }
  throw new AdapterError('The row of a proof by mail was another one each time it was written.')
}

/** Counts a code that was typed, before it is compared; `undefined` where no try is left. */
export const countTry = async (store: Store, id: string): Promise<ProofRow | undefined> =>
  changeFree(store, await findRow(store, id), ({ tries }) =>
    tries < MAX_ATTEMPTS ? { tries: tries + 1 } : undefined,
  )

/**
 * Claims a proof for an action that is about to run: of simultaneous requests one gets it. It stays claimed, and so useless, if the request
 * breaks off: whether the action has done its work is not known then.
 *
 * @param byCode - a right code was counted before it was compared, and is no wrong one
 */
export const claim = async (
  store: Store,
  row: ProofRow,
  byCode: boolean,
): Promise<ProofRow | undefined> =>
  changeFree(store, row, ({ tries }) => ({
    claimed: true,
    tries: byCode ? Math.max(0, tries - 1) : tries,
  }))

/** Makes a claimed proof usable again, unless it was ended meanwhile. */
export async function release(store: Store, claimed: ProofRow): Promise<void> {
  await proofRecords(store).change(mailProofs, claimed, { claimed: false })
}

/** Whether a proof was asked for before another one. */
const isEarlier = (one: ProofRow, other: ProofRow): boolean =>
  one.expires === other.expires ? one.id < other.id : one.expires < other.expires

/** Ends the proofs of the same purpose and user that were asked for before. Of simultaneous ones the last stays. */
export async function dropEarlier(store: Store, row: ProofRow): Promise<void> {
  const records = proofRecords(store)
  const { rows } = await records.find(mailProofs, 'subject', row.subject)
  for (const other of rows) if (isEarlier(other, row)) await records.drop(mailProofs, other)
}
