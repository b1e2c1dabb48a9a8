import type { AdapterSession } from '@latchstring/core/adapters'
import { fromFields, milliseconds } from './records.ts'
import { COMPARE_AND_SET_SESSION, READ_SESSION_AND_USER, REMOVE_ALL_OWNED } from './scripts.ts'
import type { AdapterMethods } from '@latchstring/adapter-kit'
import { type Owned, refusal, type Store } from './store.ts'

type SessionMethods = Pick<
  AdapterMethods,
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'compareAndSetSession'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
>

type Changes = Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>

const toKeys = ({ sessionToken, userId = '', expires }: Changes): Owned<'session'> => ({
  kind: 'session',
  id: sessionToken,
  owner: userId,
  expires: expires === undefined ? '' : milliseconds(expires),
})

/** Methods on sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const { run } = store
  return {
    createSession: (session) => store.create(toKeys(session), session),
    async getSessionAndUser(sessionToken) {
      const found = await run(READ_SESSION_AND_USER, sessionToken)
      if (found === null) return null
      if (!Array.isArray(found)) throw refusal('session', found)
      const session = fromFields('session', found[0])
      const user = fromFields('user', found[1])
      if (session?.sessionToken !== sessionToken || user?.id !== session.userId) {
        throw new Error(
          'A session in Redis is damaged: it does not belong to its key and its user.',
        )
      }
      return { session, user }
    },
    updateSession: (session) => store.update(toKeys(session), session),
    deleteSession: (sessionToken) => store.remove('session', sessionToken),
    async compareAndSetSession({ sessionToken, from, to }) {
      const times = [milliseconds(from), milliseconds(to)]
      return (await run(COMPARE_AND_SET_SESSION, sessionToken, ...times)) === 1
    },
    listSessionsByUserId: (userId) => store.list('session', userId),
    async deleteSessionsByUserId(userId, except = '') {
      return Number(await run(REMOVE_ALL_OWNED, 'session', userId, except))
    },
  }
}
