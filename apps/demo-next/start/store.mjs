import { isUniqueViolation, openSqlAdapter } from '@latchstring/adapter-sql'
import { randomUUID } from 'node:crypto'
import { userFields } from '../lib/user-fields.mjs'

/** @typedef {import('@latchstring/adapter-sql').OpenSqlAdapter} Adapter */

/** @type {(adapter: Adapter, user: import('./settings.mjs').DemoUser) => Promise<void>} */
async function ensureUser(adapter, { name, email, role }) {
  if ((await adapter.getUserByEmail(email)) !== null) return
  const user = { id: randomUUID(), name, email, emailVerified: null, image: null, role }
  try {
    await adapter.createUser(user)
  } catch (error) {
    // Another instance that starts on the same database was faster.
    if (!isUniqueViolation(error)) throw error
  }
}

/**
 * Creates the tables that are missing, those of an older demo too, and the users who sign in with a password where they are missing.
 *
 * @param {string} databaseUrl
 * @param {readonly import('./settings.mjs').DemoUser[]} users
 * @returns {Promise<void>}
 */
export async function prepareStore(databaseUrl, users) {
  const adapter = openSqlAdapter(databaseUrl, {
    userFields,
    sessionControl: true,
    records: true,
  })
  try {
    await adapter.migrate()
    for (const user of users) await ensureUser(adapter, user)
  } finally {
    await adapter.close()
  }
}
