import type { StoreFor } from '../config/store.ts'
import { lazy } from '../kit/lazy.ts'
import type { SessionContext } from '../request/context.ts'
import type * as Acting from './acting/acting-strategy.ts'
import { mayBeActing } from './acting/acting-cookie.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './strategy.ts'

type ActingModule = typeof Acting

// Without an adapter there are no sessions in a store.
const loadDatabase = lazy(() => import('./database-strategy.ts'))
// Few requests are those of an administrator who acts for a user.
const loadActing: () => ActingModule | Promise<ActingModule> = lazy(
  () => import('./acting/acting-strategy.ts'),
)

/** A strategy of a module that is loaded when the first session is asked for. */
const lazily = (load: () => Promise<SessionStrategy>): SessionStrategy => ({
  read: async (context, view, update) => (await load()).read(context, view, update),
  issue: async (context, identity) => (await load()).issue(context, identity),
  revoke: async (context) => (await load()).revoke(context),
  current: async (context) => (await load()).current(context),
  binding: async (context) => (await load()).binding(context),
})

/** Sessions in a store. */
const storedSessions = (store: StoreFor<'sessions'>): SessionStrategy =>
  lazily(async () => (await loadDatabase()).databaseStrategy(store))

/**
 * A strategy whose sign-ins end acting in the browser also where it has sent no cookies, as with the form of a provider, which comes from another
 * site. A browser that has sent that of a session would have sent that of acting as well.
 */
const replacingActing = (own: SessionStrategy): SessionStrategy => ({
  ...own,
  async issue(context, identity) {
    const { jar, issued } = await own.issue(context, identity)
    const { cookies, acting } = context.profile
    const isSeen = !issued || context.jar.mentions(cookies.sessionToken.name)
    return { jar: isSeen ? jar : jar.deleteUnseen(acting), issued }
  },
})

/** The strategy for the session in the session cookie, also where its user acts for another one. */
export function selectOwn({
  config: { session },
}: Pick<SessionContext, 'config'>): SessionStrategy {
  return session.strategy === 'jwt' ? jwtStrategy : storedSessions(session.store)
}

/** The strategy for the session of a request. */
export function selectStrategy(
  context: Pick<SessionContext, 'config' | 'jar' | 'profile'>,
): SessionStrategy {
  const own = selectOwn(context)
  if (context.config.features?.acting !== true) return own
  return mayBeActing(context)
    ? lazily(async () => (await loadActing()).actingStrategy(own))
    : replacingActing(own)
}
