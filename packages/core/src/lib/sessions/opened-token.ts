import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { lazy } from '../kit/lazy.ts'
import type { JWT } from '../types/jwt.ts'
import { type OpenedToken, SIGNED_IN_BY, signedInAt, withinAbsoluteAge } from './claims.ts'
import { isMigrating } from './foreign-cookie.ts'
import { sessionCookie, sessionCookies } from './session-cookie.ts'
import { withBothNames } from './picture.ts'
import { readMethods, UNTIMED } from './signed-in-by.ts'
import type { KnownSignIn } from './strategy.ts'

// Few applications seal sessions by themselves, or move over from another library.
const decoding = lazy(() => import('./decoded.ts'))
const foreignTokens = lazy(() => import('./foreign-token.ts'))

/** Opens a cookie of this library, with its key or by the decoder of the application. */
async function openOwn(context: SessionContext, sealed: string): Promise<OpenedToken | null> {
  const { config, profile } = context
  const wall = config.clock()
  const steady = config.revocation ? config.steady() : wall
  const unsealed = config.jwt.decode
    ? await (await decoding()).openDecoded(context, sealed, wall)
    : await profile.sessionBox.open('session', sealed, wall)
  return unsealed && { token: unsealed.payload, json: unsealed.json, wall, steady }
}

/** The session, if the sign-in is not too long ago. */
function unlessTooOld(
  { config: { session } }: SessionContext,
  opened: OpenedToken | null,
): OpenedToken | null {
  return opened && withinAbsoluteAge(session, signedInAt(opened.token), opened.wall) ? opened : null
}

/** Opens a cookie of another library, while its sessions are taken over. */
async function openForeign(context: SessionContext): Promise<OpenedToken | null> {
  if (!isMigrating(context)) return null
  const { readForeign } = await foreignTokens()
  return unlessTooOld(context, await readForeign(context))
}

/** Opens the cookies of the name of the session but for one. */
async function openOthers(
  context: SessionContext,
  than: string | undefined,
): Promise<readonly OpenedToken[]> {
  const found: OpenedToken[] = []
  for (const sealed of sessionCookies(context)) {
    const opened = sealed === than ? null : unlessTooOld(context, await openOwn(context, sealed))
    if (opened) found.push(opened)
  }
  return found
}

/**
 * The session token of the request: of several with its name the first that is valid; `null` where none is. Another library's is read
 * only where there is none of this one.
 */
export async function openToken(context: SessionContext): Promise<OpenedToken | null> {
  const first = sessionCookie(context)
  const own = first === undefined ? null : unlessTooOld(context, await openOwn(context, first))
  if (own) return own
  const [other] = await openOthers(context, first)
  return other ?? openForeign(context)
}

/** Every session token of the request that is valid. */
export async function openAllTokens(context: SessionContext): Promise<readonly OpenedToken[]> {
  const own = await openOthers(context, undefined)
  if (own.length > 0) return own
  const foreign = await openForeign(context)
  return foreign ? [foreign] : []
}

/** Runs a step for sign-in or sign-out: a token that lacks a claim must not block these, and does not count. */
async function quietly<T>({ config }: SessionContext, step: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await step
  } catch (error) {
    config.log.error(asError(error))
    return otherwise
  }
}

/** As {@link openToken}, for sign-in and sign-out. */
export async function openQuietly(context: SessionContext): Promise<OpenedToken | null> {
  return quietly(context, openToken(context), null)
}

/** As {@link openAllTokens}, for sign-in and sign-out. */
export async function openAllQuietly(context: SessionContext): Promise<readonly OpenedToken[]> {
  return quietly(context, openAllTokens(context), [])
}

/** The claim of how a session was opened. The time of one of another library is that of its last use. */
export const signInClaimOf = ({ token, foreign }: OpenedToken): unknown =>
  foreign ? { m: UNTIMED } : token[SIGNED_IN_BY]

/** What a token says about its sign-in. */
export const knownOf = (opened: OpenedToken): KnownSignIn => ({
  signedInAt: signedInAt(opened.token),
  methods: readMethods(signInClaimOf(opened)),
})

/** The token for callbacks and events, where there are any: a copy, so that the opened token stays unchanged. */
export function copyForCallbacks(
  { callbacks, events }: ResolvedConfig,
  { token, json }: OpenedToken,
): JWT {
  // The sealed text was the JSON of a token.
  if (callbacks.jwt) return withBothNames(JSON.parse(json) as JWT)
  return callbacks.session || events.session ? withBothNames(token) : token
}
