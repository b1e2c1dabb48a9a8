import {
  type EmailUserConfig,
  mailServiceProvider,
  sendSignInMail,
} from '../lib/provider-kit/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

function send(params: SendVerificationRequestParams): Promise<void> {
  return sendSignInMail('Postmark', params, ({ apiKey, from, to, content }) => ({
    url: 'https://api.postmarkapp.com/email',
    headers: { 'x-postmark-server-token': apiKey },
    body: {
      From: from,
      To: to,
      Subject: content.subject,
      TextBody: content.text,
      HtmlBody: content.html,
      MessageStream: 'outbound',
      // The link is a key: it should not lead through another server.
      TrackOpens: false,
      TrackLinks: 'None',
    },
  }))
}

/**
 * Sign-in by a mail with a link and a code, sent through Postmark.
 *
 * The key is the token of a server, not of the account; `from` has to be a sender signature or of a verified domain.
 * Mails go out on the stream `outbound`, without tracking. The store of the application has to keep verification
 * tokens.
 *
 * Environment: `AUTH_POSTMARK_KEY`.
 *
 * @param options - `from`, `apiKey` and overrides of any member; `maxAge` is in seconds
 * @see https://postmarkapp.com/developer/api/email-api
 *
 * @example
 * ```ts
 * import Postmark from '@latchstring/core/providers/postmark'
 *
 * export const providers = [Postmark({ from: 'Example <no-reply@example.com>' })]
 * ```
 */
export default function Postmark(options: EmailUserConfig = {}): EmailConfig {
  return mailServiceProvider({ id: 'postmark', name: 'Postmark' }, options, send)
}
