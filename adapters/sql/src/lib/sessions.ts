import { type AdapterMethods, type Store, prefixed } from './store.ts'

type SessionMethods = Pick<
  AdapterMethods,
  'createSession' | 'getSessionAndUser' | 'updateSession' | 'deleteSession' | 'compareAndSetSession'
>

/** Methods on the table of sessions. */
export function sessionMethods({ db, tables, records }: Store): SessionMethods {
  const { sessions, users } = tables
  const { session: codec, user: userCodec } = records
  return {
    async createSession(session) {
      const row = await db
        .insertInto(sessions)
        .values(codec.toRow(session))
        .returningAll()
        .executeTakeFirstOrThrow()
      return codec.fromRow(row)
    },
    async getSessionAndUser(sessionToken) {
      const row = await db
        .selectFrom(`${sessions} as s`)
        .innerJoin(`${users} as u`, 'u.id', 's.user_id')
        .select([
          ...prefixed(codec.columns, 's', 'session_'),
          ...prefixed(userCodec.columns, 'u', 'user_'),
        ])
        .where('s.session_token', '=', sessionToken)
        .executeTakeFirst()
      if (row === undefined) return null
      return { session: codec.fromRow(row, 'session_'), user: userCodec.fromRow(row, 'user_') }
    },
    async updateSession({ sessionToken, ...changes }) {
      const row = await db
        .updateTable(sessions)
        .set({ session_token: sessionToken, ...codec.toRow(changes) })
        .where('session_token', '=', sessionToken)
        .returningAll()
        .executeTakeFirst()
      return row === undefined ? null : codec.fromRow(row)
    },
    async deleteSession(sessionToken) {
      await db.deleteFrom(sessions).where('session_token', '=', sessionToken).execute()
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      const { numUpdatedRows } = await db
        .updateTable(sessions)
        .set(codec.toRow({ expires: to }))
        .where('session_token', '=', sessionToken)
        .where('expires', '=', codec.toRow({ expires: from })['expires'])
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
  }
}
