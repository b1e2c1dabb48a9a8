import type { SignInPageErrorParam } from '../types/pages.ts'
import { signInUrl, withParameters, type Context, type SessionContext } from '../request/context.ts'
import { InvalidRequest, StepUpRequired } from '../errors/classes.ts'
import { errorRow } from '../errors/table.ts'
import type { FlowResult } from '../http/result.ts'
import { lazy } from '../kit/lazy.ts'
import { acceptsPage } from '../failures/failure-result.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Current } from '../sessions/strategy.ts'
import type * as Sessions from '../sessions/api/sessions.ts'

type LoadSessions = () => typeof Sessions | Promise<typeof Sessions>

/** The public functions for sessions, which the pages use as applications do. */
export const loadSessions: LoadSessions = lazy(() => import('../sessions/api/sessions.ts'))

/** The session of a page, and the id of its user. */
export interface PageSession {
  readonly current: Current
  readonly owner: string
}

/**
 * Runs a page that needs a session. Without one, or when the sign-in is too long ago for a change, a person is sent to sign in and led
 * back, and a script gets the error.
 *
 * @param pageUrl - where the person comes back to
 * @throws InvalidRequest when the session names no user
 * @throws AdapterError when the store fails
 */
export async function requireSessionPage(
  context: Context,
  pageUrl: string,
  run: (session: PageSession) => Promise<FlowResult>,
): Promise<FlowResult> {
  const session = await findPageSession(context)
  if (!session) return askToSignIn(context, 'SessionRequired', pageUrl)
  try {
    return await run(session)
  } catch (error) {
    if (error instanceof StepUpRequired) {
      const shown = error.cause?.['otherWay'] === true ? 'OAuthAccountNotLinked' : 'SessionRequired'
      return askToSignIn(context, 'StepUpRequired', pageUrl, shown)
    }
    throw error
  }
}

/** The session of the request, unless it or the callbacks of the application have ended it. */
export async function findPageSession(context: SessionContext): Promise<PageSession | undefined> {
  const { catchUpTo } = await loadSessions()
  // A session that another process has just ended must not end the others.
  await catchUpTo(context.config, 0)
  const strategy = selectStrategy(context)
  const { session } = await strategy.read({ ...context, readOnly: true }, 'server')
  const current = session && (await strategy.current(context))
  if (!current) return undefined
  const owner = current.owner ?? current.userId
  if (owner !== undefined) return { current, owner }
  throw new InvalidRequest('The session names no user. Keep `sub` in its token.')
}

/** Sends a person to sign in, and to come back to a page; a script gets the error. */
export function askToSignIn(
  context: Context,
  error: 'SessionRequired' | 'StepUpRequired',
  pageUrl: string,
  shown: SignInPageErrorParam = 'SessionRequired',
): FlowResult {
  const { jar } = context
  const { status, message } = errorRow(error)
  if (!acceptsPage(context.request)) return { kind: 'json', status, body: { error, message }, jar }
  const reason = error === 'StepUpRequired' && shown === 'SessionRequired' ? 'step-up' : undefined
  const to = withParameters(signInUrl(context), { callbackUrl: pageUrl, error: shown, reason })
  return { kind: 'redirect', to, status: 303, jar }
}

/** The `callbackUrl` that a page leads to, if the request names one. */
export function givenTarget({ request: { body, query }, returnTo }: Context): string | undefined {
  return body.has('callbackUrl') || query.has('callbackUrl') ? returnTo : undefined
}
