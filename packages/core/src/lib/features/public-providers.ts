import { publicProvider } from '../request/public-providers.ts'
import type { SessionContext } from '../request/context.ts'
import type { PublicProvider } from '../types/provider.ts'
import { lazy } from '../kit/lazy.ts'

const loadTexts = lazy(() => import('./form-texts.ts'))

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
      if (provider.kind !== 'credentials' || !provider.form)
        return publicProvider(context, provider)
      const { nameOf } = await loadTexts()
      const name = await nameOf({ config, headers }, provider)
      return publicProvider(context, { ...provider, name })
    }),
  )
}
