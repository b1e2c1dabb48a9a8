import { parseMailbox } from '../lib/provider-kit/mail/mailbox.ts'
import {
  type EmailUserConfig,
  mailServiceProvider,
  sendSignInMail,
} from '../lib/provider-kit/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

/** Options of {@link SendGrid}. */
export type SendGridUserConfig = EmailUserConfig & {
  /** `EU` for a subuser in the European Union. Default: `global`. */
  readonly region?: 'global' | 'EU'
}

function toSender(from: string): Readonly<Record<string, string>> {
  const { address, name } = parseMailbox(from)
  return { email: address, ...(name !== undefined && { name }) }
}

function send(params: SendVerificationRequestParams, host: string): Promise<void> {
  return sendSignInMail('SendGrid', params, ({ apiKey, from, to, content }) => ({
    url: `https://${host}/v3/mail/send`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: toSender(from),
      subject: content.subject,
      content: [
        { type: 'text/plain', value: content.text },
        { type: 'text/html', value: content.html },
      ],
      // The link is a key: it should not lead through another server.
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
      },
    },
  }))
}

/**
 * Sign-in by a mail with a link and a code, sent through Twilio SendGrid.
 *
 * `from` has to be a verified sender or of an authenticated domain. Mails go out without tracking. The store of the
 * application has to keep verification tokens.
 *
 * Environment: `AUTH_SENDGRID_KEY`.
 *
 * @param options - `from`, `apiKey`, `region` and overrides of any member; `maxAge` is in seconds
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 *
 * @example
 * ```ts
 * import SendGrid from '@latchstring/core/providers/sendgrid'
 *
 * export const providers = [SendGrid({ from: 'Example <no-reply@example.com>' })]
 * ```
 */
export default function SendGrid(options: SendGridUserConfig = {}): EmailConfig {
  const host = options.region === 'EU' ? 'api.eu.sendgrid.com' : 'api.sendgrid.com'
  return mailServiceProvider(
    { id: 'sendgrid', name: 'SendGrid', ownOptions: ['region'] },
    options,
    (params) => send(params, host),
  )
}
