import { memoize } from '../../kit/cache.ts'
import { readMoment, type Moment } from '../../kit/clock.ts'
import type { ResolvedConfig, ResolvedRevocation } from '../../config/resolved-config.ts'
import { asError } from '../../errors/auth-error.ts'
import type { AdapterDevice } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { JWT } from '../../types/jwt.ts'
import { readEpoch, readGeneration, readMarks, findOwner, type ProviderMarks } from './claims.ts'
import { type Ended, type EndedKeys, exemptKey, allEndedKey } from './ended-keys.ts'
import { Feed, type FeedStore, type FeedUse, SKEW } from './feed.ts'

/** One feed for each adapter that an application has made. */
const findFeed = memoize((_adapter: Adapter) => new Feed())

/** How many feeds in a row that were read once say that no adapter is used again. */
const ONCE_ONLY = 20

/** The last feeds that were new to an application: how often each was read. Their entries are not kept for that. */
const latestReads = memoize((_application: object): Feed['reads'][] => [])

/** Warns that the copy of the feed is lost with each request, which reads the whole feed from the store again. */
function warnOfNewAdapters({ application, log }: ResolvedConfig, { reads }: Feed): void {
  const latest = latestReads(application)
  latest.push(reads)
  if (latest.length > ONCE_ONLY) latest.shift()
  if (latest.length === ONCE_ONLY && latest.every(({ times }) => times === 1)) {
    log.warn('revocation-adapter')
  }
}

/** The application whose sessions are looked up, and its copy of the feed. */
interface KnownFeed {
  readonly config: ResolvedConfig
  readonly feed: Feed
}

/** How the feed is used for a request. */
function toUse(config: ResolvedConfig, { window, grace }: ResolvedRevocation): FeedUse {
  const { clock, steady, log } = config
  return {
    window,
    grace,
    clock,
    steady,
    // The option asks for the capability, whose methods have been found.
    store: () => config.adapter as Adapter & FeedStore,
    failed: (error) => log.error(asError(error)),
  }
}

/** The feed of a configuration, where its sessions are revoked by one. */
export function openFeed(
  config: ResolvedConfig,
): { readonly feed: Feed; readonly use: FeedUse } | undefined {
  const { revocation } = config
  return revocation && { feed: findFeed(revocation.adapter), use: toUse(config, revocation) }
}

type FilteredKind = 'session' | 'provider'

const pickKeys = ({ sessions, providers }: Feed, kind: FilteredKind): EndedKeys =>
  kind === 'session' ? sessions : providers

/**
 * Whether what is known still counts. No session is left that it ends, but there may be new ones that do not say that they come
 * after it, because it was deleted before they were issued.
 */
const stillCounts = ({ config }: KnownFeed, { expires }: Ended): boolean =>
  config.clock() < expires - SKEW

/** Looks up a key in the store that a filter may contain. */
async function confirm(
  { config, feed }: KnownFeed,
  kind: FilteredKind,
  key: string,
): Promise<Ended | undefined> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind, key })
  if (found) return { ...found, expires: found.expires.getTime() }
  pickKeys(feed, kind).clear(key)
  return undefined
}

/** The ending of a key. The store is asked only for keys that a filter may contain. */
async function findKey(
  known: KnownFeed,
  kind: FilteredKind,
  key: string,
): Promise<Ended | undefined> {
  const keys = pickKeys(known.feed, kind)
  const found =
    keys.find(key) ?? (keys.isUncertain(key) ? await confirm(known, kind, key) : undefined)
  return found && stillCounts(known, found) ? found : undefined
}

/** A session that was ended, or was exempt from an ending; other sessions have no finding. */
export interface Finding {
  /** The reason that was given to the ending. */
  readonly reason?: string
  /** The generation that it counts as without saying so, because it was exempt. */
  readonly exempt?: number | undefined
}

/** Why a session is over by an ending of its user that it does not come after; nothing for the one that the ending exempts. */
async function endedByUser(
  known: KnownFeed,
  token: JWT,
  { generation, reason }: Ended,
): Promise<string | undefined> {
  const exempt = await findKey(known, 'session', exemptKey(token.jti ?? ''))
  if ((exempt?.generation ?? 0) < generation) return reason
  // An ending of all counts nevertheless: the request that ended all others may have failed before it could find that one.
  const all = await findKey(known, 'session', await allEndedKey(findOwner(token) ?? ''))
  return all && all.generation > readGeneration(token) ? all.reason : undefined
}

/** Why a session is over by a logout at its provider. */
async function endedAtProvider(
  known: KnownFeed,
  { s, u, g = 0, n = -1 }: ProviderMarks,
): Promise<string | undefined> {
  const session = s === undefined ? undefined : await findKey(known, 'provider', s)
  if (session && session.generation > n) return session.reason
  const user = u === undefined ? undefined : await findKey(known, 'provider', u)
  return user && user.generation > g ? user.reason : undefined
}

/** The latest ending of all sessions of the user, if the session does not come after it. */
function laterEnding(known: KnownFeed, token: JWT): Ended | undefined {
  const owner = findOwner(token)
  const latest = owner === undefined ? undefined : known.feed.user(owner)
  const isLater = latest && latest.generation > readGeneration(token) && stillCounts(known, latest)
  return isLater ? latest : undefined
}

