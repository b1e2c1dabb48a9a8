import type { MailService } from '../mail-service.ts'
import { isAddress, isMailbox, readParts } from '../members.ts'

/** @see https://resend.com/docs/api-reference/emails/send-email */
export const resend: MailService = {
  id: 'resend',
  name: 'Resend',
  options: { from: 'App <no-reply@app.example>' },
  addresses: ['https://api.resend.com/emails'],
  headers: { 'content-type': /^application\/json\b/, 'user-agent': true },
  body: 'json',
  key: { header: 'authorization', value: (key) => `Bearer ${key}` },
  read(body) {
    const { to, from, subject, text, html } = readParts(body)
    if (!isMailbox(from)) return 'Invalid `from` field.'
    if (!isAddress(to)) return 'Invalid `to` field.'
    if (subject === undefined) return 'Missing `subject` field.'
    if (text === undefined || html === undefined) return 'Missing `html` or `text` field.'
    // Tracking is a setting of the domain there.
    return { to, from, subject, text, html, tracked: false }
  },
  taken: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
  unauthorized: {
    status: 403,
    body: { statusCode: 403, name: 'invalid_api_key', message: 'API key is invalid' },
  },
  refused: (message) => ({
    status: 422,
    body: { statusCode: 422, name: 'validation_error', message },
  }),
}
