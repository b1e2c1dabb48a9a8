import { andThen, type MaybePromise } from '../kit/and-then.ts'
import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { CallbackRouteError, JWTSessionError } from '../errors/classes.ts'
import { naming } from '../errors/own-function.ts'
import { randomToken } from '../crypto/random.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../request/emit.ts'
import { findOwner, readGeneration, readMarks } from './endings/claims.ts'
import { loadRevocation } from './endings/load.ts'
import type { Finding } from './endings/revocation.ts'
import { endPrevious } from './end-previous.ts'
import { isDue, OPENED_BY, SIGNED_IN_BY, type SessionToken, signedInAt } from './claims.ts'
import { exposeSession, requireToken, tokenText, type Update, type View } from './expose.ts'
import { openQuietly, openToken, type OpenedToken } from './opened-token.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'
import { seal, type SealedSession } from './seal.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { readSignedInBy, signedInBy } from './signed-in-by.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'
import { findNewStanding, noteIssued, review, unlessEnded, withSpared } from './token-endings.ts'

// Most sessions cannot come to belong to somebody else.
const openings = lazy(() => import('./opening.ts'))
// In development alone.
const notices = lazy(() => import('../development/notices.ts'))

/** Seconds between two times that the list of devices says when a session was used. */
const BETWEEN_TOUCHES = 60

/** @throws AuthError that names the callback: of a session while one is read, otherwise of the sign-in */
function runJwtCallback(
  { callbacks }: ResolvedConfig,
  params: JWTParams,
): MaybePromise<JWT | null> {
  if (!callbacks.jwt) return params.token
  // The callback may change what it is given.
  const { image } = params.token
  const isSignIn = params.trigger !== undefined && params.trigger !== 'update'
  const Failure = isSignIn ? CallbackRouteError : JWTSessionError
  const called = naming(Failure, 'The `jwt` callback', () => callbacks.jwt?.(params))
  return andThen(called, (returned) => {
    const token = requireToken(returned)
    return token && reconcilePicture(token, image)
  })
}

/** What callbacks and events are given, where there are any; it is not what was opened, which stays as it is. */
function copyForCallbacks(
  { callbacks, events }: ResolvedConfig,
  { token, json }: OpenedToken,
): JWT {
  // What was sealed is a token.
  if (callbacks.jwt) return withBothNames(JSON.parse(json) as JWT)
  return callbacks.session || events.session ? withBothNames(token) : token
}

/** What is sealed again, if it has to be. */
interface Renewal {
  readonly opened: OpenedToken
  readonly token: JWT
  readonly update: Update | undefined
  readonly spared: number | undefined
}

/** Without a session, and with a word of why, where one is known. */
function refuse(context: SessionContext, ended: OpenedToken | null): MaybePromise<ReadResult> {
  const jar = clearSessionCookie(context)
  if (!ended && context.config.development) {
    return andThen(notices(), ({ tellOfUnopened }) => {
      tellOfUnopened(context)
      return { session: null, jar }
    })
  }
  if (!ended || !context.config.revocation) return { session: null, jar }
  return andThen(loadRevocation(), ({ tellOfToken }) =>
    andThen(tellOfToken(context, jar, ended.token), (told) => ({ session: null, jar: told })),
  )
}

/** Seals the token again where it has changed or is due, and there can be cookies. */
function renew(
  context: SessionContext,
  { opened, token, update, spared }: Renewal,
): MaybePromise<SealedSession> {
  const { config, jar } = context
  const { token: original, json } = opened
  // Only a `jwt` callback can change the token, be it in place.
  const changed = config.callbacks.jwt !== undefined && tokenText(withOneName(token)) !== json
  const outdated = opened.foreign ?? opened.outdated ?? spared !== undefined
  const due =
    changed || update !== undefined || outdated || isDue(config.session, original, opened.wall)
  if (!due || context.readOnly) return { jar, expires: new Date(original.exp * 1000) }
  const { jti, [OPENED_BY]: opening, [SIGNED_IN_BY]: by } = original
  const standing = withSpared(config, original, spared)
  const reserved = { jti, authTime: signedInAt(original), opening, by, standing }
  const sealing = seal(context, token, reserved)
  return config.session.devices ? extend(context, original, sealing) : sealing
}

/** Sealed again, and noted where the user can see it, as long as that is not done by every read. */
async function extend(
  context: SessionContext,
  token: SessionToken,
  sealing: Promise<SealedSession>,
): Promise<SealedSession> {
  const sealed = await sealing
  const userId = findOwner(token)
  if (userId !== undefined && numericDate(context.config.clock()) >= token.iat + BETWEEN_TOUCHES) {
    const { touchDevice } = await loadRevocation()
    await touchDevice(context, { sessionId: token.jti, userId, expires: sealed.expires })
  }
  return sealed
}

/** What was ended is not sealed again, also when that was a moment ago. */
function renewUnlessEnded(
  context: SessionContext,
  opened: OpenedToken,
  token: JWT,
  update: Update | undefined,
): MaybePromise<SealedSession | null> {
  const { config } = context
  // Without a callback nothing has happened since it was looked up.
  const found = config.revocation && config.callbacks.jwt ? review(config, opened.token) : opened
  return andThen(found, ({ reason, spared }: Finding = {}) =>
    reason === undefined ? renew(context, { opened, token, update, spared }) : null,
  )
}

