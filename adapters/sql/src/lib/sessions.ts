import type { AdapterMethods, Store } from './store.ts'

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

/** Methods on the table of sessions. */
export function sessionMethods({ db, rows, records }: Store): SessionMethods {
  const { sessions } = rows
  const { sessions: codec, users: userCodec } = records
  return {
    createSession: (session) => sessions.insert(session),
    async getSessionAndUser(sessionToken) {
      const [[column, token] = []] = codec.toKey({ sessionToken })
      const row = await db
        .selectFrom(`${codec.table} as s`)
        .innerJoin(
          `${userCodec.table} as u`,
          `u.${userCodec.columnOf('id')}`,
          `s.${codec.columnOf('userId')}`,
        )
        .select([...codec.selection('s', 'session_'), ...userCodec.selection('u', 'user_')])
        .where(`s.${column}`, '=', token)
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
      const [[column, owner] = []] = codec.toKey({ userId })
      const query = db.deleteFrom(codec.table).where(String(column), '=', owner)
      const narrowed =
        except === undefined ? query : query.where(codec.columnOf('sessionToken'), '!=', except)
      const { numDeletedRows } = await narrowed.executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
