import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { lazy } from '../kit/lazy.ts'
import { type OpenedToken, signedInAt, withinAbsoluteAge } from './claims.ts'
import { isMigrating } from './foreign-cookie.ts'
import { sessionCookie } from './session-cookie.ts'

// Few applications seal sessions by themselves, or move over from another library.
const decoding = lazy(() => import('./decoded.ts'))
const foreignTokens = lazy(() => import('./foreign-token.ts'))

/**
 * The session token of the request; `null` where none is good. The cookie of this library is opened with its key, or by the decoder of
 * the application. Where that finds nothing, the cookies of another library are read while its sessions are taken over.
 */
export async function openToken(context: SessionContext): Promise<OpenedToken | null> {
  const { config, profile } = context
  let opened: OpenedToken | null = null
  const sealed = sessionCookie(context)
  if (sealed !== undefined) {
    const wall = config.clock()
    const steady = config.revocation ? config.steady() : wall
    const unsealed = config.jwt.decode
      ? await (await decoding()).openDecoded(context, sealed, wall)
      : await profile.sessionBox.open('session', sealed, wall)
    opened = unsealed && { token: unsealed.payload, json: unsealed.json, wall, steady }
  }
  if (!opened && isMigrating(context)) {
    const { readForeign } = await foreignTokens()
    opened = await readForeign(context)
  }
  if (!opened) return null
  const isWithin = withinAbsoluteAge(config.session, signedInAt(opened.token), opened.wall)
  return isWithin ? opened : null
}

/** As {@link openToken}, for sign-in and sign-out: a token that lacks a claim must not block these, and does not count. */
export async function openQuietly(context: SessionContext): Promise<OpenedToken | null> {
  try {
    return await openToken(context)
  } catch (error) {
    context.config.log.error(asError(error))
    return null
  }
}
