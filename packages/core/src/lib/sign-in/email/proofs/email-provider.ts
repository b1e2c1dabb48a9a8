import type { ProviderOfKind } from '../../../config/providers.ts'
import type { ResolvedConfig } from '../../../config/resolved-config.ts'
import { InvalidConfiguration } from '../../../errors/classes.ts'

/** The provider that sends the mails of features. @throws InvalidConfiguration where all of them were left out */
export function requireEmailProvider({
  providers,
}: Pick<ResolvedConfig, 'providers'>): ProviderOfKind<'email'> {
  for (const provider of providers.values()) if (provider.kind === 'email') return provider
  throw new InvalidConfiguration(
    'No provider sends mails: those of `providers` that would were left out, for the reasons that were logged.',
  )
}
