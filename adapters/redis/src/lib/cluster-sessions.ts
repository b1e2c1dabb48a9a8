import type { Backend, SessionRecord } from './backend.ts'
import { type Cluster, clearUp, toText, toTexts } from './cluster.ts'
import {
  COMPARE_AND_SET_SESSION,
  CREATE_SESSION,
  KEEP_POINTER,
  LIST_SESSIONS,
  POINT,
  READ_POINTER,
  READ_SESSION,
  REMOVE_POINTER,
  REMOVE_SESSION,
  REMOVE_SESSIONS,
  UPDATE_SESSION,
} from './cluster-scripts.ts'

type SessionBackend = Pick<
  Backend,
  | 'createSession'
  | 'readSession'
  | 'updateSession'
  | 'compareAndSetSession'
  | 'removeSession'
  | 'listSessions'
  | 'removeSessions'
>

/**
 * A session is stored under the key of its user, so that each script is atomic. The key of its token points to the user, and is
 * written first and deleted last. A pointer without a session is ignored, and expires.
 */
async function createSession(
  { run, key }: Cluster,
  { token, owner, expires, fields }: SessionRecord,
): Promise<unknown> {
  if ((await run(POINT, key('session', token), owner, expires)) !== 1) return 'id'
  const said = await run(CREATE_SESSION, key('user', owner), token, expires, ...fields)
  if (said !== null) await clearUp(run(REMOVE_POINTER, key('session', token), owner))
  return said
}

async function updateSession(
  { run, key }: Cluster,
  { token, owner, expires, fields }: SessionRecord,
): Promise<unknown> {
  const pointer = key('session', token)
  const found = await (expires === ''
    ? run(READ_POINTER, pointer)
    : run(KEEP_POINTER, pointer, expires))
  if (found === null) return 'missing'
  if (owner !== '' && owner !== found) return 'owner'
  return run(UPDATE_SESSION, key('user', toText(found)), token, expires, ...fields)
}

async function removeSession({ run, key }: Cluster, token: string): Promise<unknown> {
  const owner = await run(READ_POINTER, key('session', token))
  if (owner === null) return null
  await run(REMOVE_SESSION, key('user', toText(owner)), token)
  await clearUp(run(REMOVE_POINTER, key('session', token), toText(owner)))
  return null
}

async function removeSessions(
  { run, key }: Cluster,
  owner: string,
  except: string,
): Promise<number> {
  const tokens = toTexts(await run(REMOVE_SESSIONS, key('user', owner), except))
  await Promise.all(
    tokens.map((token) => clearUp(run(REMOVE_POINTER, key('session', token), owner))),
  )
  return tokens.length
}

/** Sessions in a cluster. */
export function clusterSessions(cluster: Cluster): SessionBackend {
  const { run, key } = cluster
  return {
    createSession: (session) => createSession(cluster, session),
    async readSession(token) {
      const owner = await run(READ_POINTER, key('session', token))
      return owner === null ? null : run(READ_SESSION, key('user', toText(owner)), token)
    },
    updateSession: (session) => updateSession(cluster, session),
    async compareAndSetSession(token, from, to) {
      const owner = await run(KEEP_POINTER, key('session', token), to)
      if (owner === null) return 0
      return run(COMPARE_AND_SET_SESSION, key('user', toText(owner)), token, from, to)
    },
    removeSession: (token) => removeSession(cluster, token),
    listSessions: (owner) => run(LIST_SESSIONS, key('user', owner)),
    removeSessions: (owner, except) => removeSessions(cluster, owner, except),
  }
}
