import type { AnyConfig, ResolvedSession, SessionSettings } from './resolved-config.ts'

const MAX_AGE = 2_592_000
const UPDATE_AGE = 86_400
/** Nobody can end a sealed session, so that it ends by itself. */
export const ABSOLUTE_MAX_AGE = 31_536_000

/** The options of sessions with their defaults: a database where there is a store, and a sealed cookie else. */
export function resolveSession({
  session = {},
  adapter,
  jwt,
}: Pick<AnyConfig, 'session' | 'adapter' | 'jwt'>): SessionSettings &
  Pick<ResolvedSession, 'strategy'> {
  const { strategy = adapter ? 'database' : 'jwt', absoluteMaxAge } = session
  return {
    ...session,
    strategy,
    maxAge: jwt?.maxAge ?? session.maxAge ?? MAX_AGE,
    updateAge: session.updateAge ?? UPDATE_AGE,
    absoluteMaxAge: absoluteMaxAge ?? (strategy === 'jwt' ? ABSOLUTE_MAX_AGE : undefined),
  }
}
