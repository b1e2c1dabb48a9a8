import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { randomToken } from '../crypto/random.ts'
import { CallbackRouteError, JWTSessionError, SignOutIncomplete } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { emit } from '../request/emit.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import { findOwner, readGeneration, readMarks } from './endings/claims.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { isDue, OPENED_BY, type OpenedToken, signedInAt } from './claims.ts'
import { endPrevious } from './end-previous.ts'
import { exposeSession, requireToken, tokenText, type Update, type View } from './expose.ts'
import {
  copyForCallbacks,
  knownOf,
  openAllQuietly,
  openAllTokens,
  openQuietly,
  openToken,
  signInClaimOf,
} from './opened-token.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'
import { seal, type SealedSession } from './seal.ts'
import { clearSessionCookie, sessionCookies } from './session-cookie.ts'
import { readSignedInBy, readWay, signInClaim } from './signed-in-by.ts'
import type { Refused } from './unopened.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

// Loaded where sessions can be ended before they expire (`session.revocation`).
const endings = lazy(() => import('./token-endings.ts'))
const revocation = lazy(() => import('./endings/endings.ts'))
// Most sessions cannot come to belong to another person.
const ownerships = lazy(() => import('./ownership.ts'))
// A request with a good session needs none of it.
const unopened = lazy(() => import('./unopened.ts'))
// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/**
 * Reads a session: the token is opened, has not ended, passes the callbacks, and is sealed again where that is due.
 */
async function read(context: SessionContext, view: View, update?: Update): Promise<ReadResult> {
  const { config } = context
  const opened = await findGood(context)
  if (!isOpened(opened)) return refuse(context, opened)
  const token = await runJwtCallback(config, {
    token: copyForCallbacks(config, opened),
    ...(update && { trigger: 'update', session: update.data }),
  })
  if (token === null) return { session: null, jar: clearSessionCookie(context, 'declined') }
  // The callback takes its time, in which the session may have ended.
  const live = config.callbacks.jwt ? await unlessEndedSince(context, opened) : opened
  if (!live) return refuse(context, { gone: 'ended', ended: opened })
  const { jar, expires } = isRenewed(context, live, token, update)
    ? await renew(context, live, token)
    : { jar: context.jar, expires: new Date(live.token.exp * 1000) }
  const session = await exposeSession(config, { strategy: 'jwt', token, expires }, view, update)
  // The callback may return any object; the event passes it on.
  await emit(config, 'session', { session: session as Session, token })
  return { session, jar, known: async () => knownOf(live) }
}

const isOpened = (found: OpenedToken | Refused): found is OpenedToken => 'token' in found

/** The session of the request, or why none of its cookies is one that counts. */
async function findGood(context: SessionContext): Promise<OpenedToken | Refused> {
  const first = await openToken(context)
  if (!first) return (await unopened()).refuseUnopened(context)
  const good = await findUnlessOver(context, first)
  if (typeof good === 'object') return good
  // The rows that say whose an account is may be those of a replica that is behind, so a lost session keeps its cookie.
  const isKept = good === 'lost' || (await mayOpenElsewhere(context))
  return { gone: isKept ? undefined : good, ended: first }
}

/** Whether one of several cookies may be good at another instance. */
const mayOpenElsewhere = async (context: SessionContext): Promise<boolean> =>
  sessionCookies(context).length > 1 && (await unopened()).mayOpenElsewhere(context)

/** The session, or where it is over that of another cookie with the same name; or how the first one is over. */
export async function findUnlessOver(
  context: SessionContext,
  first: OpenedToken,
): Promise<OpenedToken | 'ended' | 'lost'> {
  const checked = await unlessOver(context, first)
  if (typeof checked === 'object' || sessionCookies(context).length < 2) return checked
  for (const opened of await openAllTokens(context)) {
    const other = opened.token.jti === first.token.jti ? checked : await unlessOver(context, opened)
    if (typeof other === 'object') return other
  }
  return checked
}

