import type { Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'
import { finishSignOut, nothingChanged } from '../sign-out/return.ts'

/** GET signed-out: the return from a provider. It changes no session, whatever the `state` is. */
export async function signedOut(context: Context): Promise<FlowResult> {
  const { request } = context
  const state = request.duplicates.has('state') ? undefined : request.query.get('state')
  const ended = await finishSignOut(context, state)
  return ended ? { kind: 'redirect', to: ended.to, jar: ended.jar } : nothingChanged(context)
}
