import type { Adapter, AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import type { Guard } from './guard.ts'
import { digest } from './keys.ts'
import { all, type Queue } from './queue.ts'
import { asStored, damaged, fromStored } from './records.ts'
import { type SessionWrites, sessionWrites } from './session-writes.ts'
import type { Promising, SessionMethods } from '@latchstring/adapter-kit'
import type { Store } from './store.ts'
import { fromStoredVersion, type UserVersions } from './user-versions.ts'

type UnstorageSessionMethods = Omit<SessionMethods, 'compareAndSetSession'>

type SessionChanges = Parameters<SessionMethods['updateSession']>[0]

/** Moves the expiry of a session, if it still is the one given. */
export type CompareAndSetSession = Promising<NonNullable<Adapter['compareAndSetSession']>>

/** The sessions of a store. What is done to one of them in this process is done one after the other. */
export interface Sessions {
  readonly methods: UnstorageSessionMethods
  /** Only correct with a single writer. */
  readonly compareAndSetSession: CompareAndSetSession
  /** Gives every session of a user the copy of it. */
  readonly copyUser: (userId: string) => Promise<void>
  /** Ends all sessions of a user, but for the one with the id `except`, and says how many there were. */
  readonly endAll: (userId: string, except?: string) => Promise<number>
  /** Ends the session with an id, if it has expired by then. */
  readonly endExpired: (id: string, now: Date) => Promise<boolean>
}

/** The copy of its user that a session has; one that was stored before there were copies has none. */
function copyIn(stored: unknown): AdapterUser | undefined {
  if (typeof stored !== 'object' || stored === null || !('user' in stored)) return undefined
  const version = fromStoredVersion(stored.user)
  if (version === null) throw damaged('session', 'the copy of its user is empty')
  return version.user
}

async function readSessionAndUser(
  store: Store,
  sessionToken: string,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
  const stored = await store.readItem('session', await digest(sessionToken))
  const session = fromStored('session', stored)
  if (session === null) return null
  const user = copyIn(stored) ?? (await store.read('user', await digest(session.userId)))
  if (user === null) return null
  if (session.sessionToken !== sessionToken || session.userId !== user.id) {
    throw damaged('session', 'it is not under its own key, or has a copy of another user')
  }
  return { session, user }
}

async function updateSession(
  store: Store,
  writes: SessionWrites,
  { id, changes }: { readonly id: string; readonly changes: SessionChanges },
): Promise<AdapterSession | null> {
  const before = await store.read('session', id)
  if (before === null) return null
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after = asStored('session', { ...before, ...Object.fromEntries(given) })
  if (after.userId !== before.userId) {
    throw new TypeError('A session cannot be moved to another user: delete it and create another.')
  }
  await writes.prolong(id, after)
  return (await writes.write(id, after)) === 'kept' ? after : null
}

async function updateSessionFrom(
  store: Store,
  writes: SessionWrites,
  {
    id,
    changes,
    from,
  }: { readonly id: string; readonly changes: SessionChanges; readonly from: Date },
): Promise<boolean> {
  const session = await store.read('session', id)
  if (session?.expires.getTime() !== from.getTime()) return false
  return (await updateSession(store, writes, { id, changes })) !== null
}

/** Context of the methods on sessions. */
export interface SessionParts {
  readonly store: Store
  readonly versions: UserVersions
  readonly queue: Queue
  readonly guard: Guard
}

type Creating = Pick<SessionParts, 'store' | 'guard'> & { readonly writes: SessionWrites }

/** Whether a session has a user. A leftover of a deleted user has none. */
async function isTaken({ store, writes }: Creating, id: string): Promise<boolean> {
  const session = await store.read('session', id)
  if (session === null) return false
  if ((await store.readItem('user', await digest(session.userId))) !== null) return true
  await writes.end(id, session)
  return false
}

async function createSession(
  parts: Creating,
  id: string,
  session: AdapterSession,
): Promise<AdapterSession> {
  const { guard, writes } = parts
  await guard.refuse('a session with the same token', () => isTaken(parts, id))
  const outcome = await guard.attempt(
    async () => {
      // First, so that a change or deletion of the user finds the session that is about to be stored.
      await writes.announce(id, session)
      return writes.write(id, session)
    },
    () => writes.end(id, session),
  )
  if (outcome === 'without user') throw new Error('The user of the session does not exist.')
  return session
}

/** Sessions of a store, with the methods on them. */
export function createSessions({ store, versions, queue, guard }: SessionParts): Sessions {
  const writes = sessionWrites(store, versions)
  const alone = <Result>(id: string, work: () => Promise<Result>): Promise<Result> =>
    queue.run(`session:${id}`, work)

  const endAll: Sessions['endAll'] = async (userId, except) => {
    const ids = (await writes.idsOf(userId)).filter((id) => id !== except)
    const ended = await all(ids.map((id) => alone(id, () => writes.endOf(userId, id))))
    return ended.filter(Boolean).length
  }

  const end = (id: string): Promise<void> =>
    alone(id, async () => {
      const session = await store.read('session', id)
      if (session !== null) await writes.end(id, session)
    })

  const methods: UnstorageSessionMethods = {
    getSessionAndUser: (sessionToken) => readSessionAndUser(store, sessionToken),
    async createSession(session) {
      const created = asStored('session', session)
      const id = await digest(created.sessionToken)
      return alone(id, () => createSession({ store, guard, writes }, id, created))
    },
    async updateSession(changes) {
      const id = await digest(changes.sessionToken)
      return alone(id, () => updateSession(store, writes, { id, changes }))
    },
    deleteSession: async (sessionToken) => end(await digest(sessionToken)),
    async listSessionsByUserId(userId) {
      const ids = await writes.idsOf(userId)
      const found = await Promise.all(ids.map((id) => store.read('session', id)))
      return found.filter((each) => each !== null).filter((each) => each.userId === userId)
    },
    deleteSessionsByUserId: async (userId, except) =>
      endAll(userId, except === undefined ? except : await digest(except)),
    deleteAllSessions: async () => void (await all((await store.ids('session')).map(end))),
  }

  return {
    methods,
    async compareAndSetSession({ sessionToken, from, to }) {
      const id = await digest(sessionToken)
      const changes = { sessionToken, expires: to }
      return alone(id, () => updateSessionFrom(store, writes, { id, changes, from }))
    },
    endAll,
    async copyUser(userId) {
      const copy = async (id: string): Promise<void> => {
        const session = await store.read('session', id)
        if (session?.userId === userId) await writes.write(id, session)
      }
      await all((await writes.idsOf(userId)).map((id) => alone(id, () => copy(id))))
    },
    endExpired: (id, now) =>
      alone(id, async () => {
        const session = await store.read('session', id)
        if (session === null || session.expires > now) return false
        await writes.end(id, session)
        return true
      }),
  }
}
