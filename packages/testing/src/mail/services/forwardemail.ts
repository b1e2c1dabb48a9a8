import type { MailService } from '../mail-service.ts'
import { isAddress, isMailbox, readParts } from '../members.ts'

/** @see https://forwardemail.net/en/email-api */
export const forwardemail: MailService = {
  id: 'forwardemail',
  name: 'Forward Email',
  options: { from: 'App <no-reply@app.example>' },
  addresses: ['https://api.forwardemail.net/v1/emails'],
  headers: { 'content-type': /^application\/json\b/ },
  body: 'json',
  key: { header: 'authorization', value: (key) => `Basic ${btoa(`${key}:`)}` },
  read(body) {
    const { to, from, subject, text, html } = readParts(body)
    if (!isMailbox(from)) return 'From header must be equal to an alias.'
    if (!isAddress(to)) return 'Email must have at least one recipient.'
    if (text === undefined || html === undefined) return 'Email must have a body.'
    return { to, from, ...(subject !== undefined && { subject }), text, html, tracked: false }
  },
  taken: {
    status: 200,
    body: { id: '65cf3e8b0a1b2c3d4e5f6071', object: 'email', status: 'queued' },
  },
  unauthorized: {
    status: 401,
    body: { statusCode: 401, error: 'Unauthorized', message: 'Invalid API token.' },
  },
  refused: (message) => ({ status: 400, body: { statusCode: 400, error: 'Bad Request', message } }),
}
