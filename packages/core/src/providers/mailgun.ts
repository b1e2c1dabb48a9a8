import { mailboxDomain, parseMailbox } from '../lib/provider-kit/mail/mailbox.ts'
import {
  basicAuthorization,
  type EmailUserConfig,
  type KeyedMail,
  mailServiceProvider,
  sendSignInMail,
} from '../lib/provider-kit/mail/mail-service.ts'
import type { EmailConfig, SendVerificationRequestParams } from '../lib/types/provider.ts'

/** Options of {@link MailGun}. */
export type MailGunUserConfig = EmailUserConfig & {
  /** Where the domain was set up. Default: `US`. */
  readonly region?: 'US' | 'EU'
  /** The sending domain at Mailgun, where it is not the one of `from`; for example `mg.example.com`. */
  readonly domain?: string
}

function toForm({ from, to, content }: KeyedMail): FormData {
  const body = new FormData()
  body.set('from', from)
  body.set('to', to)
  body.set('subject', content.subject)
  body.set('text', content.text)
  body.set('html', content.html)
  // The link is a key: it should not lead through another server.
  body.set('o:tracking-clicks', 'no')
  body.set('o:tracking-opens', 'no')
  return body
}

function send(
  params: SendVerificationRequestParams,
  { region, domain }: MailGunUserConfig,
): Promise<void> {
  const host = region === 'EU' ? 'api.eu.mailgun.net' : 'api.mailgun.net'
  return sendSignInMail('Mailgun', params, (mail) => {
    const sendingDomain = encodeURIComponent(domain ?? mailboxDomain(parseMailbox(mail.from)))
    return {
      url: `https://${host}/v3/${sendingDomain}/messages`,
      headers: { authorization: basicAuthorization('api', mail.apiKey) },
      body: toForm(mail),
    }
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
  return mailServiceProvider(
    { id: 'mailgun', name: 'Mailgun', ownOptions: ['region', 'domain'] },
    options,
    (params) => send(params, options),
  )
}
