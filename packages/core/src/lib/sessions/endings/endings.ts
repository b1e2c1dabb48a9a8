import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { deviceId } from '../devices/device-id.ts'
import { forgetDevices, loadDevices } from '../devices/registry.ts'
import type { StoredDevice } from '../devices/stored-devices.ts'
import { asError } from '../../errors/auth-error.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { emit } from '../../request/emit.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import { endProofsOf } from './mail-proofs.ts'
import { appendEndOfAll, endBesideRows, EVERY_SESSION } from './end-of-all.ts'
import { SKEW } from './copy.ts'
import { endEarlier, endOfUser, type Writing } from './generations.ts'
import { isExempt } from './device-endings.ts'
import { catchUpTo } from './look-up.ts'
import { openFeed } from './open-feed.ts'
import { keepReason } from './ended-notice.ts'
import { lazy } from '../../kit/lazy.ts'
import { deleteRows } from './delete-rows.ts'
import type { Ending } from './ending.ts'

// Only with features that have gates, or rows that end with sessions.
const loadWaiting = lazy(() => import('./waiting.ts'))
const loadRows = lazy(() => import('./rows.ts'))

export type { Ending } from './ending.ts'

/** Why something is ended, as it is stored: a word that pages and logs may show. */
const REASON = /^[a-z\d]+(?:-[a-z\d]+)*$/i
const LONGEST_REASON = 64

/**
 * Checks a reason, which may be the application's own word.
 *
 * @throws InvalidConfiguration that describes the form of a reason
 */
export function requireReason(reason: string): string {
  if (reason.length <= LONGEST_REASON && REASON.test(reason)) return reason
  throw new InvalidConfiguration(
    `The reason ${JSON.stringify(reason.slice(0, LONGEST_REASON))} is not a word of letters, digits and dashes with at most ${LONGEST_REASON} characters. Write one such as "password-changed".`,
  )
}

/**
 * Until when an entry is kept: as long as a session can last that was sealed before now by a clock that is ahead. Then every process
 * forgets it, and it is deleted when all clocks say so.
 */
function latestEnd({ session, clock }: ResolvedConfig, seconds: number): Date {
  const longest = Math.min(seconds, session.absoluteMaxAge ?? seconds)
  return new Date(clock() + longest * 1000 + 2 * SKEW)
}

/** Appends an ending of more than one session. */
async function appendEnding(
  writing: Writing,
  ending: Exclude<Ending, { readonly kind: 'session' }>,
): Promise<void> {
  if (ending.kind === 'user') return endOfUser(writing, ending)
  if (ending.kind === 'all') return appendEndOfAll(writing)
  const { kind, key } = ending
  // A provider may name a later session the same.
  return endEarlier(writing, { kind, key })
}

/** Appends what ends sealed sessions to the feed. */
async function append(config: ResolvedConfig, ending: Ending, reason: string): Promise<void> {
  const open = openFeed(config)
  if (!open) {
    throw new InvalidConfiguration(
      'Sessions of the strategy "jwt" end in their own browser alone, unless `session.revocation` is set.',
    )
  }
  const { feed, use } = open
  const { session } = config
  const now = config.clock()
  const tell = (entries: readonly AdapterRevocation[]): void => {
    for (const entry of entries) feed.add(entry, now)
  }
  // A session lasts as long as it is used, up to its absolute lifetime.
  const expires = latestEnd(config, session.absoluteMaxAge ?? session.maxAge)
  const note = { reason, at: new Date(now), expires }
  const written: AdapterRevocation[] = []
  const writing: Writing = {
    note,
    find: async (entry) => use.store().getRevocation(entry),
    append: async (entries) => {
      await feed.append(entries, use)
      written.push(...entries)
    },
  }
  if (ending.kind !== 'session') {
    await appendEnding(writing, ending)
    // Not before: an exempt session is sealed anew, and it may turn out to be over.
    return tell(written)
  }
  // Nothing extends it any more.
  const soon = latestEnd(config, session.maxAge)
  const entry = { ...note, kind: ending.kind, key: ending.id, generation: 0, expires: soon }
  // Ended in this process even if the store fails: its cookie is deleted in any case.
  tell([entry])
  return writing.append([entry])
}

/** What stands beside rows for an ending of more than one of them. */
function keyBesideRows(ending: Ending): Pick<AdapterRevocation, 'kind' | 'key'> | undefined {
  if (ending.kind === 'all') return EVERY_SESSION
  if (ending.kind === 'user') return { kind: 'user', key: String(ending.id) }
  return ending.kind === 'provider' ? { kind: 'provider', key: ending.key } : undefined
}

/** Id of the user whose sessions an ending ends, where it is about one. */
function userOf(ending: Ending): string | undefined {
  if (ending.kind === 'all') return undefined
  return ending.kind === 'user' ? ending.id : ending.user
}

