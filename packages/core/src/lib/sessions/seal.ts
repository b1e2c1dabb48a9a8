import { numericDate } from '../kit/clock.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { AUDIENCE } from '../crypto/sealed-box.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { lazy } from '../kit/lazy.ts'
import { REVOCATION_CLAIMS, revocationClaims, type IssuedAfter } from './endings/claims.ts'
import { BOUND } from './acting/acting-claims.ts'
import type { JWT } from '../types/jwt.ts'
import { AUTH_TIME, lifetime, OPENED_BY, SIGNED_IN_BY } from './claims.ts'
import { withOneName } from './picture.ts'
import { setSessionCookie } from './session-cookie.ts'
import { readMethods, readWay, UNTIMED } from './signed-in-by.ts'

// Few applications seal sessions by themselves.
const decoding = lazy(() => import('./decoded.ts'))

/** A token in its cookie. */
export interface SealedSession {
  readonly jar: CookieJar
  readonly expires: Date
}

/** Claims of a sealed session that the `jwt` callback cannot change. */
export interface Reserved {
  readonly jti: string
  /** In seconds. */
  readonly authTime: number
  readonly opening: unknown
  /** By which provider it was opened. */
  readonly by: unknown
  /** Which endings the session came after, where sessions are revoked. */
  readonly issuedAfter: IssuedAfter | undefined
}

/** The claims that are the application's to set. */
function ownClaims({ revocation }: ResolvedConfig, token: JWT): JWT {
  const {
    [OPENED_BY]: _opening,
    [SIGNED_IN_BY]: _by,
    [BOUND]: _bound,
    ...claims
  } = withOneName(token)
  if (!revocation) return claims
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !REVOCATION_CLAIMS.has(name)))
}

/** Seals a token, and sets the cookie. */
export async function seal(
  context: SessionContext,
  token: JWT,
  { jti, authTime, opening, by, issuedAfter }: Reserved,
): Promise<SealedSession> {
  const { config, profile, origin } = context
  const maxAge = lifetime(config, authTime)
  const iat = numericDate(config.clock())
  const exp = iat + maxAge
  const audience = config.audience.of(origin)
  const opened = opening === undefined ? {} : { [OPENED_BY]: opening }
  const endings = issuedAfter ? revocationClaims(issuedAfter, token.sub) : {}
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
    ? await (await decoding()).runEncoder(context, { ...kept, iat, exp }, maxAge)
    : await profile.sessionBox.seal('session', kept, maxAge, iat)
  // Either alone may lose a claim as well.
  if (config.jwt.encode ?? config.jwt.decode) {
    const needed = config.provesAddresses ? { ...opened, ...endings } : endings
    const isNeeded = readWay(by) !== undefined || readMethods(by) === UNTIMED
    const way = isNeeded ? { [SIGNED_IN_BY]: by } : {}
    const bounds = { jti, [AUTH_TIME]: authTime, [AUDIENCE]: audience, ...way }
    const { requireKept } = await decoding()
    await requireKept(context, sealed, { endings: needed, bounds })
  }
  const expires = new Date(exp * 1000)
  return { jar: setSessionCookie(context, sealed, expires), expires }
}
