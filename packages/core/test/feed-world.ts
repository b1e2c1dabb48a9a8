import type { AdapterRevocation, ListedRevocation } from '../src/lib/types/adapter-revocation.ts'
import {
  Feed,
  type FeedNews,
  type FeedStore,
  type FeedUse,
} from '../src/lib/sessions/endings/feed.ts'

/** In milliseconds. */
export const WINDOW = 30_000
/** No entry has expired before. */
export const FAR = new Date(8.64e15)

/** A process and its store. */
export interface World {
  readonly feed: Feed
  readonly use: FeedUse
  /** Entries with the time from which they are visible. */
  readonly entries: (ListedRevocation & { readonly visible: number })[]
  readonly failures: unknown[]
  readonly news: readonly FeedNews[]
  now: number
  pulls: number
  isAway: boolean
}

/** The ending of one session. */
export const ending = (key: string): AdapterRevocation => ({
  kind: 'session',
  key,
  generation: 0,
  reason: 'sign-out',
  at: new Date(0),
  expires: FAR,
})

/** A process that has read nothing yet. */
export function createWorld(): World {
  const store: FeedStore = {
    async listRevocations({ after = '0', limit }) {
      world.pulls += 1
      if (world.isAway) throw new Error('The store is away.')
      return world.entries
        .filter(({ cursor, visible }) => Number(cursor) > Number(after) && visible <= world.now)
        .toSorted((one, other) => Number(one.cursor) - Number(other.cursor))
        .slice(0, limit)
    },
    appendRevocations: async (added) => {
      const last = Math.max(0, ...world.entries.map(({ cursor }) => Number(cursor)))
      for (const [index, entry] of added.entries()) {
        world.entries.push({ ...entry, cursor: String(last + 1 + index), visible: world.now })
      }
    },
    getRevocation: async () => null,
  }
  const clock = (): number => world.now
  const failures: unknown[] = []
  const news: FeedNews[] = []
  const use: FeedUse = {
    window: WINDOW,
    grace: 10 * WINDOW,
    clock,
    steady: clock,
    store: () => store,
    host: { endsWithRequest: false },
    failed: (error) => void failures.push(error),
    noticed: (one) => void news.push(one),
  }
  const world: World = {
    feed: new Feed(),
    use,
    entries: [],
    failures,
    news,
    now: 1_700_000_000_000,
    pulls: 0,
    isAway: false,
  }
  return world
}

/** A new pull, to the end of the feed. */
export async function pullAll({ feed, use }: Pick<World, 'feed' | 'use'>): Promise<void> {
  await feed.pullNow(use)
  await feed.complete(use)
}
