import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { noteDevice, touchDevice } from './devices/registry.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { findOwner, readIssuedAfter, type IssuedAfter } from './endings/claims.ts'
import { setEndedNotice } from './endings/ended-notice.ts'
import { type Finding, lookUp, lookUpAgain } from './endings/look-up.ts'
import { findIssuedAfter, toDeviceSource } from './endings/session-generations.ts'
import type { JWT } from '../types/jwt.ts'
import type { OpenedToken, SessionToken } from './claims.ts'
import { endedDuringSignIn, endedWithUser } from './in-progress.ts'
import { RAISED } from './raise/raised.ts'
import type { Identity } from './strategy.ts'

/*
 * The checks of sealed sessions against the feed of endings. `jwt-strategy.ts` loads them where an option needs them.
 */

function applyTo(opened: OpenedToken, finding: Finding | undefined): OpenedToken | null {
  if (!finding) return opened
  const { reason, exempt } = finding
  return reason === undefined ? { ...opened, exempt } : null
}

/** The session, if the feed of endings does not have it. */
export async function unlessEnded(
  config: ResolvedConfig,
  opened: OpenedToken,
): Promise<OpenedToken | null> {
  return applyTo(opened, await lookUp(config, opened.token, opened))
}

/** The session, if it was not ended since it was looked up, as far as this process knows. */
export async function unlessEndedSince(
  config: ResolvedConfig,
  opened: OpenedToken,
): Promise<OpenedToken | null> {
  return applyTo(opened, await lookUpAgain(config, opened.token))
}

/**
 * The cookies with a notice of why a session has ended, where that is known.
 *
 * @param jar - the cookies without that session
 */
export async function withNotice(
  context: SessionContext,
  jar: CookieJar,
  token: JWT,
): Promise<CookieJar> {
  const found = await lookUpAgain(context.config, token)
  // The browser has another by now: a request that was sent before it keeps that.
  if (found?.reason === RAISED) return context.jar
  return setEndedNotice(context, jar, found?.reason)
}

/** Which endings a session comes after when it is sealed again: those that it said, or the latest one, which exempts it. */
export function keptIssuedAfter({ token, exempt }: OpenedToken): IssuedAfter {
  const issuedAfter = readIssuedAfter(token)
  return exempt === undefined ? issuedAfter : { ...issuedAfter, generation: exempt }
}

/** Seconds between two times that the list of devices says when a session was used. */
const BETWEEN_TOUCHES = 60

/** Notes that a session was extended where its user can see it, as long as that is not done by every read. */
export async function noteUse(
  context: SessionContext,
  token: SessionToken,
  expires: Date,
): Promise<void> {
  const userId = findOwner(token)
  if (userId === undefined || numericDate(context.config.clock()) < token.iat + BETWEEN_TOUCHES) {
    return
  }
  await touchDevice(context, { sessionId: token.jti, userId, expires })
}

/**
 * Which endings a session comes after that is issued now.
 *
 * @throws InvalidCheck when all sessions, or those of the user, were ended since the sign-in began
 */
export async function requireIssuedAfter(
  config: ResolvedConfig,
  identity: Identity,
  owner: string | undefined,
): Promise<IssuedAfter | undefined> {
  const { providerSession, epoch = Number.POSITIVE_INFINITY } = identity
  const { begunAt = Number.POSITIVE_INFINITY } = identity
  const issuedAfter = await findIssuedAfter(config, { owner, providerSession, begunAt })
  // A sign-in that began before the ending of all sessions must not produce a session after it.
  if (issuedAfter && issuedAfter.epoch > epoch) throw endedDuringSignIn()
  // It was proven before the ending, which it must not outlive.
  if ((issuedAfter?.endedAt ?? 0) > begunAt) throw endedWithUser()
  return issuedAfter
}

/** A session that was issued. */
export interface Noted {
  readonly sessionId: string
  /** In seconds. */
  readonly createdAt: number
  readonly expires: Date
  readonly issuedAfter: IssuedAfter
}

/** Notes the session where its user can see it. */
export async function noteIssued(
  context: SessionContext,
  identity: Identity,
  { sessionId, createdAt, expires, issuedAfter }: Noted,
): Promise<void> {
  const { owner: userId, provider, since } = issuedAfter
  if (userId === undefined) return
  const seen = { sessionId, userId, createdAt: new Date(createdAt * 1000), expires }
  try {
    await noteDevice(context, { ...seen, ...toDeviceSource(identity, provider) }, since)
  } catch (error) {
    if (!(await isElsewhere(context.config, userId))) throw error
    context.config.log.debug(
      'The session is not in the list of devices: the store has no user with its id. Store the users of `authorize`, and return them with their `id`.',
    )
  }
}

/** Whether only the application has the user: a store refuses devices of a user whom it does not have. */
async function isElsewhere({ adapter }: ResolvedConfig, userId: string): Promise<boolean> {
  return adapter?.getUser !== undefined && (await adapter.getUser(userId)) === null
}
