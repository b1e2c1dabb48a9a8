import { readMoment } from '../../kit/clock.ts'
import { KNOWN_BROWSER_MAX_AGE } from '../../config/session.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { Adapter } from '../../types/adapter.ts'
import { EVERYONE, type FeedStore, SKEW } from './feed.ts'
import { endEarlier, type Writing } from './generations.ts'
import { openFeed } from './look-up.ts'

/** An ending of all sessions. */
export interface EndOfAll {
  /** When, in milliseconds since the epoch, by the clock of the instance that wrote it. */
  readonly at: number
  /** Greater than that of every one before it. */
  readonly generation: number
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
  await endEarlier({ ...writing, note: { ...note, expires } }, { kind: 'all', key: EVERYONE })
}

/**
 * Appends that all sessions in rows ended, where there is a feed: a sign-in that was in progress finds nothing in rows that were
 * deleted.
 *
 * @throws AdapterError when the store fails
 */
export async function endAllBesideRows(config: ResolvedConfig, reason: string): Promise<void> {
  const store = feedBesideRows(config)
  // Without it nothing is ended, and the caller gets an error.
  if (!store || !config.adapter?.deleteAllSessions) return
  const at = new Date(config.clock())
  await appendEndOfAll({
    note: { reason, at, expires: at },
    find: async (entry) => store.getRevocation(entry),
    append: async (entries) => void (await store.appendRevocations(entries)),
  })
}
