import { actionUrl, type Context } from '../context.ts'
import type { PublicProvider } from '../types/provider.ts'

/** What a client may know of each provider. */
export function publicProviders(
  context: Pick<Context, 'config' | 'origin'>,
): readonly PublicProvider[] {
  return [...context.config.providers.values()].map(({ id, name, kind }) => ({
    id,
    name,
    type: kind,
    signinUrl: actionUrl(context, `signin/${id}`),
    callbackUrl: actionUrl(context, `callback/${id}`),
  }))
}
