import {
  type EmailUserConfig,
  mailServiceProvider,
  sendSignInMail,
} from '../lib/provider-kit/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

function send(params: SendVerificationRequestParams): Promise<void> {
  return sendSignInMail('Resend', params, ({ apiKey, from, to, content }) => ({
    url: 'https://api.resend.com/emails',
    headers: { authorization: `Bearer ${apiKey}` },
    body: { from, to, ...content },
  }))
}

/**
 * Sign-in by a mail with a link and a code, sent through Resend.
 *
 * The domain of `from` has to be verified at Resend. Leave click tracking off for it: tracked links lead through
 * Resend, and the link is a key. The store of the application has to keep verification tokens.
 *
 * Environment: `AUTH_RESEND_KEY`.
 *
 * @param options - `from`, `apiKey` and overrides of any member; `maxAge` is in seconds
 * @see https://resend.com/docs/api-reference/emails/send-email
 *
 * @example
 * ```ts
 * import Resend from '@latchstring/core/providers/resend'
 *
 * export const providers = [Resend({ from: 'Example <no-reply@example.com>' })]
 * ```
 */
export default function Resend(options: EmailUserConfig = {}): EmailConfig {
  return mailServiceProvider({ id: 'resend', name: 'Resend' }, options, send)
}
