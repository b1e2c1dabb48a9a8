import { asError, isAuthError, type AuthError } from '../errors/auth-error.ts'
import { DuplicateProvider, InvalidConfiguration } from '../errors/classes.ts'
import type { Provider, ProviderObject } from '../types/provider.ts'
import { mergeOptions } from './provider-options.ts'
import { resolveProvider, type ProviderContext, type ConfiguredProvider } from './providers.ts'
import { checkProvider } from './requirements.ts'

/** A provider that cannot be used and is not offered. */
export interface SkippedProvider {
  /** Unknown where the provider could not even be made. */
  readonly id?: string
  readonly kind?: ConfiguredProvider['kind']
  /** The mistake, and how to correct it. */
  readonly error: AuthError
}

/** The providers of a configuration. */
export interface Providers {
  /** By id, in order. */
  readonly usable: ReadonlyMap<string, ConfiguredProvider>
  readonly skipped: readonly SkippedProvider[]
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

function resolveOne(
  provider: Provider,
  place: string,
  context: ProviderContext,
): ConfiguredProvider | SkippedProvider {
  let merged: ProviderObject
  try {
    merged = mergeOptions(provider, context.env)
  } catch (thrown) {
    // The factory threw, or the entry is no provider.
    return { error: toConfigurationError(thrown, `The provider at ${place}`) }
  }
  try {
    const config = checkProvider(merged)
    return resolveProvider(config, context)
  } catch (thrown) {
    const { id, type } = merged
    return { id, kind: type, error: toConfigurationError(thrown, `The provider "${id}"`) }
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
  for (const [index, provider] of providers.entries()) {
    const place = describePlace(provider, index)
    const one = resolveOne(provider, place, context)
    if (one.id !== undefined && ids.has(one.id)) {
      throw new DuplicateProvider(`Two providers have the id "${one.id}".`)
    }
    ids.add(one.id)
    if ('error' in one) skipped.push(Object.freeze(one))
    else usable.set(one.id, one)
  }
  return { usable, skipped }
}
