import type { SessionContext } from '../../request/context.ts'

/**
 * Whether the request has a cookie of an acting session, good or not, of an application in which administrators act for users. With one, the
 * session of the request is never the administrator's own.
 */
export const mayBeActing = ({
  config: { features },
  jar,
  profile,
}: Pick<SessionContext, 'config' | 'jar' | 'profile'>): boolean =>
  features?.acting === true && jar.hasChunked(profile.acting.name)
