import type { Provider, ProviderObject } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { isPlainObject } from '../kit/values.ts'
import { readProviderEnv, type ProviderSettings } from './env.ts'

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
 * The result of a provider that is a function.
 *
 * @throws TypeError when that is not a provider, and whatever the function throws
 */
export function callFactory(factory: Exclude<Provider, ProviderObject>, env: Env): ProviderObject {
  const made = factory({})
  requireObject(made)
  // The second call is the one that counts: a factory may make its URLs of the issuer.
  return factory(readProviderEnv(env, made.id) as Record<string, never>)
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

/**
 * Options of the application override the environment, which overrides the defaults of the provider.
 *
 * @throws TypeError when it is not a provider, and whatever a function of the application throws
 */
export function mergeOptions(provider: Provider, env: Env): ProviderObject {
  const object = typeof provider === 'function' ? callFactory(provider, env) : provider
  requireObject(object)
  const { options, ...base } = object
  const preset = defined(base)
  // An object without `options` was written by the application itself.
  const own = options ? defined(options) : preset
  const id = typeof own['id'] === 'string' ? own['id'] : object.id
  const nested: Record<string, unknown> = {}
  for (const name of NESTED) {
    if (own[name] !== undefined) nested[name] = mergeNested(Reflect.get(base, name), own[name])
  }
  const missing = settingsOf(object).filter((name) => own[name] === undefined)
  // A second provider of one kind has variables of its own, and shares those of the first where it has none.
  const settings = {
    ...readProviderEnv(env, object.id, missing),
    ...(id !== object.id && readProviderEnv(env, id, missing)),
  }
  // The type stays the one of the provider, so it is one like it: options cannot have another.
  return {
    ...preset,
    ...settings,
    ...own,
    ...nested,
    type: object.type,
  } as ProviderObject
}
