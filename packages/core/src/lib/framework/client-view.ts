import type { Core } from '../engine/auth.ts'
import { clientSession } from '../sessions/expose.ts'
import type { ScopeSource } from '../types/scope.ts'
import type { JsonValue } from '../types/utility.ts'

type Members = Readonly<Record<string, JsonValue | undefined>>

/** A session that was read for the server, as `GET session` would write it. */
export async function clientView(
  core: Core,
  source: ScopeSource,
  session: object | null,
): Promise<Members | null> {
  if (session === null) return null
  const shown = clientSession(await core.resolve(source), session)
  // What was written by `JSON.stringify` for an object are its members.
  return JSON.parse(JSON.stringify(shown)) as Members
}
