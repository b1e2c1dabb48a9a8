import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { AdapterError } from '../../errors/classes.ts'
import { devices } from '../../records/devices.ts'
import { keyOf } from '../../crypto/key-of.ts'
import { createRecords } from '../../records/records.ts'
import type { NewValues, Records, Row } from '../../types/record-verbs.ts'

type Store = Pick<ResolvedConfig, 'adapter' | 'clock'>

/** A device on which a person is signed in. */
export interface StoredDevice {
  /** It never leaves the server. */
  readonly sessionId: string
  readonly userId: string
  /** When the user signed in. */
  readonly createdAt: Date
  /** When the session was last extended. */
  readonly lastSeenAt: Date
  /** When the session ends. */
  readonly expires: Date
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** What the application says of where it is. */
  readonly place: string | null
  /** Id of the provider that the user signed in with. */
  readonly provider: string | null
  /** A hash that names the session at the provider (`iss` and `sid`). */
  readonly providerSession: string | null
  /** A hash that names the user at the provider (`iss` and `sub`). */
  readonly providerSubject: string | null
}

/** What names a device. */
export type DeviceKey = Pick<StoredDevice, 'sessionId' | 'userId'>

type DeviceRow = Row<typeof devices>

/** Attempts to delete a row that is changed at the same time. */
const ATTEMPTS = 5

/** `undefined` where the store has no place for devices. */
const recordsOf = ({ adapter, clock }: Store): Records | undefined =>
  adapter?.records?.keeps(devices) ? createRecords(adapter.records, clock) : undefined

// Ids of sessions that were taken over from another library may be of any length.
const toKey = async ({ sessionId, userId }: DeviceKey) => ({
  userId: String(userId),
  session: await keyOf(sessionId),
})

async function toValues(device: StoredDevice): Promise<NewValues<typeof devices>> {
  const key = await toKey(device)
  const { createdAt, lastSeenAt, expires, providerSession } = device
  return {
    ...device,
    ...key,
    createdAt: createdAt.getTime(),
    lastSeenAt: lastSeenAt.getTime(),
    expires: expires.getTime(),
    providerSession: providerSession ?? key.session,
  }
}

function toDevice({ session, ...row }: DeviceRow): StoredDevice {
  const { createdAt, lastSeenAt, expires, providerSession } = row
  return {
    ...row,
    createdAt: new Date(createdAt),
    lastSeenAt: new Date(lastSeenAt),
    expires: new Date(expires),
    providerSession: providerSession === session ? null : providerSession,
  }
}

async function listBy(
  store: Store,
  field: 'userId' | 'providerSession',
  value: string,
): Promise<readonly StoredDevice[]> {
  const records = recordsOf(store)
  const found: StoredDevice[] = []
  let after: string | undefined
  do {
    const page = await records?.find(devices, field, value, { after })
    found.push(...(page?.rows ?? []).map(toDevice))
    after = page?.next
  } while (after !== undefined)
  return found
}

/** The devices of a user, in any order. */
export const listDevices = (store: Store, userId: string): Promise<readonly StoredDevice[]> =>
  listBy(store, 'userId', String(userId))

/** The devices whose sessions a session at a provider has opened. */
export const listDevicesOf = (
  store: Store,
  providerSession: string,
): Promise<readonly StoredDevice[]> => listBy(store, 'providerSession', providerSession)

/** The device of a session. */
export async function findDevice(store: Store, key: DeviceKey): Promise<StoredDevice | undefined> {
  const row = await recordsOf(store)?.get(devices, await toKey(key))
  return row ? toDevice(row) : undefined
}

/**
 * Adds a device, unless it is there.
 *
 * @throws AdapterError when the store fails, or has no such user
 */
export async function addDevice(store: Store, device: StoredDevice): Promise<void> {
  const answer = await recordsOf(store)?.insert(devices, await toValues(device))
  if (answer === 'no-owner')
    throw new AdapterError('The store has no user with the id of the device.')
}

/**
 * Changes a device that is there. One that was deleted or changed since it was read stays so: what changes it at the same time says the
 * same of it.
 *
 * @param read - what becomes of it
 */
export async function changeDevice(
  store: Store,
  key: DeviceKey,
  read: (device: StoredDevice) => Promise<Partial<StoredDevice>>,
): Promise<void> {
  const records = recordsOf(store)
  const row = await records?.get(devices, await toKey(key))
  if (!records || !row) return
  const device = toDevice(row)
  const { label, place, lastSeenAt, expires } = await toValues({
    ...device,
    ...(await read(device)),
  })
  await records.change(devices, row, {
    label: label ?? null,
    place: place ?? null,
    lastSeenAt,
    expires,
  })
}

/**
 * Takes a device off the list.
 *
 * @returns the device: of simultaneous calls one gets it
 * @throws AdapterError when the store fails, or the device was changed at each attempt
 */
export async function takeDevice(store: Store, key: DeviceKey): Promise<StoredDevice | undefined> {
  const records = recordsOf(store)
  if (!records) return undefined
  const wanted = await toKey(key)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const row = await records.get(devices, wanted)
    if (row === null) return undefined
    if (await records.drop(devices, row)) return toDevice(row)
  }
  throw new AdapterError('A device was changed at each attempt to take it off the list.')
}

/**
 * Deletes a device, if it is there.
 *
 * @throws AdapterError when the store fails, or the device was changed at each attempt
 */
export async function deleteDevice(store: Store, key: DeviceKey): Promise<void> {
  await takeDevice(store, key)
}
