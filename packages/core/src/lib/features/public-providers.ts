import { publicProvider } from '../request/public-providers.ts'
import type { SessionContext } from '../request/context.ts'
import type { PublicProvider } from '../types/provider.ts'
import { nameOf } from './form-texts.ts'

/**
 * The public members of all providers.
 *
 * @param headers - of the request, in whose language features name their providers
 */
export async function publicProviders(
  context: Pick<SessionContext, 'config' | 'origin'>,
  headers: Pick<Headers, 'get'>,
): Promise<readonly PublicProvider[]> {
  const { config } = context
  return Promise.all(
    [...config.providers.values()].map(async (provider) => {
      const { id, kind } = provider
      return publicProvider(context, {
        id,
        kind,
        name: await nameOf({ config, headers }, provider),
      })
    }),
  )
}
