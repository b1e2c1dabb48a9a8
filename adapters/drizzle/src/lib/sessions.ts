import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import { and, eq } from 'drizzle-orm'
import type { Row } from './database.ts'
import { canHold, type RecordTable } from './records.ts'
import { differs, same, sameAs } from './same.ts'
import type { SessionMethods } from '@latchstring/adapter-kit'
import {
  findAll,
  insert,
  remove,
  removeCounting,
  awaitQuery,
  type Store,
  update,
  updateCounting,
} from './store.ts'

const asSession = ({ sessionToken, userId, expires }: Row): AdapterSession =>
  // The table has these members, and times were checked to be Dates. Further members are custom ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ sessionToken, userId, expires }) as unknown as AdapterSession

const pickTable = (row: Row, part: string): Row =>
  // A join returns a row of each table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  row[part] as Row

/** Methods on the table of sessions. */
export function sessionMethods(store: Store, sessions: RecordTable): SessionMethods {
  const { db, tables } = store
  const { users } = tables
  const token = sessions.column('sessionToken')
  const userId = sessions.column('userId')
  const expires = sessions.column('expires')
  const key = { token }
  return {
    async createSession(session) {
      return asSession(await insert(store, sessions, session))
    },
    async getSessionAndUser(sessionToken) {
      const [row] = await awaitQuery(
        db
          .select({ session: sessions.columns, user: users.columns })
          .from(sessions.table)
          .innerJoin(users.table, sameAs(users.column('id'), userId))
          .where(same(token, sessionToken)),
      )
      if (row === undefined) return null
      return {
        session: asSession(sessions.fromRow(pickTable(row, 'session'))),
        // Users have the same type as in `users.ts`.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        user: users.fromRow(pickTable(row, 'user')) as unknown as AdapterUser,
      }
    },
    async updateSession({ sessionToken, ...changes }) {
      const values = sessions.toRow(changes)
      const row = await update(store, sessions, { where: same(token, sessionToken), values })
      return row === null ? null : asSession(row)
    },
    async deleteSession(sessionToken) {
      await remove(store, sessions, same(token, sessionToken))
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      const where = and(same(token, sessionToken), eq(expires, from))
      const change = { where, values: { expires: to } }
      return (await updateCounting(store, sessions, change, key)) === 1
    },
    async listSessionsByUserId(id) {
      if (!canHold(userId, id)) return []
      return (await findAll(db, sessions, same(userId, id))).map(asSession)
    },
    async deleteSessionsByUserId(id, except) {
      if (!canHold(userId, id)) return 0
      const others = except === undefined ? undefined : differs(token, except)
      return removeCounting(store, sessions, and(same(userId, id), others), key)
    },
    deleteAllSessions: () => remove(store, sessions, undefined),
  }
}
