import type { Core } from '../engine/auth.ts'
import { clientSession } from '../sessions/expose.ts'
import type { ScopeSource } from '../types/scope.ts'
import type { JsonValue } from '../types/utility.ts'

type ClientMembers = Readonly<Record<string, JsonValue | undefined>>

/** The members that `GET session` writes for a session. */
export async function clientView(
  core: Core,
  source: ScopeSource,
  session: object | null,
): Promise<ClientMembers | null> {
  if (session === null) return null
  const shown = clientSession(await core.resolve(source), session)
  // `JSON.stringify` writes an object as its members.
  return JSON.parse(JSON.stringify(shown)) as ClientMembers
}
