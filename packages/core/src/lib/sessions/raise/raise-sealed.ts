import { randomToken } from '../../crypto/random.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { isObject } from '../../kit/json.ts'
import { lazy } from '../../kit/lazy.ts'
import type { SessionContext } from '../../request/context.ts'
import { OPENED_BY, type OpenedToken, signedInAt } from '../claims.ts'
import { loadDevices } from '../devices/registry.ts'
import type { StoredDevice } from '../devices/stored-devices.ts'
import { endPrevious } from '../end-previous.ts'
import { findUnlessOver } from '../jwt-strategy.ts'
import { openQuietly, signInClaimOf } from '../opened-token.ts'
import { seal } from '../seal.ts'
import { endedMeanwhile, RAISED, type Raising } from './raised.ts'

// Loaded where sessions can be ended before they expire (`session.revocation`).
const endings = lazy(() => import('../token-endings.ts'))
const revocation = lazy(() => import('../endings/endings.ts'))

async function findOpened(
  context: SessionContext,
  { sessionId }: Raising,
): Promise<OpenedToken | undefined> {
  const first = await openQuietly(context)
  const opened = first && (await findUnlessOver(context, first))
  return typeof opened === 'object' && opened?.token.jti === sessionId ? opened : undefined
}

/** An entry in the list of devices that has come to be that of another session. */
interface Moved {
  readonly from: StoredDevice
  readonly to: StoredDevice
}

/**
 * Gives the entry in the list of devices to the new session. Of simultaneous requests one can, and none where the session was taken off the list,
 * as its ending does.
 *
 * @throws SessionRequired where there is no entry
 */
async function moveDevice(
  { config }: SessionContext,
  { sessionId, owner: userId }: Raising,
  to: Pick<StoredDevice, 'sessionId' | 'expires'>,
): Promise<Moved> {
  const { addDevice, takeDevice } = await loadDevices()
  const from = await takeDevice(config, { sessionId, userId })
  if (!from) throw endedMeanwhile()
  const moved = { from, to: { ...from, ...to } }
  try {
    await addDevice(config, moved.to)
  } catch (error) {
    await addDevice(config, from)
    throw error
  }
  return moved
}

/** The session stays as it was: so does its entry. */
async function moveBack({ config }: SessionContext, { from, to }: Moved): Promise<void> {
  const { addDevice, deleteDevice } = await loadDevices()
  await deleteDevice(config, to)
  await addDevice(config, from)
}

/** Ends the session of the request. Where sealed sessions cannot be ended, its browser alone forgets it. */
async function endOld(
  context: SessionContext,
  { sessionId: id, owner: user }: Raising,
  moved: Moved | undefined,
): Promise<void> {
  const { config } = context
  if (!config.revocation) return
  const { endSessions } = await revocation()
  try {
    await endPrevious(async () =>
      endSessions(config, { kind: 'session', id, user }, { reason: RAISED, by: user }),
    )
  } catch (error) {
    if (moved) await moveBack(context, moved)
    throw error
  }
}

/** Seals the token again under another id: it comes after the same endings, and those that follow end it as well. */
export async function raiseSealed(context: SessionContext, raising: Raising): Promise<CookieJar> {
  const { config } = context
  const opened = await findOpened(context, raising)
  if (!opened) throw endedMeanwhile()
  const { token } = opened
  const jti = randomToken(16)
  const claim = signInClaimOf(opened)
  const issuedAfter = config.revocation && (await endings()).keptIssuedAfter(opened)
  const { jar, expires } = await seal(context, token, {
    jti,
    authTime: signedInAt(token),
    opening: token[OPENED_BY],
    by: { ...(isObject(claim) && claim), m: raising.methods },
    issuedAfter,
  })
  const moved = config.session.devices
    ? await moveDevice(context, raising, { sessionId: jti, expires })
    : undefined
  await endOld(context, raising, moved)
  return jar
}
