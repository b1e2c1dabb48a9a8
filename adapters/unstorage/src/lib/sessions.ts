import { digest } from './keys.ts'
import type { OwnedRecords } from './owned.ts'
import type { AdapterMethods, Store } from './store.ts'

type SessionMethods = Pick<
  AdapterMethods,
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
>

/** Methods on sessions. */
export function sessionMethods(store: Store, owned: OwnedRecords): SessionMethods {
  return {
    createSession: async (session) =>
      owned.write('session', await digest(session.sessionToken), session),
    async getSessionAndUser(sessionToken) {
      const session = await store.read('session', await digest(sessionToken))
      if (session === null) return null
      const user = await store.read('user', await digest(session.userId))
      if (user === null) return null
      if (session.sessionToken !== sessionToken || session.userId !== user.id) {
        throw new Error('A session in the storage is damaged: it is not under its own key.')
      }
      return { session, user }
    },
    updateSession: async (session) =>
      owned.update('session', await digest(session.sessionToken), session),
    deleteSession: async (sessionToken) => owned.remove('session', await digest(sessionToken)),
    listSessionsByUserId: (userId) => owned.list('session', userId),
    deleteSessionsByUserId: async (userId, except) =>
      owned.removeAll('session', userId, except === undefined ? except : await digest(except)),
  }
}
