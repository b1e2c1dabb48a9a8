import { Verification } from '../errors/classes.ts'
import type { Rows } from './mail-rows.ts'
import { readExpiry } from './mail-secrets.ts'
import { type Use, useMail } from './mail-store.ts'

/** Why a link signs nobody in. */
export const REFUSALS: Readonly<Record<Exclude<Use, 'used'>, string>> = {
  expired: 'The link has expired.',
  replaced: 'The links of newer mails have replaced this link.',
  unknown: 'The link has been used already, or was never made.',
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
 * Refuses a link that is known to sign nobody in, before a person is asked about it. Of a link that may, nothing is used up: a
 * scanner may have opened it. What is not known here is found out when the person confirms.
 *
 * @throws Verification when the link has expired or was changed on its way
 */
export async function refuseDeadLink(
  rows: Rows,
  { identifier, text, signed }: OpenedLink,
): Promise<void> {
  const { macs, clock } = rows
  if (signed === undefined) return
  const expires = await readExpiry(macs, text, signed)
  if (expires === undefined) {
    throw new Verification(
      'The link is not as it was mailed, or was mailed for another address of the application.',
    )
  }
  if (expires > clock()) return
  // Nobody can use it any more, so that its rows may go.
  const hashes = await macs.all('mail-link', text)
  await Promise.allSettled(hashes.map((linkHash) => useMail(rows, { identifier, linkHash })))
  throw new Verification(REFUSALS.expired)
}
