import type { ParsedAuthenticatorData } from '@simplewebauthn/server/helpers'

/**
 * Requires the flags of Web Authentication Level 3, section 7.2, steps 17 and 18, whatever the functions that verify make
 * of them: an application may have replaced those.
 *
 * @throws Error when nobody was there, or nobody was verified who had to be
 */
export function requireFlags(
  { flags }: Pick<ParsedAuthenticatorData, 'flags'>,
  { requireUserVerification }: { readonly requireUserVerification: boolean },
): void {
  if (!flags.up) throw new Error('The user was not present')
  if (requireUserVerification && !flags.uv) throw new Error('The user was not verified')
}
