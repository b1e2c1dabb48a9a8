import { equal, type Store } from './collections.ts'
import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { toObjectId } from './documents.ts'
import { openOwned } from './owned.ts'

/** Methods on authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  const authenticators = openOwned(store, 'authenticator')
  return {
    getAuthenticator: (credentialID) => authenticators.findOne({ credentialID }),
    createAuthenticator: (authenticator) => authenticators.create(authenticator),
    listAuthenticatorsByUserId: (userId) => authenticators.list(userId),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const updated = await authenticators.update({ credentialID }, { counter: newCounter })
      if (updated !== null) return updated
      throw new Error('There is no authenticator with the credential id given.')
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const isLower = { counter: counter === 0 ? { $eq: 0 } : { $lt: counter } }
      const { matchedCount } = await store
        .collection('authenticators')
        .updateOne(
          { ...equal({ credentialID }), ...isLower },
          { $set: { counter, credentialBackedUp } },
          store.session,
        )
      return matchedCount === 1
    },
    async deleteAuthenticator({ credentialID, userId: owner }) {
      const userId = toObjectId(owner)
      if (userId !== null) await authenticators.remove({ credentialID, userId })
    },
  }
}
