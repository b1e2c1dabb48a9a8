import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { awaitQuery, awaitFound } from './errors.ts'
import type { RecordModel } from './records.ts'
import type { SessionMethods } from '@latchstring/adapter-kit'
import { findAll, insert, requireModel, names, remove, type Store } from './store.ts'

const asSession = ({ sessionToken, userId, expires }: Row): AdapterSession =>
  // The model has the members of a session. Further members are custom ones.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ sessionToken, userId, expires }) as unknown as AdapterSession

const asRow = (value: unknown): Row =>
  // `include` adds a row of the other model.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  value as Row

/** Methods on the model of sessions. */
export function sessionMethods({ models, records }: Store, sessions: RecordModel): SessionMethods {
  const model = requireModel(models, sessions)
  return {
    async createSession(session) {
      return asSession(await insert(models, sessions, session))
    },
    async getSessionAndUser(sessionToken) {
      const query = { where: { sessionToken }, include: { user: true } }
      const row = await awaitQuery(model.findUnique(query))
      if (row === null) return null
      const session = asSession(sessions.fromRow(row))
      // The model of users has the members every user has.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const user = records.user.fromRow(asRow(row['user'])) as unknown as AdapterUser
      const exact = session.sessionToken === sessionToken && session.userId === user.id
      return exact ? { session, user } : null
    },
    async updateSession({ sessionToken, ...changes }) {
      const where = { sessionToken }
      const data = sessions.toRow(changes)
      if (!(await names(models, sessions, where))) return null
      const row = await awaitFound(model.update({ where, data }))
      return row === null ? null : asSession(sessions.fromRow(row))
    },
    async deleteSession(sessionToken) {
      const where = { sessionToken }
      if (await names(models, sessions, where)) await remove(models, sessions, where)
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      if (!(await names(models, sessions, { sessionToken }))) return false
      const query = { where: { sessionToken, expires: from }, data: { expires: to } }
      return (await awaitQuery(model.updateMany(query))).count === 1
    },
    async listSessionsByUserId(id) {
      const userId = sessions.idOf('userId', id)
      if (userId === undefined) return []
      return (await findAll(models, sessions, { userId })).map(asSession)
    },
    async deleteSessionsByUserId(id, except) {
      const userId = sessions.idOf('userId', id)
      if (userId === undefined || !(await names(models, sessions, { userId }))) return 0
      const kept = except !== undefined && (await names(models, sessions, { sessionToken: except }))
      const others = kept ? { sessionToken: { not: except } } : {}
      return remove(models, sessions, { userId, ...others })
    },
    async deleteAllSessions() {
      await remove(models, sessions, {})
    },
  }
}
