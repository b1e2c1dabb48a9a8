import { signInUrl, withParameters, type Context } from '../request/context.ts'
import { InvalidRequest } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Current } from '../sessions/strategy.ts'
import type * as Sessions from '../sessions/api/sessions.ts'

type LoadSessions = () => typeof Sessions | Promise<typeof Sessions>

/** What applications do with sessions as well. */
export const loadSessions: LoadSessions = lazy(() => import('../sessions/api/sessions.ts'))

/** The session of the request, and whose it is. */
export interface Present {
  readonly current: Current
  readonly owner: string
}

/** Where the reader of a page wants to go from there, if the request says so. */
export function givenTarget({ request: { body, query }, returnTo }: Context): string | undefined {
  return body.has('callbackUrl') || query.has('callbackUrl') ? returnTo : undefined
}

/** Nobody is signed in, or too long ago: a person signs in and is led back, a script is told. */
export function askToSignIn(
  context: Context,
  error: 'SessionRequired' | 'StepUpRequired',
  callbackUrl: string,
): FlowResult {
  const { jar } = context
  const { status, message } = errorRow(error)
  if (!acceptsPage(context.request)) return { kind: 'json', status, body: { error, message }, jar }
  const parameters = { callbackUrl, error: 'SessionRequired' }
  const to = withParameters(signInUrl(context), parameters)
  return { kind: 'redirect', to, status: 303, jar }
}

/**
 * Who asks. Callbacks may have ended the session, and are asked.
 *
 * @throws AdapterError when the store cannot tell which sessions have ended
 */
export async function findPresent(context: Context): Promise<Present | undefined> {
  const { catchUpTo } = await loadSessions()
  // Whoever was signed out at another instance a moment ago must not sign out the one who did it.
  await catchUpTo(context.config, 0)
  const strategy = selectStrategy(context.config)
  const { session } = await strategy.read({ ...context, readOnly: true }, 'server')
  const current = session && (await strategy.current(context))
  if (!current) return undefined
  const owner = current.owner ?? current.userId
  if (owner !== undefined) return { current, owner }
  throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
}
