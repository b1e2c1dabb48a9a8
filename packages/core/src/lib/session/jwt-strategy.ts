import { andThen, orElse, type MaybePromise } from '../and-then.ts'
import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../context.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { JWTSessionError } from '../errors/classes.ts'
import { randomToken } from '../crypto/random.ts'
import { AUDIENCE } from '../crypto/sealed-box.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import type { JWTParams } from '../types/callbacks.ts'
import type { JWT } from '../types/jwt.ts'
import type { Session } from '../types/session.ts'
import { emit } from '../events/emit.ts'
import {
  AUTH_TIME,
  checkDecoded,
  isDue,
  isOwn,
  lifetime,
  type SessionToken,
  signedInAt,
  withinAbsoluteAge,
} from './claims.ts'
import { exposeSession, type Update, type View } from './expose.ts'
import { openForeignToken } from './foreign-token.ts'
import { OPENED_BY, openingOfForeign, findStanding } from './opening.ts'
import { reconcilePicture, withBothNames, withOneName } from './picture.ts'
import {
  clearSessionCookie,
  foreignCookies,
  isMigrating,
  sessionCookie,
  setSessionCookie,
} from './session-cookie.ts'
import type { Current, Identity, Issued, ReadResult, SessionStrategy } from './strategy.ts'

/** A token that was opened. */
interface OpenedToken {
  /** With the picture under both of its names. */
  readonly token: SessionToken
  /** Its text as it was sealed, or made from the payload where the application decodes. */
  readonly json: string
  /** It was made by another library, and is issued anew. */
  readonly foreign?: true
  /** A claim of the library is to be left out from now on. */
  readonly outdated?: true
}

async function runDecoder(
  { config, profile }: SessionContext,
  sealed: string,
): Promise<JWT | null | undefined> {
  const { secrets, decode } = config.jwt
  try {
    const salt = profile.cookies.sessionToken.name
    return await decode?.({ token: sealed, secret: secrets, salt })
  } catch {
    // Whatever a token does to the decoder of the application, it is not a session.
    return null
  }
}

async function decodeCustom(
  context: SessionContext,
  sealed: string,
): Promise<SessionToken | undefined> {
  const decoded = await runDecoder(context, sealed)
  // While sessions are taken over, one without the claim may be of the other library.
  if (!decoded || (isMigrating(context) && !isOwn(decoded))) return undefined
  return checkDecoded(context.config, decoded)
}

function openOwn(context: SessionContext, sealed: string): MaybePromise<OpenedToken | null> {
  const { config, profile } = context
  if (config.jwt.decode) {
    return andThen(decodeCustom(context, sealed), (token) =>
      token ? { token: withBothNames(token), json: JSON.stringify(token) } : null,
    )
  }
  return andThen(
    profile.sessionBox.open('session', sealed),
    (opened) => opened && { token: withBothNames(opened.payload), json: opened.json },
  )
}

/** The token of another library, with the claims this one relies on. */
async function openForeign(context: SessionContext): Promise<OpenedToken | null> {
  for (const cookie of foreignCookies(context)) {
    const token = await openForeignToken(context, cookie)
    if (token) return { token: withBothNames(token), json: JSON.stringify(token), foreign: true }
  }
  return null
}

function openToken(context: SessionContext): MaybePromise<OpenedToken | null> {
  const sealed = sessionCookie(context)
  const own = sealed ? openOwn(context, sealed) : null
  const found = andThen(own, (token) =>
    token || !isMigrating(context) ? token : openForeign(context),
  )
  return andThen(found, (opened) =>
    opened && withinAbsoluteAge(context.config, signedInAt(opened.token)) ? opened : null,
  )
}

/**
 * As {@link openToken}, where no session is shown: a token that lacks a claim is none there, so that it keeps nobody from
 * signing in or out.
 */
async function openQuietly(context: SessionContext): Promise<OpenedToken | null> {
  try {
    return await openToken(context)
  } catch (error) {
    context.config.log.error(asError(error))
    return null
  }
}

interface SealedSession {
  readonly jar: CookieJar
  readonly expires: Date
}

/** What the cookie is to say of a session, beside what the `jwt` callback made of the token: nothing of it can be changed there. */
interface Reserved {
  readonly jti: string
  /** In seconds. */
  readonly authTime: number
  readonly opening: unknown
}

/** Sealed without the claim, a session could not be ended by the first proof of the address. */
async function requireKept(
  context: SessionContext,
  sealed: string,
  opening: unknown,
): Promise<void> {
  const decoded = await runDecoder(context, sealed)
  if (JSON.stringify(decoded?.[OPENED_BY]) === JSON.stringify(opening)) return
  throw new JWTSessionError(
    `\`jwt.encode\` and \`jwt.decode\` lose the claim "${OPENED_BY}". Keep every claim that \`encode\` is given.`,
  )
}

