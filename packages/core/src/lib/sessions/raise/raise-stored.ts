import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { asError } from '../../errors/auth-error.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { SessionContext } from '../../request/context.ts'
import type { AdapterSession } from '../../types/adapter.ts'
import { generateToken, hashToken, wayIn } from '../database-token.ts'
import { loadDevices } from '../devices/registry.ts'
import { endPrevious } from '../end-previous.ts'
import { endSessions } from '../endings/endings.ts'
import { setSessionCookie } from '../session-cookie.ts'
import { discardRow, findLive, type Live, type SessionStore } from '../stored-session.ts'
import { endedMeanwhile, RAISED, type Raising } from './raised.ts'

/** Milliseconds that the expiry of a row is in the past once a request has claimed it: by the clock of each instance. */
const LONG_OVER = 86_400_000

/** How often a row is looked at again whose expiry another request moves at the same time. */
const ATTEMPTS = 5

/**
 * Claims the row of the session that is made anew: of simultaneous requests one can, and none where it has ended. A store without the method that
 * says so is asked whether it still is there.
 */
async function claim(
  { clock }: ResolvedConfig,
  store: SessionStore,
  { sessionToken, expires }: AdapterSession,
): Promise<boolean> {
  const find = async (): Promise<Date | undefined> => {
    const at = (await store.getSessionAndUser(sessionToken))?.session.expires
    return at && at.getTime() > clock() ? at : undefined
  }
  if (!store.compareAndSetSession) return (await find()) !== undefined
  let from: Date | undefined = expires
  for (let attempt = 0; from && attempt < ATTEMPTS; attempt += 1) {
    const to = new Date(clock() - LONG_OVER)
    if (await store.compareAndSetSession({ sessionToken, from, to })) return true
    from = await find()
  }
  return false
}

/** Lists the new session beside the one before, whose entry goes with its row. */
async function copyDevice(
  { config }: SessionContext,
  { session, user }: Live,
  sessionId: string,
): Promise<void> {
  if (!config.session.devices) return
  const { addDevice, findDevice } = await loadDevices()
  const device = await findDevice(config, { sessionId: session.sessionToken, userId: user.id })
  if (device) await addDevice(config, { ...device, sessionId })
}

async function discard(
  context: SessionContext,
  store: SessionStore,
  { sessionToken: sessionId, userId }: AdapterSession,
): Promise<void> {
  await discardRow(context, store, sessionId)
  const { config } = context
  if (!config.session.devices) return
  try {
    await (await loadDevices()).deleteDevice(config, { sessionId, userId })
  } catch (error) {
    config.log.error(asError(error))
  }
}

async function takeOver(
  context: SessionContext,
  store: SessionStore,
  { live, row }: { readonly live: Live; readonly row: AdapterSession },
): Promise<void> {
  const { config } = context
  const { session } = live
  await copyDevice(context, live, row.sessionToken)
  if (!(await claim(config, store, session))) throw endedMeanwhile()
  const { sessionToken: id, userId: user } = session
  await endPrevious(async () =>
    endSessions(config, { kind: 'session', id, user }, { reason: RAISED, by: user }),
  )
}

/** Stores a row with the same expiry under another token, and removes the one before. */
export async function raiseStored(
  context: SessionContext,
  store: SessionStore,
  { sessionId, signedInAt, methods }: Raising,
): Promise<CookieJar> {
  const { config } = context
  const live = await findLive(context, store)
  if (typeof live === 'string' || (await hashToken(live.token)) !== sessionId) {
    throw endedMeanwhile()
  }
  const { userId, expires } = live.session
  const token = generateToken(config, signedInAt * 1000, { way: wayIn(live.token), methods })
  const row = { sessionToken: await hashToken(token), userId, expires }
  await store.createSession(row)
  try {
    await takeOver(context, store, { live, row })
  } catch (error) {
    // Its token is not handed out.
    await discard(context, store, row)
    throw error
  }
  return setSessionCookie(context, token, expires)
}
