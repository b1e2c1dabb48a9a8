import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidCheck } from '../errors/classes.ts'
import type { EndOfAll } from './endings/end-of-all.ts'
import { lazy } from '../kit/lazy.ts'

// Without a feed of endings there is nothing to ask.
const endOfAll = lazy(() => import('./endings/end-of-all.ts'))

/** How new the answer has to be: true at this moment, or within the window that sessions are read with. */
type Newness = 'now' | 'in the window'

const NEVER: EndOfAll = { at: Number.NEGATIVE_INFINITY, generation: 0 }

/**
 * The latest ending of all sessions, which also ends sign-ins in progress and device cookies.
 *
 * @returns an ending before every time where they were never ended, and without a feed of endings
 * @throws AdapterError when the store is away
 */
export async function lastEndOfAll(config: ResolvedConfig, newness: Newness): Promise<EndOfAll> {
  if (config.adapter?.capabilities?.revocationFeed !== true) return NEVER
  const { findEndOfAll } = await endOfAll()
  return findEndOfAll(config, newness === 'now')
}

/** The error of a sign-in that ended with all sessions. */
export const endedDuringSignIn = (): InvalidCheck =>
  new InvalidCheck('All sessions were ended after this sign-in was begun, which ended with them.')

/**
 * Refuses a sign-in that was in progress when all sessions were ended. Afterwards this process knows of every ending: a session that
 * another one has just ended adds no sign-in method.
 *
 * @param begunAt - when it was begun, in milliseconds since the epoch
 * @returns generation of the latest ending of all, which it comes after
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseEnded(config: ResolvedConfig, begunAt: number): Promise<number> {
  const { at, generation } = await lastEndOfAll(config, 'now')
  if (begunAt <= at) throw endedDuringSignIn()
  return generation
}

/**
 * Refuses the session of a sign-in that ended with all others before it was stored.
 *
 * @param epoch - generation of the latest ending of all that it comes after. Default: of every one
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseLate(
  config: ResolvedConfig,
  epoch: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { generation } = await lastEndOfAll(config, 'now')
  if (generation > epoch) throw endedDuringSignIn()
}
