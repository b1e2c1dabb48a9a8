import type { SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import type { Macs } from '../../crypto/mac.ts'

/** What a link proves: this secret, for this address, at this provider of this application. */
export function linkText(
  { origin }: Pick<SessionContext, 'origin'>,
  {
    provider,
    identifier,
    token,
  }: { readonly provider: string; readonly identifier: string; readonly token: string },
): string {
  return JSON.stringify([origin.href, provider, identifier, token])
}

/** Seconds that a mail is good for, where its provider does not say. */
export const MAIL_MAX_AGE = 600

/** Characters of the MAC of an expiry: 132 bits, in a link that people may have to copy. */
const EXPIRY_MAC = 22

const SIGNED_EXPIRY = /^(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/

/** What a link says of when it was requested and when it ends, in milliseconds. */
export interface Expiry {
  /** Since the epoch. */
  readonly expires: number
  /** From when the mail was requested. */
  readonly lifetime: number
}

const expiryText = (link: string, { expires, lifetime }: Expiry): string =>
  JSON.stringify([link, expires, lifetime])

/**
 * What a link says of its end: a page tells from it that a link is too old, or was changed on its way, and needs no store for
 * that. It opens nothing: whether a link still signs in is decided by its rows alone.
 *
 * @param link - what the link proves
 */
export async function signExpiry(macs: Macs, link: string, expiry: Expiry): Promise<string> {
  const mac = await macs.sign('mail-expiry', expiryText(link, expiry))
  return `${expiry.expires}.${expiry.lifetime}.${mac.slice(0, EXPIRY_MAC)}`
}

/** What a link says of itself. */
interface SaidExpiry extends Expiry {
  /** Which of the secrets it was made with, newest first. */
  readonly secret: number
}

/** When a link ends, by what it says itself; nothing where that is not what was mailed. */
export async function readExpiry(
  macs: Macs,
  link: string,
  signed: string,
): Promise<SaidExpiry | undefined> {
  const [, time = '', length = '', given = ''] = SIGNED_EXPIRY.exec(signed) ?? []
  const expiry = { expires: Number(time), lifetime: Number(length) }
  const expected = await macs.all('mail-expiry', expiryText(link, expiry))
  const secret = expected.findIndex((mac) => constantTimeEqual(mac.slice(0, EXPIRY_MAC), given))
  return secret === -1 ? undefined : { ...expiry, secret }
}

/** What a code proves: it belongs to this sign-in, of this browser. */
export function codeText(transactionId: string, code: string): string {
  return JSON.stringify([transactionId, code])
}

/** One of the places of an address. */
export function placeText(identifier: string, place: number): string {
  return JSON.stringify([identifier, place])
}

/** How many codes may be tried for one mail. */
export const MAX_ATTEMPTS = 5

/** How many mails to one address work at the same time. */
export const MAX_LIVE_MAILS = 3
