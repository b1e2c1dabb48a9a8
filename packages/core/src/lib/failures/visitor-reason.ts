import type { AuthError } from '../errors/auth-error.ts'
import type { ErrorType } from '../types/error-type.ts'
import type { SignInPageReason } from '../types/pages.ts'
import { says } from '../errors/store-failure.ts'
import { readFacts, type Fact } from './oauth-facts.ts'

/** Codes of an authorization response for a sign-in that the user cancelled (RFC 6749, section 4.1.2.1, and codes of services). */
export const CANCELLED: RegExp = /^(?:access_denied|user_denied|user_cancell?ed(?:_\w+)?)$/

/** Codes of an authorization response that require a step at the service first (OpenID Connect Core 1.0, section 3.1.2.6). */
const INTERACTION = /_required$/

/** Codes for a failure of the service itself. */
const FAILING = /^(?:server_error|temporarily_unavailable)$/

/** Codes for an authorization code that was used or has expired (RFC 6749, section 5.2; GitHub's own). */
const SPENT = /^(?:invalid_grant|bad_verification_code)$/

/** The same in the words of services that have no code of their own for it. */
const SPENT_WORDS =
  /\bcode\b.{0,40}\b(?:been used|already used|redeemed|expired)\b|\bexpired\b.{0,20}\bcode\b/i

/** Whether the user cancelled the sign-in at the service. Own protocols have a sentence in place of a code. */
export function isCancelled(error: AuthError): boolean {
  if (error.type !== 'OAuthCallbackError') return false
  const { error: code = '', status } = readFacts(error)
  return (status === undefined && CANCELLED.test(code)) || says(error, / cancelled the sign-in at /)
}

function ofService({
  error = '',
  description = '',
  status,
  silent,
}: Fact): SignInPageReason | undefined {
  if (silent !== undefined || FAILING.test(error) || (status ?? 0) >= 500) return 'service'
  // An authorization response has no status.
  if (status === undefined) return INTERACTION.test(error) ? undefined : 'ours'
  return SPENT.test(error) || SPENT_WORDS.test(description) ? 'expired' : 'ours'
}

/** A mail server that rejects the recipient usually means a typing error. */
function reasonOfMail(error: Error): SignInPageReason | undefined {
  const refused = readFacts(error).command === 'RCPT TO' || says(error, / rejected the recipient$/)
  return error.cause === undefined || refused ? undefined : 'ours'
}

function ofCallback(error: AuthError): SignInPageReason | undefined {
  if (isCancelled(error)) return 'cancelled'
  // Only the browser reported it, so nothing is known about its cause.
  return error.cause?.['reported'] === true ? undefined : ofService(readFacts(error))
}

const REASONS: Partial<Record<ErrorType, (error: AuthError) => SignInPageReason | undefined>> = {
  CallbackRouteError: () => 'ours',
  EmailCreateAccountError: () => 'ours',
  EmailSignInError: reasonOfMail,
  InvalidCheck: () => 'expired',
  MissingCSRF: () => 'expired',
  OAuthCallbackError: ofCallback,
  OAuthCreateAccountError: () => 'ours',
  // A `profile` function that threw or returned no user has a bug; otherwise the account lacks data at the service.
  OAuthProfileParseError: ({ cause }) => (cause?.err || cause?.['returned'] ? 'ours' : 'other-way'),
  OAuthSignInError: (error) => ofService(readFacts(error)),
  StepUpRequired: () => 'step-up',
  WebAuthnVerificationError: ({ cause }) => (cause?.['unknownCredential'] ? 'removed' : undefined),
}

/** The reason of a failed sign-in, if it is known. The sign-in page shows its sentence. */
export function findReason(error: AuthError): SignInPageReason | undefined {
  return Object.hasOwn(REASONS, error.type) ? REASONS[error.type]?.(error) : undefined
}
