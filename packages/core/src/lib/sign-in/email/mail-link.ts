import type { ProviderOfKind } from '../../config/providers.ts'
import type { SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import type { Macs } from '../../crypto/mac.ts'
import { Verification } from '../../errors/classes.ts'
import type { Clock } from '../../kit/clock.ts'
import { mailStore, type MailStore } from './mail-store.ts'

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

/** Seconds that a mail can be used, unless its provider has a `maxAge`. */
export const MAIL_MAX_AGE = 600

/** Characters of the MAC of an expiry: 132 bits, in a link that people may have to copy. */
const EXPIRY_MAC = 22

const SIGNED_EXPIRY = /^(\d{1,15})\.(\d{1,15})\.([\w-]{22})$/

/** The times of a mail, in milliseconds. */
export interface Expiry {
  /** Since the epoch. */
  readonly expires: number
  /** From the request of the mail to its expiry. */
  readonly lifetime: number
}

const expiryText = (text: string, { expires, lifetime }: Expiry): string =>
  JSON.stringify([text, expires, lifetime])

/**
 * The `expires` parameter of a link. It lets a page refuse an old or changed link without the store, and proves nothing else: whether
 * a link signs in is decided by the store alone.
 *
 * @param text - what the link proves
 */
export async function signExpiry(macs: Macs, text: string, expiry: Expiry): Promise<string> {
  const mac = await macs.sign('mail-expiry', expiryText(text, expiry))
  return `${expiry.expires}.${expiry.lifetime}.${mac.slice(0, EXPIRY_MAC)}`
}

/** A verified `expires` parameter. */
interface SignedExpiry extends Expiry {
  /** Index of the secret of the configuration that the link was made with, newest first. */
  readonly secret: number
}

/** Verifies the `expires` parameter of a link; `undefined` when it is not as it was mailed. */
export async function readExpiry(
  macs: Macs,
  text: string,
  signed: string,
): Promise<SignedExpiry | undefined> {
  const [, time = '', length = '', given = ''] = SIGNED_EXPIRY.exec(signed) ?? []
  const expiry = { expires: Number(time), lifetime: Number(length) }
  const expected = await macs.all('mail-expiry', expiryText(text, expiry))
  const secret = expected.findIndex((mac) => constantTimeEqual(mac.slice(0, EXPIRY_MAC), given))
  return secret === -1 ? undefined : { ...expiry, secret }
}

/** Why a link does not sign in. */
export const LINK_REFUSALS = {
  expired: 'The link has expired.',
  ended: 'All sessions were ended after the mail was requested, which ended with them.',
  unknown: 'The link has been used already, or was never made.',
} as const

/** What decides about a link. */
export interface Links {
  readonly mails: MailStore
  readonly clock: Clock
  readonly macs: Macs
}

/** The links of the mails of a provider. */
export const linksOf = (
  { config: { clock, macs } }: SessionContext,
  { store }: Pick<ProviderOfKind<'email'>, 'store'>,
): Links => ({ mails: mailStore(store, clock), clock, macs })

/** The result of using a mail. */
type MailUse = 'used' | keyof typeof LINK_REFUSALS

/**
 * Uses up the mail of a link.
 *
 * @param endedUntil - a mail that expires at this time or earlier was requested before all sessions were ended
 */
export async function useMail(
  { mails, clock }: Pick<Links, 'mails' | 'clock'>,
  linkHash: string,
  endedUntil: number,
): Promise<MailUse> {
  const expires = await mails.take(linkHash)
  if (expires === undefined) return 'unknown'
  if (expires <= clock()) return 'expired'
  return expires <= endedUntil ? 'ended' : 'used'
}

/**
 * The error for a link without a mail. A link that is known to have been mailed, and has not expired, was used before; another one may
 * be forged.
 *
 * @param mailed - the expiry of the link, from the link itself or from the cookie of its sign-in
 */
export function unknownLink(
  { clock }: { readonly clock: Clock },
  mailed: Pick<Expiry, 'expires'> | undefined,
): Verification {
  if (!mailed) return new Verification(LINK_REFUSALS.unknown)
  return mailed.expires > clock()
    ? new Verification(LINK_REFUSALS.unknown, { replayed: 'mail-link' })
    : new Verification(LINK_REFUSALS.expired)
}

/** A link as it was opened. */
export interface OpenedLink {
  /** What it proves. */
  readonly text: string
  /** Its `expires` parameter, which links that the application composes itself need not have. */
  readonly signed: string | undefined
  /** The same, verified. */
  readonly expiry: SignedExpiry | undefined
}

/**
 * Refuses a link that cannot sign in, before the confirmation page is shown. A link that may is not used up: a scanner may have opened
 * it. A used link and one that was never made get the same error: neither has a mail.
 *
 * @throws Verification when the link has expired, was changed on its way, or has no mail
 * @throws AdapterError when the store fails
 */
export async function refuseDeadLink(
  { mails, clock, macs }: Links,
  { text, signed, expiry }: OpenedLink,
): Promise<void> {
  if (signed !== undefined && !expiry) {
    throw new Verification(
      'The link is not as it was mailed, or was mailed for another address of the application.',
    )
  }
  // A link without an expiry may have been made with any secret of the configuration.
  const all = await macs.all('mail-link', text)
  const hashes = expiry ? all.slice(expiry.secret, expiry.secret + 1) : all
  if (expiry && expiry.expires <= clock()) {
    // An expired token is of no more use; a row is deleted with the expired ones of its table.
    await Promise.allSettled(hashes.map((linkHash) => mails.take(linkHash)))
    throw new Verification(LINK_REFUSALS.expired)
  }
  if (!mails.read) return
  for (const linkHash of hashes) {
    const expires = await mails.read(linkHash)
    if (expires === undefined) continue
    if (expires > clock()) return
    throw new Verification(LINK_REFUSALS.expired)
  }
  throw unknownLink({ clock }, expiry)
}
