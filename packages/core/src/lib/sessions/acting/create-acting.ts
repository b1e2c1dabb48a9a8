import { numericDate } from '../../kit/clock.ts'
import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import { isBeingProven, isProven } from '../../config/first-proof.ts'
import { randomToken } from '../../crypto/random.ts'
import {
  AccessDenied,
  ActingRefused,
  InvalidConfiguration,
  InvalidRequest,
} from '../../errors/classes.ts'
import type { CookieJar } from '../../http/cookie-jar.ts'
import { emit } from '../../request/emit.ts'
import type { SessionContext } from '../../request/context.ts'
import type { AdapterUser } from '../../types/adapter.ts'
import type { JWT } from '../../types/jwt.ts'
import { loadDevices } from '../devices/registry.ts'
import { revocationClaims } from '../endings/claims.ts'
import { initialToken, runJwtCallback } from '../jwt-strategy.ts'
import { discardRow, type SessionStore } from '../stored-session.ts'
import type { Current } from '../strategy.ts'
import { mayBeActing } from './acting-cookie.ts'
import { ACTOR } from './acting-claims.ts'
import { actingClaims, rowName, sealActing } from './acting-token.ts'

const loadGenerations = lazy(() => import('../endings/session-generations.ts'))

/** Seconds for which an administrator acts for a user at most: nothing extends it. */
const LASTS = 3600

/** Who asks to act for a user. */
export interface Administrator {
  /** Their session. */
  readonly current: Current
  /** Id of the user who they are. */
  readonly owner: string
  /** Name of the feature that lets them. */
  readonly feature: string
}

/** An acting session that is being made. */
interface Beginning {
  readonly id: string
  readonly user: AdapterUser
  readonly actor: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly times: { readonly iat: number; readonly exp: number }
}

/** @throws InvalidRequest where there is no such user, it is the administrator, or another person is just proving the address */
async function requireTarget(
  { config: { adapter } }: SessionContext,
  owner: string,
  userId: string,
): Promise<AdapterUser> {
  if (sameId(owner, userId)) throw new InvalidRequest('A user does not act for themselves.')
  if (!adapter?.getUser) throw new InvalidConfiguration('Acting for users needs a store of them.')
  const user = await adapter.getUser(userId)
  // A database with numeric ids may find user 3 by an id that begins with a 3.
  if (!user || !sameId(user.id, userId)) {
    throw new InvalidRequest('There is no user with this id to act for.')
  }
  if (!isBeingProven(user)) return user
  throw new InvalidRequest(
    'The proof of the address of the user is not complete, so that they may come to belong to another person.',
  )
}

/**
 * Lists the session for the user, who can end it: without the browser and the place of the administrator.
 *
 * @param since - when the latest ending was that it comes after
 */
async function noteActing(
  { config }: SessionContext,
  { user, times: { exp } }: Beginning,
  sessionId: string,
  since = 0,
): Promise<void> {
  if (!config.session.devices) return
  const { addDevice } = await loadDevices()
  const now = config.clock()
  await addDevice(config, {
    sessionId,
    userId: user.id,
    createdAt: new Date(now),
    lastSeenAt: new Date(Math.max(now, since + 1)),
    expires: new Date(exp * 1000),
    label: null,
    place: null,
    provider: null,
    providerSession: null,
    providerSubject: null,
  })
}

/** The token of the user, as the `jwt` callback makes it. */
async function makeToken({ config }: SessionContext, { user, actor }: Beginning): Promise<JWT> {
  const identity = { user, account: null, isNewUser: false } as const
  const token = { ...initialToken(identity), [ACTOR]: { sub: actor } }
  const returned = await runJwtCallback(config, { token, ...identity, trigger: 'signIn' })
  if (returned) return returned
  throw new AccessDenied('The `jwt` callback returned null for the user to act for.')
}

async function beginSealed(context: SessionContext, beginning: Beginning): Promise<CookieJar> {
  const { config } = context
  const { id, claims, times, user } = beginning
  const token = await makeToken(context, beginning)
  const { findIssuedAfter } = await loadGenerations()
  const after = await findIssuedAfter(config, { owner: user.id })
  const endings = after ? revocationClaims(after, token.sub) : {}
  const jar = await sealActing(context, token, { ...endings, ...claims, jti: id }, times)
  // Without a feed it cannot be ended by the list.
  if (after) await noteActing(context, beginning, id, after.since)
  return jar
}

async function beginStored(
  context: SessionContext,
  store: SessionStore,
  beginning: Beginning,
): Promise<CookieJar> {
  const { id, user, claims, times } = beginning
  const sessionToken = await rowName(id)
  const expires = new Date(times.exp * 1000)
  const jar = await sealActing(context, {}, { ...claims, jti: id }, times)
  await store.createSession({ sessionToken, userId: user.id, expires })
  try {
    await noteActing(context, beginning, sessionToken)
  } catch (error) {
    await discardRow(context, store, sessionToken)
    throw error
  }
  return jar
}

/**
 * Begins a session in which an administrator acts for a user. Beside `completeSignIn` it is the only function that makes a session, and no
 * one signs in: there is no provider, no proof and no gate. Whether the administrator may do so, the feature has asked.
 *
 * @param userId - id of the user
 * @returns the cookies, with that of the acting session; the session of the administrator stays as it is
 * @throws ActingRefused where the administrator acts for a user already
 * @throws InvalidRequest where there is no such user, it is the administrator, or another person is just proving the address
 * @throws AccessDenied where the `jwt` callback wants no session for the user
 * @throws SessionTooLarge where both sessions do not fit into the cookies of a browser
 */
export async function createActing(
  context: SessionContext,
  { current, owner, feature }: Administrator,
  userId: string,
): Promise<CookieJar> {
  const { config } = context
  if (current.actor || mayBeActing(context)) {
    throw new ActingRefused('Who acts for a user cannot act for another one.')
  }
  const user = await requireTarget(context, owner, userId)
  // Ids that a store counts are numbers in some adapters.
  const actor = String(owner)
  const iat = numericDate(config.clock())
  const times = { iat, exp: iat + LASTS }
  const claims = actingClaims({
    actor,
    session: current.sessionId,
    user: String(user.id),
    unproven: !isProven(user),
  })
  const beginning = { id: randomToken(32), user, actor, claims, times }
  const { session } = config
  const jar =
    session.strategy === 'jwt'
      ? await beginSealed(context, beginning)
      : await beginStored(context, session.store, beginning)
  const expires = new Date(times.exp * 1000)
  await emit(config, 'actingBegan', { userId: user.id, actor: { sub: actor }, feature, expires })
  const until = expires.toISOString()
  config.log.info('acting', `${actor} acts for ${user.id} until ${until}, by "${feature}".`)
  return jar
}