async function seal(
  context: SessionContext,
  token: JWT,
  { jti, authTime, opening }: Reserved,
): Promise<SealedSession> {
  const { config, profile, origin } = context
  const { name } = profile.cookies.sessionToken
  const { encode, secrets } = config.jwt
  const maxAge = lifetime(config, authTime)
  const iat = numericDate(config.clock())
  const exp = iat + maxAge
  const audience = config.audience.of(origin)
  const { [OPENED_BY]: _, ...claims } = withOneName(token)
  const marked = opening === undefined ? {} : { [OPENED_BY]: opening }
  const kept = { ...claims, ...marked, jti, [AUTH_TIME]: authTime, [AUDIENCE]: audience }
  const sealed = encode
    ? await encode({ token: { ...kept, iat, exp }, secret: secrets, salt: name, maxAge })
    : await profile.sessionBox.seal('session', kept, maxAge, iat)
  if (encode && opening !== undefined && config.provesAddresses) {
    await requireKept(context, sealed, opening)
  }
  const expires = new Date(exp * 1000)
  return { jar: setSessionCookie(context, sealed, expires), expires }
}

function runJwtCallback(config: ResolvedConfig, params: JWTParams): MaybePromise<JWT | null> {
  if (!config.callbacks.jwt) return params.token
  // The callback may change what it is given.
  const { image } = params.token
  return andThen(config.callbacks.jwt(params), (token) => token && reconcilePicture(token, image))
}

/** Seals the token again where it has changed or is due, and there can be cookies. */
function renew(
  context: SessionContext,
  opened: OpenedToken,
  token: JWT,
  update: Update | undefined,
): MaybePromise<SealedSession> {
  const { config, jar } = context
  const { token: original, json } = opened
  const changed = token !== original && JSON.stringify(withOneName(token)) !== json
  const outdated = opened.foreign ?? opened.outdated
  const due = changed || update !== undefined || outdated || isDue(config, original)
  if (!due || context.readOnly) return { jar, expires: new Date(original.exp * 1000) }
  const { jti, [OPENED_BY]: opening } = original
  return seal(context, token, { jti, authTime: signedInAt(original), opening })
}

function readOpened(
  context: SessionContext,
  opened: OpenedToken,
  view: View,
  update: Update | undefined,
): MaybePromise<ReadResult> {
  const { config } = context
  const { token: original, json } = opened
  // Only a configuration with a `jwt` callback can change the token, so only then is a copy made and compared.
  // What was sealed is a token.
  const copy = config.callbacks.jwt ? withBothNames(JSON.parse(json) as JWT) : original
  const updated = update && { trigger: 'update' as const, session: update.data }
  return andThen(runJwtCallback(config, { token: copy, ...updated }), (token) => {
    if (token === null) return { session: null, jar: clearSessionCookie(context) }
    return andThen(renew(context, opened, token, update), ({ jar, expires }) => {
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
  if (opened.foreign) {
    const opening = await openingOfForeign(context, token)
    if (opening === null) return null
    return { ...opened, token: opening ? { ...token, [OPENED_BY]: opening } : token }
  }
  const standing = await findStanding(context, given)
  if (standing === 'closed') return null
  return standing === 'settled' ? { ...opened, token, outdated: true } : opened
}

/** What the callbacks throw is no reason to sign anybody out. */
function refuseCallback(cause: unknown): never {
  if (isAuthError(cause)) throw cause
  throw new JWTSessionError('The `jwt` or `session` callback threw.', { err: asError(cause) })
}

function read(context: SessionContext, view: View, update?: Update): MaybePromise<ReadResult> {
  const rechecked = andThen(openToken(context), (found) =>
    found && asksStore(found) ? recheck(context, found) : found,
  )
  return andThen(rechecked, (opened) =>
    opened
      ? orElse(() => readOpened(context, opened, view, update), refuseCallback)
      : { session: null, jar: clearSessionCookie(context) },
  )
}

/** The claims of a new token. */
function toClaims({ user: { id, name, email, image }, subject = id }: Identity): JWT {
  const sub = subject === undefined ? {} : { sub: subject }
  return withBothNames({ name: name ?? null, email: email ?? null, picture: image ?? null, ...sub })
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
  if (token === null) return { jar: clearSessionCookie(context), issued: false }
  await confirm?.()
  const authTime = numericDate(config.clock())
  const { jar } = await seal(context, token, { jti: randomToken(16), authTime, opening })
  return { jar, issued: true }
}

async function revoke(context: SessionContext): Promise<CookieJar> {
  const found = await openQuietly(context)
  const opened = found && asksStore(found) ? await recheck(context, found) : found
  if (opened) await emit(context.config, 'signOut', { token: opened.token })
  return clearSessionCookie(context)
}

async function current(context: SessionContext): Promise<Current | null> {
  const found = await openQuietly(context)
  const opened = found && asksStore(found) ? await recheck(context, found) : found
  if (!opened) return null
  const { jti, sub } = opened.token
  return { sessionId: jti, userId: sub }
}

/** Sessions that are encrypted tokens in cookies. */
export const jwtStrategy: SessionStrategy = {
  read,
  issue,
  revoke,
  current,
  binding: async (context) => (await openQuietly(context))?.token.jti ?? '',
}
