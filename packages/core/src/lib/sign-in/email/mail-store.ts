import {
  allocateSlot,
  fillSlot,
  MAX_LIVE_MAILS,
  putRow,
  sameVersion,
  soleRow,
  takeRow,
  takeSlot,
  type AllocatedSlot,
  type RowName,
  type Rows,
  type Slot,
} from './mail-slots.ts'
import { MAX_ATTEMPTS, type MailTransaction } from '../transaction/transaction.ts'

/*
 * A mail has three rows (decisions 002 and 026):
 * - its counter, named by the hash of the link and the slot of the mail. Its time is the version of the mail, plus a second for each
 *   code tried. Only the request that takes it may use the mail.
 * - its expiry, with the address and the hash of the link. Its time is when the link stops working.
 * - its slot, one of three of the address. Its time is the version of the mail that has it.
 */

/** What names the rows of a mail. */
export type MailKey = Pick<MailTransaction, 'identifier' | 'linkHash'>

type PlacedMail = Pick<MailTransaction, 'identifier' | 'linkHash' | 'slot'>

/** The result of using a mail. */
export type MailUse = 'used' | 'expired' | 'ended' | 'unknown' | 'replaced'

/** The result of a typed code; a number says how many have been tried. */
export type Guess = 'right' | 'dead' | number

function counterRow({ linkHash, slot }: Omit<PlacedMail, 'identifier'>): RowName {
  return soleRow(`${linkHash}.${slot}`)
}

/** The row with the expiry of a mail. */
export function expiryRow({ identifier, linkHash }: MailKey): RowName {
  return { identifier, token: linkHash }
}

/** What a code proves: it belongs to this sign-in, of this browser. */
export function codeText(transactionId: string, code: string): string {
  return JSON.stringify([transactionId, code])
}

/** Stores the rows of a new mail, and removes them again when the store fails on the way. */
export async function storeMail(
  rows: Rows,
  mail: MailKey & { readonly expires: number },
): Promise<AllocatedSlot> {
  const allocated = await allocateSlot(rows, mail.identifier, mail.expires)
  const { slot, version } = allocated
  try {
    await putRow(rows, expiryRow(mail), mail.expires)
    await putRow(rows, counterRow({ linkHash: mail.linkHash, slot }), version)
    return allocated
  } catch (cause) {
    await withdrawMail(rows, mail, allocated)
    throw cause
  }
}

/** Removes counter and expiry of a mail. Rows that the store fails to remove expire. */
export async function forgetMail(rows: Rows, mail: PlacedMail): Promise<void> {
  await Promise.allSettled([takeRow(rows, counterRow(mail)), takeRow(rows, expiryRow(mail))])
}

/** Removes a mail that was not sent, and gives its slot back to the mail that had it before. */
export async function withdrawMail(
  rows: Rows,
  { identifier, linkHash }: MailKey,
  { slot, version, replaced }: AllocatedSlot,
): Promise<void> {
  await forgetMail(rows, { identifier, linkHash, slot })
  try {
    const found = await takeSlot(rows, identifier, slot)
    const isNewer = found !== undefined && !sameVersion(found, version)
    const owner = isNewer ? { slot, version: found } : replaced
    if (owner) await fillSlot(rows, identifier, owner)
  } catch {
    // The slot of the withdrawn mail then stays taken until its time is over.
  }
}

/** How many codes have been tried, or `undefined` when the slot belongs to another mail. */
function countAttempts(counter: number, version: number): number | undefined {
  const attempts = (counter - version) / 1000
  return Number.isInteger(attempts) && attempts >= 0 && attempts <= MAX_ATTEMPTS
    ? attempts
    : undefined
}

/** Empties the slot of a mail, unless another mail has it, and returns how many codes have been tried. */
async function takeOwnSlot(
  rows: Rows,
  { identifier, slot }: PlacedMail,
  counter: number,
): Promise<(Pick<Slot, 'version'> & { readonly attempts: number }) | undefined> {
  const version = await takeSlot(rows, identifier, slot)
  if (version === undefined) return undefined
  const attempts = countAttempts(counter, version)
  if (attempts !== undefined) return { version, attempts }
  await fillSlot(rows, identifier, { slot, version })
  return undefined
}

/** Takes the counter of a mail, whose name also says which slot the mail has. */
async function takeCounter(
  rows: Rows,
  linkHash: string,
): Promise<{ readonly counter: number; readonly slot: number } | undefined> {
  for (let slot = 0; slot < MAX_LIVE_MAILS; slot += 1) {
    const counter = await takeRow(rows, counterRow({ linkHash, slot }))
    if (counter !== undefined) return { counter, slot }
  }
  return undefined
}

/** Uses up the mail of a link, with all its rows. */
export async function useMail(rows: Rows, mail: MailKey): Promise<MailUse> {
  const found = await takeCounter(rows, mail.linkHash)
  if (!found) return 'unknown'
  const expires = await takeRow(rows, expiryRow(mail))
  const own = await takeOwnSlot(rows, { ...mail, slot: found.slot }, found.counter)
  if (expires === undefined) return 'unknown'
  if (!own) return 'replaced'
  if (expires <= rows.clock()) return 'expired'
  return rows.endedUntil !== undefined && expires <= rows.endedUntil ? 'ended' : 'used'
}

/**
 * Tries a code. The attempt is counted before the code is compared: a try takes the counter, and writes it back one higher. The calls
 * of the store do not depend on the code, unless it is right and the mail can still be used.
 */
export async function guessCode(rows: Rows, mail: MailTransaction, code: string): Promise<Guess> {
  const { identifier, slot } = mail
  const counter = await takeRow(rows, counterRow(mail))
  if (counter === undefined) return 'dead'
  const own = await takeOwnSlot(rows, mail, counter)
  if (!own) {
    await takeRow(rows, expiryRow(mail))
    return 'dead'
  }
  const { version, attempts } = own
  const left = attempts < MAX_ATTEMPTS
  if (left && (await rows.macs.verify('mail-code', codeText(mail.id, code), mail.codeHash))) {
    await takeRow(rows, expiryRow(mail))
    return 'right'
  }
  const tried = left ? attempts + 1 : attempts
  await fillSlot(rows, identifier, { slot, version })
  await putRow(rows, counterRow(mail), version + tried * 1000)
  return tried
}
