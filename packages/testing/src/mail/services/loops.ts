import type { MailService } from '../mail-service.ts'
import { isAddress, objectAt, textAt } from '../members.ts'

const TEMPLATE = 'clfq6dinn000yl70fgwwyp82l'

/** @see https://loops.so/docs/api-reference/send-transactional-email */
export const loops: MailService = {
  id: 'loops',
  name: 'Loops',
  options: { transactionalId: TEMPLATE },
  addresses: ['https://app.loops.so/api/v1/transactional'],
  headers: { 'content-type': /^application\/json\b/ },
  body: 'json',
  key: { header: 'authorization', value: (key) => `Bearer ${key}` },
  read(body) {
    const to = textAt(body, 'email')
    const given = Object.entries(objectAt(body, 'dataVariables'))
    const variables = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
    if (!isAddress(to)) return 'email is required.'
    if (body['transactionalId'] !== TEMPLATE) return 'Transactional email not found.'
    if (!variables['url']) return 'Missing data variables: url'
    // Transactional mails are never tracked there.
    return { to, variables, tracked: false }
  },
  taken: { status: 200, body: { success: true } },
  unauthorized: { status: 401, body: { success: false, error: 'Invalid API key' } },
  refused: (message) => ({ status: 400, body: { success: false, message } }),
}
