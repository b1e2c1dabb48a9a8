import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SessionContext } from '../../request/context.ts'
import { deviceId } from '../devices/device-id.ts'
import { readLabel } from '../devices/label.ts'
import { loadDevices } from '../devices/registry.ts'
import type { StoredDevice } from '../devices/stored-devices.ts'
import { InvalidConfiguration } from '../../errors/classes.ts'
import { isDeviceEnded } from '../endings/device-endings.ts'
import type { Current } from '../strategy.ts'
import type { Device } from '../../types/sessions.ts'

/** A device with the id of its session, which stays on the server. */
export interface ListedDevice {
  readonly sessionId: string
  readonly device: Omit<Device, 'id' | 'current'>
}

const toKnown = ({ sessionId, ...row }: StoredDevice): ListedDevice => {
  const { label, place, provider, createdAt, lastSeenAt, expires } = row
  return { sessionId, device: { label, place, provider, createdAt, lastSeenAt, expires } }
}

const UNKNOWN = { label: null, place: null, provider: null, createdAt: null, lastSeenAt: null }

/** Without a list of devices a store of sessions knows that there are some. */
async function listRows({ adapter }: ResolvedConfig, userId: string): Promise<ListedDevice[]> {
  const rows = (await adapter?.listSessionsByUserId?.(userId)) ?? []
  return rows.map(({ sessionToken, expires }) => ({
    sessionId: sessionToken,
    device: { ...UNKNOWN, expires },
  }))
}

/**
 * The devices whose sessions are there: a row may be left of one that ended in another way, and a session that was opened
 * before devices were listed has none.
 */
async function listOpenDevices(config: ResolvedConfig, userId: string): Promise<ListedDevice[]> {
  const { listDevices } = await loadDevices()
  const devices = await listDevices(config, userId)
  if (config.session.strategy === 'jwt') {
    const ended = await Promise.all(devices.map(async (device) => isDeviceEnded(config, device)))
    return devices.filter((_, index) => !ended[index]).map(toKnown)
  }
  const noted = new Map(devices.map((device) => [device.sessionId, toKnown(device)]))
  const rows = await listRows(config, userId)
  return rows.map((row) => noted.get(row.sessionId) ?? row)
}

/**
 * Where a user is signed in, as far as this process has heard of endings.
 *
 * @throws InvalidConfiguration where nothing keeps a list
 * @throws AdapterError when the store fails
 */
export async function listKnown(
  config: ResolvedConfig,
  userId: string,
): Promise<readonly ListedDevice[]> {
  const { session, adapter, clock } = config
  const canListRows = session.strategy === 'database' && adapter?.listSessionsByUserId !== undefined
  if (!session.devices && !canListRows) {
    throw new InvalidConfiguration('Devices are not recorded. Set `session.devices` to true.')
  }
  const known = session.devices
    ? await listOpenDevices(config, userId)
    : await listRows(config, userId)
  return known
    .filter(({ device }) => device.expires.getTime() > clock())
    .toSorted((one, other) => lastUse(other) - lastUse(one))
}

const lastUse = ({ device }: ListedDevice): number =>
  (device.lastSeenAt ?? device.expires).getTime()

/** Also the session that asks, which has no row where it was opened before devices were listed. */
export function withCurrent(
  { config, headers }: SessionContext,
  { sessionId, signedInAt, signedInBy }: Current,
  known: readonly ListedDevice[],
): readonly ListedDevice[] {
  if (known.some((one) => one.sessionId === sessionId)) return known
  const { clock, session } = config
  const device = {
    ...UNKNOWN,
    label: readLabel(headers?.get('user-agent')),
    provider: signedInBy?.p ?? null,
    createdAt: signedInAt === undefined ? null : new Date(signedInAt * 1000),
    expires: new Date(clock() + session.maxAge * 1000),
  }
  return [{ sessionId, device }, ...known]
}

/** A device as users see it. */
export async function toDevices(
  config: ResolvedConfig,
  known: readonly ListedDevice[],
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
