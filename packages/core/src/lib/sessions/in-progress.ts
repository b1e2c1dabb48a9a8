import type { ResolvedConfig } from '../config/resolved-config.ts'
import { InvalidCheck } from '../errors/classes.ts'
import type { Identity } from './strategy.ts'
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

/** The error of a sign-in that ended with the sessions of its user. */
export const endedWithUser = (): InvalidCheck =>
  new InvalidCheck(
    'Sessions of the user were ended while this sign-in was in progress, which ended with them.',
  )

/** What a sign-in that is being proven comes after. */
export interface Begun {
  /** Generation of the latest ending of all sessions. */
  readonly epoch: number
  /** When the request began that proves it, in milliseconds since the epoch. */
  readonly begunAt: number
}

/**
 * Refuses a sign-in that was in progress when all sessions were ended. Afterwards this process knows of every ending: a session that
 * another one has just ended adds no sign-in method.
 *
 * @param startedAt - when it was started, in milliseconds since the epoch
 * @returns what it comes after
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseEnded(config: ResolvedConfig, startedAt: number): Promise<Begun> {
  const begunAt = config.clock()
  const { at, generation: epoch } = await lastEndOfAll(config, 'now')
  if (startedAt <= at) throw endedDuringSignIn()
  return { epoch, begunAt }
}

/**
 * Refuses the session of a sign-in that ended with others before its row was stored.
 *
 * @throws InvalidCheck when it ended with them
 * @throws AdapterError when the store is away
 */
export async function refuseLate(config: ResolvedConfig, identity: Identity): Promise<void> {
  if (config.adapter?.capabilities?.revocationFeed !== true) return
  const { epoch = Number.POSITIVE_INFINITY, begunAt = Number.POSITIVE_INFINITY } = identity
  const { findEndOfAll, findEndBesideRows } = await endOfAll()
  const [{ generation }, endedAt] = await Promise.all([
    findEndOfAll(config, true),
    findEndBesideRows(config, identity),
  ])
  if (generation > epoch) throw endedDuringSignIn()
  if (endedAt > begunAt) throw endedWithUser()
}

/**
 * Whether sessions of a user were ended since a time, as far as the store keeps endings.
 *
 * @param since - in milliseconds
 * @throws AdapterError when the store is away
 */
export async function wasEndedSince(
  config: ResolvedConfig,
  userId: string,
  since: number,
): Promise<boolean> {
  if (config.adapter?.capabilities?.revocationFeed !== true) return false
  const { isEndedSince } = await endOfAll()
  return isEndedSince(config, userId, since)
}
