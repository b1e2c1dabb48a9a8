import type { AdapterAuthenticator } from '@latchstring/core/adapters'
import { and, eq, lt } from 'drizzle-orm'
import type { Row } from './database.ts'
import { canHold, type RecordTable } from './records.ts'
import { same } from './same.ts'
import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { find, findAll, insert, remove, type Store, update, updateCounting } from './store.ts'

const asAuthenticator = (row: Row): AdapterAuthenticator =>
  // The table has the members of an authenticator, and the application declares their types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row as unknown as AdapterAuthenticator

/** Methods on the table of authenticators. */
export function authenticatorMethods(
  store: Store,
  authenticators: RecordTable,
): AuthenticatorMethods {
  const { db } = store
  const id = authenticators.column('credentialID')
  const userId = authenticators.column('userId')
  const stored = authenticators.column('counter')
  return {
    async getAuthenticator(credentialID) {
      const row = await find(db, authenticators, same(id, credentialID))
      return row === null ? null : asAuthenticator(row)
    },
    async createAuthenticator(authenticator) {
      return asAuthenticator(await insert(store, authenticators, authenticator))
    },
    async listAuthenticatorsByUserId(owner) {
      if (!canHold(userId, owner)) return []
      return (await findAll(db, authenticators, same(userId, owner))).map(asAuthenticator)
    },
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const values = authenticators.toRow({ counter: newCounter })
      const row = await update(store, authenticators, { where: same(id, credentialID), values })
      if (row === null) {
        throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
      }
      return asAuthenticator(row)
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const isLower = counter === 0 ? eq(stored, 0) : lt(stored, counter)
      const where = and(same(id, credentialID), isLower)
      const values = authenticators.toRow({ counter, credentialBackedUp })
      return (await updateCounting(store, authenticators, { where, values }, { id })) === 1
    },
    async deleteAuthenticator({ credentialID, userId: owner }) {
      if (!canHold(userId, owner)) return
      await remove(store, authenticators, and(same(id, credentialID), same(userId, owner)))
    },
  }
}
