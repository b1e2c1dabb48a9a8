import type { Context } from '../context.ts'
import { actionUrl } from '../context.ts'
import type { FlowResult } from '../http/result.ts'
import type { PublicProvider } from '../types/provider.ts'

/** What a client may know of each provider. */
export function publicProviders(context: Pick<Context, 'config' | 'origin'>): readonly PublicProvider[] {
  return [...context.config.providers.values()].map(({ id, name, kind }) => ({
    id,
    name,
    type: kind,
    signinUrl: actionUrl(context, `signin/${id}`),
    callbackUrl: actionUrl(context, `callback/${id}`),
  }))
}

/** GET providers. */
export async function getProviders(context: Context): Promise<FlowResult> {
  const body = Object.fromEntries(publicProviders(context).map((provider) => [provider.id, provider]))
  return { kind: 'json', status: 200, body, jar: context.jar }
}