/** No session, with a notice for the sign-in page of why one has ended, where that is known. */
async function refuse(context: SessionContext, { gone, ended }: Refused): Promise<ReadResult> {
  const { config } = context
  if (!ended && config.development) (await notices()).warnOfUnopenedSession(context)
  if (gone === undefined) return { session: null, jar: context.jar }
  const jar = clearSessionCookie(context, gone)
  if (!ended || !config.revocation) return { session: null, jar }
  const { withNotice } = await endings()
  return { session: null, jar: await withNotice(context, jar, ended.token) }
}

/** Sessions whose user can still come to belong to another person have a claim; those of other libraries do not say. */
const isProvisional = ({ token, foreign }: OpenedToken): boolean =>
  foreign === true || token[OPENED_BY] !== undefined

/** The session, unless an ending is known of it, or its user belongs to another person than the one who opened it. */
async function unlessOver(
  context: SessionContext,
  found: OpenedToken,
): Promise<OpenedToken | 'ended' | 'lost'> {
  const { config } = context
  const opened = config.revocation ? await (await endings()).unlessEnded(config, found) : found
  if (!opened) return 'ended'
  if (!isProvisional(opened)) return opened
  const { unlessLost } = await ownerships()
  return (await unlessLost(context, opened)) ?? 'lost'
}

/** The session, if this process has not heard of an ending since it was opened. */
async function unlessEndedSince(
  { config }: SessionContext,
  opened: OpenedToken,
): Promise<OpenedToken | null> {
  return config.revocation ? (await endings()).unlessEndedSince(config, opened) : opened
}

/** @throws AuthError that names the callback: of a session while one is read, otherwise of the sign-in */
export async function runJwtCallback(
  { callbacks }: ResolvedConfig,
  params: JWTParams,
): Promise<JWT | null> {
  if (!callbacks.jwt) return params.token
  // The callback may change its argument.
  const { image } = params.token
  const isSignIn = params.trigger !== undefined && params.trigger !== 'update'
  const Failure = isSignIn ? CallbackRouteError : JWTSessionError
  const returned = await naming(Failure, 'The `jwt` callback', () => callbacks.jwt?.(params))
  const token = requireToken(returned)
  return token && reconcilePicture(token, image)
}

/** Whether the token is sealed again: where it has changed or is due, and there can be cookies. */
function isRenewed(
  { config, readOnly }: SessionContext,
  { token: original, json, wall, outdated, exempt }: OpenedToken,
  token: JWT,
  update: Update | undefined,
): boolean {
  // Only a `jwt` callback can change the token, be it in place.
  const changed = config.callbacks.jwt !== undefined && tokenText(withOneName(token)) !== json
  const due = update !== undefined || isDue(config.session, original, wall)
  return !readOnly && (changed || due || outdated === true || exempt !== undefined)
}

/** Seals the token again. */
async function renew(
  context: SessionContext,
  opened: OpenedToken,
  token: JWT,
): Promise<SealedSession> {
  const { config } = context
  const { token: original } = opened
  const { jti, [OPENED_BY]: opening } = original
  const by = signInClaimOf(opened)
  const issuedAfter = config.revocation && (await endings()).keptIssuedAfter(opened)
  const reserved = { jti, authTime: signedInAt(original), opening, by, issuedAfter }
  const sealed = await seal(context, token, reserved)
  if (config.session.devices) await (await endings()).noteUse(context, original, sealed.expires)
  return sealed
}

/** The claims of a new token. */
export function initialToken({ user: { id, name, email, image }, subject = id }: Identity): JWT {
  const sub = subject === undefined ? {} : { sub: subject }
  return withBothNames({ name: name ?? null, email: email ?? null, picture: image ?? null, ...sub })
}

/** Ends the session that the request came with, if it can be ended anywhere but in the browser. */
async function endOld(context: SessionContext): Promise<void> {
  const { config } = context
  if (!config.revocation) return
  for (const { token } of await openAllQuietly(context)) {
    const ending = { kind: 'session', id: token.jti, user: findOwner(token) } as const
    const { endSessions } = await revocation()
    await endPrevious(async () => endSessions(config, ending, 'new-sign-in'))
  }
}

