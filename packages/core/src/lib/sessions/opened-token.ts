import type { SessionContext } from '../request/context.ts'
import { asError } from '../errors/auth-error.ts'
import { lazy } from '../kit/lazy.ts'
import { type OpenedToken, signedInAt, withinAbsoluteAge } from './claims.ts'
import { isMigrating } from './foreign-cookie.ts'
import { sessionCookie } from './session-cookie.ts'

// Few applications seal sessions by themselves, or move over from another library.
const decoding = lazy(() => import('./decoded.ts'))
const foreignTokens = lazy(() => import('./foreign-token.ts'))

/** Opens the cookie of this library, with its key or by the decoder of the application. */
async function readOwn(context: SessionContext): Promise<OpenedToken | null> {
  const { config, profile } = context
  const sealed = sessionCookie(context)
  if (sealed === undefined) return null
  const wall = config.clock()
  const steady = config.revocation ? config.steady() : wall
  const unsealed = config.jwt.decode
    ? await (await decoding()).openDecoded(context, sealed, wall)
    : await profile.sessionBox.open('session', sealed, wall)
  return unsealed && { token: unsealed.payload, json: unsealed.json, wall, steady }
}

/** Opens a cookie of another library, while its sessions are taken over. */
async function readOther(context: SessionContext): Promise<OpenedToken | null> {
  if (!isMigrating(context)) return null
  const { readForeign } = await foreignTokens()
  return readForeign(context)
}

/** The session token of the request; `null` where none is valid. Another library's is read only where there is none of this one. */
export async function openToken(context: SessionContext): Promise<OpenedToken | null> {
  const opened = (await readOwn(context)) ?? (await readOther(context))
  if (!opened) return null
  const { session } = context.config
  return withinAbsoluteAge(session, signedInAt(opened.token), opened.wall) ? opened : null
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
