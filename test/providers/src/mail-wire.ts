import type { MailServiceId } from '@latchstring/testing'

/** What a request to a mail service has to be. */
export interface Wire {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Members or fields beside the parts of the mail. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Who asks for mail. */
export const ADDRESS = 'ada@example.com'

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' }
const FROM = 'App <no-reply@app.example>'
const SUBJECT = 'Sign in to app.example'

/** By hand, from the documentation of each service. `text`, `html` and `link` stand for what is in the mail. */
export const WIRE: Readonly<Record<MailServiceId, Wire>> = {
  forwardemail: {
    url: 'https://api.forwardemail.net/v1/emails',
    // base64 of "lab-key-of-forwardemail:"
    headers: { ...JSON_HEADERS, authorization: 'Basic bGFiLWtleS1vZi1mb3J3YXJkZW1haWw6' },
    body: { from: FROM, to: ADDRESS, subject: SUBJECT, text: 'text', html: 'html' },
  },
  loops: {
    url: 'https://app.loops.so/api/v1/transactional',
    headers: { ...JSON_HEADERS, authorization: 'Bearer lab-key-of-loops' },
    body: {
      transactionalId: 'clfq6dinn000yl70fgwwyp82l',
      email: ADDRESS,
      dataVariables: { url: 'link' },
    },
  },
  mailgun: {
    url: 'https://api.mailgun.net/v3/app.example/messages',
    // base64 of "api:lab-key-of-mailgun"
    headers: {
      accept: 'application/json',
      authorization: 'Basic YXBpOmxhYi1rZXktb2YtbWFpbGd1bg==',
    },
    body: {
      from: FROM,
      to: ADDRESS,
      subject: SUBJECT,
      text: 'text',
      html: 'html',
      'o:tracking-clicks': 'no',
      'o:tracking-opens': 'no',
    },
  },
  postmark: {
    url: 'https://api.postmarkapp.com/email',
    headers: { ...JSON_HEADERS, 'x-postmark-server-token': 'lab-key-of-postmark' },
    body: {
      From: FROM,
      To: ADDRESS,
      Subject: SUBJECT,
      TextBody: 'text',
      HtmlBody: 'html',
      MessageStream: 'outbound',
      TrackOpens: false,
      TrackLinks: 'None',
    },
  },
  resend: {
    url: 'https://api.resend.com/emails',
    headers: {
      ...JSON_HEADERS,
      authorization: 'Bearer lab-key-of-resend',
      'user-agent': 'latchstring (https://www.npmjs.com/package/@latchstring/core)',
    },
    body: { from: FROM, to: ADDRESS, subject: SUBJECT, text: 'text', html: 'html' },
  },
  sendgrid: {
    url: 'https://api.sendgrid.com/v3/mail/send',
    headers: { ...JSON_HEADERS, authorization: 'Bearer lab-key-of-sendgrid' },
    body: {
      personalizations: [{ to: [{ email: ADDRESS }] }],
      from: { email: 'no-reply@app.example', name: 'App' },
      subject: SUBJECT,
      content: [
        { type: 'text/plain', value: 'text' },
        { type: 'text/html', value: 'html' },
      ],
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
      },
    },
  },
}

/** Names the parts of the mail in place of quoting them. */
export function inShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inShort)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inShort(each)]))
  }
  if (typeof value !== 'string' || !value.includes('/callback/')) return value
  if (value.startsWith('http')) return 'link'
  return value.includes('<html') ? 'html' : 'text'
}

/** The members or fields of a request. */
export async function bodyOf(request: Request): Promise<unknown> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/')
  if (!multipart) return request.clone().json()
  return Object.fromEntries(await request.clone().formData())
}
