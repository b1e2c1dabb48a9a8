import type { SessionContext } from '../../request/context.ts'

/** Whether the request has a cookie of an acting session, good or not. With one, the session of the request is never the administrator's own. */
export const mayBeActing = ({ jar, profile }: Pick<SessionContext, 'jar' | 'profile'>): boolean =>
  jar.mentions(profile.acting.name)
