import type { SessionContext } from '../request/context.ts'
import { UNNAMED } from '../config/audience-kinds.ts'
import type { Closed } from '../crypto/sealed-box.ts'
import { numericDate, readMoment } from '../kit/clock.ts'
import { lazy } from '../kit/lazy.ts'
import type { Undecoded } from './decoded.ts'
import { type OpenedToken, signedInAt, type SessionToken } from './claims.ts'
import { type Deletion, DELETED_AFTER, sessionCookies } from './session-cookie.ts'

/*
 * Why the session cookies of a request do not open. A read that finds none good loads this; it deletes only what can never be good again,
 * because another instance may have a secret, a clock or a row that this one lacks (decision 076).
 */

/** A session that does not count. */
export interface Refused {
  /** Why its cookie is deleted; `undefined` where it is kept. */
  readonly gone: Deletion | undefined
  /** The session, where it could be opened. */
  readonly ended?: OpenedToken
}

/** A cookie that does not open, and why: `undecoded` by the `jwt.decode` of the application, `too-old` by its sign-in. */
type Unopened = Closed | Undecoded | { readonly why: 'too-old'; readonly seconds: number }

// Few applications seal sessions by themselves.
const decoding = lazy(() => import('./decoded.ts'))

/** Seconds since a session was too old by its sign-in. */
function tooOldSince({ config }: SessionContext, token: SessionToken): number {
  const { absoluteMaxAge = Number.POSITIVE_INFINITY } = config.session
  return numericDate(config.clock()) - (signedInAt(token) + absoluteMaxAge)
}

async function examine(context: SessionContext, sealed: string): Promise<Unopened> {
  const { config, profile } = context
  if (config.jwt.decode) return (await decoding()).examineDecoded(context, sealed)
  const closed = await profile.sessionBox.examine('session', sealed)
  if (closed) return closed
  // It opens, so that it is refused by its age alone.
  const opened = await profile.sessionBox.open('session', sealed)
  return opened
    ? { why: 'too-old', seconds: tooOldSince(context, opened.payload) }
    : { why: 'changed' }
}

/** The first of these minutes that a difference of clocks is below: one line for each, and not for each second. */
const MINUTES = [2, 5, 10, 30, 60, 240, 1440]

/** The name of an application in a warning. */
const nameOf = (audience: unknown): string =>
  audience === UNNAMED ? 'any host (no `AUTH_URL`)' : JSON.stringify(audience)

function warn({ config, origin }: SessionContext, unopened: Unopened): void {
  const { log, audience } = config
  if (unopened.why === 'elsewhere') {
    const [theirs, own] = [nameOf(unopened.audience), nameOf(audience.of(origin))]
    log.warn('other-audience', `It is for ${theirs}, and this configuration is for ${own}.`)
  }
  if (unopened.why === 'future') {
    const minutes = MINUTES.find((most) => unopened.seconds < most * 60)
    const much = minutes === undefined ? 'more than a day' : `up to ${minutes} minutes`
    log.warn(
      'clock-difference',
      `The clock that sealed it is ${much} ahead of this one. Set the clocks of all instances by a time service.`,
    )
  }
  if (unopened.why === 'unknown-key' && unopened.sealed) {
    log.warn('unknown-secret', 'Change it in two steps: npx @latchstring/cli secret --stage')
  }
}

function isGone(unopened: Unopened): Deletion | undefined {
  const { why } = unopened
  if (why !== 'expired' && why !== 'too-old') return undefined
  return unopened.seconds > DELETED_AFTER ? why : undefined
}

/** Why no session cookie of the request opens. They are deleted where each of them can never be good again. */
export async function refuseUnopened(context: SessionContext): Promise<Refused> {
  const found: (Deletion | undefined)[] = []
  for (const sealed of sessionCookies(context)) {
    const unopened = await examine(context, sealed)
    context.config.log.step('a session cookie does not count', { reason: unopened.why })
    warn(context, unopened)
    found.push(isGone(unopened))
  }
  return { gone: found.includes(undefined) ? undefined : found[0] }
}

/** Whether a cookie of the request that does not open here may be good elsewhere. */
export async function mayOpenElsewhere(context: SessionContext): Promise<boolean> {
  for (const sealed of sessionCookies(context)) {
    const unopened = await examine(context, sealed)
    const opens = unopened.why === 'too-old' && unopened.seconds < 0
    if (!opens && isGone(unopened) === undefined) return true
  }
  return false
}

/** What a sign-out finds that opens none of the cookies. */
export interface Unendable {
  /** Sessions that are not valid yet by the clock of this instance, and have to end all the same. */
  readonly early: readonly OpenedToken[]
  /** Whether there may be a session that another instance can open. */
  readonly unknown: boolean
}

/** What a sign-out can end of cookies that do not open here. */
export async function findUnendable(context: SessionContext): Promise<Unendable> {
  const early: OpenedToken[] = []
  let unknown = false
  for (const sealed of sessionCookies(context)) {
    const unopened = await examine(context, sealed)
    if (unopened.why === 'future') {
      const { payload: token, json } = unopened.opened
      early.push({ token, json, ...readMoment(context.config) })
    }
    unknown ||= unopened.why === 'undecoded' || (unopened.why === 'unknown-key' && unopened.sealed)
  }
  return { early, unknown }
}
