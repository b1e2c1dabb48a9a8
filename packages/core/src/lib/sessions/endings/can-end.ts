import type { ResolvedConfig } from '../../config/resolved-config.ts'

/** Whether the sessions of a user can be ended. */
export const canEndSessions = ({
  session,
  revocation,
  adapter,
}: Pick<ResolvedConfig, 'session' | 'revocation' | 'adapter'>): boolean =>
  session.strategy === 'jwt'
    ? revocation !== undefined
    : adapter?.deleteSessionsByUserId !== undefined
