import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { sql } from 'kysely'
import type { Store } from './store.ts'

/** Methods on the table of authenticators. */
export function authenticatorMethods({ rows, records }: Store): AuthenticatorMethods {
  const { authenticators } = rows
  return {
    getAuthenticator: (credentialID) => authenticators.find({ credentialID }),
    createAuthenticator: (authenticator) => authenticators.insert(authenticator),
    listAuthenticatorsByUserId: (userId) => authenticators.list({ userId }),
    async updateAuthenticatorCounter(credentialID, counter) {
      const columns = records.authenticators.toRow({ counter })
      const updated = await authenticators.update({ credentialID }, columns)
      if (updated !== null) return updated
      throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const codec = records.authenticators
      const stored = sql.ref(codec.columnName('counter'))
      const isLower =
        counter === 0 ? sql<boolean>`${stored} = 0` : sql<boolean>`${stored} < ${counter}`
      const columns = codec.toRow({ counter, credentialBackedUp })
      return (await authenticators.change({ credentialID }, columns, isLower)) === 1
    },
    deleteAuthenticator: ({ credentialID, userId }) =>
      authenticators.delete({ credentialID, userId }),
  }
}
