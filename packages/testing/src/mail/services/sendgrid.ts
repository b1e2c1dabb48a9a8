import type { MailBody, MailService } from '../mail-service.ts'
import { firstAt, isAddress, objectAt, textAt } from '../members.ts'

function findContent(body: MailBody, type: string): string | undefined {
  const parts: unknown = body['content']
  const list: readonly unknown[] = Array.isArray(parts) ? parts : []
  const part = list.find((each) => textAt(objectAt({ each }, 'each'), 'type') === type)
  return textAt(objectAt({ part }, 'part'), 'value')
}

function isTracked(body: MailBody): boolean {
  const settings = objectAt(body, 'tracking_settings')
  const clicks = objectAt(settings, 'click_tracking')
  const opens = objectAt(settings, 'open_tracking')
  return clicks['enable'] !== false || clicks['enable_text'] !== false || opens['enable'] !== false
}

/** @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send */
export const sendgrid: MailService = {
  id: 'sendgrid',
  name: 'SendGrid',
  options: { from: 'App <no-reply@app.example>' },
  addresses: ['https://api.sendgrid.com/v3/mail/send', 'https://api.eu.sendgrid.com/v3/mail/send'],
  headers: { 'content-type': /^application\/json\b/, accept: true },
  body: 'json',
  key: { header: 'authorization', value: (key) => `Bearer ${key}` },
  read(body) {
    const to = textAt(firstAt(firstAt(body, 'personalizations'), 'to'), 'email')
    const sender = objectAt(body, 'from')
    const address = textAt(sender, 'email')
    const name = textAt(sender, 'name')
    const subject = textAt(body, 'subject')
    const text = findContent(body, 'text/plain')
    const html = findContent(body, 'text/html')
    // Not a mailbox with a name: that has a member of its own.
    if (!isAddress(address)) return 'Does not contain a valid address.'
    if (!isAddress(to)) return 'Does not contain a valid address.'
    if (subject === undefined) return 'The subject is required.'
    // The documentation has the plain text first.
    if (firstAt(body, 'content')['type'] !== 'text/plain') return 'text/plain has to come first.'
    if (text === undefined || html === undefined) return 'The content value must be a string.'
    const from = name === undefined ? address : `${name} <${address}>`
    return { to, from, subject, text, html, tracked: isTracked(body) }
  },
  taken: { status: 202, body: undefined },
  unauthorized: {
    status: 401,
    body: {
      errors: [
        {
          message: 'The provided authorization grant is invalid, expired, or revoked',
          field: null,
          help: null,
        },
      ],
    },
  },
  refused: (message) => ({
    status: 400,
    body: { errors: [{ message, field: 'from.email', help: null }] },
  }),
}