/** Looks a session up in what this process knows: all sessions, those of its user, itself, and those of its provider. */
async function look(known: KnownFeed, token: JWT): Promise<Finding | undefined> {
  const { epoch } = known.feed
  if (epoch.generation > readEpoch(token) && stillCounts(known, epoch)) {
    return { reason: epoch.reason }
  }
  const later = laterEnding(known, token)
  const byUser = later && (await endedByUser(known, token, later))
  if (byUser !== undefined) return { reason: byUser }
  const alone = await findKey(known, 'session', token.jti ?? '')
  if (alone?.generation === 0) return { reason: alone.reason }
  const marks = readMarks(token)
  const atProvider = marks && (await endedAtProvider(known, marks))
  if (atProvider !== undefined) return { reason: atProvider }
  return later && { exempt: later.generation }
}

/**
 * Looks a session up in the feed of endings. Waits for the store only when the copy is too old.
 *
 * @param at - when the session was opened: one that was opened within the window is in time. Default: now
 * @returns `undefined` for a session that was neither ended nor exempt, and where sessions are not revoked
 * @throws AdapterError when the store is away for longer than the grace
 */
export async function lookUp(
  config: ResolvedConfig,
  token: JWT,
  at: Moment = readMoment(config),
): Promise<Finding | undefined> {
  const { revocation } = config
  if (!revocation) return undefined
  const feed = findFeed(revocation.adapter)
  feed.reads.times += 1
  if (feed.reads.times === 1) warnOfNewAdapters(config, feed)
  const age = feed.age(at)
  if (age >= revocation.window) await feed.catchUp(toUse(config, revocation))
  else if (age >= revocation.window / 2) feed.refresh(toUse(config, revocation))
  return look({ config, feed }, token)
}

/** The same with the current copy, for a session that was looked up before and may have ended since. */
export async function lookUpAgain(
  config: ResolvedConfig,
  token: JWT,
): Promise<Finding | undefined> {
  const { revocation } = config
  return revocation && look({ config, feed: findFeed(revocation.adapter) }, token)
}

/**
 * Asks the store for endings, and waits no longer than reading a session does; while it is away, the copy is used.
 *
 * @throws AdapterError when the store is away for longer than the grace
 */
export async function askForEndings(config: ResolvedConfig): Promise<void> {
  const open = openFeed(config)
  await open?.feed.catchUp(open.use)
}

/**
 * Waits until the copy of the feed is at most some seconds old.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function catchUpTo(
  config: ResolvedConfig,
  maxStale: number | undefined,
): Promise<void> {
  if (maxStale === undefined) return
  const open = openFeed(config)
  // A comparison with NaN is false, so the feed is pulled.
  const isNewEnough = open && open.feed.age(readMoment(config)) < maxStale * 1000
  if (open && !isNewEnough) await open.feed.pullNow(open.use)
}

/** Whether a session was exempt from the latest ending of its user, by the copy of the feed in this process. */
export async function isExempt(
  config: ResolvedConfig,
  user: string,
  { sessionId }: AdapterDevice,
): Promise<boolean> {
  const feed = openFeed(config)?.feed
  const latest = feed?.user(user)
  if (!feed || !latest) return false
  const exempt = await findKey({ config, feed }, 'session', exemptKey(sessionId))
  return exempt !== undefined && exempt.generation >= latest.generation
}

/** Whether an ending at the provider came after a device was last seen: its row has no generation. */
async function endedSince(
  { config }: KnownFeed,
  key: string,
  { lastSeenAt }: AdapterDevice,
): Promise<boolean> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind: 'provider', key })
  return found ? lastSeenAt.getTime() <= found.at.getTime() : false
}

/** Whether the session at the provider that opened a device has ended; of those without a name there, one that was open then. */
async function endedThere(known: KnownFeed, device: AdapterDevice): Promise<boolean> {
  const { providerSession: key } = device
  const found = key === null ? undefined : await findKey(known, 'provider', key)
  if (key === null || !found) return false
  return found.generation === 0 || endedSince(known, key, device)
}

/** Whether all sessions of the user at the provider were ended after this one was last seen. */
async function endedWithSubject(known: KnownFeed, device: AdapterDevice): Promise<boolean> {
  const { providerSubject: key } = device
  if (key === null || !(await findKey(known, 'provider', key))) return false
  return endedSince(known, key, device)
}

/**
 * Whether the session of a device was ended, as far as its row and the feed tell; one of an earlier generation of its user has
 * no row.
 *
 * @throws AdapterError when the store fails
 */
export async function isDeviceEnded(
  config: ResolvedConfig,
  device: AdapterDevice,
): Promise<boolean> {
  const { sessionId, lastSeenAt } = device
  const open = openFeed(config)
  if (!open) return false
  // A session that comes after the ending of all was last seen after it.
  if (lastSeenAt.getTime() <= open.feed.epoch.at) return true
  const known = { config, feed: open.feed }
  if ((await findKey(known, 'session', sessionId))?.generation === 0) return true
  return (await endedThere(known, device)) || endedWithSubject(known, device)
}
