import { andThen, type MaybePromise } from '../kit/and-then.ts'
import type { SessionContext } from '../request/context.ts'
import { readMoment, type Moment } from '../kit/clock.ts'
import { asError } from '../errors/auth-error.ts'
import { lazy } from '../kit/lazy.ts'
import { type SessionToken, signedInAt, withinAbsoluteAge } from './claims.ts'
import { withBothNames } from './picture.ts'
import { foreignCookies, isMigrating, sessionCookie } from './session-cookie.ts'

// Few applications seal sessions by themselves.
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
  /** It was made by another library, and is issued anew. */
  readonly foreign?: true
  /** A claim of the library is to be left out from now on. */
  readonly outdated?: true
  /** The generation that it counts as without saying so, because an ending has spared it. */
  readonly spared?: number | undefined
}

function openOwn(context: SessionContext, sealed: string): MaybePromise<OpenedToken | null> {
  const { config, profile } = context
  const wall = config.clock()
  // One after the other they take less time than apart.
  const steady = config.revocation ? config.steady() : wall
  if (config.jwt.decode) {
    const decoded = andThen(decoding(), ({ decodeCustom }) => decodeCustom(context, sealed, wall))
    return andThen(decoded, (token) =>
      token ? { token: withBothNames(token), json: JSON.stringify(token), wall, steady } : null,
    )
  }
  return andThen(
    profile.sessionBox.open('session', sealed, wall),
    (opened) => opened && { token: opened.payload, json: opened.json, wall, steady },
  )
}

/** The token of another library, with the claims this one relies on. */
async function openForeign(context: SessionContext): Promise<OpenedToken | null> {
  const { openForeignToken } = await foreignTokens()
  const at = readMoment(context.config)
  for (const cookie of foreignCookies(context)) {
    const token = await openForeignToken(context, cookie)
    if (!token) continue
    return { token: withBothNames(token), json: JSON.stringify(token), ...at, foreign: true }
  }
  return null
}

/** The session token of the request, its own or that of another library; `null` where there is none that is good. */
export function openToken(context: SessionContext): MaybePromise<OpenedToken | null> {
  const sealed = sessionCookie(context)
  const own = sealed ? openOwn(context, sealed) : null
  const found = andThen(own, (token) =>
    token || !isMigrating(context) ? token : openForeign(context),
  )
  return andThen(found, (opened) =>
    opened && withinAbsoluteAge(context.config.session, signedInAt(opened.token), opened.wall)
      ? opened
      : null,
  )
}

/**
 * As {@link openToken}, where no session is shown: a token that lacks a claim is none there, so that it keeps nobody from
 * signing in or out.
 */
export async function openQuietly(context: SessionContext): Promise<OpenedToken | null> {
  try {
    return await openToken(context)
  } catch (error) {
    context.config.log.error(asError(error))
    return null
  }
}
