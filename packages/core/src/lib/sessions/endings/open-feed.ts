import { memoize } from '../../kit/cache.ts'
import { findHost } from '../../kit/host.ts'
import type { ResolvedConfig, ResolvedRevocation } from '../../config/resolved-config.ts'
import { asError } from '../../errors/auth-error.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import { SKEW } from './copy.ts'
import type { Ended, EndedKeys } from './ended-keys.ts'
import { Feed, type FeedStore, type FeedUse } from './feed.ts'

/** One feed for each adapter that an application has made. */
export const findFeed: (adapter: Adapter) => Feed = memoize(() => new Feed())

/** How many feeds in a row that were read once say that no adapter is used again. */
const ONCE_ONLY = 20

/** The last feeds that were new to an application: how often each was read. Their entries are not kept for that. */
const latestReads = memoize((_application: object): Feed['reads'][] => [])

/** Warns that the copy of the feed is lost with each request, which reads the whole feed from the store again. */
export function warnOfNewAdapters({ application, log }: ResolvedConfig, { reads }: Feed): void {
  const latest = latestReads(application)
  latest.push(reads)
  if (latest.length > ONCE_ONLY) latest.shift()
  if (latest.length === ONCE_ONLY && latest.every(({ times }) => times === 1)) {
    log.warn('revocation-adapter')
  }
}

/** How the feed is used for a request. */
export function toUse(config: ResolvedConfig, { window, grace }: ResolvedRevocation): FeedUse {
  const { clock, steady, log } = config
  return {
    window,
    grace,
    clock,
    steady,
    host: findHost(),
    // The option asks for the capability, whose methods have been found.
    store: () => config.adapter as Adapter & FeedStore,
    failed: (error) => log.error(asError(error)),
    noticed: (news, detail) => log.warn(news, detail),
  }
}

/** A feed, and how it is used for a request. */
export interface OpenFeed {
  readonly feed: Feed
  readonly use: FeedUse
}

/** The feed of a configuration, where its sessions are revoked by one. */
export function openFeed(config: ResolvedConfig): OpenFeed | undefined {
  const { revocation } = config
  return revocation && { feed: findFeed(revocation.adapter), use: toUse(config, revocation) }
}

/** Names the target of an entry. */
export type Key = Pick<AdapterRevocation, 'kind' | 'key'>

/**
 * Asks the store for what it has of some keys, while the feed has not been read to its end.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function learn({ feed, use }: OpenFeed, keys: readonly Key[]): Promise<void> {
  if (!feed.isPartial) return
  const { getRevocation } = use.store()
  const found = await Promise.all(keys.map((key) => getRevocation(key)))
  const now = use.clock()
  for (const entry of found) if (entry) feed.add(entry, now)
}

/** The application whose sessions are looked up, and its copy of the feed. */
export interface KnownFeed {
  readonly config: ResolvedConfig
  readonly feed: Feed
}

type FilteredKind = 'session' | 'provider'

const pickKeys = ({ sessions, providers }: Feed, kind: FilteredKind): EndedKeys =>
  kind === 'session' ? sessions : providers

/**
 * Whether what is known still counts. No session is left that it ends, but there may be new ones that do not say that they come
 * after it, because it was deleted before they were issued.
 */
export const stillCounts = ({ config }: KnownFeed, { expires }: Ended): boolean =>
  config.clock() < expires - SKEW

/** Looks up a key in the store that a filter may contain. */
async function confirm(
  { config, feed }: KnownFeed,
  kind: FilteredKind,
  key: string,
): Promise<Ended | undefined> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind, key })
  if (found) return { ...found, at: found.at.getTime(), expires: found.expires.getTime() }
  pickKeys(feed, kind).clear(key)
  return undefined
}

/** The ending of a key. The store is asked only for keys that a filter may contain. */
export async function findKey(
  known: KnownFeed,
  kind: FilteredKind,
  key: string,
): Promise<Ended | undefined> {
  const keys = pickKeys(known.feed, kind)
  const found =
    keys.find(key) ?? (keys.isUncertain(key) ? await confirm(known, kind, key) : undefined)
  return found && stillCounts(known, found) ? found : undefined
}