function readOpened(
  context: SessionContext,
  opened: OpenedToken,
  view: View,
  update: Update | undefined,
): MaybePromise<ReadResult> {
  const { config } = context
  const copy = copyForCallbacks(config, opened)
  const updated = update && { trigger: 'update' as const, session: update.data }
  return andThen(runJwtCallback(config, { token: copy, ...updated }), (token) => {
    if (token === null) return { session: null, jar: clearSessionCookie(context) }
    return andThen(renewUnlessEnded(context, opened, token, update), (renewed) => {
      if (!renewed) return refuse(context, opened)
      const { jar, expires } = renewed
      const record = { strategy: 'jwt', token, expires } as const
      return andThen(exposeSession(config, record, view, update), (session) =>
        // What a session looks like is up to the callback; the event hands it on.
        andThen(emit(config, 'session', { session: session as Session, token }), () => ({
          session,
          jar,
        })),
      )
    })
  })
}

/** Sessions of users who can still come to belong to somebody else say so, and those of other libraries may be such. */
function asksStore({ token, foreign }: OpenedToken): boolean {
  return foreign === true || token[OPENED_BY] !== undefined
}

/** The session, if the first proof of the address has not ended it. Asks the store. */
async function recheck(context: SessionContext, opened: OpenedToken): Promise<OpenedToken | null> {
  const { [OPENED_BY]: given, ...claims } = opened.token
  // What it has beside the claim is a token as before.
  const token = claims as SessionToken
  const { findStanding, openingOfForeign } = await openings()
  if (opened.foreign) {
    const opening = await openingOfForeign(context, token)
    if (opening === null) return null
    return { ...opened, token: opening ? { ...token, [OPENED_BY]: opening } : token }
  }
  const standing = await findStanding(context, given)
  if (standing === 'closed') return null
  return standing === 'settled' ? { ...opened, token, outdated: true } : opened
}

/** The session, if nothing has ended it. */
function checkLive(
  context: SessionContext,
  found: MaybePromise<OpenedToken | null>,
): MaybePromise<OpenedToken | null> {
  const unended = context.config.revocation
    ? andThen(found, (opened) => opened && unlessEnded(context, opened))
    : found
  return andThen(unended, (token) => (token && asksStore(token) ? recheck(context, token) : token))
}

function read(context: SessionContext, view: View, update?: Update): MaybePromise<ReadResult> {
  const found = openToken(context)
  // Most visitors of most sites are signed out, and that is found out without a callback.
  if (found === null) return refuse(context, null)
  return andThen(checkLive(context, found), (opened) =>
    opened
      ? readOpened(context, opened, view, update)
      : andThen(found, (ended) => refuse(context, ended)),
  )
}

/** The claims of a new token. */
function toClaims({ user: { id, name, email, image }, subject = id }: Identity): JWT {
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
  const { endSessions } = await loadRevocation()
  await endPrevious(async () => endSessions(config, { kind: 'session', id }, 'new-sign-in'))
}

async function issue(context: SessionContext, identity: Identity): Promise<Issued> {
  const { config } = context
  const { user, account, profile: claims, isNewUser, opening, confirm } = identity
  const token = await runJwtCallback(config, {
    token: toClaims(identity),
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
  const standing = await findNewStanding(config, identity, findOwner(toClaims(identity)))
  await endOld(context)
  const authTime = identity.signedInAt || numericDate(config.clock())
  const jti = randomToken(16)
  const by = signedInBy(config, identity)
  const reserved = { jti, authTime, opening, by, standing }
  const { jar, expires } = await seal(context, token, reserved)
  await noteIssued(context, identity, { sessionId: jti, createdAt: authTime, expires, standing })
  return { jar, issued: true }
}

async function revoke(context: SessionContext): Promise<CookieJar> {
  const { config } = context
  const found = await openQuietly(context)
  const opened = found && asksStore(found) ? await recheck(context, found) : found
  if (opened && (await review(config, opened.token))?.reason === undefined) {
    const { jti: id } = opened.token
    if (config.revocation) {
      const { endSessions } = await loadRevocation()
      const user = findOwner(opened.token)
      await endSessions(config, { kind: 'session', id, user }, { reason: 'sign-out', by: user })
    }
    await emit(config, 'signOut', { token: withBothNames(opened.token) })
  }
  return clearSessionCookie(context)
}

async function current(context: SessionContext): Promise<Current | null> {
  const opened = await checkLive(context, await openQuietly(context))
  if (!opened) return null
  const { jti, sub, [SIGNED_IN_BY]: claim } = opened.token
  const by = readSignedInBy(claim)
  const owner = findOwner(opened.token)
  return {
    sessionId: jti,
    userId: sub,
    signedInAt: signedInAt(opened.token),
    ...(context.config.revocation && {
      generation: opened.spared ?? readGeneration(opened.token),
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
