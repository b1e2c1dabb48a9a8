import type { AdapterSession } from '@latchstring/core/adapters'
import { digest } from './keys.ts'
import type { Store } from './store.ts'
import { toStoredVersion, type UserVersions } from './user-versions.ts'

/** Result of the write of a session. */
export type Outcome = 'kept' | 'ended' | 'without user'

/**
 * Writes to one session. A session has a copy of its user and an index entry under the user. Other processes may write to all
 * three, so each step is correct in any order of their writes.
 */
export interface SessionWrites {
  /** Notes under its user a session that is about to be written for the first time. */
  readonly announce: (id: string, session: AdapterSession) => Promise<void>
  /** Stores a session that is noted, with a copy of its user, unless it is ended meanwhile. */
  readonly write: (id: string, session: AdapterSession) => Promise<Outcome>
  /** Makes the note last as long as a session will that is about to be written again. */
  readonly prolong: (id: string, session: AdapterSession) => Promise<void>
  readonly end: (id: string, session: AdapterSession) => Promise<void>
  /** Ends the session of an index entry of a user, unless it now belongs to another user. */
  readonly endOf: (userId: string, id: string) => Promise<boolean>
  /** Ids of the sessions that are noted under a user. */
  readonly idsOf: (userId: string) => Promise<readonly string[]>
}

/** How often a session is written again because its user has changed. */
const TRIES = 8

/** How long the end of a session is remembered at least where records expire, in milliseconds. */
const REMEMBERED = 3_600_000

const NOTE = { kind: 'session' }
const ENDED = { ...NOTE, ended: true }

/** Under what the notes of the sessions of a user are. */
const listName = async (userId: string): Promise<string> => `of:${await digest(userId)}:session`

const noteName = async (id: string, userId: string): Promise<string> =>
  `${await listName(userId)}:${id}`

/** Writes to the sessions of a store. */
export function sessionWrites(store: Store, users: UserVersions): SessionWrites {
  /**
   * Where it is recorded that a session has been ended. The note would do, but where it expires it is written again with
   * every session that lasts longer, by a process that may not know of the end.
   */
  const markName = (id: string, note: string): string => (store.ttl ? `ended:${id}` : note)

  async function isEnded(id: string, note: string): Promise<boolean> {
    const found = await store.noted(markName(id, note))
    if (typeof found !== 'object' || found === null) return !store.ttl
    return 'ended' in found
  }

  /** The mark comes first, so that no process keeps what it writes; and the note goes last, so that a next try finds it. */
  async function remove(id: string, note: string, session: AdapterSession | null): Promise<void> {
    const until = Math.max(Date.now() + REMEMBERED, session?.expires.getTime() ?? 0)
    await store.note(markName(id, note), ENDED, { expires: new Date(until) })
    await store.remove('session', id)
    await store.forget(note)
  }

  async function write(id: string, session: AdapterSession): Promise<Outcome> {
    const { userId } = session
    const note = await noteName(id, userId)
    let user = await users.read(userId)
    for (let tries = 0; user !== null && tries <= TRIES; tries += 1) {
      // The last one does without a copy: what is not there cannot be wrong.
      const copy = tries < TRIES ? user : null
      await store.write('session', id, session, copy ? { user: toStoredVersion(copy) } : {})
      const [now, ended] = await Promise.all([users.read(userId), isEnded(id, note)])
      if (ended) {
        await store.remove('session', id)
        return 'ended'
      }
      if (copy !== null && copy.revision === now?.revision) return 'kept'
      user = now
    }
    if (user !== null) {
      throw new Error(
        'The session could not be stored: other processes keep changing its user. Try again.',
      )
    }
    await remove(id, note, session)
    return 'without user'
  }

  return {
    async announce(id, session) {
      const note = await noteName(id, session.userId)
      if (store.ttl) await store.forget(markName(id, note))
      await store.note(note, NOTE, session)
    },
    write,
    async prolong(id, session) {
      if (store.ttl) await store.note(await noteName(id, session.userId), NOTE, session)
    },
    end: async (id, session) => remove(id, await noteName(id, session.userId), session),
    async endOf(userId, id) {
      const note = await noteName(id, userId)
      const session = await store.read('session', id)
      const isTheirs = session === null || session.userId === userId
      await (isTheirs ? remove(id, note, session) : store.forget(note))
      return session !== null && isTheirs
    },
    idsOf: async (userId) => store.namesUnder(await listName(userId)),
  }
}
