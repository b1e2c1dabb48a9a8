import { DEFAULT_MAX_AGE } from '../lib/provider-kit/mail/compose.ts'
import { requiredToSend } from '../lib/provider-kit/mail/mail-service.ts'
import {
  type NodemailerConfig,
  type NodemailerOptions,
  type NodemailerUserConfig,
  sendBySmtp,
} from '../lib/provider-kit/mail/smtp.ts'

export type { NodemailerConfig, NodemailerUserConfig } from '../lib/provider-kit/mail/smtp.ts'

/**
 * Sign-in by a mail with a link and a code, sent through nodemailer, which has to be installed beside this package.
 *
 * `server` and `from` are needed unless `sendVerificationRequest` replaces the sending. The store of the application has to
 * keep verification tokens.
 *
 * @param options - `server`, `from` and overrides of any member; `maxAge` is in seconds
 * @see https://nodemailer.com/smtp/
 *
 * @example
 * ```ts
 * import Nodemailer from '@latchstring/core/providers/nodemailer'
 *
 * export const providers = [
 *   Nodemailer({ server: 'smtps://user:secret@mail.example.com', from: 'Example <no-reply@example.com>' }),
 * ]
 * ```
 */
export default function Nodemailer(options: NodemailerUserConfig): NodemailerConfig
// Missing options are reported when the configuration is resolved.
export default function Nodemailer(options: NodemailerOptions = {}): NodemailerConfig {
  return {
    id: 'nodemailer',
    name: 'Nodemailer',
    type: 'email',
    maxAge: DEFAULT_MAX_AGE,
    requires: requiredToSend(options, ['server', 'from']),
    sendVerificationRequest: sendBySmtp,
    options,
  }
}
