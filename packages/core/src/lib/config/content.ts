import type { Provider, ProviderObject } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { compareMember, isPlain, Members, snapshot, type Likeness } from './likeness.ts'
import { callFactory } from './provider-options.ts'
import type { AnyConfig } from './resolved-config.ts'

/** Options that may have other functions: those are taken from the configuration in hand. */
const WITH_FUNCTIONS: ReadonlySet<string> = new Set([
  'providers',
  'adapter',
  'session',
  'jwt',
  'migrate',
  'callbacks',
  'events',
  'logger',
  'limits',
  'clientAddress',
])

/** Options whose objects are called and not read, so that they may be instances of classes, and have a state. */
const CALLED: ReadonlySet<string> = new Set(['adapter', 'logger', 'limits'])

/** No option has other functions. */
export const NONE: ReadonlySet<string> = new Set()

/** What a configuration consists of, at one moment. */
export interface Given {
  /** A copy: an application may change the object for its next request. */
  readonly input: AnyConfig
  /** The same, also for members that no type knows. */
  readonly members: Readonly<Record<string, unknown>>
  /** Names of all its members, also of those that a copy does not have. No option has a symbol for its name. */
  readonly names: readonly string[]
}

/** What a configuration consisted of, with everything in it copied that can be changed. */
export interface Content {
  /** All options but the providers. */
  readonly options: Members
  /** How many options there are, with the providers. */
  readonly size: number
  readonly providers: unknown
}

/** Reads a configuration; `undefined` where it is an instance of a class, which has more than its own members. */
export function readContent(input: AnyConfig): Given | undefined {
  if (!isPlain(input)) return undefined
  const names = Object.getOwnPropertyNames(input)
  const copy = { ...input }
  return { input: copy, members: copy, names }
}

/**
 * A provider as it is resolved: one that is a function counts by what it returns. One that throws is like no other, and so is
 * the instance of a class, which is read and may change while it stays the same object.
 */
function readProvider(provider: Provider, env: Env): unknown {
  try {
    const made: ProviderObject =
      typeof provider === 'function' ? callFactory(provider, env) : provider
    const isRead = isPlain(made) && (made.options === undefined || isPlain(made.options))
    return isRead ? made : Symbol('an instance of a class')
  } catch {
    return Symbol('a provider that cannot be made')
  }
}

/** The providers of a configuration, each as it is resolved. */
export function readProviders({ input }: Given, env: Env): readonly unknown[] {
  return input.providers.map((provider) => readProvider(provider, env))
}

/** A copy of what a configuration consists of. */
export function copyContent(given: Given, env: Env): Content {
  const options = new Members()
  for (const [name, value] of Object.entries(given.members)) {
    if (name === 'providers') continue
    options.set(name, snapshot(value, CALLED.has(name) ? 'as it is' : 'like nothing'))
  }
  const providers = snapshot(readProviders(given, env), 'as it is')
  return { options, size: given.names.length, providers }
}

/** Names of the options with other functions; `undefined` where the options are not alike. Providers are not compared. */
export function compareOptions(
  { options, size }: Content,
  { members, names }: Given,
): ReadonlySet<string> | undefined {
  if (names.length !== size) return undefined
  let changed: Set<string> | undefined
  for (const name of names) {
    if (name === 'providers') continue
    const likeness: Likeness = compareMember(options, name, members[name])
    if (likeness === 'same') continue
    if (likeness === 'different' || !WITH_FUNCTIONS.has(name)) return undefined
    changed = (changed ?? new Set<string>()).add(name)
  }
  return changed ?? NONE
}
