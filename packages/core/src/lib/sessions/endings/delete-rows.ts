import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { InvalidConfiguration, MissingAdapterMethods } from '../../errors/classes.ts'
import type { Ending } from './ending.ts'

type UserEnding = Extract<Ending, { readonly kind: 'user' }>
type ProviderEnding = Extract<Ending, { readonly kind: 'provider' }>

async function deleteOfUser(
  { adapter }: ResolvedConfig,
  { id, except }: UserEnding,
): Promise<void> {
  if (!adapter?.deleteSessionsByUserId) {
    throw new MissingAdapterMethods(
      'Ending the sessions of a user needs deleteSessionsByUserId, and the adapter lacks it. Use one with the capability "revocation", such as @latchstring/adapter-sql.',
    )
  }
  await adapter.deleteSessionsByUserId(id, except)
}

async function deleteAll({ adapter }: ResolvedConfig): Promise<void> {
  if (!adapter?.deleteAllSessions) {
    throw new MissingAdapterMethods(
      'Ending the sessions of all users with the strategy "database" needs deleteAllSessions, and the adapter lacks it. Use one that has it, such as @latchstring/adapter-sql, or delete all sessions in the store yourself.',
    )
  }
  await adapter.deleteAllSessions()
}

/** The sessions of a user that were opened by a session at a provider, as the list of devices has them. */
async function deleteOfProvider(
  { session }: ResolvedConfig,
  { user }: ProviderEnding,
  sessionIds: readonly string[],
): Promise<void> {
  if (!session.devices || user === undefined) {
    throw new InvalidConfiguration(
      'With the strategy "database" the sessions of a provider are found in the list of devices of a user. Set `session.devices` to true.',
    )
  }
  if (session.strategy !== 'database') return
  const { deleteSession } = session.store
  for (const sessionId of sessionIds) await deleteSession(sessionId)
}

/** Ends the sessions that a store of sessions can find. */
export async function deleteRows(
  config: ResolvedConfig,
  ending: Ending,
  sessionIds: readonly string[],
): Promise<void> {
  const { session } = config
  if (session.strategy !== 'database') return
  if (ending.kind === 'session') await session.store.deleteSession(ending.id)
  else if (ending.kind === 'user') await deleteOfUser(config, ending)
  else if (ending.kind === 'provider') await deleteOfProvider(config, ending, sessionIds)
  else await deleteAll(config)
}
