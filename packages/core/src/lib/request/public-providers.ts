import type { ResolvedProvider } from '../config/providers.ts'
import { actionUrl, type Context } from './context.ts'
import type { PublicProvider } from '../types/provider.ts'

/** The public members of a provider. */
export function publicProvider(
  context: Pick<Context, 'config' | 'origin'>,
  { id, name, kind }: ResolvedProvider,
): PublicProvider {
  return {
    id,
    name,
    type: kind,
    signinUrl: actionUrl(context, `signin/${id}`),
    callbackUrl: actionUrl(context, `callback/${id}`),
  }
}

/** The public members of all providers. */
export function publicProviders(
  context: Pick<Context, 'config' | 'origin'>,
): readonly PublicProvider[] {
  return [...context.config.providers.values()].map((provider) => publicProvider(context, provider))
}
