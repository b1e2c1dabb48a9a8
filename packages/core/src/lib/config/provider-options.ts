import type { Provider, ProviderObject } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { isPlainObject } from '../kit/values.ts'
import { providerVariable, readProviderEnv, variablePrefix, type ProviderSettings } from './env.ts'

/** Members that are set, so that spreading them takes nothing away. */
function defined(value: object = {}): Record<string | symbol, unknown> {
  const result: Record<string | symbol, unknown> = {}
  // Symbols, too: `customFetch` is one.
  for (const key of Reflect.ownKeys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (member !== undefined) result[key] = member
  }
  return result
}

/** Members that are objects of options themselves; in them, too, the application wins member by member. */
const NESTED = ['authorization', 'token', 'userinfo', 'endSession', 'client', 'style'] as const

/** Two descriptions of an endpoint: `params` are merged, everything else replaces. A string replaces the whole. */
function mergeNested(base: unknown, own: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(own)) return own
  const params = isPlainObject(base['params']) &&
    isPlainObject(own['params']) && { ...base['params'], ...defined(own['params']) }
  return { ...base, ...defined(own), ...(params ? { params } : {}) }
}

/**
 * The provider of an entry of the list, which may be a function.
 *
 * @throws TypeError when it is not a provider, and whatever the function throws
 */
export function makeProvider(provider: Provider, env: Env): ProviderObject {
  const made = typeof provider === 'function' ? provider({}) : provider
  requireObject(made)
  if (typeof provider !== 'function') return made
  // The second call is the one that counts: a factory may make its URLs of the issuer.
  return provider(readProviderEnv(env, made.id) as Record<string, never>)
}

/** Where there are no types, anything can be in the list: the whole module, `false`, a promise. */
function requireObject(provider: unknown): void {
  const id: unknown =
    typeof provider === 'object' && provider !== null ? Reflect.get(provider, 'id') : undefined
  if (typeof id !== 'string') throw new TypeError('It is not an object with an `id`.')
}

const CLIENT = ['clientId', 'clientSecret', 'issuer'] as const

/** The options of a provider that variables can set. Few services want a key beside the client secret; those that do say so. */
function settingsOf({ type, requires = [] }: ProviderObject): readonly (keyof ProviderSettings)[] {
  if (type === 'email') return ['apiKey']
  return requires.includes('apiKey') ? [...CLIENT, 'apiKey'] : CLIENT
}

/** The first variable of a list that is set. */
function readVariables(env: Env, prefixes: readonly string[], names: readonly string[]): unknown {
  const full = names.flatMap((name) =>
    name.startsWith('_') ? prefixes.map((prefix) => prefix.slice(0, -1) + name) : [name],
  )
  return full.map((name) => env[name]?.trim()).find(Boolean)
}

/**
 * Options from the environment. A second provider of one kind has variables of its own, and shares those of the first where it
 * has none.
 */
function readSettings(
  made: ProviderObject,
  own: Readonly<Record<string | symbol, unknown>>,
  { id, env }: { readonly id: string; readonly env: Env },
): Readonly<Record<string, unknown>> {
  const missing = settingsOf(made).filter((name) => own[name] === undefined)
  const settings = {
    ...readProviderEnv(env, made.id, missing),
    ...(id !== made.id && readProviderEnv(env, id, missing)),
  }
  const variables = made.type === 'oauth' || made.type === 'oidc' ? made.variables : undefined
  if (variables === undefined || own['issuer'] !== undefined || settings.issuer) return settings
  const prefixes = [...new Set([id, made.id])].map(variablePrefix)
  const more = Object.entries(variables)
    .filter(([name]) => own[name] === undefined)
    .map(([name, names]) => [name, readVariables(env, prefixes, names)] as const)
  return { ...settings, ...defined(Object.fromEntries(more)) }
}

/** All variables that a provider of this id can be set by. */
export function providerVariables(made: ProviderObject, id: string): readonly string[] {
  const prefix = variablePrefix(id)
  const variables = made.type === 'oauth' || made.type === 'oidc' ? made.variables : undefined
  const more = Object.values(variables ?? {}).flat()
  return [
    ...settingsOf(made).map((name) => providerVariable(id, name)),
    ...more.map((name) => (name.startsWith('_') ? prefix.slice(0, -1) + name : name)),
  ]
}

/**
 * The members that depend on options, made again of those that the environment has added. Members that the application has
 * replaced since the factory made them stay.
 */
function remake(made: ProviderObject, given: object): object {
  const derived = made.type === 'oauth' || made.type === 'oidc' ? made.derived : undefined
  if (derived === undefined) return {}
  // The options are those that the factory of the same module takes.
  const members = Object.entries(derived.make(given as never))
  return Object.fromEntries(
    members.filter(([name]) => Reflect.get(made, name) === Reflect.get(derived.made, name)),
  )
}

/**
 * Options of the application override the environment, which overrides the defaults of the provider.
 *
 * @throws TypeError when it is not a provider, and whatever a function of the application throws
 */
export function mergeOptions(provider: Provider, env: Env): ProviderObject {
  const made = makeProvider(provider, env)
  const { options, ...base } = made
  // An object without `options` was written by the application itself.
  const own = options ? defined(options) : defined(base)
  const id = typeof own['id'] === 'string' ? own['id'] : made.id
  const settings = readSettings(made, own, { id, env })
  const unset = Object.keys(settings).length === 0
  const preset = defined({ ...base, ...(unset ? {} : remake(made, { ...settings, ...options })) })
  const nested: Record<string, unknown> = {}
  for (const name of NESTED) {
    if (own[name] !== undefined) nested[name] = mergeNested(preset[name], own[name])
  }
  // The type stays the one of the provider, so it is one like it: options cannot have another.
  return {
    ...preset,
    ...settings,
    ...own,
    ...nested,
    type: made.type,
  } as ProviderObject
}
