import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import type { Row } from './client.ts'
import { settle, settleFound } from './errors.ts'
import type { RecordModel } from './records.ts'
import { findAll, insert, type Methods, modelOf, remove, type Store } from './store.ts'

type SessionMethods = Methods<
  | 'createSession'
  | 'getSessionAndUser'
  | 'updateSession'
  | 'deleteSession'
  | 'compareAndSetSession'
  | 'listSessionsByUserId'
  | 'deleteSessionsByUserId'
>

const asSession = ({ sessionToken, userId, expires }: Row): AdapterSession =>
  // The model has the members of a session; what else it has is the application's own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  ({ sessionToken, userId, expires }) as unknown as AdapterSession

const asRow = (value: unknown): Row =>
  // What is included is a row of the other model.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  value as Row

/** Methods on the model of sessions. */
export function sessionMethods({ models, records }: Store, sessions: RecordModel): SessionMethods {
  const model = modelOf(models, sessions)
  return {
    async createSession(session) {
      return asSession(await insert(models, sessions, session))
    },
    async getSessionAndUser(sessionToken) {
      const query = { where: { sessionToken }, include: { user: true } }
      const row = await settle(model.findUnique(query))
      if (row === null) return null
      return {
        session: asSession(sessions.fromRow(row)),
        // The model of users has the members every user has.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        user: records.user.fromRow(asRow(row['user'])) as unknown as AdapterUser,
      }
    },
    async updateSession({ sessionToken, ...changes }) {
      const query = { where: { sessionToken }, data: sessions.toRow(changes) }
      const row = await settleFound(model.update(query))
      return row === null ? null : asSession(sessions.fromRow(row))
    },
    async deleteSession(sessionToken) {
      await remove(models, sessions, { sessionToken })
    },
    async compareAndSetSession({ sessionToken, from, to }) {
      const query = { where: { sessionToken, expires: from }, data: { expires: to } }
      return (await settle(model.updateMany(query))).count === 1
    },
    async listSessionsByUserId(id) {
      const userId = sessions.idOf('userId', id)
      if (userId === undefined) return []
      return (await findAll(models, sessions, { userId })).map(asSession)
    },
    async deleteSessionsByUserId(id, except) {
      const userId = sessions.idOf('userId', id)
      if (userId === undefined) return 0
      const others = except === undefined ? {} : { sessionToken: { not: except } }
      return remove(models, sessions, { userId, ...others })
    },
  }
}
