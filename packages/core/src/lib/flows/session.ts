import type { Context } from '../context.ts'
import type { FlowResult } from '../http/result.ts'
import { selectStrategy } from '../session/select.ts'
import type { UpdateData } from '../types/callbacks.ts'

/** GET session. */
export async function getSession(context: Context): Promise<FlowResult> {
  const { session, jar } = await selectStrategy(context.config).read(context, 'client')
  return { kind: 'json', status: 200, body: session, jar }
}

/** POST session. */
export async function updateSession(context: Context): Promise<FlowResult> {
  // Checked by nobody, as the description of the type says.
  const data = (context.request.body.get('data') ?? {}) as UpdateData
  const { session, jar } = await selectStrategy(context.config).read(context, 'client', { data })
  return { kind: 'json', status: 200, body: session, jar }
}
