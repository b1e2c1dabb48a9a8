import { andThen, type MaybePromise } from '../../kit/and-then.ts'
import { memoize } from '../../kit/cache.ts'
import { readMoment, type Moment } from '../../kit/clock.ts'
import type { ResolvedConfig, ResolvedRevocation } from '../../config/resolved-config.ts'
import { asError } from '../../errors/auth-error.ts'
import type { AdapterDevice } from '../../types/adapter-revocation.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { JWT } from '../../types/jwt.ts'
import { readEpoch, readGeneration, readMarks, findOwner, type ProviderMarks } from './claims.ts'
import { type Ended, type EndedKeys, sparedKey, unsparedKey } from './ended-keys.ts'
import { Feed, type FeedStore, type FeedUse, SKEW } from './feed.ts'

/** One feed for each adapter that an application has made. */
const findFeed = memoize((_adapter: Adapter) => new Feed())

/** How many feeds in a row that were read once say that no adapter is used again. */
const ONCE_ONLY = 20

/** The last feeds that were new to an application: how often each was read. What they know is not kept for it. */
const latestReads = memoize((_application: object): Feed['reads'][] => [])

/** Tells that what is known of endings is thrown away with each request, which asks the store for all of them again. */
function warnOfNewAdapters({ application, log }: ResolvedConfig, { reads }: Feed): void {
  const latest = latestReads(application)
  latest.push(reads)
  if (latest.length > ONCE_ONLY) latest.shift()
  if (latest.length === ONCE_ONLY && latest.every(({ times }) => times === 1)) {
    log.warn('revocation-adapter')
  }
}

/** Whose sessions are looked up, and what is known of them. */
interface Known {
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

type Kind = 'session' | 'provider'

const pickKeys = ({ sessions, providers }: Feed, kind: Kind): EndedKeys =>
  kind === 'session' ? sessions : providers

/**
 * Whether what is known still counts. No session is left that it ends, but there may be new ones that do not say that they come
 * after it, because it was deleted before they were issued.
 */
const stillCounts = ({ config }: Known, { expires }: Ended): boolean =>
  config.clock() < expires - SKEW

/** What the store says of a key that a filter may have. */
async function confirm(
  { config, feed }: Known,
  kind: Kind,
  key: string,
): Promise<Ended | undefined> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind, key })
  if (found) return { ...found, expires: found.expires.getTime() }
  pickKeys(feed, kind).clear(key)
  return undefined
}

function findKey(known: Known, kind: Kind, key: string): MaybePromise<Ended | undefined> {
  const keys = pickKeys(known.feed, kind)
  const found = keys.find(key) ?? (keys.isUncertain(key) ? confirm(known, kind, key) : undefined)
  return andThen(found, (entry) => (entry && stillCounts(known, entry) ? entry : undefined))
}

/**
 * A session is over by an ending of all that came after it, even if it was spared at the same time: the request that ended all
 * others may have failed before it could find that out.
 */
async function endedWithAll(known: Known, token: JWT): Promise<string | undefined> {
  const key = await unsparedKey(findOwner(token) ?? '')
  const all = await findKey(known, 'session', key)
  return all && all.generation > readGeneration(token) ? all.reason : undefined
}

/** The user's generation is over, unless this session is the one that was to stay. */
function endedByUser(
  known: Known,
  token: JWT,
  { generation, reason }: Ended,
): MaybePromise<string | undefined> {
  return andThen(findKey(known, 'session', sparedKey(token.jti ?? '')), (spared) =>
    (spared?.generation ?? 0) >= generation ? endedWithAll(known, token) : reason,
  )
}

function endedAtProvider(
  known: Known,
  { s, u, g = 0, n = -1 }: ProviderMarks,
): MaybePromise<string | undefined> {
  const bySession = s === undefined ? undefined : findKey(known, 'provider', s)
  return andThen(bySession, (session) => {
    if (session && session.generation > n) return session.reason
    const byUser = u === undefined ? undefined : findKey(known, 'provider', u)
    return andThen(byUser, (user) => (user && user.generation > g ? user.reason : undefined))
  })
}

function endedAlone(known: Known, token: JWT): MaybePromise<string | undefined> {
  return andThen(findKey(known, 'session', token.jti ?? ''), (session) => {
    if (session?.generation === 0) return session.reason
    const marks = readMarks(token)
    return marks && endedAtProvider(known, marks)
  })
}

/** The latest ending of the user, if it is later than the token. */
function laterEnding(known: Known, token: JWT): Ended | undefined {
  const owner = findOwner(token)
  const user = owner === undefined ? undefined : known.feed.user(owner)
  const isLater = user && user.generation > readGeneration(token) && stillCounts(known, user)
  return isLater ? user : undefined
}

/** What is known of a session that somebody has ended, or that was spared; of others there is nothing to say. */
export interface Finding {
  /** Why it is over: the word of whoever ended it. */
  readonly reason?: string
  /** The generation that it counts as without saying so, because it was spared. */
  readonly spared?: number | undefined
}

