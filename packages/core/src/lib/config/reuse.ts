import { createCache } from '../cache.ts'
import type { StaleWhileRevalidate } from '../http/stale-while-revalidate.ts'
import { createLog } from '../logger/logger.ts'
import { compare, snapshot, type Likeness } from './likeness.ts'
import { resolveConfig, type ResolveOptions } from './resolve.ts'
import type { AnyConfig, ResolvedConfig } from './resolved-config.ts'

/** How many contents are kept: those of the tenants of an application, say. */
const ENTRIES = 32

/** How many authorization servers are remembered. */
const SERVERS = 256

/** Options whose functions are taken from the configuration in hand. Where another one has functions, nothing is reused. */
const WITH_FUNCTIONS: ReadonlySet<string> = new Set([
  'providers',
  'adapter',
  'session',
  'jwt',
  'migrate',
  'callbacks',
  'events',
  'logger',
])

/** A configuration that was resolved, and what it consisted of then. */
interface Known {
  readonly content: Readonly<Record<string, unknown>>
  readonly config: ResolvedConfig
  /** What has been warned of, whatever logger was told. */
  readonly warned: Set<string>
}

/** A provider that is written as a function counts by what it returns; one that throws is like no other. */
function providerContent(provider: unknown): unknown {
  if (typeof provider !== 'function') return provider
  try {
    return Reflect.apply(provider, undefined, [{}])
  } catch {
    return Symbol('a provider that cannot be made')
  }
}

function content(input: AnyConfig): Record<string, unknown> {
  const { providers } = input
  // What is not a list is refused when the configuration is resolved.
  return Array.isArray(providers)
    ? { ...input, providers: providers.map(providerContent) }
    : { ...input }
}

/** Names of the options with other functions; `undefined` where the contents are not alike. */
function compareContents(
  known: Known['content'],
  input: Known['content'],
): ReadonlySet<string> | undefined {
  const names = Object.keys(input)
  if (Object.keys(known).length !== names.length) return undefined
  const changed = new Set<string>()
  for (const name of names) {
    const likeness: Likeness = compare(known[name], input[name])
    if (likeness === 'same') continue
    if (likeness === 'different' || !WITH_FUNCTIONS.has(name)) return undefined
    changed.add(name)
  }
  return changed
}

/**
 * A known configuration with the functions of another one that is alike. What is made with them is made when it is asked for,
 * so that reading a session costs nothing of it.
 */
function withFunctions(
  { config, warned }: Known,
  input: AnyConfig,
  changed: ReadonlySet<string>,
  resolve: () => ResolvedConfig,
): ResolvedConfig {
  let made: ResolvedConfig | undefined
  const from = (...options: readonly string[]): ResolvedConfig =>
    options.some((option) => changed.has(option)) ? (made ??= resolve()) : config
  return {
    ...config,
    callbacks: { ...input.callbacks },
    events: { ...input.events },
    log: changed.has('logger') ? createLog(input.logger, input.debug ?? false, warned) : config.log,
    get jwt() {
      return from('jwt').jwt
    },
    get migration() {
      return from('jwt', 'migrate').migration
    },
    get session() {
      const options = config.session.strategy === 'database' ? ['adapter', 'logger'] : []
      return from('session', ...options).session
    },
    get providers() {
      return from('providers', 'adapter', 'logger').providers
    },
    get leftOut() {
      return from('providers').leftOut
    },
    get adapter() {
      return from('adapter', 'logger').adapter
    },
    get singleUseRows() {
      return from('adapter', 'logger').singleUseRows
    },
    get proofStore() {
      return from('adapter', 'logger').proofStore
    },
  }
}

/** `undefined` where a member cannot even be read: that configuration is resolved each time. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Resolves configurations so that one which consists of the same as an earlier one costs a comparison: an application may
 * make a new object for each request. What was resolved is kept by content and never by identity, because what an object
 * consists of may change after it was resolved.
 */
export function createReuse(options: ResolveOptions): (input: AnyConfig) => ResolvedConfig {
  const shared = {
    ...options,
    servers: createCache<StaleWhileRevalidate<unknown>>({ entries: SERVERS }),
  }
  /** The one that was used last is the first. */
  let entries: readonly Known[] = []

  function resolveNew(input: AnyConfig): ResolvedConfig {
    const warned = options.warnedOf?.(input.logger) ?? new Set<string>()
    const config = resolveConfig(input, { ...shared, warnedOf: () => warned })
    // Copied after the resolution, which refuses what is not a configuration.
    const known = readable(() => snapshot(content(input)) as Known['content'])
    if (known) entries = [{ content: known, config, warned }, ...entries.slice(0, ENTRIES - 1)]
    return config
  }

  function reuse(input: AnyConfig): ResolvedConfig | undefined {
    const given = content(input)
    for (const known of entries) {
      const changed = compareContents(known.content, given)
      if (!changed) continue
      if (known !== entries[0]) entries = [known, ...entries.filter((other) => other !== known)]
      if (changed.size === 0) return known.config
      const { warned } = known
      const resolve = () => resolveConfig(input, { ...shared, warnedOf: () => warned })
      return withFunctions(known, input, changed, resolve)
    }
    return undefined
  }

  return (input) => readable(() => reuse(input)) ?? resolveNew(input)
}
