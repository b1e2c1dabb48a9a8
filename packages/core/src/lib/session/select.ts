import type { ResolvedConfig } from '../config/resolved-config.ts'
import { databaseStrategy } from './database-strategy.ts'
import { jwtStrategy } from './jwt-strategy.ts'
import type { SessionStrategy } from './strategy.ts'

/** The strategy of a configuration. */
export function selectStrategy({ session }: Pick<ResolvedConfig, 'session'>): SessionStrategy {
  return session.strategy === 'jwt' ? jwtStrategy : databaseStrategy(session.store)
}
