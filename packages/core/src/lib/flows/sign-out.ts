import type { Context } from '../context.ts'
import type { FlowResult } from '../http/result.ts'
import { strategyOf } from '../session/select.ts'

/** POST signout. */
export async function signOut(context: Context): Promise<FlowResult> {
  const jar = await strategyOf(context.config).revoke(context)
  return { kind: 'redirect', to: context.returnTo, jar }
}
