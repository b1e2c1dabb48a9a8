import { Verification } from '../../errors/classes.ts'
import { canRead, type Rows } from './mail-rows.ts'
import { readExpiry } from './mail-secrets.ts'
import { readEnd, type Use, useMail } from './mail-store.ts'

/** Why a link signs nobody in. */
export const REFUSALS: Readonly<Record<Exclude<Use, 'used'>, string>> = {
  expired: 'The link has expired.',
  ended: 'All sessions were ended after the mail was requested, which ended with them.',
  replaced: 'The links of newer mails have replaced this link.',
  unknown: 'The link has been used already, or was never made.',
}

/** What is thrown of a link without a row: one that is known to have been mailed was used before, and others may never have been made. */
export const unknownLink = (isMailed: boolean): Verification =>
  new Verification(REFUSALS.unknown, isMailed ? { replayed: 'mail-link' } : {})

/** When a mail was requested, in milliseconds since the epoch, and for how many it was good from then on. */
interface Requested {
  readonly begunAt: number
  readonly lifetime: number
}

/**
 * What a link says of the request for its mail.
 *
 * @param usual - milliseconds that mails of the provider are good for now, which go for a link that does not say
 */
export async function findRequest(
  { macs, clock }: Pick<Rows, 'macs' | 'clock'>,
  { text, signed }: Pick<OpenedLink, 'text' | 'signed'>,
  usual: number,
): Promise<Requested> {
  const said = signed === undefined ? undefined : await readExpiry(macs, text, signed)
  if (!said) return { begunAt: clock(), lifetime: usual }
  return { begunAt: said.expires - said.lifetime, lifetime: said.lifetime }
}

/** A link that was opened in a browser that is not known to have asked for it. */
interface OpenedLink {
  readonly identifier: string
  /** What it proves. */
  readonly text: string
  /** What it says of its end. Links that the application puts together itself need not say it. */
  readonly signed: string | undefined
}

/**
 * The hashes that the mail of a link may have: one for each secret of the configuration, or the one it says it was made with.
 *
 * @throws Verification when it says that it has expired, or was changed on its way
 */
async function findHashes(
  rows: Rows,
  { identifier, text, signed }: OpenedLink,
): Promise<readonly string[]> {
  const { macs, clock } = rows
  const hashes = await macs.all('mail-link', text)
  if (signed === undefined) return hashes
  const said = await readExpiry(macs, text, signed)
  if (said === undefined) {
    throw new Verification(
      'The link is not as it was mailed, or was mailed for another address of the application.',
    )
  }
  const own = hashes.slice(said.secret, said.secret + 1)
  if (said.expires > clock()) return own
  // Nobody can use it any more, so that its rows may go.
  await Promise.allSettled(own.map((linkHash) => useMail(rows, { identifier, linkHash })))
  throw new Verification(REFUSALS.expired)
}

/**
 * Refuses a link that is known to sign nobody in, before a person is asked about it. Of a link that may, nothing is used up: a
 * scanner may have opened it. What is not known here is found out when the person confirms. Of a link that was used and one that
 * was never made the same is said: neither has a row.
 *
 * @throws Verification when the link has expired or was changed on its way, or when the store knows nothing of it
 * @throws AdapterError when the store fails
 */
export async function refuseDeadLink(rows: Rows, link: OpenedLink): Promise<void> {
  const hashes = await findHashes(rows, link)
  if (!canRead(rows)) return
  for (const linkHash of hashes) {
    const ends = await readEnd(rows, { identifier: link.identifier, linkHash })
    if (ends === undefined) continue
    if (ends > rows.clock()) return
    throw new Verification(REFUSALS.expired)
  }
  // What it says of its end has been verified.
  throw unknownLink(link.signed !== undefined)
}

/** Whether a link was mailed and could still be used, by what it says itself of its end. */
export async function wasMailed(
  { macs, clock }: Pick<Rows, 'macs' | 'clock'>,
  { text, signed }: Pick<OpenedLink, 'text' | 'signed'>,
): Promise<boolean> {
  const said = signed === undefined ? undefined : await readExpiry(macs, text, signed)
  return said !== undefined && said.expires > clock()
}
