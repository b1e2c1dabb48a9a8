import { sql } from 'kysely'
import { hasKey } from './keys.ts'
import type { SessionMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'
import { isOwner } from './users.ts'

/** Methods on the table of sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const { db, layout, rows, records } = store
  const { dialect } = layout
  const { sessions } = rows
  const { sessions: codec, users: userCodec } = records
  return {
    createSession: (session) => sessions.insert(session),
    async getSessionAndUser(sessionToken) {
      const row = await db
        .selectFrom(`${codec.table} as s`)
        .innerJoin(`${userCodec.table} as u`, (join) => join.on(isOwner(store, codec, 's')))
        .select([...codec.selection('s', 'session_'), ...userCodec.selection('u', 'user_')])
        .where(hasKey(dialect, 's', codec.toKey({ sessionToken })))
        .executeTakeFirst()
      if (row === undefined) return null
      return { session: codec.fromRow(row, 'session_'), user: userCodec.fromRow(row, 'user_') }
    },
    updateSession: ({ sessionToken, ...changes }) =>
      sessions.update({ sessionToken }, codec.toRow(changes)),
    deleteSession: (sessionToken) => sessions.delete({ sessionToken }),
    async compareAndSetSession({ sessionToken, from, to }) {
      const changed = await sessions.change(
        { sessionToken, expires: from },
        codec.toRow({ expires: to }),
      )
      return changed === 1
    },
    listSessionsByUserId: (userId) => sessions.list({ userId }),
    async deleteSessionsByUserId(userId, except) {
      const having = (key: Parameters<typeof codec.toKey>[0]) =>
        hasKey(dialect, codec.table, codec.toKey(key))
      const query = db.deleteFrom(codec.table).where(having({ userId }))
      const narrowed =
        except === undefined
          ? query
          : query.where(sql<boolean>`not (${having({ sessionToken: except })})`)
      const { numDeletedRows } = await narrowed.executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    deleteAllSessions: async () => {
      await db.deleteFrom(codec.table).execute()
    },
  }
}
