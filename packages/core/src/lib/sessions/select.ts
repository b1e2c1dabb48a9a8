import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import { lazy } from '../kit/lazy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './strategy.ts'

// Without an adapter there are no sessions in a store.
const loadDatabase = lazy(() => import('./database-strategy.ts'))

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

/** The strategy of a configuration. */
export function selectStrategy({ session }: Pick<ResolvedConfig, 'session'>): SessionStrategy {
  return session.strategy === 'jwt' ? jwtStrategy : storedSessions(session.store)
}
