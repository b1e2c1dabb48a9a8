import type { SessionContext } from '../context.ts'
import { deviceId, isDevice } from '../devices/device-id.ts'
import { InvalidRequest, SessionRequired } from '../errors/classes.ts'
import { endSessions, type Ending } from '../revocation/endings.ts'
import { catchUpTo } from '../revocation/look-up.ts'
import { requireFresh } from '../session/fresh.ts'
import { selectStrategy } from '../session/select.ts'
import type { Current } from '../session/strategy.ts'
import type { CurrentSession, Device, EndOptions, EndTarget } from '../types/sessions.ts'
import { listKnown, toDevices } from './list.ts'

/** Who a session belongs to, as the store has them. */
const ownerIn = (current: Current | null): string | undefined => current?.owner ?? current?.userId

async function findCurrent(context: SessionContext): Promise<Current | null> {
  return selectStrategy(context.config).current(context)
}

function requireUser(user: string | undefined): string {
  if (user !== undefined) return user
  throw new SessionRequired('Whose sessions are meant is not said, and nobody is signed in.')
}

/** See `Sessions.list`. */
export async function listSessions(
  context: SessionContext,
  userId?: string,
): Promise<readonly Device[]> {
  const { config } = context
  const current = await findCurrent(context)
  const known = await listKnown(config, requireUser(userId ?? ownerIn(current)))
  return toDevices(config, known, current?.sessionId)
}

async function findDeviceEnding(
  { config }: SessionContext,
  id: string,
  user: string,
): Promise<Ending> {
  for (const { sessionId } of await listKnown(config, user)) {
    if (await isDevice(config, sessionId, id)) return { kind: 'session', id: sessionId, user }
  }
  throw new InvalidRequest('The user has no such device, or is signed out there already.')
}

const REASONS = {
  session: 'ended-by-user',
  user: 'signed-out-everywhere',
  provider: 'back-channel',
  all: 'admin',
} as const

async function toEnding(
  context: SessionContext,
  target: EndTarget,
  current: Current | null,
): Promise<Ending> {
  const owner = ownerIn(current)
  if ('device' in target) {
    return findDeviceEnding(context, target.device, requireUser(target.user ?? owner))
  }
  if ('all' in target) return { kind: 'all' }
  if (target.except === undefined) return { kind: 'user', id: target.user }
  if (!current) throw new SessionRequired('There is no session to be spared: nobody is signed in.')
  // Somebody else's sessions are not those of the request.
  return {
    kind: 'user',
    id: target.user,
    ...(owner === target.user ? { except: current.sessionId } : {}),
  }
}

/** See `Sessions.end`. */
export async function endTarget(
  context: SessionContext,
  { reason, requireFresh: seconds, ...target }: EndTarget & EndOptions,
): Promise<void> {
  const { config } = context
  const current = await findCurrent(context)
  if (seconds !== undefined) {
    if (!current) throw new SessionRequired('Nobody is signed in.')
    requireFresh(config, current, seconds)
  }
  const ending = await toEnding(context, target, current)
  const by = ownerIn(current)
  await endSessions(config, ending, { reason: reason ?? REASONS[ending.kind], by })
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
  const { sessionId, signedInAt } = current
  return {
    id: await deviceId(config, sessionId),
    userId: ownerIn(current),
    signedInAt: signedInAt === undefined ? null : new Date(signedInAt * 1000),
  }
}
