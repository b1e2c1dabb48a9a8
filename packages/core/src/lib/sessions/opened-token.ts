import type { Moment } from '../kit/clock.ts'
import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { lazy } from '../kit/lazy.ts'
import { type SessionToken, signedInAt, withinAbsoluteAge } from './claims.ts'
import { isMigrating } from './foreign-cookie.ts'
import { sessionCookie } from './session-cookie.ts'

// Few applications seal sessions by themselves, or move over from another library.
const decoding = lazy(() => import('./decoded.ts'))
const foreignTokens = lazy(() => import('./foreign-token.ts'))

/**
 * A token that was opened, and when: one read of a session judges its times by this moment, and looks at each clock once. The steady
 * one is for the feed of endings; without a feed it is not looked at.
 */
export interface OpenedToken extends Moment {
  readonly token: SessionToken
  /** Its text as it was sealed, or made from the payload where the application decodes. */
  readonly json: string
  /** It was made by another library, and does not say how the session was opened. */
  readonly foreign?: true
  /** It is sealed again whatever its age: as a token of this library, or without a claim that is settled. */
  readonly outdated?: true
  /** The generation that it counts as without saying so, because an ending has exempted it. */
  readonly exempt?: number | undefined
}

/** Opens the cookie of this library: with its key, or by the decoder of the application. */
async function openOwn(context: SessionContext, sealed: string): Promise<OpenedToken | null> {
  const { config, profile } = context
  const wall = config.clock()
  const steady = config.revocation ? config.steady() : wall
  const opened = config.jwt.decode
    ? await (await decoding()).openDecoded(context, sealed, wall)
    : await profile.sessionBox.open('session', sealed, wall)
  return opened && { token: opened.payload, json: opened.json, wall, steady }
}

/** The session token of the request, of this library or else of another one; `null` where none is good. */
export async function openToken(context: SessionContext): Promise<OpenedToken | null> {
  const sealed = sessionCookie(context)
  let opened = sealed === undefined ? null : await openOwn(context, sealed)
  if (!opened && isMigrating(context)) {
    const { readForeign } = await foreignTokens()
    opened = await readForeign(context)
  }
  if (!opened) return null
  const isWithin = withinAbsoluteAge(context.config.session, signedInAt(opened.token), opened.wall)
  return isWithin ? opened : null
}

/** As {@link openToken}, for sign-in and sign-out, which a token that lacks a claim must not block: there it is no session. */
export async function openQuietly(context: SessionContext): Promise<OpenedToken | null> {
  try {
    return await openToken(context)
  } catch (error) {
    context.config.log.error(asError(error))
    return null
  }
}
