import { numericDate } from '../clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../context.ts'
import { AUDIENCE, hasClaims } from '../crypto/sealed-box.ts'
import { JWTSessionError } from '../errors/classes.ts'
import { describeKind, naming } from '../errors/own-function.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { REVOCATION_CLAIMS, toClaims, type Standing } from '../revocation/claims.ts'
import type { JWT } from '../types/jwt.ts'
import { AUTH_TIME, lifetime, OPENED_BY, SIGNED_IN_BY } from './claims.ts'
import { runDecoder } from './opened-token.ts'
import { withOneName } from './picture.ts'
import { setSessionCookie } from './session-cookie.ts'

/** A token in its cookie. */
export interface SealedSession {
  readonly jar: CookieJar
  readonly expires: Date
}

/** What the cookie is to say of a session, beside what the `jwt` callback made of the token: nothing of it can be changed there. */
export interface Reserved {
  readonly jti: string
  /** In seconds. */
  readonly authTime: number
  readonly opening: unknown
  /** By which provider it was opened. */
  readonly by: unknown
  /** Which endings the session came after, where sessions are revoked. */
  readonly standing: Standing | undefined
}

/**
 * What the next request will read. Without a `decode` of its own, an application seals with the `encode` of the library.
 *
 * @throws JWTSessionError when `decode` throws: it would do so on every read, where a token that cannot be opened is none
 */
async function openAgain(context: SessionContext, sealed: string): Promise<JWT | undefined> {
  const { config, profile } = context
  if (config.jwt.decode) {
    const subject = 'The `jwt.decode` function'
    return (await naming(JWTSessionError, subject, () => runDecoder(context, sealed))) ?? undefined
  }
  return (await profile.sessionBox.open('session', sealed))?.payload
}

/** Claims of a session that `encode` was given, by what becomes of it without them. */
interface Marked {
  /** It could not be ended by whoever may end it. */
  readonly endings: Readonly<Record<string, unknown>>
  /** It would begin anew whenever it is sealed again, be one of every deployment, and not be the one that is listed. */
  readonly bounds: Readonly<Record<string, unknown>>
}

async function requireKept(
  context: SessionContext,
  sealed: string,
  { endings, bounds }: Marked,
): Promise<void> {
  const decoded = await openAgain(context, sealed)
  // A token that lacks other claims as well is refused by every read.
  const marked = hasClaims(decoded) ? { ...endings, ...bounds } : endings
  const lost = Object.keys(marked).find(
    (name) => JSON.stringify(decoded?.[name]) !== JSON.stringify(marked[name]),
  )
  if (lost === undefined) return
  throw new JWTSessionError(
    `\`jwt.encode\` and \`jwt.decode\` lose the claim "${lost}". Keep every claim that \`encode\` is given.`,
  )
}

/** The claims that are the application's to set. */
function ownClaims({ revocation }: ResolvedConfig, token: JWT): JWT {
  const { [OPENED_BY]: _opening, [SIGNED_IN_BY]: _by, ...claims } = withOneName(token)
  if (!revocation) return claims
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !REVOCATION_CLAIMS.has(name)))
}

/**
 * What the encoder of the application makes of a token.
 *
 * @throws JWTSessionError when it throws, or returns no text
 */
async function runEncoder(
  { config, profile }: SessionContext,
  token: JWT,
  maxAge: number,
): Promise<string> {
  const { encode, secrets: secret } = config.jwt
  const { name: salt } = profile.cookies.sessionToken
  const subject = 'The `jwt.encode` function'
  const call = () => encode?.({ token, secret, salt, maxAge })
  const sealed: unknown = await naming(JWTSessionError, subject, call)
  if (typeof sealed === 'string' && sealed !== '') return sealed
  throw new JWTSessionError(
    `${subject} returned ${sealed === '' ? 'an empty text' : describeKind(sealed)}. Return the token as text.`,
  )
}

/** Seals a token, and sets the cookie. */
export async function seal(
  context: SessionContext,
  token: JWT,
  { jti, authTime, opening, by, standing }: Reserved,
): Promise<SealedSession> {
  const { config, profile, origin } = context
  const maxAge = lifetime(config, authTime)
  const iat = numericDate(config.clock())
  const exp = iat + maxAge
  const audience = config.audience.of(origin)
  const opened = opening === undefined ? {} : { [OPENED_BY]: opening }
  const endings = standing ? toClaims(standing, token.sub) : {}
  const kept = {
    ...ownClaims(config, token),
    ...opened,
    ...(by === undefined ? {} : { [SIGNED_IN_BY]: by }),
    ...endings,
    jti,
    [AUTH_TIME]: authTime,
    [AUDIENCE]: audience,
  }
  const sealed = config.jwt.encode
    ? await runEncoder(context, { ...kept, iat, exp }, maxAge)
    : await profile.sessionBox.seal('session', kept, maxAge, iat)
  if (config.jwt.encode) {
    const needed = config.provesAddresses ? { ...opened, ...endings } : endings
    const bounds = { jti, [AUTH_TIME]: authTime, [AUDIENCE]: audience }
    await requireKept(context, sealed, { endings: needed, bounds })
  }
  const expires = new Date(exp * 1000)
  return { jar: setSessionCookie(context, sealed, expires), expires }
}
