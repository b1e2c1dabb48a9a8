import {
  basicAuthorization,
  type EmailUserConfig,
  mailServiceProvider,
  sendSignInMail,
} from '../lib/provider-kit/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

function send(params: SendVerificationRequestParams): Promise<void> {
  return sendSignInMail('Forward Email', params, ({ apiKey, from, to, content }) => ({
    url: 'https://api.forwardemail.net/v1/emails',
    // The key is the user name; there is no password.
    headers: { authorization: basicAuthorization(apiKey, '') },
    body: { from, to, ...content },
  }))
}

/**
 * Sign-in by a mail with a link and a code, sent through Forward Email.
 *
 * `from` has to be an alias of a domain that may send. The store of the application has to keep verification tokens.
 *
 * Environment: `AUTH_FORWARDEMAIL_KEY`.
 *
 * @param options - `from`, `apiKey` and overrides of any member; `maxAge` is in seconds
 * @see https://forwardemail.net/en/email-api
 *
 * @example
 * ```ts
 * import ForwardEmail from '@latchstring/core/providers/forwardemail'
 *
 * export const providers = [ForwardEmail({ from: 'Example <no-reply@example.com>' })]
 * ```
 */
export default function ForwardEmail(options: EmailUserConfig = {}): EmailConfig {
  return mailServiceProvider({ id: 'forwardemail', name: 'Forward Email' }, options, send)
}
