import type { AuthenticatorMethods } from '@latchstring/adapter-kit'
import { toKeyPart } from './keys.ts'
import { toFields } from './records.ts'
import { refusal, type Store } from './store.ts'

const toKeys = (id: string, owner: string) => ({
  kind: 'authenticator' as const,
  id: toKeyPart(id),
  owner: toKeyPart(owner),
})

/** Methods on authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  return {
    getAuthenticator: (credentialID) => store.readOwned('authenticator', toKeyPart(credentialID)),
    createAuthenticator: (authenticator) =>
      store.createOwned(toKeys(authenticator.credentialID, authenticator.userId), authenticator),
    listAuthenticatorsByUserId: (userId) => store.listOwned('authenticator', toKeyPart(userId)),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const updated = await store.updateOwned(toKeys(credentialID, ''), { counter: newCounter })
      if (updated === null) throw refusal('authenticator', 'missing')
      return updated
    },
    async useAuthenticator({ credentialID, counter, credentialBackedUp }) {
      const fields = toFields('authenticator', { counter, credentialBackedUp })
      const id = toKeyPart(credentialID)
      return (await store.backend.useAuthenticator(id, String(counter), fields)) === 1
    },
    async deleteAuthenticator({ credentialID, userId }) {
      const { kind, id, owner } = toKeys(credentialID, userId)
      await store.backend.removeOwned(kind, id, owner)
    },
  }
}
