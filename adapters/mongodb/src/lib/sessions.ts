import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import { equal, type Store } from './collections.ts'
import { fromDocument, toObjectId } from './documents.ts'
import type { SessionMethods } from '@latchstring/adapter-kit'
import { openOwned } from './owned.ts'

async function findWithUser(
  { collection, names, session: options }: Store,
  sessionToken: string,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
  const stages = [
    { $match: equal({ sessionToken }) },
    { $limit: 1 },
    { $lookup: { from: names.users, localField: 'userId', foreignField: '_id', as: 'user' } },
    { $unwind: '$user' },
  ]
  const [found] = await collection('sessions')
    .aggregate<Readonly<Record<'user', Readonly<Record<string, unknown>>>>>(stages, options)
    .toArray()
  if (found === undefined) return null
  const { user, ...session } = found
  return { session: fromDocument('session', session), user: fromDocument('user', user) }
}

/** Methods on sessions. */
export function sessionMethods(store: Store): SessionMethods {
  const sessions = openOwned(store, 'session')
  return {
    createSession: (session) => sessions.create(session),
    getSessionAndUser: (sessionToken) => findWithUser(store, sessionToken),
    updateSession: ({ sessionToken, ...changes }) => sessions.update({ sessionToken }, changes),
    deleteSession: (sessionToken) => sessions.remove({ sessionToken }),
    async compareAndSetSession({ sessionToken, from, to }) {
      const filter = equal({ sessionToken, expires: from })
      const update = { $set: { expires: to } }
      const { matchedCount } = await store
        .collection('sessions')
        .updateOne(filter, update, store.session)
      return matchedCount === 1
    },
    listSessionsByUserId: (userId) => sessions.list(userId),
    async deleteSessionsByUserId(userId, except) {
      const id = toObjectId(userId)
      if (id === null) return 0
      const others = except === undefined ? {} : { sessionToken: { $ne: except } }
      const { deletedCount } = await store
        .collection('sessions')
        .deleteMany({ ...equal({ userId: id }), ...others }, store.session)
      return deletedCount
    },
    async deleteAllSessions() {
      await store.collection('sessions').deleteMany({}, store.session)
    },
  }
}
