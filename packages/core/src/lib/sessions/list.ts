import type { ResolvedConfig } from '../config/resolved-config.ts'
import { deviceId } from '../devices/device-id.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import { isDeviceEnded } from '../revocation/look-up.ts'
import type { AdapterDevice } from '../types/adapter-revocation.ts'
import type { Device } from '../types/sessions.ts'

/** A device with the id of its session, which stays on the server. */
export interface KnownDevice {
  readonly sessionId: string
  readonly device: Omit<Device, 'id' | 'current'>
}

const toKnown = ({ sessionId, ...row }: AdapterDevice): KnownDevice => {
  const { label, place, provider, createdAt, lastSeenAt, expires } = row
  return { sessionId, device: { label, place, provider, createdAt, lastSeenAt, expires } }
}

/** Without a list of devices a store of sessions knows that there are some. */
async function listRows({ adapter }: ResolvedConfig, userId: string): Promise<KnownDevice[]> {
  const unknown = { label: null, place: null, provider: null, createdAt: null, lastSeenAt: null }
  const rows = (await adapter?.listSessionsByUserId?.(userId)) ?? []
  return rows.map(({ sessionToken, expires }) => ({
    sessionId: sessionToken,
    device: { ...unknown, expires },
  }))
}

/** The devices whose sessions are there: a row may be left of one that ended in another way. */
async function listDevices(config: ResolvedConfig, userId: string): Promise<KnownDevice[]> {
  const { adapter, session } = config
  const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []
  if (session.strategy === 'jwt') {
    const ended = await Promise.all(devices.map(async (device) => isDeviceEnded(config, device)))
    return devices.filter((_, index) => !ended[index]).map(toKnown)
  }
  if (!adapter?.listSessionsByUserId) return devices.map(toKnown)
  const rows = await adapter.listSessionsByUserId(userId)
  const there = new Set(rows.map(({ sessionToken }) => sessionToken))
  return devices.filter(({ sessionId }) => there.has(sessionId)).map(toKnown)
}

/**
 * Where a user is signed in.
 *
 * @throws InvalidConfiguration where nothing keeps a list
 * @throws AdapterError when the store fails
 */
export async function listKnown(
  config: ResolvedConfig,
  userId: string,
): Promise<readonly KnownDevice[]> {
  const { session, adapter, clock } = config
  const canListRows = session.strategy === 'database' && adapter?.listSessionsByUserId !== undefined
  if (!session.devices && !canListRows) {
    throw new InvalidConfiguration(
      'Nothing keeps a list of where users are signed in. Set `session.devices` to true.',
    )
  }
  const known = session.devices ? await listDevices(config, userId) : await listRows(config, userId)
  return known
    .filter(({ device }) => device.expires.getTime() > clock())
    .toSorted((one, other) => lastUse(other) - lastUse(one))
}

const lastUse = ({ device }: KnownDevice): number => (device.lastSeenAt ?? device.expires).getTime()

/** What people see of devices. */
export async function toDevices(
  config: ResolvedConfig,
  known: readonly KnownDevice[],
  currentId: string | undefined,
): Promise<readonly Device[]> {
  return Promise.all(
    known.map(async ({ sessionId, device }) => ({
      id: await deviceId(config, sessionId),
      current: sessionId === currentId,
      ...device,
    })),
  )
}
