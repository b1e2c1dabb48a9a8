import { readMoment } from '../../kit/clock.ts'
import { KNOWN_BROWSER_MAX_AGE } from '../../config/session.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { Adapter } from '../../types/adapter.ts'
import { EVERYONE, SKEW } from './copy.ts'
import type { FeedStore } from './feed.ts'
import { endEarlier, type Writing } from './generations.ts'
import { learn, openFeed } from './open-feed.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import { findIssuedAfter, findMarks } from './session-generations.ts'
import type { Identity } from '../strategy.ts'

/** An ending of all sessions. */
export interface EndOfAll {
  /** When, in milliseconds since the epoch, by the clock of the instance that wrote it. */
  readonly at: number
  /** Greater than that of every one before it. */
  readonly generation: number
}

/** Stands for all sessions in the feed. */
export const EVERY_SESSION: Pick<AdapterRevocation, 'kind' | 'key'> = {
  kind: 'all',
  key: EVERYONE,
}

/** Sentinel: all sessions were never ended. */
const NEVER: EndOfAll = { at: Number.NEGATIVE_INFINITY, generation: 0 }

/** The feed of an adapter, where sessions are rows: no session is looked up in it. */
function feedBesideRows({ session, adapter }: ResolvedConfig): FeedStore | undefined {
  const isThere = session.strategy === 'database' && adapter?.capabilities?.revocationFeed === true
  // Its methods were found when the configuration was read.
  return isThere ? (adapter as Adapter & FeedStore) : undefined
}

/**
 * The latest ending of all sessions; an ending before every time where they never were, and without a feed of endings.
 *
 * @param isExact - whether the store is asked in any case, and not only when the copy of the feed is older than the window
 * @throws AdapterError when the store is away; for longer than the grace, where it is asked with sealed sessions and not exactly
 */
export async function findEndOfAll(config: ResolvedConfig, isExact: boolean): Promise<EndOfAll> {
  const open = openFeed(config)
  if (open) {
    const { feed, use } = open
    if (isExact) await feed.pullNow(use)
    else if (feed.age(readMoment(config)) >= use.window) await feed.catchUp(use)
    await learn(open, [{ kind: 'all', key: EVERYONE }])
    return feed.epoch
  }
  const found = await feedBesideRows(config)?.getRevocation({ kind: 'all', key: EVERYONE })
  return found ? { at: found.at.getTime(), generation: found.generation } : NEVER
}

/** Appends that all sessions ended. It is kept for as long as a browser stays known. */
export async function appendEndOfAll(writing: Writing): Promise<void> {
  const { note } = writing
  const forgotten = note.at.getTime() + KNOWN_BROWSER_MAX_AGE * 1000 + 2 * SKEW
  const expires = new Date(Math.max(note.expires.getTime(), forgotten))
  await endEarlier({ ...writing, note: { ...note, expires } }, EVERY_SESSION)
}

/** Milliseconds for which an ending of some sessions in rows is kept: no sign-in is in progress for so long. */
const IN_PROGRESS = 3_600_000

/**
 * Appends that sessions in rows ended, where there is a feed: a sign-in that was in progress finds nothing in rows that were deleted.
 *
 * @throws AdapterError when the store fails
 */
export async function endBesideRows(
  config: ResolvedConfig,
  key: Pick<AdapterRevocation, 'kind' | 'key'>,
  reason: string,
): Promise<void> {
  const store = feedBesideRows(config)
  if (!store) return
  const at = new Date(config.clock())
  const writing: Writing = {
    note: { reason, at, expires: new Date(at.getTime() + IN_PROGRESS + 2 * SKEW) },
    find: async (entry) => store.getRevocation(entry),
    append: async (entries) => void (await store.appendRevocations(entries)),
  }
  if (key.kind !== 'all') return endEarlier(writing, key)
  // Without the method nothing is ended, and the caller gets an error.
  if (config.adapter?.deleteAllSessions) await appendEndOfAll(writing)
}

/**
 * When sessions of a user, or of their session at the provider, were last ended beside rows, in milliseconds since the epoch. An ending
 * that is older than a sign-in may take is not kept.
 *
 * @returns 0 where they were not
 * @throws AdapterError when the store fails
 */
export async function findEndBesideRows(
  config: ResolvedConfig,
  { user: { id }, providerSession }: Pick<Identity, 'user' | 'providerSession'>,
): Promise<number> {
  const store = feedBesideRows(config)
  if (!store || id === undefined) return 0
  const { s, u } = (await findMarks(config, { providerSession })) ?? {}
  const keys = [
    // Ids that a store counts are numbers in some adapters.
    { kind: 'user', key: String(id) } as const,
    ...[s, u].flatMap((key) => (key === undefined ? [] : [{ kind: 'provider', key } as const])),
  ]
  const found = await Promise.all(keys.map(async (key) => store.getRevocation(key)))
  return Math.max(0, ...found.map((entry) => entry?.at.getTime() ?? 0))
}

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
