import type { Context } from '../request/context.ts'
import { lazy } from '../kit/lazy.ts'
import type { FlowResult } from '../http/result.ts'
import { sessionText } from '../sessions/expose.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { ReadResult } from '../sessions/strategy.ts'
import type { UpdateData } from '../types/callbacks.ts'

const sessionResult = ({ config }: Context, { session, jar }: ReadResult): FlowResult => ({
  kind: 'json',
  status: 200,
  body: session,
  text: sessionText(config, session),
  jar,
})

/** GET session. */
export async function getSession(context: Context): Promise<FlowResult> {
  return sessionResult(context, await selectStrategy(context).read(context, 'client'))
}

// Reading a session spends nothing.
const spending = lazy(() => import('../limits/spend.ts'))

/**
 * POST session.
 *
 * @throws TooManyRequests when the client has changed it too often
 */
export async function updateSession(context: Context): Promise<FlowResult> {
  if (context.config.limits) await (await spending()).spendOrThrow(context, 'update')
  // The library does not check it, as the description of the type says.
  const data = (context.request.body.get('data') ?? {}) as UpdateData
  return sessionResult(context, await selectStrategy(context).read(context, 'client', { data }))
}
