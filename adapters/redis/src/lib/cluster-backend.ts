import type { Backend } from './backend.ts'
import type { Cluster } from './cluster.ts'
import { clusterOwned } from './cluster-owned.ts'
import { clusterSessions } from './cluster-sessions.ts'
import { clusterUsers } from './cluster-users.ts'
import { CREATE_TOKEN, READ_TOKEN, TAKE_TOKEN } from './script.ts'

/** The operations as steps, each of which is one script in one slot. */
export function clusterBackend(cluster: Cluster): Backend {
  const { run, key } = cluster
  return {
    ...clusterUsers(cluster),
    ...clusterOwned(cluster),
    ...clusterSessions(cluster),
    createToken: (id, expires, fields) => run(CREATE_TOKEN, key('token', id), expires, ...fields),
    readToken: (id) => run(READ_TOKEN, key('token', id)),
    takeToken: (id) => run(TAKE_TOKEN, key('token', id)),
  }
}
