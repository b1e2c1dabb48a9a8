import type { AdapterSession } from '@latchstring/core/adapters'
import type { SessionMethods } from '@latchstring/adapter-kit'
import type { SessionRecord } from './backend.ts'
import { NO_ID, toKeyPart, toOptionalKeyPart } from './keys.ts'
import { fromFields, milliseconds, toFields, toRecord } from './records.ts'
import { assertDone, readChanged, readList, refusal, type Store } from './store.ts'

type Changes = Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>

function toStored(session: Changes): SessionRecord {
  const { sessionToken, userId, expires } = session
  return {
    token: toKeyPart(sessionToken),
    owner: toOptionalKeyPart(userId),
    expires: expires === undefined ? '' : milliseconds(expires),
    fields: toFields('session', session),
  }
}

/** Methods on sessions. */
export function sessionMethods({
  backend,
}: Store): Omit<SessionMethods, 'deleteAllSessions'> & Partial<SessionMethods> {
  return {
    async createSession(session) {
      const stored = toStored(session)
      assertDone('session', await backend.createSession(stored))
      return toRecord('session', stored.fields)
    },
    async getSessionAndUser(sessionToken) {
      const found = await backend.readSession(toKeyPart(sessionToken))
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
    async updateSession(session) {
      return readChanged('session', await backend.updateSession(toStored(session)))
    },
    async deleteSession(sessionToken) {
      await backend.removeSession(toKeyPart(sessionToken))
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      const [before, after] = [milliseconds(from), milliseconds(to)]
      const said = await backend.compareAndSetSession(toKeyPart(sessionToken), before, after)
      return said === 1
    },
    async listSessionsByUserId(userId) {
      return readList('session', await backend.listSessions(toKeyPart(userId)))
    },
    async deleteSessionsByUserId(userId, except) {
      const kept = except === undefined ? NO_ID : toKeyPart(except)
      return Number(await backend.removeSessions(toKeyPart(userId), kept))
    },
    ...(backend.removeEverySession && { deleteAllSessions: backend.removeEverySession }),
  }
}
