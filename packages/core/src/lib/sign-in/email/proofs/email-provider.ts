import type { EmailProvider } from '../../../config/providers.ts'
import type { ResolvedConfig } from '../../../config/resolved-config.ts'
import { InvalidConfiguration } from '../../../errors/classes.ts'

/** The provider that sends the mails of features. @throws InvalidConfiguration where all of them were left out */
export function requireEmailProvider({
  mailSender,
}: Pick<ResolvedConfig, 'mailSender'>): EmailProvider {
  if (mailSender) return mailSender
  throw new InvalidConfiguration(
    'No provider sends mails: those of `providers` that would were left out, for the reasons that were logged.',
  )
}
