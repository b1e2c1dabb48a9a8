import type { AuthenticatorMethods, AuthenticatorNameMethods } from '@latchstring/adapter-kit'
import { findTable } from '@latchstring/schema'
import type { Layout } from './layout.ts'
import type { Store } from './store.ts'

/** Whether the table has a column for names of passkeys. */
const hasNames = ({ schema }: Layout): boolean =>
  findTable(schema, 'authenticators').columns.some(({ option }) => option === 'authenticatorNames')

/** Methods on the table of authenticators. */
export function authenticatorMethods({
  rows,
  records,
  layout,
}: Store): AuthenticatorMethods & Partial<AuthenticatorNameMethods> {
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
    deleteAuthenticator: ({ credentialID, userId }) =>
      authenticators.delete({ credentialID, userId }),
    ...(hasNames(layout) && {
      renameAuthenticator: ({ credentialID, userId, name }) =>
        authenticators.change({ credentialID, userId }, records.authenticators.toRow({ name })),
    }),
  }
}
