import type { SessionContext } from '../context.ts'

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