/** The devices that an ending is about; with that of the session which is exempt. */
async function findAffectedDevices(
  config: ResolvedConfig,
  ending: Ending,
): Promise<readonly StoredDevice[]> {
  const user = userOf(ending)
  if (!config.session.devices || ending.kind === 'session' || user === undefined) return []
  const { listDevices } = await loadDevices()
  return listDevices(config, user)
}

/** Ids of the sessions that an ending ends, as far as the list of devices has them. */
function findEnded(ending: Ending, devices: readonly StoredDevice[]): readonly string[] {
  if (ending.kind === 'session') return [ending.id]
  return devices
    .filter(({ sessionId, providerSession, providerSubject }) =>
      ending.kind === 'user'
        ? sessionId !== ending.except
        : ending.kind === 'provider' &&
          (providerSession === ending.key || providerSubject === ending.key),
    )
    .map(({ sessionId }) => sessionId)
}

/** Two sessions that end all others at the same time take each other off the list: the one that stays is put back. */
async function restoreExempt(
  config: ResolvedConfig,
  ending: Ending,
  devices: readonly StoredDevice[],
): Promise<void> {
  if (ending.kind !== 'user' || ending.except === undefined || devices.length === 0) return
  try {
    await catchUpTo(config, 0)
    const { addDevice } = await loadDevices()
    for (const device of devices) {
      if (await isExempt(config, ending.id, device)) await addDevice(config, device)
    }
  } catch (error) {
    config.log.error(asError(error))
  }
}

/** Why sessions are ended, and by which user. */
export interface Cause {
  /** A word such as `sign-out`. */
  readonly reason: string
  /** Id of the user whose request it is. */
  readonly by?: string | undefined
  /** Whether rows of features stay that end with the sessions of a user. Default: they end. */
  readonly keepsRows?: boolean
}

/** Sessions without a name at the provider end together with one that has it: by one logout, and with one event. */
const isPart = (ending: Ending): boolean => ending.kind === 'provider' && ending.unnamed === true

async function announce(
  config: ResolvedConfig,
  ending: Ending,
  { reason, by }: Cause,
): Promise<void> {
  if (!config.events.sessionEnded || isPart(ending)) return
  const { kind } = ending
  const userId = userOf(ending)
  await emit(config, 'sessionEnded', {
    kind,
    reason,
    ...(userId === undefined ? {} : { userId }),
    ...(kind === 'session' ? { device: await deviceId(config, ending.id) } : {}),
    ...(by === undefined ? {} : { by }),
  })
}

/** Ends the rows of features that end with the sessions of a user. @throws AdapterError when the store fails */
export async function endRowsOf(config: ResolvedConfig, userId: string): Promise<void> {
  if (config.features?.endsWithSessions.length) {
    await (await loadRows()).clearEnding(config, userId)
  }
}

/** Ends what ends with the sessions of a user. */
async function endBeside(
  config: ResolvedConfig,
  userId: string,
  keepsRows: boolean,
): Promise<void> {
  await endProofsOf(config, userId)
  if (!keepsRows) await endRowsOf(config, userId)
}

/**
 * Ends sessions of both strategies: they are refused by this process from now on, and by the others within the
 * window; rows of a store are deleted. Every sign-out, and everything else that ends a session, is a call of this.
 *
 * @param cause - why; a text is a reason
 * @throws AdapterError when the store fails
 * @throws InvalidConfiguration where the configuration has no way to end that
 */
export async function endSessions(
  config: ResolvedConfig,
  ending: Ending,
  cause: Cause | string,
): Promise<void> {
  const {
    reason,
    by,
    keepsRows = false,
  }: Cause = typeof cause === 'string' ? { reason: cause } : cause
  requireReason(reason)
  if (ending.kind === 'user' && config.features?.gates.length) {
    await (await loadWaiting()).endWaiting(config, ending)
  }
  if (ending.kind === 'user') await endBeside(config, ending.id, keepsRows)
  const devices = await findAffectedDevices(config, ending)
  const sessionIds = findEnded(ending, devices)
  if (config.session.strategy === 'database') {
    // First: a sign-in that stores a row after these were deleted looks for it afterwards.
    const key = keyBesideRows(ending)
    if (key) await endBesideRows(config, key, reason)
    await deleteRows(config, ending, sessionIds)
  } else await append(config, ending, reason)
  // Again: what a session asked for while it was ended.
  if (ending.kind === 'user') await endBeside(config, ending.id, keepsRows)
  await keepReason(config, sessionIds, {
    reason,
    at: new Date(config.clock()),
    expires: latestEnd(config, config.session.maxAge),
  })
  const userId = userOf(ending)
  const isKnown = userId !== undefined
  await forgetDevices(config, isKnown ? sessionIds.map((sessionId) => ({ sessionId, userId })) : [])
  await restoreExempt(config, ending, devices)
  await announce(config, ending, { reason, by })
}
