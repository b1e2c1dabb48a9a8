import { publicProviders } from '../features/public-providers.ts'
import type { Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'

/** GET providers. */
export async function getProviders(context: Context): Promise<FlowResult> {
  const body = Object.fromEntries(
    (await publicProviders(context, context.request.headers)).map((provider) => [
      provider.id,
      provider,
    ]),
  )
  return { kind: 'json', status: 200, body, jar: context.jar }
}
