import type { Context } from './context.ts'
import type { FlowResult } from '../http/result.ts'
import type { Awaitable } from '../types/utility.ts'

/** What one method of an action leads to, and what is checked before. */
export interface Route {
  /** `token`: the request has to carry the CSRF token. */
  readonly csrf: 'token' | 'none'
  /** `same`: a browser may only send the request from the application's own origin. */
  readonly origin: 'same' | 'any'
  readonly run: (context: Context) => Awaitable<FlowResult>
}

/** Changes nothing: anybody may ask. */
export const READ = { csrf: 'none', origin: 'any' } as const

/** Changes something: a form of the application asks. */
export const CHANGE = { csrf: 'token', origin: 'same' } as const
