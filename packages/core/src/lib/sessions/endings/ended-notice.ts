import type { SessionContext } from '../../request/context.ts'
import { asError } from '../../errors/auth-error.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import type { AdapterRevocation } from '../../types/adapter-revocation.ts'
import type { CookieOption } from '../../types/cookies.ts'
import type { EndedReason } from '../../types/pages.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'

/*
 * The notice of why a session has ended, when it did not end by a click in this browser. The sign-in page shows it once. It is a
 * cookie of a few minutes with one of the reasons below; any other value is ignored.
 */

const REASONS: ReadonlySet<string> = new Set<EndedReason>([
  'ended-by-user',
  'signed-out-everywhere',
  'password-changed',
  'email-changed',
  'account-unlinked',
  'passkey-removed',
  'factor-added',
  'factor-removed',
  'recovery-used',
  'admin',
  'back-channel',
  'secret-leak',
  'other',
])

/** Reasons that the user caused in this browser: no notice, in a copy of its cookie neither. */
const WITHOUT_NOTICE: ReadonlySet<string> = new Set(['sign-out', 'new-sign-in', 'raised'])

/** Seconds between a request that was refused and the sign-in page. */
const MAX_AGE = 300

const isReason = (text: string | undefined): text is EndedReason =>
  text !== undefined && REASONS.has(text)

/** A sign-out at the provider is one reason, whichever way it was received. */
const BY_PROVIDER = 'front-channel'

/** The notice for a reason, which may be one of the application. */
export function toEndedReason(reason: string | undefined): EndedReason | undefined {
  if (reason === undefined || WITHOUT_NOTICE.has(reason)) return undefined
  if (reason === BY_PROVIDER) return 'back-channel'
  return isReason(reason) ? reason : 'other'
}

/** It has the prefix and the attributes of the other cookie that no option is about. */
function endedCookie({ profile }: SessionContext): CookieOption {
  const { name, options } = profile.device
  return { name: name.replace(/device$/, 'ended'), options }
}

/** Sets a notice for the sign-in page of why a session is over. */
export function setEndedNotice(
  context: SessionContext,
  jar: CookieJar,
  reason: string | undefined,
): CookieJar {
  const notice = toEndedReason(reason)
  if (notice === undefined || context.readOnly) return jar
  return jar.set(endedCookie(context), notice, { maxAge: MAX_AGE })
}

/** Whether a store of sessions keeps why they ended. */
const keepsReasons = ({ session, adapter }: ResolvedConfig): boolean =>
  session.strategy === 'database' &&
  Boolean(session.devices) &&
  adapter?.capabilities?.revocationFeed === true

/** Keeps why sessions of a store ended, whose rows are deleted. They are over by then, so that a failure is only logged. */
export async function keepReason(
  config: ResolvedConfig,
  sessionIds: readonly string[],
  { reason, at, expires }: Pick<AdapterRevocation, 'reason' | 'at' | 'expires'>,
): Promise<void> {
  if (!keepsReasons(config) || sessionIds.length === 0 || WITHOUT_NOTICE.has(reason)) return
  const entry = { kind: 'session', generation: 0, reason, at, expires } as const
  try {
    await config.adapter?.appendRevocations?.(sessionIds.map((key) => ({ ...entry, key })))
  } catch (error) {
    config.log.error(asError(error))
  }
}

/** Why a session of a store has ended, as far as the store keeps that. One that fails is logged, and the reason is unknown. */
export async function findReason(
  { config, readOnly }: SessionContext,
  sessionId: string,
): Promise<string | undefined> {
  if (!keepsReasons(config) || readOnly) return undefined
  try {
    return (await config.adapter?.getRevocation?.({ kind: 'session', key: sessionId }))?.reason
  } catch (error) {
    config.log.error(asError(error))
    return undefined
  }
}

/**
 * The notice that was set, and the cookies without it.
 *
 * @param jar - the cookies of the request, with changes since
 */
export function takeEndedNotice(
  context: SessionContext,
  jar: CookieJar,
): { readonly ended: EndedReason | undefined; readonly jar: CookieJar } {
  const cookie = endedCookie(context)
  const notices = jar.values(cookie.name)
  if (notices.length === 0) return { ended: undefined, jar }
  return { ended: notices.find(isReason), jar: jar.delete(cookie) }
}
