import { AUDIENCE } from '../../crypto/sealed-box.ts'
import { SessionTooLarge } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { isObject } from '../../kit/json.ts'
import { readMoment } from '../../kit/clock.ts'
import type { SessionContext } from '../../request/context.ts'
import type { JWT } from '../../types/jwt.ts'
import { ACTOR, BOUND } from './acting-claims.ts'
import { AUTH_TIME, OPENED_BY, type OpenedToken, SIGNED_IN_BY } from '../claims.ts'
import { hashToken } from '../database-token.ts'
import { OWNER, REVOCATION_CLAIMS } from '../endings/claims.ts'
import { withOneName } from '../picture.ts'
import { sessionCookie } from '../session-cookie.ts'

/*
 * The cookie of an acting session: a sealed value of a kind of its own in both strategies, so that neither it nor what is in it opens as a
 * session. It is bound to the session of the administrator, whose cookie stays beside it, and is of no use without that one.
 */

/** Claims that no callback sets. */
const RESERVED: ReadonlySet<string> = new Set([
  ...REVOCATION_CLAIMS,
  ACTOR,
  BOUND,
  AUDIENCE,
  AUTH_TIME,
  OPENED_BY,
  SIGNED_IN_BY,
  'jti',
])

/** An acting session that a cookie says, before it is known whether it is good. */
export interface ClaimedActing {
  readonly opened: OpenedToken
  /** Id of the administrator. */
  readonly actor: string
  /** Session of the administrator. */
  readonly session: string
  /** Id of the user. */
  readonly user: string
  /** Whether the user could still come to belong to another person when it began. */
  readonly unproven: boolean
}

/** The claims that make a token one of an acting session. */
export const actingClaims = ({
  actor,
  session,
  user,
  unproven,
}: Omit<ClaimedActing, 'opened'>): Readonly<Record<string, unknown>> => ({
  [ACTOR]: { sub: actor },
  [BOUND]: session,
  [OWNER]: user,
  // As in a session that is opened by a user whose address is not proven.
  ...(unproven && { [OPENED_BY]: { user } }),
})

function readClaims(opened: OpenedToken): ClaimedActing | undefined {
  const { [ACTOR]: act, [BOUND]: session, [OWNER]: user, [OPENED_BY]: opening } = opened.token
  const actor = isObject(act) ? act['sub'] : undefined
  if (typeof actor !== 'string' || typeof session !== 'string' || typeof user !== 'string') {
    return undefined
  }
  return { opened, actor, session, user, unproven: opening !== undefined }
}

/** The acting sessions that the cookies of the request say: one as a rule, none where no cookie opens. */
export async function openActing({
  config,
  jar,
  profile,
}: SessionContext): Promise<readonly ClaimedActing[]> {
  const moment = readMoment(config)
  const found: ClaimedActing[] = []
  for (const sealed of jar.allChunked(profile.acting.name)) {
    const unsealed = await profile.sessionBox.open('acting', sealed, moment.wall)
    const claimed =
      unsealed && readClaims({ token: unsealed.payload, json: unsealed.json, ...moment })
    if (claimed) found.push(claimed)
  }
  return found
}

/** The name of the row of an acting session in a store of sessions: no token of a session cookie is made in this way. */
export const rowName = (id: string): Promise<string> => hashToken(`acting:${id}`)

/** Characters of a session and of an acting session that together fit into the headers that servers take. */
const LONGEST = 11_000

/** Milliseconds for which a browser keeps a cookie at most (RFC 6265bis, section 5.5). */
const KEPT = 400 * 86_400_000

/**
 * Sets the cookie of an acting session. It stays far longer than the session lasts, whatever `session.maxAge` is: once it were gone, pages of
 * the user would go on with the account of the administrator.
 *
 * @throws SessionTooLarge when it does not fit beside the session of the administrator
 */
function setCookie(context: SessionContext, sealed: string): CookieJar {
  const { config, jar, profile } = context
  if ((sessionCookie(context)?.length ?? 0) + sealed.length > LONGEST) {
    throw new SessionTooLarge('The acting session does not fit beside that of the administrator.')
  }
  const expires = new Date(config.clock() + KEPT)
  return jar.setChunked(profile.acting, sealed, expires)
}

/** The claims of a token that are the application's to set. */
const ownClaims = (token: JWT): JWT =>
  Object.fromEntries(Object.entries(withOneName(token)).filter(([name]) => !RESERVED.has(name)))

/**
 * Seals an acting session, also again: then with the times that it had.
 *
 * @param reserved - the claims that no callback sets
 * @throws SessionTooLarge when it does not fit beside the session of the administrator
 */
export async function sealActing(
  context: SessionContext,
  token: JWT,
  reserved: Readonly<Record<string, unknown>>,
  { iat, exp }: { readonly iat: number; readonly exp: number },
): Promise<CookieJar> {
  const { config, origin, profile } = context
  const claims = { ...ownClaims(token), ...reserved, [AUDIENCE]: config.audience.of(origin) }
  return setCookie(context, await profile.sessionBox.seal('acting', claims, exp - iat, iat))
}

/** The same after a callback has changed its token. */
export async function sealAgain(
  context: SessionContext,
  { opened }: ClaimedActing,
  token: JWT,
): Promise<CookieJar> {
  const kept = Object.entries(opened.token).filter(([name]) => RESERVED.has(name))
  return sealActing(context, token, Object.fromEntries(kept), opened.token)
}

/** What a callback returned, with who acts, which it cannot change. */
export const withActorClaim = (token: JWT, { actor }: ClaimedActing): JWT => ({
  ...token,
  [ACTOR]: { sub: actor },
})
