import type { SessionContext } from '../../request/context.ts'
import { deviceId, isDevice } from '../devices/device-id.ts'
import { ActingRefused, InvalidRequest, SessionRequired } from '../../errors/classes.ts'
import { endRowsOf, endSessions, type Ending } from '../endings/endings.ts'
import { endProofsOf } from '../endings/mail-proofs.ts'
import { awaitEndings, catchUpTo } from '../endings/look-up.ts'
import { additionMaxAge, requireRecentSignIn } from '../require-recent-sign-in.ts'
import { toFacts } from '../facts.ts'
import { selectStrategy } from '../select.ts'
import { requireEstablishedWay } from '../marks.ts'
import type { Current } from '../strategy.ts'
import type {
  AccountChange,
  CurrentSession,
  Device,
  EndOptions,
  EndTarget,
} from '../../types/sessions.ts'
import { changeRow } from './changes.ts'
import { listKnown, toDevices, withCurrent } from './list.ts'

// For the action of that name, for `Sessions.ready` and for what is added to a user, which load them with the rest.
export { additionMaxAge, awaitEndings, catchUpTo, isDevice, requireRecentSignIn }

/** Id of the user of a session, as the store has it. */
const ownerIn = (current: Current | null): string | undefined => current?.owner ?? current?.userId

/** Id of the user who has sent the request: the administrator, in an acting session. */
const personIn = (current: Current | null): string | undefined =>
  current?.actor?.sub ?? ownerIn(current)

async function findCurrent(context: SessionContext): Promise<Current | null> {
  return selectStrategy(context).current(context)
}

/**
 * The same as it is now: another instance has perhaps just ended it. A session that has ended must neither see the devices of
 * the user nor end them, and would be exempt from an ending of all others.
 */
async function findCurrentNow(context: SessionContext): Promise<Current | null> {
  await catchUpTo(context.config, 0)
  return findCurrent(context)
}

/** @throws ActingRefused where it would be about the sessions of the user for whom an administrator acts */
function refuseActor(current: Current | null): void {
  if (!current?.actor) return
  throw new ActingRefused(
    `${current.actor.sub} acts for ${current.userId}, whose sessions are listed and ended by the user alone.`,
  )
}

function requireOwner(user: string | undefined): string {
  if (user !== undefined) return user
  throw new SessionRequired(
    'No user was named, and the request has no session. Pass the id of a user, or the request of a signed-in user.',
  )
}

/** See `Sessions.list`. */
export async function listSessions(
  context: SessionContext,
  userId?: string,
): Promise<readonly Device[]> {
  const { config } = context
  const current = await findCurrentNow(context)
  const owner = ownerIn(current)
  if (userId === undefined) refuseActor(current)
  const known = await listKnown(config, requireOwner(userId ?? owner))
  const isOwn = current !== null && (userId === undefined || userId === owner)
  const listed = isOwn ? withCurrent(context, current, known) : known
  return toDevices(config, listed, current?.sessionId)
}

/**
 * The session behind a device of a user.
 *
 * @param id - its id in the list of devices
 * @returns `undefined` also for a device of another user
 */
export async function findSession(
  { config }: SessionContext,
  id: string,
  user: string,
): Promise<Extract<Ending, { readonly kind: 'session' }> | undefined> {
  for (const { sessionId } of await listKnown(config, user)) {
    if (await isDevice(config, sessionId, id)) return { kind: 'session', id: sessionId, user }
  }
  return undefined
}

/** The problem of the name of a device that {@link findSession} does not find. */
export function noSuchDevice(): InvalidRequest {
  return new InvalidRequest('The device does not belong to the user, or is signed out already.')
}

async function findDeviceEnding(
  context: SessionContext,
  id: string,
  user: string,
): Promise<Ending> {
  const ending = await findSession(context, id, user)
  if (ending) return ending
  throw noSuchDevice()
}

const REASONS = {
  session: 'ended-by-user',
  user: 'signed-out-everywhere',
  provider: 'back-channel',
  all: 'admin',
} as const

/** The session that is exempt when all of its user are ended. */
const exempting = ({ sessionId, generation }: Current) => ({ except: sessionId, generation })

async function toEnding(
  context: SessionContext,
  target: EndTarget,
  current: Current | null,
): Promise<Ending> {
  const owner = ownerIn(current)
  if ('device' in target) {
    if (target.user === undefined) refuseActor(current)
    return findDeviceEnding(context, target.device, requireOwner(target.user ?? owner))
  }
  if ('all' in target) return { kind: 'all' }
  if (target.except === undefined) return { kind: 'user', id: target.user }
  if (!current)
    throw new SessionRequired(
      'The current session cannot be kept: the request has none. Sign in first, or leave out `except`.',
    )
  refuseActor(current)
  // The sessions of another user are not those of the request.
  return {
    kind: 'user',
    id: target.user,
    ...(owner === target.user ? exempting(current) : {}),
  }
}

/** See `Sessions.end`. */
export async function endTarget(
  context: SessionContext,
  { reason, requireFresh: seconds, ...target }: EndTarget & EndOptions,
): Promise<void> {
  const { config } = context
  const current = await findCurrentNow(context)
  if (seconds !== undefined) {
    if (!current) throw new SessionRequired('The request has no session. Sign in first.')
    requireRecentSignIn(config, current, seconds)
    await requireEstablishedWay(config, current)
  }
  const ending = await toEnding(context, target, current)
  const by = personIn(current)
  await endSessions(config, ending, { reason: reason ?? REASONS[ending.kind], by })
}

/** See `Sessions.changed`. */
export async function endAfterChange(
  context: SessionContext,
  userId: string,
  change: AccountChange,
): Promise<void> {
  const { config } = context
  const { ends, reason, endsProofs, endsRows } = changeRow(change, config.session.endOn)
  // Whatever sessions the application keeps.
  if (endsProofs) await endProofsOf(config, userId)
  if (endsRows) await endRowsOf(config, userId)
  if (ends === 'none') return
  const current = await findCurrentNow(context)
  const by = personIn(current)
  // The session of an administrator who changes another user is not among those, and one that acts for the user is not exempt.
  const exempt = current && ends === 'others' && by === userId ? exempting(current) : {}
  const ending = { kind: 'user', id: userId, ...exempt } as const
  await endSessions(config, ending, { reason, by, keepsRows: !endsRows })
}

/** See `Sessions.current`. */
export async function currentSession(
  context: SessionContext,
  maxStale: number | undefined,
): Promise<CurrentSession | null> {
  const { config } = context
  await catchUpTo(config, maxStale)
  const current = await findCurrent(context)
  if (!current) return null
  const { sessionId } = current
  const { auth_time: signedInAt, actor } = toFacts(current)
  return {
    id: await deviceId(config, sessionId),
    userId: ownerIn(current),
    signedInAt: signedInAt === null ? null : new Date(signedInAt * 1000),
    ...(actor && { actor }),
  }
}
