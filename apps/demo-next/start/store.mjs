import { createAuth } from '@latchstring/core'
import Nodemailer from '@latchstring/core/providers/nodemailer'
import { isUniqueViolation, openSqlAdapter } from '@latchstring/adapter-sql'
import { randomUUID } from 'node:crypto'
import { features, password as passwords, records } from '../lib/features.mjs'
import { userFields } from '../lib/user-fields.mjs'

/** @typedef {import('@latchstring/adapter-sql').OpenSqlAdapter} Adapter */
/** @typedef {import('./settings.mjs').DemoUser} DemoUser */

/** @type {(adapter: Adapter, user: DemoUser) => Promise<string | undefined>} the id */
async function ensureUser(adapter, { name, email, role }) {
  const user = { id: randomUUID(), name, email, emailVerified: null, image: null, role }
  try {
    const known = await adapter.getUserByEmail(email)
    if (known === null) await adapter.createUser(user)
  } catch (error) {
    // Another instance that starts on the same database was faster.
    if (!isUniqueViolation(error)) throw error
  }
  return (await adapter.getUserByEmail(email))?.id
}

/**
 * The operations for any user, without a request. Mails are sent by the application alone.
 *
 * @param {Adapter} adapter
 * @param {string} secret
 */
function passwordsOf(adapter, secret) {
  const mail = Nodemailer({ server: 'smtp://127.0.0.1', from: 'demo@latchstring.example' })
  const session = /** @type {const} */ ({ strategy: 'database' })
  const { system } = createAuth({ adapter, features, secret, session, providers: [mail] })
  return system(passwords)
}

/**
 * Creates the tables that are missing, those of an older demo too, and the users who have a password from the start where they are
 * missing.
 *
 * @param {string} databaseUrl
 * @param {string} secret
 * @param {readonly DemoUser[]} users
 * @returns {Promise<void>}
 */
export async function prepareStore(databaseUrl, secret, users) {
  const adapter = openSqlAdapter(databaseUrl, { userFields, sessionControl: true, records })
  try {
    await adapter.migrate()
    const system = passwordsOf(adapter, secret)
    for (const user of users) {
      const id = await ensureUser(adapter, user)
      if (id === undefined || (await system.has(id))) continue
      await system.setPassword(id, user.password)
      await system.setUsername(id, user.username)
    }
  } finally {
    await adapter.close()
  }
}
