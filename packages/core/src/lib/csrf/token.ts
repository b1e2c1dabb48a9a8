import type { Context } from '../context.ts'
import { constantTimeEqual } from '../crypto/compare.ts'
import { randomHex } from '../crypto/random.ts'
import { MissingCSRF } from '../errors/classes.ts'
import type { CookieJar } from '../http/cookie-jar.ts'
import { strategyOf } from '../session/select.ts'

const MAX_AGE = 86_400_000
/** A token that would expire while a form is being filled in is replaced. */
const RENEW_AFTER = MAX_AGE / 2

/** A token for a form, and the cookie that goes with it. */
export interface CsrfToken {
  /** Absent when CSRF tokens are off. */
  readonly token?: string
  readonly jar: CookieJar
}

/** What a token is good for: one session, or the browser that holds the cookie while there is none. */
function signedText(token: string, issuedAt: string, binding: string): string {
  return `${token}|${issuedAt}|${binding}`
}

interface ValidCookie {
  readonly token: string
  readonly age: number
}

async function readCookie(context: Context): Promise<ValidCookie | undefined> {
  const { config, jar, profile } = context
  const parts = jar.get(profile.cookies.csrfToken.name)?.split('|') ?? []
  const [token, issuedAt, mac] = parts
  if (parts.length !== 3 || !token || !issuedAt || !mac) return undefined
  const age = config.clock() - Number.parseInt(issuedAt, 36)
  if (!(age < MAX_AGE)) return undefined
  const text = signedText(token, issuedAt, await strategyOf(config).binding(context))
  return (await config.macs.verify('csrf', text, mac)) ? { token, age } : undefined
}

/** The token of this browser and session: the one it has, or a new one. */
export async function csrfToken(context: Context): Promise<CsrfToken> {
  const { config, jar, profile } = context
  if (!config.csrf) return { jar }
  const known = await readCookie(context)
  if (known && known.age < RENEW_AFTER) return { token: known.token, jar }
  const token = randomHex()
  const issuedAt = config.clock().toString(36)
  const binding = await strategyOf(config).binding(context)
  const mac = await config.macs.sign('csrf', signedText(token, issuedAt, binding))
  return { token, jar: jar.set(profile.cookies.csrfToken, `${token}|${issuedAt}|${mac}`) }
}

/**
 * Signed double submit: the token of the body has to be the one of the cookie, and the cookie has to be ours and of this
 * session.
 *
 * @throws MissingCSRF when it is not
 */
export async function requireCsrf(context: Context): Promise<void> {
  const { config, request } = context
  if (!config.csrf) return
  const sent = request.body.get('csrfToken')
  const known = await readCookie(context)
  const matches =
    known !== undefined && typeof sent === 'string' && constantTimeEqual(sent, known.token)
  if (!matches || request.duplicates.has('csrfToken')) {
    throw new MissingCSRF(`The CSRF token of a ${request.action} request is missing or not valid.`)
  }
}
