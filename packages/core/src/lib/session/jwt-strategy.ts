import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolve.ts'
import type { SessionContext } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { JWTSessionError } from '../errors/classes.ts'
import { randomToken } from '../crypto/random.ts'
import type { SealedBox } from '../crypto/sealed-box.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../events/emit.ts'
import { exposeSession, type Update, type View } from './expose.ts'
import { openForeignToken } from './foreign-token.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'
import {
  clearSessionCookie,
  foreignCookie,
  sessionCookie,
  setSessionCookie,
} from './session-cookie.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

/** A token that was opened. */
interface OpenedToken {
  /** With the picture under both of its names. */
  readonly token: JWT
  /** Its text as it was sealed, or made from the payload where the application decodes. */
  readonly json: string
  /** It was made by another library, and is issued anew. */
  readonly foreign?: true
}

/** Claim with the time of the sign-in (OpenID Connect Core 1.0, section 2): sealed again, it stays. */
const AUTH_TIME = 'auth_time'

async function decodeCustom(context: SessionContext, sealed: string): Promise<OpenedToken | null> {
  const { config, profile } = context
  const { secrets, decode } = config.jwt
  try {
    const token = await decode?.({
      token: sealed,
      secret: secrets,
      salt: profile.cookies.sessionToken.name,
    })
    return token ? { token: withBothNames(token), json: JSON.stringify(token) } : null
  } catch {
    // Whatever a token does to the decoder of the application, it is no session.
    return null
  }
}

async function decodeSealed(box: SealedBox, sealed: string): Promise<OpenedToken | null> {
  const opened = await box.open('session', sealed)
  return opened && { token: withBothNames(opened.payload), json: opened.json }
}

/** The token of another library, with the claims this one relies on. */
async function openForeign(context: SessionContext): Promise<OpenedToken | null> {
  const cookie = foreignCookie(context)
  const claims = cookie ? await openForeignToken(context, cookie) : null
  if (!claims) return null
  const token = { ...claims, jti: claims.jti ?? `${claims.iat}`, [AUTH_TIME]: claims.iat }
  return { token: withBothNames(token), json: JSON.stringify(token), foreign: true }
}

async function openToken(context: SessionContext): Promise<OpenedToken | null> {
  const { config, profile } = context
  const sealed = sessionCookie(context)
  if (!sealed) return openForeign(context)
  const opened = config.jwt.decode
    ? await decodeCustom(context, sealed)
    : await decodeSealed(profile.sessionBox, sealed)
  return opened && withinAbsoluteAge(config, opened.token) ? opened : null
}

function withinAbsoluteAge({ session, clock }: ResolvedConfig, token: JWT): boolean {
  if (session.absoluteMaxAge === undefined) return true
  const authTime = token[AUTH_TIME]
  return typeof authTime === 'number' && numericDate(clock()) < authTime + session.absoluteMaxAge
}

/** Seconds until a session made or extended now ends. */
function lifetime({ session, clock }: ResolvedConfig, token: JWT): number {
  const { maxAge, absoluteMaxAge } = session
  const authTime = token[AUTH_TIME]
  if (absoluteMaxAge === undefined || typeof authTime !== 'number') return maxAge
  return Math.min(maxAge, authTime + absoluteMaxAge - numericDate(clock()))
}

interface SealedSession {
  readonly jar: CookieJar
  readonly expires: Date
}

async function seal(context: SessionContext, token: JWT): Promise<SealedSession> {
  const { config, profile } = context
  const cookie = profile.cookies.sessionToken
  const maxAge = lifetime(config, token)
  const { encode, secrets } = config.jwt
  const kept = withOneName(token)
  const sealed = encode
    ? await encode({ token: kept, secret: secrets, salt: cookie.name, maxAge })
    : await profile.sessionBox.seal('session', kept, maxAge)
  const expires = new Date(config.clock() + maxAge * 1000)
  return { jar: setSessionCookie(context, sealed, expires), expires }
}

