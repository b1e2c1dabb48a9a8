import type { MailService } from '../mail-service.ts'
import { isAddress, isMailbox, textAt } from '../members.ts'

/** @see https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages */
export const mailgun: MailService = {
  id: 'mailgun',
  name: 'Mailgun',
  options: { from: 'App <no-reply@app.example>' },
  addresses: [
    'https://api.mailgun.net/v3/{domain}/messages',
    'https://api.eu.mailgun.net/v3/{domain}/messages',
  ],
  headers: { 'content-type': /^multipart\/form-data; *boundary=/ },
  body: 'multipart',
  key: { header: 'authorization', value: (key) => `Basic ${btoa(`api:${key}`)}` },
  read(body, { pathname }) {
    const to = textAt(body, 'to')
    const from = textAt(body, 'from')
    const subject = textAt(body, 'subject')
    const text = textAt(body, 'text')
    const html = textAt(body, 'html')
    const [, , domain = ''] = pathname.split('/')
    if (!/^[\w-]+(?:\.[\w-]+)+$/.test(domain)) return `Domain not found: ${domain}`
    if (!isMailbox(from)) return 'from parameter is not a valid address. please check documentation'
    if (!isAddress(to)) return 'to parameter is not a valid address. please check documentation'
    if (text === undefined || html === undefined) return 'Need at least one of text or html'
    const tracked = body['o:tracking-clicks'] !== 'no' || body['o:tracking-opens'] !== 'no'
    return { to, from, ...(subject !== undefined && { subject }), text, html, tracked }
  },
  taken: {
    status: 200,
    body: { id: '<20260211012345.1.ABCDEF@app.example>', message: 'Queued. Thank you.' },
  },
  // Not JSON.
  unauthorized: { status: 401, body: 'Forbidden' },
  refused: (message) => ({ status: 400, body: { message } }),
}
