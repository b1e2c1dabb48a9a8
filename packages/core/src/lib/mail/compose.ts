import type { SendVerificationRequestParams } from '../types/provider.ts'
import { renderSignInMail, type SignInMail } from './sign-in-mail.ts'

/** Lifetime of link and code of a mail in seconds, where the provider says nothing else. */
export const DEFAULT_MAX_AGE = 600

/** For how many minutes link and code of a provider's mail work. */
export function lifetimeInMinutes({
  maxAge = DEFAULT_MAX_AGE,
}: SendVerificationRequestParams['provider']): number {
  return Math.ceil(maxAge / 60)
}

/** The sign-in mail that a provider is asked to send. */
export function composeSignInMail(params: SendVerificationRequestParams): SignInMail {
  const { url, code, theme, provider } = params
  const { host } = new URL(url)
  return renderSignInMail({ url, code, host, theme, minutes: lifetimeInMinutes(provider) })
}
