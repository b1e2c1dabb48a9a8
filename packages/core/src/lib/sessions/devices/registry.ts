import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { SessionContext } from '../../request/context.ts'
import { asError } from '../../errors/auth-error.ts'
import { CallbackRouteError, InvalidConfiguration } from '../../errors/classes.ts'
import { describeKind, naming } from '../../errors/own-function.ts'
import { isObject } from '../../kit/json.ts'
import type { AdapterDevice } from '../../types/adapter-revocation.ts'
import { readLabel } from './label.ts'

/** The columns of a store. */
const LONGEST = 255

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
    return typeof place === 'string' && place !== '' ? place.slice(0, LONGEST) : null
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
  await config.adapter?.putDevice?.({
    ...opened,
    lastSeenAt: new Date(Math.max(config.clock(), since + 1)),
    label: readLabel(headers?.get('user-agent')),
    place: await runDeviceInfo(context),
  })
}

/** The device of a session, among those of its user. */
export async function findDevice(
  { adapter }: ResolvedConfig,
  { sessionId, userId }: Omit<Seen, 'expires'>,
): Promise<AdapterDevice | undefined> {
  const devices = (await adapter?.listDevicesByUserId?.(userId)) ?? []
  return devices.find((device) => device.sessionId === sessionId)
}

/** Records that a session is in use. One that ended in the meantime is not added again; a store that fails does not block reading. */
export async function touchDevice(context: SessionContext, seen: Seen): Promise<void> {
  const { config, headers } = context
  if (!config.session.devices) return
  try {
    const device = await findDevice(config, seen)
    if (!device) return
    const label = readLabel(headers?.get('user-agent')) ?? device.label
    const place = (await runDeviceInfo(context)) ?? device.place
    const { expires } = seen
    // By a clock that is behind it would be before the ending that the session comes after.
    const lastSeenAt = new Date(Math.max(config.clock(), device.lastSeenAt.getTime()))
    await config.adapter?.putDevice?.(
      { ...device, label, place, expires, lastSeenAt },
      { ifPresent: true },
    )
  } catch (error) {
    config.log.error(asError(error))
  }
}

/** Takes devices off the list. Their sessions are over by then, so that a store that fails is only logged. */
export async function forgetDevices(
  { session, adapter, log }: ResolvedConfig,
  sessionIds: readonly string[],
): Promise<void> {
  if (!session.devices) return
  try {
    await Promise.all(sessionIds.map(async (id) => adapter?.deleteDevice?.(id)))
  } catch (error) {
    log.error(asError(error))
  }
}
