import type { ResolvedProvider } from '../config/providers.ts'
import { actionUrl, type Context } from './context.ts'
import type { PublicProvider } from '../types/provider.ts'

/** The public members of a provider. */
export function publicProvider(
  context: Pick<Context, 'config' | 'origin'>,
  { id, name, kind }: Pick<ResolvedProvider, 'id' | 'name' | 'kind'>,
): PublicProvider {
  return {
    id,
    name,
    type: kind,
    signinUrl: actionUrl(context, `signin/${id}`),
    callbackUrl: actionUrl(context, `callback/${id}`),
  }
}