const toFinding = (reason: string | undefined): Finding | undefined =>
  reason === undefined ? undefined : { reason }

function findLater(known: Known, token: JWT, later: Ended): MaybePromise<Finding> {
  return andThen(endedByUser(known, token, later), (reason) =>
    andThen(reason ?? endedAlone(known, token), (over) =>
      over === undefined ? { spared: later.generation } : { reason: over },
    ),
  )
}

function look(known: Known, token: JWT): MaybePromise<Finding | undefined> {
  const { epoch } = known.feed
  if (epoch.generation > readEpoch(token) && stillCounts(known, epoch)) {
    return { reason: epoch.reason }
  }
  const later = laterEnding(known, token)
  return later ? findLater(known, token, later) : andThen(endedAlone(known, token), toFinding)
}

const mayKnowMarks = ({ providers }: Feed, { s, u }: ProviderMarks = {}): boolean =>
  (s !== undefined && providers.mayKnow(s)) || (u !== undefined && providers.mayKnow(u))

/** Whether a feed, as it is, has nothing that could end a session: what nearly every read finds, without asking any further. */
function knowsNothing(feed: Feed, token: JWT): boolean {
  const owner = findOwner(token)
  return (
    !feed.sessions.mayKnow(token.jti ?? '') &&
    (owner === undefined || !feed.mayKnowUser(owner)) &&
    feed.epoch.generation <= readEpoch(token) &&
    !mayKnowMarks(feed, readMarks(token))
  )
}

/**
 * Looks a session up in the feed of endings. Nobody is waited for, as long as what is known is new enough.
 *
 * @param at - when the session was opened: one that was opened within the window is in time. Default: now
 * @returns `undefined` for a session that was neither ended nor spared, and where sessions are not revoked
 * @throws AdapterError when the store is away for longer than the grace
 */
export function lookUp(
  config: ResolvedConfig,
  token: JWT,
  at: Moment = readMoment(config),
): MaybePromise<Finding | undefined> {
  const { revocation } = config
  if (!revocation) return undefined
  const feed = findFeed(revocation.adapter)
  feed.reads.times += 1
  if (feed.reads.times === 1) warnOfNewAdapters(config, feed)
  const age = feed.age(at)
  const isNew = age < revocation.window / 2
  if (isNew && knowsNothing(feed, token)) return undefined
  const known = { config, feed }
  if (isNew) return look(known, token)
  const use = toUse(config, revocation)
  if (age >= revocation.window) return feed.catchUp(use).then(() => look(known, token))
  feed.refresh(use)
  return look(known, token)
}

/** The same with what is known at this moment, for what was looked up before and may have been ended since. */
export function lookUpAgain(config: ResolvedConfig, token: JWT): MaybePromise<Finding | undefined> {
  const { revocation } = config
  return revocation && look({ config, feed: findFeed(revocation.adapter) }, token)
}

/**
 * Asks the store for endings, and waits no longer than reading a session does; while it is away, what is known is used.
 *
 * @throws AdapterError when the store is away for longer than the grace
 */
export async function askForEndings(config: ResolvedConfig): Promise<void> {
  const open = openFeed(config)
  await open?.feed.catchUp(open.use)
}

/**
 * Waits until what is known of endings is at most some seconds old.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function catchUpTo(
  config: ResolvedConfig,
  maxStale: number | undefined,
): Promise<void> {
  if (maxStale === undefined) return
  const open = openFeed(config)
  // Nothing is newer than what is not a number.
  const isNewEnough = open && open.feed.age(readMoment(config)) < maxStale * 1000
  if (open && !isNewEnough) await open.feed.pullNow(open.use)
}

/** Whether a session was spared by the latest ending of its user, as far as this process has heard of it. */
export async function isSpared(
  config: ResolvedConfig,
  user: string,
  { sessionId }: AdapterDevice,
): Promise<boolean> {
  const feed = openFeed(config)?.feed
  const latest = feed?.user(user)
  if (!feed || !latest) return false
  const spared = await findKey({ config, feed }, 'session', sparedKey(sessionId))
  return spared !== undefined && spared.generation >= latest.generation
}

/** Whether an ending at the provider came after a device was last seen: its row has no generation. */
async function endedSince(
  { config }: Known,
  key: string,
  { lastSeenAt }: AdapterDevice,
): Promise<boolean> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind: 'provider', key })
  return found ? lastSeenAt.getTime() <= found.at.getTime() : false
}

/** Whether the session at the provider that opened a device has ended; of those without a name there, one that was open then. */
async function endedThere(known: Known, device: AdapterDevice): Promise<boolean> {
  const { providerSession: key } = device
  const found = key === null ? undefined : await findKey(known, 'provider', key)
  if (key === null || !found) return false
  return found.generation === 0 || endedSince(known, key, device)
}

/** Whether all sessions of the user at the provider were ended after this one was last seen. */
async function endedWithSubject(known: Known, device: AdapterDevice): Promise<boolean> {
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
