import { numericDate } from '../../kit/clock.ts'
import { openCookie, sealValue, type Context, type SessionContext } from '../../request/context.ts'
import { constantTimeEqual } from '../../crypto/compare.ts'
import { randomHex } from '../../crypto/random.ts'
import { MissingCSRF } from '../../errors/classes.ts'
import { CHUNK_SUFFIX } from '../../http/chunks.ts'
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

/** What a token is bound to: the session that the browser has once it has the response. One that is over goes with it. */
async function bindingOf(context: SessionContext): Promise<string> {
  const { jar, profile } = context
  const { name } = profile.cookies.sessionToken
  const own = jar
    .changes()
    .filter(
      (change) => change.name.startsWith(name) && CHUNK_SUFFIX.test(change.name.slice(name.length)),
    )
  if (own.length > 0 && own.every(({ value }) => value === '')) return ''
  return selectStrategy(context).binding(context)
}

/** The token of the cookie, if it was made for the session of the request, or for the time without one. */
async function readCsrfCookie(context: SessionContext): Promise<ValidCookie | undefined> {
  const { config, jar, profile } = context
  const { name } = profile.cookies.csrfToken
  if (jar.get(name) === undefined) return undefined
  // A token is valid for one session, or without a session for the browser that has the cookie.
  const expected = await bindingOf(context)
  const payload = await openCookie(
    context,
    'csrf',
    name,
    ({ binding }) => typeof binding === 'string' && constantTimeEqual(binding, expected),
  )
  if (typeof payload?.['token'] !== 'string') return undefined
  const { token, iat } = payload
  return { token, age: numericDate(config.clock()) - iat }
}

/** The token of this browser and session: the one it has, or a new one. */
export async function csrfToken(context: SessionContext): Promise<CsrfToken> {
  const { config, jar, profile } = context
  if (!config.csrf) return { jar }
  const known = await readCsrfCookie(context)
  if (known && known.age < RENEW_AFTER) return { token: known.token, jar }
  const token = randomHex()
  const binding = await bindingOf(context)
  const sealed = await sealValue(context, 'csrf', { token, binding }, MAX_AGE)
  return { token, jar: jar.set(profile.cookies.csrfToken, sealed) }
}

/** Why a token is refused, for the log: by what its cookie is. */
async function whyRefused({ jar, profile }: SessionContext): Promise<string> {
  const [sealed, ...others] = jar.values(profile.cookies.csrfToken.name)
  if (sealed === undefined) return 'its cookie did not come with it'
  const closed = others.length > 0 ? undefined : await profile.box.examine('csrf', sealed)
  if (closed?.why === 'expired') return 'the form was open for a day'
  if (closed?.why === 'unknown-key' && closed.sealed) {
    return 'its cookie was sealed by a secret that this process does not have, as another instance may (npx @latchstring/cli secret --stage)'
  }
  return closed?.why === 'future'
    ? `its cookie was sealed ${closed.seconds} s in the future: set the clocks of all instances by a time service`
    : 'it is of another form, session or browser'
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
    const why = sent === undefined ? 'the form has none' : await whyRefused(context)
    throw new MissingCSRF(
      `The CSRF token of a ${request.action} request is missing or not valid: ${why}.`,
    )
  }
}
