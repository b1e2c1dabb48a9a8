import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SessionContext } from '../../request/context.ts'
import { asError } from '../../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import { readLabel } from './label.ts'
import type * as Stored from './stored-devices.ts'
import type { DeviceKey, StoredDevice } from './stored-devices.ts'

type StoredDevices = typeof Stored

/** How {@link loadDevices} gives the module. */
type LoadDevices = () => StoredDevices | Promise<StoredDevices>

/** The devices in the store, for configurations that list them. */
export const loadDevices: LoadDevices = lazy(() => import('./stored-devices.ts'))

/** The longest text of a field. */
const LONGEST = 255

/** Characters that not every store keeps: NUL, and the halves of one that is cut. */
const UNSTORABLE = /[\0\p{Cs}]/gu

/** A session that was opened or extended. */
export interface Seen {
  readonly sessionId: string
  readonly userId: string
  readonly expires: Date
}

/** A session that is being opened, and by what. */
export interface NewDevice extends Seen {
  /** When the user signed in. */
  readonly createdAt: Date
  readonly provider: string | null
  readonly providerSession: string | null
  readonly providerSubject: string | null
}

/** The place of the browser by the `deviceInfo` callback; `null` when that throws. */
async function runDeviceInfo({ config, headers }: SessionContext): Promise<string | null> {
  const { callbacks } = config
  if (!callbacks.deviceInfo || !headers) return null
  const subject = 'The `deviceInfo` callback'
  try {
    const info: unknown = await naming(CallbackRouteError, subject, () =>
      callbacks.deviceInfo?.({ headers }),
    )
    if (!isObject(info)) {
      throw new InvalidConfiguration(
        `${subject} returned ${describeKind(info)}. Return an object, with \`place\` where it is known.`,
      )
    }
    const { place } = info
    const text = typeof place === 'string' ? place.slice(0, LONGEST) : ''
    return text.replaceAll(UNSTORABLE, '') || null
  } catch (error) {
    config.log.error(asError(error))
    return null
  }
}

/**
 * Notes a session where its user can see it. Without the row it could not be ended from another device, so that there is no
 * session where it cannot be written.
 *
 * @param since - when the latest ending was that the session comes after: it counts as seen later, also by a clock that is behind
 * @throws AdapterError when the store fails
 */
export async function noteDevice(
  context: SessionContext,
  opened: NewDevice,
  since: number = 0,
): Promise<void> {
  const { config, headers } = context
  if (!config.session.devices) return
  const { addDevice } = await loadDevices()
  await addDevice(config, {
    ...opened,
    lastSeenAt: new Date(Math.max(config.clock(), since + 1)),
    label: readLabel(headers?.get('user-agent')),
    place: await runDeviceInfo(context),
  })
}

/** The device of a session. */
export async function findDevice(
  config: ResolvedConfig,
  key: DeviceKey,
): Promise<StoredDevice | undefined> {
  const stored = await loadDevices()
  return stored.findDevice(config, key)
}

/** Records that a session is in use. One that ended in the meantime is not added again; a store that fails does not block reading. */
export async function touchDevice(context: SessionContext, seen: Seen): Promise<void> {
  const { config, headers } = context
  if (!config.session.devices) return
  try {
    const { changeDevice } = await loadDevices()
    await changeDevice(config, seen, async (device) => ({
      label: readLabel(headers?.get('user-agent')) ?? device.label,
      place: (await runDeviceInfo(context)) ?? device.place,
      expires: seen.expires,
      // By a clock that is behind it would be before the ending that the session comes after.
      lastSeenAt: new Date(Math.max(config.clock(), device.lastSeenAt.getTime())),
    }))
  } catch (error) {
    config.log.error(asError(error))
  }
}

/** Takes devices off the list. Their sessions are over by then, so that a store that fails is only logged. */
export async function forgetDevices(
  config: ResolvedConfig,
  keys: readonly DeviceKey[],
): Promise<void> {
  if (!config.session.devices || keys.length === 0) return
  try {
    const { deleteDevice } = await loadDevices()
    await Promise.all(keys.map(async (key) => deleteDevice(config, key)))
  } catch (error) {
    config.log.error(asError(error))
  }
}
