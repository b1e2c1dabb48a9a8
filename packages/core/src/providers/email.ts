import { DEFAULT_MAX_AGE } from '../lib/provider-kit/mail/compose.ts'
import { requiredToSend } from '../lib/provider-kit/mail/mail-service.ts'
import {
  type NodemailerConfig,
  type NodemailerOptions,
  type NodemailerUserConfig,
  sendBySmtp,
} from '../lib/provider-kit/mail/smtp.ts'

export type { EmailUserConfig } from '../lib/provider-kit/mail/mail-service.ts'
export type {
  EmailConfig,
  SendVerificationRequestParams,
  SendVerificationRequestParams as EmailProviderSendVerificationRequestParams,
} from '../lib/types/provider.ts'

/** The type of all providers that send a mail. */
export type EmailProviderType = 'email'

/**
 * Sign-in by a mail with a link and a code, under the id `email`.
 *
 * It is the provider `nodemailer` with its older id, for applications whose links and accounts have it: it sends
 * through nodemailer, which has to be installed beside this package. For a mail service of another kind pass
 * `sendVerificationRequest`; then neither `server` nor `from` is needed. The store of the application has to keep
 * verification tokens.
 *
 * @param options - `server`, `from` and overrides of any member; `maxAge` is in seconds
 * @see https://nodemailer.com/smtp/
 *
 * @example
 * ```ts
 * import Email from '@latchstring/core/providers/email'
 *
 * export const providers = [
 *   Email({ server: 'smtps://user:secret@mail.example.com', from: 'Example <no-reply@example.com>' }),
 * ]
 * ```
 */
export default function Email(options: NodemailerUserConfig): NodemailerConfig
// Missing options are reported when the configuration is resolved.
export default function Email(options: NodemailerOptions = {}): NodemailerConfig {
  return {
    id: 'email',
    name: 'Email',
    type: 'email',
    maxAge: DEFAULT_MAX_AGE,
    requires: requiredToSend(options, ['server', 'from']),
    sendVerificationRequest: sendBySmtp,
    options,
  }
}
