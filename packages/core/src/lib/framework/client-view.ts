import type { Core } from '../engine/auth.ts'
import { clientSession, sessionText } from '../sessions/expose.ts'
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
  const config = await core.resolve(source)
  // An object is written as its members.
  return JSON.parse(sessionText(config, clientSession(config, session))) as ClientMembers
}