async function issue(context: SessionContext, identity: Identity): Promise<Issued> {
  const { config } = context
  const { user, account, profile: claims, isNewUser, opening, confirm } = identity
  const token = await runJwtCallback(config, {
    token: initialToken(identity),
    user,
    account,
    ...(claims === undefined ? {} : { profile: claims }),
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  })
  if (token === null) {
    const said = 'The `jwt` callback returned null at a sign-in, so the user is not signed in.'
    if (config.development) config.log.warn('development', `${said} Return the token.`)
    else config.log.debug(said)
    await endOld(context)
    return { jar: clearSessionCookie(context, 'declined'), issued: false }
  }
  if (config.callbacks.jwt) tokenText(token)
  await confirm?.()
  const owner = findOwner(initialToken(identity))
  const issuedAfter =
    config.revocation && (await (await endings()).requireIssuedAfter(config, identity, owner))
  await endOld(context)
  const authTime = identity.earlier?.signedInAt || numericDate(config.clock())
  const jti = randomToken(16)
  const by = await signInClaim(config, identity)
  const { jar, expires } = await seal(context, token, { jti, authTime, opening, by, issuedAfter })
  if (issuedAfter) {
    const { noteIssued } = await endings()
    await noteIssued(context, identity, {
      sessionId: jti,
      createdAt: authTime,
      expires,
      issuedAfter,
    })
  }
  return { jar, issued: true }
}

/** Ends a session that signs out, unless it is over. */
async function revokeOne(context: SessionContext, found: OpenedToken): Promise<void> {
  const { config } = context
  const owned = isProvisional(found) ? await (await ownerships()).unlessLost(context, found) : found
  const opened = owned && (await unlessEndedSince(context, owned))
  if (!opened) return
  if (config.revocation) {
    const { jti: id } = opened.token
    const user = findOwner(opened.token)
    const { endSessions } = await revocation()
    await endSessions(config, { kind: 'session', id, user }, { reason: 'sign-out', by: user })
  }
  await emit(config, 'signOut', { token: withBothNames(opened.token) })
}

async function revoke(context: SessionContext): Promise<CookieJar> {
  const { config } = context
  const found = await openAllQuietly(context)
  for (const opened of found) await revokeOne(context, opened)
  if (found.length === 0 && config.revocation) {
    const { early, unknown } = await (await unopened()).findUnendable(context)
    for (const opened of early) await revokeOne(context, opened)
    if (unknown && early.length === 0) throw unendable()
  }
  return clearSessionCookie(context, 'signed-out')
}

/** Its cookie is deleted all the same; a copy of it is accepted where it opens, until it expires. */
const unendable = (): SignOutIncomplete =>
  new SignOutIncomplete(
    'The session cookie was sealed by a secret that this process does not have, so the session was not ended: only this browser has forgotten it.',
  )

async function current(context: SessionContext): Promise<Current | null> {
  const first = await openQuietly(context)
  const opened = first && (await findUnlessOver(context, first))
  if (!opened || typeof opened === 'string') return null
  const { jti, sub } = opened.token
  const claim = signInClaimOf(opened)
  const by = readSignedInBy(claim)
  const owner = findOwner(opened.token)
  return {
    sessionId: jti,
    userId: sub,
    ...knownOf(opened),
    way: readWay(claim),
    ...(context.config.revocation && {
      generation: opened.exempt ?? readGeneration(opened.token),
    }),
    providerSession: readMarks(opened.token)?.s,
    ...(owner === sub ? {} : { owner }),
    ...(by ? { signedInBy: by } : {}),
  }
}

/** Sessions that are encrypted tokens in cookies. */
export const jwtStrategy: SessionStrategy = {
  read,
  issue,
  revoke,
  current,
  binding: async (context) => (await openQuietly(context))?.token.jti ?? '',
}
