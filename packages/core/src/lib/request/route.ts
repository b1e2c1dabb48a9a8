import type { Context } from './context.ts'
import type { FlowResult } from '../http/result.ts'
import type { Awaitable } from '../types/utility.ts'

/** The function that answers one method of an action, and the checks before it. */
export interface Route {
  /** `token`: the request has to carry the CSRF token. */
  readonly csrf: 'token' | 'none'
  /** `same`: a browser may only send the request from the application's own origin. */
  readonly origin: 'same' | 'any'
  /** `allowed`: also for a session in which an administrator acts for the user. Default: it is refused. */
  readonly actor?: 'allowed'
  readonly run: (context: Context) => Awaitable<FlowResult>
}

/** Changes nothing: requests of every origin are answered. */
export const READ = { csrf: 'none', origin: 'any' } as const

/** The same, also for a session in which an administrator acts for the user. */
export const SHOW = { csrf: 'none', origin: 'any', actor: 'allowed' } as const

/** Changes something: only a form of the application may send the request. */
export const CHANGE = { csrf: 'token', origin: 'same' } as const
