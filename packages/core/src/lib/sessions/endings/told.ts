import { andThen, type MaybePromise } from '../../kit/and-then.ts'
import type { SessionContext } from '../../request/context.ts'
import { asError } from '../../errors/auth-error.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { CookieOption } from '../../types/cookies.ts'
import type { EndedReason } from '../../types/pages.ts'
import type { JWT } from '../../types/jwt.ts'
import { lookUpAgain } from './look-up.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'

/*
 * Whoever was signed out by something else than a click in this browser is told why, once, on the sign-in page. A cookie of a few
 * minutes has one of the words below: whatever else is in it, from wherever, is not a word.
 */

const WORDS: ReadonlySet<string> = new Set<EndedReason>([
  'ended-by-user',
  'signed-out-everywhere',
  'password-changed',
  'email-changed',
  'account-unlinked',
  'passkey-removed',
  'admin',
  'back-channel',
  'secret-leak',
  'other',
])

/** What somebody does in the browser itself needs no explanation there, and neither does it in a copy of its cookie. */
const UNTOLD: ReadonlySet<string> = new Set(['sign-out', 'new-sign-in'])

/** Seconds between a request that was refused and the sign-in page. */
const MAX_AGE = 300

const isWord = (text: string | undefined): text is EndedReason =>
  text !== undefined && WORDS.has(text)

/** Whoever signed out at a provider need not know how we have learned of it. */
const BY_PROVIDER = 'front-channel'

/** What a person is told of a reason, which may be a word of the application. */
export function toEndedReason(reason: string | undefined): EndedReason | undefined {
  if (reason === undefined || UNTOLD.has(reason)) return undefined
  if (reason === BY_PROVIDER) return 'back-channel'
  return isWord(reason) ? reason : 'other'
}

/** It has the prefix and the attributes of the other cookie that no option is about. */
function endedCookie({ profile }: SessionContext): CookieOption {
  const { name, options } = profile.device
  return { name: name.replace(/device$/, 'ended'), options }
}

/** Leaves word for the sign-in page of why a session is over. */
export function leaveWord(
  context: SessionContext,
  jar: CookieJar,
  reason: string | undefined,
): CookieJar {
  const word = toEndedReason(reason)
  if (word === undefined || context.readOnly) return jar
  return jar.set(endedCookie(context), word, { maxAge: MAX_AGE })
}

/**
 * Leaves word of why a sealed session is over, where that is known.
 *
 * @param jar - the cookies without that session
 */
export function tellOfToken(
  context: SessionContext,
  jar: CookieJar,
  token: JWT,
): MaybePromise<CookieJar> {
  return andThen(lookUpAgain(context.config, token), (found) =>
    leaveWord(context, jar, found?.reason),
  )
}

/** Whether a store of sessions is also told why they ended. */
const keepsReasons = ({ session, adapter }: ResolvedConfig): boolean =>
  session.strategy === 'database' &&
  Boolean(session.devices) &&
  adapter?.capabilities?.revocationFeed === true

/** Keeps why sessions of a store ended, whose rows say nothing any more. They are over by then, so that a failure is only told of. */
export async function keepReason(
  config: ResolvedConfig,
  sessionIds: readonly string[],
  { reason, at, expires }: Pick<AdapterRevocation, 'reason' | 'at' | 'expires'>,
): Promise<void> {
  if (!keepsReasons(config) || sessionIds.length === 0 || UNTOLD.has(reason)) return
  const entry = { kind: 'session', generation: 0, reason, at, expires } as const
  try {
    await config.adapter?.appendRevocations?.(sessionIds.map((key) => ({ ...entry, key })))
  } catch (error) {
    config.log.error(asError(error))
  }
}

/** Leaves word of why a session of a store is over. Nobody is kept from anything where that cannot be found out. */
export async function tellOfRow(
  context: SessionContext,
  jar: CookieJar,
  sessionId: string,
): Promise<CookieJar> {
  const { config } = context
  if (!keepsReasons(config) || context.readOnly) return jar
  try {
    const found = await config.adapter?.getRevocation?.({ kind: 'session', key: sessionId })
    return leaveWord(context, jar, found?.reason)
  } catch (error) {
    config.log.error(asError(error))
    return jar
  }
}

/**
 * The word that was left, and the cookies without it.
 *
 * @param jar - the cookies of the request, and what has been changed of them
 */
export function takeWord(
  context: SessionContext,
  jar: CookieJar,
): { readonly ended: EndedReason | undefined; readonly jar: CookieJar } {
  const cookie = endedCookie(context)
  const word = jar.next(cookie.name)
  if (word === undefined) return { ended: undefined, jar }
  return { ended: isWord(word) ? word : undefined, jar: jar.delete(cookie) }
}
