import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidCheck } from '../errors/classes.ts'
import { loadRevocation } from '../revocation/load.ts'

/** How new the answer has to be: true at this moment, or within the window that sessions are read with. */
type Newness = 'now' | 'in the window'

/**
 * When all sessions were last ended, and with them what was in progress: sign-ins, and what browsers are known by.
 *
 * @returns milliseconds since the epoch; before everything where they never were, and where no feed of endings tells
 * @throws AdapterError when the store is away
 */
export async function lastEndOfAll(config: ResolvedConfig, newness: Newness): Promise<number> {
  if (config.adapter?.capabilities?.revocationFeed !== true) return Number.NEGATIVE_INFINITY
  const { findEndOfAll } = await loadRevocation()
  return findEndOfAll(config, newness === 'now')
}

/** What a sign-in is refused with that ended with all sessions. */
export const endedWithAll = (): InvalidCheck =>
  new InvalidCheck('All sessions were ended after this sign-in was begun, which ended with them.')

/**
 * Refuses the session of a sign-in that ended with all others before it was stored. One that was begun in the very moment may have come after them.
 *
 * @param begunAt - when it was begun, in milliseconds since the epoch
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseLate(
  config: ResolvedConfig,
  begunAt: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (begunAt < (await lastEndOfAll(config, 'now'))) throw endedWithAll()
}

/**
 * Refuses a sign-in that was in progress when all sessions were ended. Afterwards this process knows of every ending: a session that
 * another one has ended a moment ago adds no way in.
 *
 * @param begunAt - when it was begun, in milliseconds since the epoch
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseEnded(config: ResolvedConfig, begunAt: number): Promise<void> {
  if (begunAt <= (await lastEndOfAll(config, 'now'))) throw endedWithAll()
}
