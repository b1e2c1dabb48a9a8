import { sameId } from '../../kit/account-id.ts'
import { lazy } from '../../kit/lazy.ts'
import type { SessionContext } from '../../request/context.ts'
import type { AdapterSession, AdapterUser } from '../../types/adapter.ts'
import type { OpenedToken } from '../claims.ts'
import type { SessionStore } from '../stored-session.ts'
import type { Current, KnownActor, SessionStrategy } from '../strategy.ts'
import { type ClaimedActing, openActing, rowName } from './acting-token.ts'

// Loaded where sessions can be ended before they expire (`session.revocation`).
const endings = lazy(() => import('../token-endings.ts'))

/** The user of an acting session, as the store has it, with its row or its token. */
type Target =
  | { readonly user: AdapterUser; readonly row: AdapterSession }
  | { readonly user: AdapterUser; readonly opened: OpenedToken }

/** An acting session that is good. */
export interface Acting {
  readonly claimed: ClaimedActing
  /** Its id, as endings and the list of devices have it. */
  readonly sessionId: string
  readonly target: Target
  readonly actor: KnownActor
}

/** Id of the session of an acting session. */
export const idOf = async (
  { config: { session } }: SessionContext,
  { opened: { token } }: ClaimedActing,
): Promise<string> => (session.strategy === 'jwt' ? token.jti : rowName(token.jti))

/** The user, unless the acting session has ended, or the user is gone or has come to belong to another person. */
async function findTarget(
  context: SessionContext,
  claimed: ClaimedActing,
): Promise<Target | undefined> {
  const { session } = context.config
  return session.strategy === 'jwt' ? findSealed(context, claimed) : findRow(session.store, claimed)
}

/** Whether another person may have proven the address of the user since: acting began with what the one before had there. */
const isOfAnother = ({ emailVerified }: AdapterUser, unproven: boolean): boolean =>
  unproven && Boolean(emailVerified)

async function findRow(
  { getSessionAndUser }: SessionStore,
  { opened, user: id, unproven }: ClaimedActing,
): Promise<Target | undefined> {
  const found = await getSessionAndUser(await rowName(opened.token.jti))
  if (!found || !sameId(found.session.userId, id)) return undefined
  const { session: row, user } = found
  if (isOfAnother(user, unproven)) return undefined
  return row.expires.getTime() > opened.wall ? { user, row } : undefined
}

async function findSealed(
  { config }: SessionContext,
  { opened, user: id, unproven }: ClaimedActing,
): Promise<Target | undefined> {
  const { adapter } = config
  const live = config.revocation ? await (await endings()).unlessEnded(config, opened) : opened
  // Asked at each read: without a feed of endings nothing else says that the user was deleted.
  const user = live && (await adapter?.getUser?.(id))
  if (!user || !sameId(user.id, id) || isOfAnother(user, unproven)) return undefined
  return { user, opened: live }
}

const isOf = ({ session, actor }: ClaimedActing, admin: Current): boolean =>
  session === admin.sessionId && sameId(actor, admin.owner ?? admin.userId)

/**
 * The acting session of the request, if it is good, and so is the session of the administrator.
 *
 * @param own - the strategy that reads the session of the administrator
 * @throws AdapterError when the store fails
 */
export async function findActing(
  own: SessionStrategy,
  context: SessionContext,
): Promise<Acting | undefined> {
  const all = await openActing(context)
  const admin = all.length > 0 ? await own.current(context) : null
  if (!admin) return undefined
  for (const claimed of all) {
    const target = isOf(claimed, admin) ? await findTarget(context, claimed) : undefined
    if (target) {
      const { signedInAt, methods } = admin
      const actor = { sub: claimed.actor, signIn: { signedInAt, methods } }
      return { claimed, sessionId: await idOf(context, claimed), target, actor }
    }
  }
  return undefined
}
