import type { Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'
import { finishSignOut } from '../sign-out/return.ts'
import { nothingChanged } from '../sign-out/end-session-result.ts'

/** GET signed-out: back from a provider. It signs nobody in or out, whatever the `state` is. */
export async function signedOut(context: Context): Promise<FlowResult> {
  const { request } = context
  const state = request.duplicates.has('state') ? undefined : request.query.get('state')
  const ended = await finishSignOut(context, state)
  return ended ? { kind: 'redirect', to: ended.to, jar: ended.jar } : nothingChanged(context)
}
