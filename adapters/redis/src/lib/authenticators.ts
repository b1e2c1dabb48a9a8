import type { AdapterMethods } from '@latchstring/adapter-kit'
import { type Owned, refusal, type Store } from './store.ts'

type AuthenticatorMethods = Pick<
  AdapterMethods,
  | 'getAuthenticator'
  | 'createAuthenticator'
  | 'listAuthenticatorsByUserId'
  | 'updateAuthenticatorCounter'
>

const toKeys = (id: string, owner: string): Owned<'authenticator'> => ({
  kind: 'authenticator',
  id,
  owner,
  expires: '',
})

/** Methods on authenticators. */
export function authenticatorMethods(store: Store): AuthenticatorMethods {
  return {
    getAuthenticator: (credentialID) => store.readOne('authenticator', credentialID),
    createAuthenticator: (authenticator) =>
      store.create(toKeys(authenticator.credentialID, authenticator.userId), authenticator),
    listAuthenticatorsByUserId: (userId) => store.list('authenticator', userId),
    async updateAuthenticatorCounter(credentialID, newCounter) {
      const updated = await store.update(toKeys(credentialID, ''), { counter: newCounter })
      if (updated === null) throw refusal('authenticator', 'missing')
      return updated
    },
  }
}
