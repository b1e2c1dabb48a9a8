import type { RunScript } from './client.ts'
import { READ_MEMORY } from './control-scripts.ts'
import type { NameKey } from './keys.ts'

const KEEPS = 'noeviction'

/** What is wrong with the eviction policy of the server: every policy but `noeviction` deletes keys that have not expired when memory is short. */
export async function findProblems(run: RunScript, key: NameKey): Promise<readonly string[]> {
  // A user of the server may not be allowed to ask.
  const said = await run(READ_MEMORY, key('feed', 'revocations')).catch(() => undefined)
  const [, policy = KEEPS] = /^maxmemory_policy:([\w-]+)/m.exec(String(said)) ?? []
  if (policy === KEEPS) return []
  return [
    `Redis has the eviction policy "${policy}": when its memory is full it deletes users, sessions, rows of tables and the endings of sessions, so that a session that was ended may be accepted again. Set maxmemory-policy to ${KEEPS}.`,
  ]
}
