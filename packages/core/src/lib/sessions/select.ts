import { andThen, type MaybePromise } from '../kit/and-then.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { StoreFor } from '../config/store.ts'
import { lazy } from '../kit/lazy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './strategy.ts'

// Without an adapter there are no sessions in a store.
const loadDatabase = lazy(() => import('./database-strategy.ts'))

/** Sessions in a store, by a module that is loaded when the first one is asked for. */
function storedSessions(store: StoreFor<'sessions'>): SessionStrategy {
  const use = <T>(work: (strategy: SessionStrategy) => MaybePromise<T>): MaybePromise<T> =>
    andThen(loadDatabase(), ({ databaseStrategy }) => work(databaseStrategy(store)))
  return {
    read: (context, view, update) => use((strategy) => strategy.read(context, view, update)),
    issue: async (context, identity) => use((strategy) => strategy.issue(context, identity)),
    revoke: async (context) => use((strategy) => strategy.revoke(context)),
    current: async (context) => use((strategy) => strategy.current(context)),
    binding: async (context) => use((strategy) => strategy.binding(context)),
  }
}

/** The strategy of a configuration. */
export function selectStrategy({ session }: Pick<ResolvedConfig, 'session'>): SessionStrategy {
  return session.strategy === 'jwt' ? jwtStrategy : storedSessions(session.store)
}