function isDue({ session, clock }: ResolvedConfig, token: JWT): boolean {
  return typeof token.iat !== 'number' || numericDate(clock()) >= token.iat + session.updateAge
}

/** Claims of the library that a callback cannot change. */
function withReserved(token: JWT, original: JWT): JWT {
  const reserved = { jti: original.jti ?? randomToken(16), [AUTH_TIME]: original[AUTH_TIME] }
  return { ...token, ...reserved }
}

async function runJwtCallback(config: ResolvedConfig, params: JWTParams): Promise<JWT | null> {
  if (!config.callbacks.jwt) return params.token
  // The callback may change what it is given.
  const { image } = params.token
  const token = await config.callbacks.jwt(params)
  return token && reconcilePicture(token, image)
}

function expiryOf({ clock, session }: ResolvedConfig, { exp }: JWT): Date {
  return new Date(typeof exp === 'number' ? exp * 1000 : clock() + session.maxAge * 1000)
}

async function readOpened(
  context: SessionContext,
  opened: OpenedToken,
  view: View,
  update: Update | undefined,
): Promise<ReadResult> {
  const { config, jar } = context
  const { token: original, json } = opened
  // Only a configuration with a `jwt` callback can change the token, so only then is a copy made and compared.
  // What was sealed is a token.
  const copy = config.callbacks.jwt ? withBothNames(JSON.parse(json) as JWT) : original
  const updated = update && { trigger: 'update' as const, session: update.data }
  const token = await runJwtCallback(config, { token: copy, ...updated })
  if (token === null) {
    return { session: null, jar: clearSessionCookie(context) }
  }
  const changed = token !== original && JSON.stringify(withOneName(token)) !== json
  const due = changed || update !== undefined || opened.foreign || isDue(config, original)
  const kept = due
    ? await seal(context, withReserved(token, original))
    : { jar, expires: expiryOf(config, original) }
  const { expires } = kept
  const session = await exposeSession(config, { strategy: 'jwt', token, expires }, view, update)
  // What a session looks like is up to the callback; the event hands it on.
  if (config.events.session) await emit(config, 'session', { session: session as Session, token })
  return { session, jar: kept.jar }
}

async function read(context: SessionContext, view: View, update?: Update): Promise<ReadResult> {
  const opened = await openToken(context)
  if (!opened) return { session: null, jar: clearSessionCookie(context) }
  try {
    return await readOpened(context, opened, view, update)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    throw new JWTSessionError('The `jwt` or `session` callback threw.', { err: asError(cause) })
  }
}

/** The claims of a new token. */
function claimsOf({ id, name, email, image }: Identity['user']): JWT {
  const sub = id === undefined ? {} : { sub: id }
  return withBothNames({ name: name ?? null, email: email ?? null, picture: image ?? null, ...sub })
}

async function issue(context: SessionContext, identity: Identity): Promise<Issued> {
  const { config } = context
  const { user, account, profile: claims, isNewUser } = identity
  const token = await runJwtCallback(config, {
    token: claimsOf(user),
    user,
    account,
    ...(claims === undefined ? {} : { profile: claims }),
    isNewUser,
    trigger: isNewUser ? 'signUp' : 'signIn',
  })
  if (token === null) return { jar: clearSessionCookie(context), issued: false }
  const reserved = { jti: randomToken(16), [AUTH_TIME]: numericDate(config.clock()) }
  const { jar } = await seal(context, { ...token, ...reserved })
  return { jar, issued: true }
}

async function revoke(context: SessionContext): Promise<CookieJar> {
  const opened = await openToken(context)
  if (opened) await emit(context.config, 'signOut', { token: opened.token })
  return clearSessionCookie(context)
}

async function current(context: SessionContext): Promise<Current | null> {
  const opened = await openToken(context)
  if (!opened) return null
  const { jti, sub } = opened.token
  return { sessionId: jti ?? '', userId: sub }
}

/** Sessions that are encrypted tokens in cookies. */
export const jwtStrategy: SessionStrategy = {
  read,
  issue,
  revoke,
  current,
  binding: async (context) => (await current(context))?.sessionId ?? '',
}
