import type { ResolvedConfig } from '../config/resolved-config.ts'
import { findEndBesideRows } from './endings/end-of-all.ts'
import { findIssuedAfter } from './endings/session-generations.ts'

/**
 * Whether sessions of a user were ended since a time, as far as the store keeps endings.
 *
 * @param since - in milliseconds
 * @throws AdapterError when the store is away
 */
export async function isEndedSince(
  config: ResolvedConfig,
  userId: string,
  since: number,
): Promise<boolean> {
  if (config.session.strategy === 'database') {
    return (await findEndBesideRows(config, { user: { id: userId } })) > since
  }
  const issuedAfter = await findIssuedAfter(config, { owner: userId, begunAt: since })
  return (issuedAfter?.endedAt ?? 0) > since
}
