import type { SendVerificationRequestParams } from '../../types/provider.ts'
import { applicationName } from '../../pages/name.ts'
import { renderSignInMail, type SignInMail } from './sign-in-mail.ts'

/** Default lifetime of link and code of a mail, in seconds. */
export const DEFAULT_MAX_AGE = 600

/** Lifetime of link and code of a provider's mail, in minutes. */
export function lifetimeInMinutes({
  maxAge = DEFAULT_MAX_AGE,
}: SendVerificationRequestParams['provider']): number {
  return Math.ceil(maxAge / 60)
}

/** The sign-in mail of a provider. */
export function composeSignInMail(params: SendVerificationRequestParams): SignInMail {
  const { url, code, theme, provider, texts } = params
  const { host } = new URL(url)
  const minutes = lifetimeInMinutes(provider)
  const name = applicationName(theme, host)
  return renderSignInMail({ url, code, host: name, theme, minutes, texts })
}
