import type { ConfiguredProvider, EmailProvider } from './providers.ts'

type ById = ReadonlyMap<string, ConfiguredProvider>

/** Providers by what they are there for. */
export interface SortedProviders {
  /** Those that people sign in with. */
  readonly usable: ById
  /** The one that sends the mails of features. It may sign in as well. */
  readonly mailSender: EmailProvider | undefined
}

const isEmail = (one: ConfiguredProvider): one is EmailProvider => one.kind === 'email'

const sendsAlone = (one: ConfiguredProvider): boolean => isEmail(one) && one.config.signIn === false

/** Takes out what only sends mails: to every way in it is a provider that is not there. */
export function sortProviders(all: ById): SortedProviders {
  const senders = [...all.values()].filter(isEmail)
  return {
    usable: new Map([...all].filter(([, one]) => !sendsAlone(one))),
    mailSender: senders.find(sendsAlone) ?? senders[0],
  }
}
