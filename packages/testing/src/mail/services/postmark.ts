import type { MailService } from '../mail-service.ts'
import { isAddress, isMailbox, textAt } from '../members.ts'

/** @see https://postmarkapp.com/developer/api/email-api */
export const postmark: MailService = {
  id: 'postmark',
  name: 'Postmark',
  options: { from: 'App <no-reply@app.example>' },
  addresses: ['https://api.postmarkapp.com/email'],
  headers: { 'content-type': /^application\/json\b/, accept: /application\/json/ },
  body: 'json',
  key: { header: 'x-postmark-server-token', value: (key) => key },
  read(body) {
    const to = textAt(body, 'To')
    const from = textAt(body, 'From')
    const subject = textAt(body, 'Subject')
    const text = textAt(body, 'TextBody')
    const html = textAt(body, 'HtmlBody')
    if (!isMailbox(from)) return "Invalid 'From' address."
    if (!isAddress(to)) return "Invalid 'To' address."
    if (text === undefined || html === undefined) return 'Provide either TextBody or HtmlBody.'
    if (body['MessageStream'] !== 'outbound') return 'The message stream does not exist.'
    const tracked = body['TrackOpens'] !== false || body['TrackLinks'] !== 'None'
    return { to, from, ...(subject !== undefined && { subject }), text, html, tracked }
  },
  taken: {
    status: 200,
    body: {
      SubmittedAt: '2026-02-17T07:25:01.4178645-05:00',
      MessageID: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
      ErrorCode: 0,
      Message: 'OK',
    },
  },
  unauthorized: {
    status: 401,
    body: { ErrorCode: 10, Message: 'No Account or Server API tokens were supplied.' },
  },
  refused: (message) => ({ status: 422, body: { ErrorCode: 300, Message: message } }),
}
