import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { StoredDevice } from '../devices/stored-devices.ts'
import { EVERYONE } from './copy.ts'
import { exemptKey } from './ended-keys.ts'
import { findKey, type Key, type KnownFeed, learn, openFeed } from './open-feed.ts'

/**
 * Whether a session was exempt from the latest ending of its user, by the copy of the feed in this process.
 *
 * @throws AdapterError when the store has to be asked and fails
 */
export async function isExempt(
  config: ResolvedConfig,
  user: string,
  { sessionId }: StoredDevice,
): Promise<boolean> {
  const open = openFeed(config)
  if (!open) return false
  const { feed } = open
  const key = exemptKey(sessionId)
  await learn(open, [
    { kind: 'user', key: user },
    { kind: 'session', key },
  ])
  const latest = feed.user(user)
  if (!latest) return false
  const exempt = await findKey({ config, feed }, 'session', key)
  return exempt !== undefined && exempt.generation >= latest.generation
}

/** Whether an ending at the provider came after a device was last seen: its row has no generation. */
async function endedSince(
  { config }: KnownFeed,
  key: string,
  { lastSeenAt }: StoredDevice,
): Promise<boolean> {
  const found = await openFeed(config)?.use.store().getRevocation({ kind: 'provider', key })
  return found ? lastSeenAt.getTime() <= found.at.getTime() : false
}

/** Whether the session at the provider that opened a device has ended since it was last seen. */
async function endedThere(known: KnownFeed, device: StoredDevice): Promise<boolean> {
  const { providerSession: key } = device
  const found = key === null ? undefined : await findKey(known, 'provider', key)
  if (key === null || !found) return false
  return endedSince(known, key, device)
}

/** Whether all sessions of the user at the provider were ended after this one was last seen. */
async function endedWithSubject(known: KnownFeed, device: StoredDevice): Promise<boolean> {
  const { providerSubject: key } = device
  if (key === null || !(await findKey(known, 'provider', key))) return false
  return endedSince(known, key, device)
}

/** The keys of what can end the session of a device, but for its user. */
function keysOf({ sessionId, providerSession, providerSubject }: StoredDevice): readonly Key[] {
  return [
    { kind: 'all', key: EVERYONE },
    { kind: 'session', key: sessionId },
    ...[providerSession, providerSubject].flatMap((key) =>
      key === null ? [] : [{ kind: 'provider', key } as const],
    ),
  ]
}

/**
 * Whether the session of a device was ended, as far as its row and the feed tell; one of an earlier generation of its user has
 * no row.
 *
 * @throws AdapterError when the store fails
 */
export async function isDeviceEnded(
  config: ResolvedConfig,
  device: StoredDevice,
): Promise<boolean> {
  const { sessionId, lastSeenAt } = device
  const open = openFeed(config)
  if (!open) return false
  await learn(open, keysOf(device))
  // A session that comes after the ending of all was last seen after it.
  if (lastSeenAt.getTime() <= open.feed.epoch.at) return true
  const known = { config, feed: open.feed }
  if ((await findKey(known, 'session', sessionId))?.generation === 0) return true
  return (await endedThere(known, device)) || endedWithSubject(known, device)
}
