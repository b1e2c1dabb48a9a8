import type { Context } from '../context.ts'
import type { FlowResult } from '../http/result.ts'
import { finishSignOut } from '../logout/return.ts'
import { nothingChanged } from '../responses/end-session.ts'

/** GET signed-out: back from a provider. It signs nobody in or out, whatever the `state` is. */
export async function signedOut(context: Context): Promise<FlowResult> {
  const { request } = context
  const state = request.duplicates.has('state') ? undefined : request.query.get('state')
  const ended = await finishSignOut(context, state)
  return ended ? { kind: 'redirect', to: ended.to, jar: ended.jar } : nothingChanged(context)
}
