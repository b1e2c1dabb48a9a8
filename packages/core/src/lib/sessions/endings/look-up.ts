import { readMoment, type Moment } from '../../kit/clock.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { JWT } from '../../types/jwt.ts'
import { readEpoch, readGeneration, readMarks, findOwner, type ProviderMarks } from './claims.ts'
import { EVERYONE } from './copy.ts'
import { type Ended, exemptKey, allEndedKey } from './ended-keys.ts'
import {
  findFeed,
  findKey,
  type Key,
  type KnownFeed,
  learn,
  openFeed,
  type OpenFeed,
  stillCounts,
  toUse,
  warnOfNewAdapters,
} from './open-feed.ts'

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
  { s, u, g = 0, n = 0 }: ProviderMarks,
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

/** The keys of everything that can end a session. */
function keysOf(token: JWT): readonly Key[] {
  const owner = findOwner(token)
  const { s, u } = readMarks(token) ?? {}
  return [
    { kind: 'all', key: EVERYONE },
    { kind: 'session', key: token.jti ?? '' },
    ...(owner === undefined ? [] : [{ kind: 'user', key: owner } as const]),
    ...[s, u].flatMap((key) => (key === undefined ? [] : [{ kind: 'provider', key } as const])),
  ]
}

/** Asks the store for everything that can end a session. */
async function learnOf(open: OpenFeed, token: JWT): Promise<void> {
  await learn(open, keysOf(token))
  const owner = findOwner(token)
  const latest = owner === undefined ? undefined : open.feed.user(owner)
  if (owner === undefined || !latest || latest.generation <= readGeneration(token)) return
  // Which sessions of the user were exempt.
  const keys = [exemptKey(token.jti ?? ''), await allEndedKey(owner)]
  await learn(
    open,
    keys.map((key) => ({ kind: 'session', key })),
  )
}

/** Makes the copy of the feed new enough for what was opened at a time, and asks the store itself while there is no whole copy. */
async function prepare(open: OpenFeed, token: JWT, age: number): Promise<void> {
  const { feed, use } = open
  if (age >= use.window) await feed.catchUp(use)
  else if (age >= use.window / 2) await feed.refresh(use)
  if (!feed.isPartial) return
  try {
    await learnOf(open, token)
  } catch (error) {
    // A store that is away: a copy of before it went back counts for the grace, as any other.
    if (feed.age(readMoment(use)) >= use.grace) throw error
  }
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
  if (age >= revocation.window / 2 || feed.isPartial) {
    await prepare({ feed, use: toUse(config, revocation) }, token, age)
  }
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

/**
 * Waits until the copy has all endings of the store.
 *
 * @throws AdapterError when the store cannot tell
 */
export async function awaitEndings(config: ResolvedConfig): Promise<void> {
  const open = openFeed(config)
  await open?.feed.complete(open.use)
}
