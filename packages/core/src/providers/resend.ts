import { composeSignInMail, DEFAULT_MAX_AGE } from '../lib/mail/compose.ts'
import {
  type EmailUserConfig,
  handOver,
  requireApiKey,
  requireOption,
  requiredToSend,
} from '../lib/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

function send(params: SendVerificationRequestParams): Promise<void> {
  return handOver('Resend', params, {
    url: 'https://api.resend.com/emails',
    headers: { authorization: `Bearer ${requireApiKey(params)}` },
    body: {
      from: requireOption(params, 'from'),
      to: params.identifier,
      ...composeSignInMail(params),
    },
  })
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
  return {
    id: 'resend',
    name: 'Resend',
    type: 'email',
    maxAge: DEFAULT_MAX_AGE,
    requires: requiredToSend(options, ['apiKey', 'from']),
    sendVerificationRequest: send,
    options,
  }
}
