import { claimPlace, fillPlace, sameMark, takePlace, type Claim } from './mail-places.ts'
import { apart, putRow, readRow, takeRow, whyOver, type RowName, type Rows } from './mail-rows.ts'
import { codeText, MAX_ATTEMPTS, MAX_LIVE_MAILS } from './mail-secrets.ts'
import type { MailTransaction } from '../transaction/transaction.ts'

/*
 * A mail has three rows (decisions 002 and 026):
 * - its counter, named by the hash of the link and the place of the mail. Its time is the mark of the mail, and a second more
 *   for each code tried. Whoever takes it may use the mail; nobody else can.
 * - its expiry, with the address and the hash of the link. Its time is when the link stops working.
 * - its place, one of three of the address. Its time is the mark of the mail that has it.
 */

type Mail = Pick<MailTransaction, 'identifier' | 'linkHash' | 'place'>

/** What is made of a mail by using it. */
export type Use = 'used' | 'expired' | 'ended' | 'unknown' | 'replaced'

/** What a typed code turned out to be; a number says how many have been tried. */
export type Guess = 'right' | 'dead' | number

function counterRow({ linkHash, place }: Omit<Mail, 'identifier'>): RowName {
  return apart(`${linkHash}.${place}`)
}

function expiryRow({ identifier, linkHash }: Omit<Mail, 'place'>): RowName {
  return { identifier, token: linkHash }
}

/** How many codes have been tried, or `undefined` when the place belongs to another mail. */
function countAttempts(counter: number, mark: number): number | undefined {
  const attempts = (counter - mark) / 1000
  return Number.isInteger(attempts) && attempts >= 0 && attempts <= MAX_ATTEMPTS
    ? attempts
    : undefined
}

/** Stores what a new mail needs to be used. What was stored before a failure is removed again. */
export async function storeMail(
  rows: Rows,
  mail: Omit<Mail, 'place'> & { readonly expires: number },
): Promise<Claim> {
  const { identifier, linkHash } = mail
  const claim = await claimPlace(rows, identifier, mail.expires)
  const { place, mark } = claim
  try {
    await putRow(rows, expiryRow(mail), mail.expires)
    await putRow(rows, counterRow({ linkHash, place }), mark)
    return claim
  } catch (cause) {
    await withdrawMail(rows, { identifier, linkHash }, claim)
    throw cause
  }
}

/** Removes what proves a mail; what the store fails to remove expires. */
export async function forgetMail(rows: Rows, mail: Mail): Promise<void> {
  await Promise.allSettled([takeRow(rows, counterRow(mail)), takeRow(rows, expiryRow(mail))])
}

/** Takes back a mail that was not sent, and gives its place to the mail that had it before. */
export async function withdrawMail(
  rows: Rows,
  { identifier, linkHash }: Omit<Mail, 'place'>,
  { place, mark, replaced }: Claim,
): Promise<void> {
  await forgetMail(rows, { identifier, linkHash, place })
  try {
    const found = await takePlace(rows, identifier, place)
    const theirs = found !== undefined && !sameMark(found, mark)
    const before = theirs ? { place, mark: found } : replaced
    if (before) await fillPlace(rows, identifier, before)
  } catch {
    // What the store keeps of it is a place that nothing belongs to, until its time is over.
  }
}

/** The mark of a mail, and how many codes have been tried. */
interface OwnPlace {
  readonly mark: number
  readonly attempts: number
}

/** Takes the place of a mail, unless another mail has it. */
async function takeOwnPlace(
  rows: Rows,
  { identifier, place }: Mail,
  counter: number,
): Promise<OwnPlace | undefined> {
  const mark = await takePlace(rows, identifier, place)
  if (mark === undefined) return undefined
  const attempts = countAttempts(counter, mark)
  if (attempts !== undefined) return { mark, attempts }
  await fillPlace(rows, identifier, { place, mark })
  return undefined
}

/** Takes the counter of a mail, which is also where it says what place the mail has. */
async function takeCounter(
  rows: Rows,
  linkHash: string,
): Promise<{ readonly counter: number; readonly place: number } | undefined> {
  for (let place = 0; place < MAX_LIVE_MAILS; place += 1) {
    const counter = await takeRow(rows, counterRow({ linkHash, place }))
    if (counter !== undefined) return { counter, place }
  }
  return undefined
}

/** When a mail ends, in milliseconds since the epoch, where something is stored of it. Nothing is used up. */
export function readEnd(rows: Rows, mail: Omit<Mail, 'place'>): Promise<number | undefined> {
  return readRow(rows, expiryRow(mail))
}

/** Uses up the mail of a link, with everything that is stored of it. */
export async function useMail(rows: Rows, mail: Omit<Mail, 'place'>): Promise<Use> {
  const found = await takeCounter(rows, mail.linkHash)
  if (!found) return 'unknown'
  const { counter, place } = found
  const expires = await takeRow(rows, expiryRow(mail))
  const own = await takeOwnPlace(rows, { ...mail, place }, counter)
  if (expires === undefined) return 'unknown'
  if (!own) return 'replaced'
  return whyOver(rows, expires) ?? 'used'
}

/**
 * Tries a code. The attempt is counted before the code is compared: whoever tries takes the counter away, and gives it back
 * one higher. What is done does not depend on the code, unless it is right and the mail still good for it.
 */
export async function guessCode(rows: Rows, mail: MailTransaction, code: string): Promise<Guess> {
  const { identifier, place } = mail
  const counter = await takeRow(rows, counterRow(mail))
  if (counter === undefined) return 'dead'
  const own = await takeOwnPlace(rows, mail, counter)
  if (!own) {
    await takeRow(rows, expiryRow(mail))
    return 'dead'
  }
  const { mark, attempts } = own
  const left = attempts < MAX_ATTEMPTS
  if (left && (await rows.macs.verify('mail-code', codeText(mail.id, code), mail.codeHash))) {
    await takeRow(rows, expiryRow(mail))
    return 'right'
  }
  const tried = left ? attempts + 1 : attempts
  await fillPlace(rows, identifier, { place, mark })
  await putRow(rows, counterRow(mail), mark + tried * 1000)
  return tried
}
