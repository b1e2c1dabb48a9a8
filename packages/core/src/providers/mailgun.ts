import { composeSignInMail, DEFAULT_MAX_AGE } from '../lib/mail/compose.ts'
import { mailboxDomain, parseMailbox } from '../lib/mail/mailbox.ts'
import {
  basicAuthorization,
  type EmailUserConfig,
  handOver,
  requireApiKey,
  requireOption,
  requiredToSend,
} from '../lib/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

/** Options of {@link MailGun}. */
export type MailGunUserConfig = EmailUserConfig & {
  /** Where the domain was set up. Default: `US`. */
  readonly region?: 'US' | 'EU'
  /** The sending domain at Mailgun, where it is not the one of `from`; for example `mg.example.com`. */
  readonly domain?: string
}

function send(
  params: SendVerificationRequestParams,
  { region, domain }: MailGunUserConfig,
): Promise<void> {
  const from = requireOption(params, 'from')
  const host = region === 'EU' ? 'api.eu.mailgun.net' : 'api.mailgun.net'
  const sendingDomain = encodeURIComponent(domain ?? mailboxDomain(parseMailbox(from)))
  const { subject, text, html } = composeSignInMail(params)
  const body = new FormData()
  body.set('from', from)
  body.set('to', params.identifier)
  body.set('subject', subject)
  body.set('text', text)
  body.set('html', html)
  // The link is a key: it should not lead through another server.
  body.set('o:tracking-clicks', 'no')
  body.set('o:tracking-opens', 'no')
  return handOver('Mailgun', params, {
    url: `https://${host}/v3/${sendingDomain}/messages`,
    headers: { authorization: basicAuthorization('api', requireApiKey(params)) },
    body,
  })
}

/**
 * Sign-in by a mail with a link and a code, sent through Mailgun.
 *
 * The sending domain is the one of `from`, unless `domain` names another; a domain in the European region needs
 * `region: 'EU'`. Mails go out without tracking. The store of the application has to keep verification tokens.
 *
 * Environment: `AUTH_MAILGUN_KEY`.
 *
 * @param options - `from`, `apiKey`, `region`, `domain` and overrides of any member; `maxAge` is in seconds
 * @see https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages
 *
 * @example
 * ```ts
 * import MailGun from '@latchstring/core/providers/mailgun'
 *
 * export const providers = [MailGun({ from: 'Example <no-reply@example.com>', region: 'EU' })]
 * ```
 */
export default function MailGun(options: MailGunUserConfig = {}): EmailConfig {
  return {
    id: 'mailgun',
    name: 'Mailgun',
    type: 'email',
    maxAge: DEFAULT_MAX_AGE,
    requires: requiredToSend(options, ['apiKey', 'from']),
    sendVerificationRequest: (params) => send(params, options),
    options,
  }
}
