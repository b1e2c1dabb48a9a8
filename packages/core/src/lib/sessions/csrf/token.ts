import { numericDate } from '../../kit/clock.ts'
import { sealValue, type Context, type SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { randomHex } from '../../crypto/random.ts'
import { MissingCSRF } from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { selectStrategy } from '../select.ts'

/** Seconds. */
const MAX_AGE = 86_400
/** A token that would expire while a form is being filled in is replaced. */
const RENEW_AFTER = MAX_AGE / 2

/** A token for a form, and the cookie that goes with it. */
export interface CsrfToken {
  /** Absent when CSRF tokens are off. */
  readonly token?: string
  readonly jar: CookieJar
}

interface ValidCookie {
  readonly token: string
  /** In seconds. */
  readonly age: number
}

/** The token of the cookie, if it was made for the session of the request, or for the time without one. */
async function readCsrfCookie(context: SessionContext): Promise<ValidCookie | undefined> {
  const { config, jar, profile } = context
  const sealed = jar.get(profile.cookies.csrfToken.name)
  const opened = sealed ? await profile.box.open('csrf', sealed) : null
  if (!opened) return undefined
  const { token, binding, iat } = opened.payload
  if (typeof token !== 'string' || typeof binding !== 'string') return undefined
  // A token is valid for one session, or without a session for the browser that has the cookie.
  const bound = constantTimeEqual(binding, await selectStrategy(config).binding(context))
  return bound ? { token, age: numericDate(config.clock()) - iat } : undefined
}

/** The token of this browser and session: the one it has, or a new one. */
export async function csrfToken(context: SessionContext): Promise<CsrfToken> {
  const { config, jar, profile } = context
  if (!config.csrf) return { jar }
  const known = await readCsrfCookie(context)
  if (known && known.age < RENEW_AFTER) return { token: known.token, jar }
  const token = randomHex()
  const binding = await selectStrategy(config).binding(context)
  const sealed = await sealValue(context, 'csrf', { token, binding }, MAX_AGE)
  return { token, jar: jar.set(profile.cookies.csrfToken, sealed) }
}

/**
 * Double submit: the token of the body has to be the one in the cookie, which is encrypted, and has to be ours and of
 * this session.
 *
 * @throws MissingCSRF when it is not
 */
export async function requireCsrf(context: Context): Promise<void> {
  const { config, request } = context
  if (!config.csrf) return
  const sent = request.body.get('csrfToken')
  const known = await readCsrfCookie(context)
  const matches =
    known !== undefined && typeof sent === 'string' && constantTimeEqual(sent, known.token)
  if (!matches || request.duplicates.has('csrfToken')) {
    throw new MissingCSRF(`The CSRF token of a ${request.action} request is missing or not valid.`)
  }
}
