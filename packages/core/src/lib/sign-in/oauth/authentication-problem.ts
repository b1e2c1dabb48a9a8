import type { RequestedAuthentication } from '../transaction/transaction.ts'
import { authTimeProblem, type TimeContext } from './times.ts'

/**
 * What is wrong with the authentication that an ID token names.
 *
 * @param requestedAt - when it was asked for, in milliseconds since the epoch
 * @returns the end of a sentence about the ID token, or nothing when it is what was requested
 */
export function authenticationProblem(
  { acr, auth_time: authTime }: Readonly<Record<string, unknown>>,
  requested: RequestedAuthentication | undefined,
  requestedAt: number,
  times: TimeContext,
): string | undefined {
  const { maxAge, authTime: needed, acr: wanted = [] } = requested ?? {}
  if (needed || maxAge !== undefined) {
    // The provider measures when it is asked; how long the person then takes there is no matter.
    const earliest = maxAge === undefined ? -Infinity : Math.floor(requestedAt / 1000) - maxAge
    const problem = authTimeProblem(authTime, earliest, times)
    if (problem !== undefined) return problem
  }
  const missing = wanted.find(
    (values) => typeof acr !== 'string' || (values.length > 0 && !values.includes(acr)),
  )
  if (missing === undefined) return undefined
  return `does not have the essential \`acr\` that was requested (${missing.join(', ') || 'any'})`
}
