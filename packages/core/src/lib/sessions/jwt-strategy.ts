import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { randomToken } from '../crypto/random.ts'
import { CallbackRouteError, JWTSessionError } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { emit } from '../request/emit.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import { findOwner, readGeneration, readMarks } from './endings/claims.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { isDue, OPENED_BY, type OpenedToken, SIGNED_IN_BY, signedInAt } from './claims.ts'
import { endPrevious } from './end-previous.ts'
import { exposeSession, requireToken, tokenText, type Update, type View } from './expose.ts'
import { openQuietly, openToken } from './opened-token.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'
import { seal, type SealedSession } from './seal.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { readSignedInBy, signedInBy } from './signed-in-by.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

// Loaded where sessions can be ended before they expire (`session.revocation`).
const endings = lazy(() => import('./token-endings.ts'))
const revocation = lazy(() => import('./endings/endings.ts'))
// Most sessions cannot come to belong to another person.
const ownerships = lazy(() => import('./ownership.ts'))
// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/**
 * Reads a session: the token is opened, has not ended, passes the callbacks, and is sealed again where that is due.
 */
async function read(context: SessionContext, view: View, update?: Update): Promise<ReadResult> {
  const { config } = context
  const found = await openToken(context)
  if (!found) return refuse(context, null)
  const opened = await unlessOver(context, found)
  if (!opened) return refuse(context, found)
  const token = await runJwtCallback(config, {
    token: copyForCallbacks(config, opened),
    ...(update && { trigger: 'update', session: update.data }),
  })
  if (token === null) return { session: null, jar: clearSessionCookie(context) }
  // The callback takes its time, in which the session may have ended.
  const live = config.callbacks.jwt ? await unlessEndedSince(context, opened) : opened
  if (!live) return refuse(context, opened)
  const { jar, expires } = isRenewed(context, live, token, update)
    ? await renew(context, live, token)
    : { jar: context.jar, expires: new Date(live.token.exp * 1000) }
  const session = await exposeSession(config, { strategy: 'jwt', token, expires }, view, update)
  // The callback may return any object; the event passes it on.
  await emit(config, 'session', { session: session as Session, token })
  return { session, jar }
}

/** No session, with a notice for the sign-in page of why one has ended, where that is known. */
async function refuse(context: SessionContext, ended: OpenedToken | null): Promise<ReadResult> {
  const { config } = context
  if (!ended && config.development) (await notices()).warnOfUnopenedSession(context)
  const jar = clearSessionCookie(context)
  if (!ended || !config.revocation) return { session: null, jar }
  const { withNotice } = await endings()
  return { session: null, jar: await withNotice(context, jar, ended.token) }
}

/** Sessions whose user can still come to belong to another person have a claim; those of other libraries do not say. */
const isProvisional = ({ token, foreign }: OpenedToken): boolean =>
  foreign === true || token[OPENED_BY] !== undefined

/** The session, if no ending is known of it and its user still belongs to the person who opened it. */
async function unlessOver(
  context: SessionContext,
  found: OpenedToken,
): Promise<OpenedToken | null> {
  const { config } = context
  const opened = config.revocation ? await (await endings()).unlessEnded(config, found) : found
  if (!opened || !isProvisional(opened)) return opened
  const { unlessLost } = await ownerships()
  return unlessLost(context, opened)
}

/** The session, if this process has not heard of an ending since it was opened. */
async function unlessEndedSince(
  { config }: SessionContext,
  opened: OpenedToken,
): Promise<OpenedToken | null> {
  return config.revocation ? (await endings()).unlessEndedSince(config, opened) : opened
}

/** The token for callbacks and events, where there are any: a copy, so that the opened token stays unchanged. */
function copyForCallbacks(
  { callbacks, events }: ResolvedConfig,
  { token, json }: OpenedToken,
): JWT {
  // The sealed text was the JSON of a token.
  if (callbacks.jwt) return withBothNames(JSON.parse(json) as JWT)
  return callbacks.session || events.session ? withBothNames(token) : token
}

/** @throws AuthError that names the callback: of a session while one is read, otherwise of the sign-in */
async function runJwtCallback(
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
  const { jti, [OPENED_BY]: opening, [SIGNED_IN_BY]: by } = original
  const issuedAfter = config.revocation && (await endings()).keptIssuedAfter(opened)
  const reserved = { jti, authTime: signedInAt(original), opening, by, issuedAfter }
  const sealed = await seal(context, token, reserved)
  if (config.session.devices) await (await endings()).noteUse(context, original, sealed.expires)
  return sealed
}

/** The claims of a new token. */
function initialToken({ user: { id, name, email, image }, subject = id }: Identity): JWT {
  const sub = subject === undefined ? {} : { sub: subject }
  return withBothNames({ name: name ?? null, email: email ?? null, picture: image ?? null, ...sub })
}

/** Ends the session that the request came with, if it can be ended anywhere but in the browser. */
async function endOld(context: SessionContext): Promise<void> {
  const { config } = context
  if (!config.revocation) return
  const found = await openQuietly(context)
  if (!found) return
  const { jti: id } = found.token
  const { endSessions } = await revocation()
  await endPrevious(async () => endSessions(config, { kind: 'session', id }, 'new-sign-in'))
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
    await endOld(context)
    return { jar: clearSessionCookie(context), issued: false }
  }
  if (config.callbacks.jwt) tokenText(token)
  await confirm?.()
  const owner = findOwner(initialToken(identity))
  const issuedAfter =
    config.revocation && (await (await endings()).requireIssuedAfter(config, identity, owner))
  await endOld(context)
  const authTime = identity.signedInAt || numericDate(config.clock())
  const jti = randomToken(16)
  const by = signedInBy(config, identity)
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

async function revoke(context: SessionContext): Promise<CookieJar> {
  const { config } = context
  const found = await openQuietly(context)
  const owned =
    found && isProvisional(found) ? await (await ownerships()).unlessLost(context, found) : found
  const opened = owned && (await unlessEndedSince(context, owned))
  if (opened) {
    if (config.revocation) {
      const { jti: id } = opened.token
      const user = findOwner(opened.token)
      const { endSessions } = await revocation()
      await endSessions(config, { kind: 'session', id, user }, { reason: 'sign-out', by: user })
    }
    await emit(config, 'signOut', { token: withBothNames(opened.token) })
  }
  return clearSessionCookie(context)
}

async function current(context: SessionContext): Promise<Current | null> {
  const found = await openQuietly(context)
  const opened = found && (await unlessOver(context, found))
  if (!opened) return null
  const { jti, sub, [SIGNED_IN_BY]: claim } = opened.token
  const by = readSignedInBy(claim)
  const owner = findOwner(opened.token)
  return {
    sessionId: jti,
    userId: sub,
    signedInAt: signedInAt(opened.token),
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
