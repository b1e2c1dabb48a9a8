import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'

/** Methods on authenticators. */
export function authenticatorMethods(store: Store, owned: OwnedRecords): AuthenticatorMethods {
  return {
    getAuthenticator: async (credentialID) =>
      store.read('authenticator', await digest(credentialID)),
    createAuthenticator: async (authenticator) =>
      owned.create('authenticator', await digest(authenticator.credentialID), authenticator),
    listAuthenticatorsByUserId: (userId) => owned.list('authenticator', userId),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const id = await digest(credentialID)
      const updated = await owned.update('authenticator', id, { counter: newCounter })
      if (updated === null) {
        throw new Error('No authenticator has the id given to updateAuthenticatorCounter.')
      }
      return updated
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const changes = { counter, credentialBackedUp }
      const id = await digest(credentialID)
      const used = await owned.updateIf('authenticator', id, changes, ({ counter: stored }) =>
        counter === 0 ? stored === 0 : stored < counter,
      )
      return used !== null
    },
    deleteAuthenticator: async ({ credentialID, userId }) =>
      owned.remove('authenticator', await digest(credentialID), userId),
  }
}
