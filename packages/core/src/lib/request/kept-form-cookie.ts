import { deviceLikeCookie } from '../config/cookies.ts'
import type { CookieOption } from '../types/cookies.ts'
import type { SessionContext } from './context.ts'

/** The cookie of a form that is shown again after a sign-in; a long one is spread over several. */
export const keptFormCookie = ({ profile }: Pick<SessionContext, 'profile'>): CookieOption =>
  deviceLikeCookie(profile.device, 'form')
