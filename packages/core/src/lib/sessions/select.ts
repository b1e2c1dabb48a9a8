import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import { ActingRefused } from '../errors/classes.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import { mayBeActing } from './acting/acting-cookie.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { Current, SessionStrategy } from './strategy.ts'

// Without an adapter there are no sessions in a store.
const loadDatabase = lazy(() => import('./database-strategy.ts'))
// Few requests are those of an administrator who acts for a user.
const loadActing = lazy(() => import('./acting/acting-strategy.ts'))

/** Sessions in a store, by a module that is loaded when the first one is asked for. */
function storedSessions(store: StoreFor<'sessions'>): SessionStrategy {
  const load = async (): Promise<SessionStrategy> => {
    const { databaseStrategy } = await loadDatabase()
    return databaseStrategy(store)
  }
  return {
    read: async (context, view, update) => (await load()).read(context, view, update),
    issue: async (context, identity) => (await load()).issue(context, identity),
    revoke: async (context) => (await load()).revoke(context),
    current: async (context) => (await load()).current(context),
    binding: async (context) => (await load()).binding(context),
  }
}

async function readActing(
  own: SessionStrategy,
  ...given: Parameters<SessionStrategy['read']>
): ReturnType<SessionStrategy['read']> {
  return (await loadActing()).read(own, ...given)
}

/** A strategy that sees acting sessions as well. */
const withActing = (own: SessionStrategy): SessionStrategy => ({
  read: (context, view, update) =>
    mayBeActing(context) ? readActing(own, context, view, update) : own.read(context, view, update),
  issue: async (context, identity) =>
    mayBeActing(context)
      ? (await loadActing()).issue(own, context, identity)
      : own.issue(context, identity),
  revoke: async (context) =>
    mayBeActing(context) ? (await loadActing()).revoke(own, context) : own.revoke(context),
  current: async (context) =>
    mayBeActing(context) ? (await loadActing()).current(own, context) : own.current(context),
  binding: async (context) =>
    mayBeActing(context) ? (await loadActing()).binding(context) : own.binding(context),
})

const sealedSessions = withActing(jwtStrategy)

/** The strategy for the session in the session cookie, also where its user acts for another one. */
export function selectOwn({ session }: Pick<ResolvedConfig, 'session'>): SessionStrategy {
  return session.strategy === 'jwt' ? jwtStrategy : storedSessions(session.store)
}

/** The strategy of a configuration. */
export function selectStrategy({ session }: Pick<ResolvedConfig, 'session'>): SessionStrategy {
  return session.strategy === 'jwt' ? sealedSessions : withActing(storedSessions(session.store))
}

/**
 * The session of the request, for what is the user's own to do.
 *
 * @throws ActingRefused in an acting session
 */
export async function currentOfUser(context: SessionContext): Promise<Current | null> {
  const current = await selectStrategy(context.config).current(context)
  if (!current?.actor) return current
  throw new ActingRefused(
    `${current.actor.sub} acts for ${current.userId}, and this is for the user alone.`,
  )
}
