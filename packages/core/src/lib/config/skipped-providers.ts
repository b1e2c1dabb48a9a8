import { isObject } from '../kit/json.ts'
import { asError, isAuthError, type AuthError } from '../errors/auth-error.ts'
import { DuplicateProvider, InvalidConfiguration } from '../errors/classes.ts'
import type { Provider } from '../types/provider.ts'
import { makeProvider, mergeOptions } from './provider-options.ts'
import {
  resolveProvider,
  type ConfiguredProvider,
  type CredentialsProvider,
  type ProviderContext,
} from './providers.ts'
import { checkProvider } from './requirements.ts'
import {
  findIgnored,
  findUnreadSettings,
  type MadeProvider,
  type UnreadSettings,
} from './unread-options.ts'

/** A provider that cannot be used and is not offered. */
export interface SkippedProvider {
  /** Unknown where the provider could not even be made. */
  readonly id?: string
  readonly kind?: ConfiguredProvider['kind']
  /** The mistake, and how to correct it. */
  readonly error: AuthError
}

/** What is left beside providers that are left out. */
interface Beside {
  readonly mailSender: unknown
  /** As they were given, before they are checked. */
  readonly features: unknown
}

const needsMail = (feature: unknown): boolean => {
  const needs = isObject(feature) ? feature['needs'] : undefined
  return Array.isArray(needs) && needs.includes('mail')
}

const WITHOUT_MAIL =
  'Until then no mail of a feature can be sent, such as those to register or to reset a password.'

/**
 * Why providers are left out, for the log.
 *
 * @param skipped - the providers
 * @param beside - whether a provider is left that sends mails, and which features there are
 */
export function reasonsOf(
  skipped: readonly SkippedProvider[],
  { mailSender, features }: Beside,
): readonly string[] {
  const wantsMail = !mailSender && Array.isArray(features) && features.some(needsMail)
  return skipped.map(({ kind, error }) =>
    wantsMail && kind === 'email' ? `${error.message} ${WITHOUT_MAIL}` : error.message,
  )
}

/** The providers of a configuration. */
export interface Providers {
  /** By id, in order. */
  readonly usable: ReadonlyMap<string, ConfiguredProvider>
  readonly skipped: readonly SkippedProvider[]
  /** Finds what is set for them and has no effect. */
  readonly findUnread: () => UnreadSettings
}

/** Names a provider by its place in the list, for one without an id. */
function describePlace(provider: unknown, index: number): string {
  const name = typeof provider === 'function' && provider.name !== '' ? ` (${provider.name})` : ''
  return `\`providers[${index}]\`${name}`
}

function toConfigurationError(thrown: unknown, subject: string): AuthError {
  if (isAuthError(thrown)) return thrown
  const err = asError(thrown)
  return new InvalidConfiguration(`${subject} cannot be used: ${err.message}`, { err })
}

/** A provider that is used or left out, and what it was made of. */
interface Resolution {
  readonly one: ConfiguredProvider | SkippedProvider
  readonly from?: MadeProvider
}

function resolveOne(provider: Provider, place: string, context: ProviderContext): Resolution {
  let from: MadeProvider
  try {
    const made = makeProvider(provider, context.env)
    from = { made, merged: mergeOptions(made, context.env) }
  } catch (thrown) {
    // The factory threw, or the entry is no provider.
    return { one: { error: toConfigurationError(thrown, `The provider at ${place}`) } }
  }
  const { made, merged } = from
  try {
    const config = checkProvider(merged)
    const ignored = findIgnored(made, merged)
    if (ignored !== undefined) throw new InvalidConfiguration(ignored)
    return { one: resolveProvider(config, context), from }
  } catch (thrown) {
    const { id, type } = merged
    const error = toConfigurationError(thrown, `The provider "${id}"`)
    return { one: { id, kind: type, error }, from }
  }
}

/**
 * Resolves all providers, in order, each once. One with a missing or impossible option is skipped.
 *
 * @throws DuplicateProvider when two have one id: accounts are stored by it
 */
export function resolveProviders(
  providers: readonly Provider[],
  context: ProviderContext,
): Providers {
  const usable = new Map<string, ConfiguredProvider>()
  const skipped: SkippedProvider[] = []
  const ids = new Set<string | undefined>()
  const made: MadeProvider[] = []
  for (const [index, provider] of providers.entries()) {
    const place = describePlace(provider, index)
    const { one, from } = resolveOne(provider, place, context)
    if (from) made.push(from)
    if (one.id !== undefined && ids.has(one.id)) {
      throw new DuplicateProvider(`Two providers have the id "${one.id}".`)
    }
    ids.add(one.id)
    if ('error' in one) skipped.push(Object.freeze(one))
    else usable.set(one.id, one)
  }
  return { usable, skipped, findUnread: () => findUnreadSettings(made, context.env) }
}

/**
 * The providers with the forms of features, which come first: who has a form to fill in looks for it above the buttons.
 *
 * @throws DuplicateProvider when one has the id of another, also of one that was left out
 */
export function withForms(own: Providers, forms: readonly CredentialsProvider[] = []): Providers {
  const { usable, skipped } = own
  if (forms.length === 0) return own
  const all = new Map<string, ConfiguredProvider>()
  for (const form of forms) {
    const { id } = form
    if (all.has(id) || usable.has(id) || skipped.some((one) => one.id === id)) {
      throw new DuplicateProvider(
        `The feature "${form.form?.feature.name}" has a provider with the id "${id}", which another one has as well.`,
      )
    }
    all.set(id, form)
  }
  for (const [id, provider] of usable) all.set(id, provider)
  return { ...own, usable: all }
}
