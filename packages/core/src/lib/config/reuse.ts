import { createCache } from '../kit/cache.ts'
import type { StaleWhileRevalidate } from '../http/stale-while-revalidate.ts'
import {
  compareOptions,
  copyContent,
  readContent,
  readProviders,
  NONE,
  type Content,
  type Given,
} from './content.ts'
import { compare } from './likeness.ts'
import { resolveConfig } from './resolve.ts'
import type { AnyConfig, ResolvedConfig, ResolveOptions } from './resolved-config.ts'
import { ReusedConfig } from './reused-config.ts'

/** What a configuration is resolved for. To read a session nothing is asked of the providers, so they are not compared for it. */
export type Purpose = 'session' | 'everything'

/** How many contents are kept: those of the tenants of an application, say. */
const ENTRIES = 32

/** How many authorization servers are remembered. */
const SERVERS = 256

/** A configuration that was resolved, and what it consisted of then. */
interface Known extends Content {
  readonly config: ResolvedConfig
  /** What has been warned of, whatever logger was told. */
  readonly warned: Set<string>
}

const PROVIDERS: ReadonlySet<string> = new Set(['providers'])

const andProviders = (changed: ReadonlySet<string>): ReadonlySet<string> =>
  changed === NONE ? PROVIDERS : new Set([...changed, 'providers'])

/** `undefined` where a member cannot even be read: that configuration is resolved each time. */
function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What is known of configurations: of the last {@link ENTRIES}, and of each object that the application keeps. */
interface Memory {
  readonly keep: (input: AnyConfig, known: Known) => void
  /** What is made of the first one of which something can be made. */
  readonly first: <T>(input: AnyConfig, make: (known: Known) => T | undefined) => T | undefined
}

function createMemory(): Memory {
  /** The one that was used last is the first. */
  let entries: readonly Known[] = []
  /** What an object consisted of when it was resolved: an application may keep one for each of many tenants. */
  const resolved = new WeakMap<object, Known>()

  function keepFirst(known: Known): void {
    if (known === entries[0]) return
    entries = [known, ...entries.filter((other) => other !== known).slice(0, ENTRIES - 1)]
  }

  return {
    keep(input, known) {
      resolved.set(input, known)
      keepFirst(known)
    },
    first(input, make) {
      const own = resolved.get(input)
      const made = own && make(own)
      if (made !== undefined) return made
      for (const known of entries) {
        const found = make(known)
        if (found === undefined) continue
        keepFirst(known)
        return found
      }
      return undefined
    },
  }
}

/**
 * Resolves configurations so that one which consists of the same as an earlier one costs a comparison: an application may
 * make a new object for each request. What was resolved is kept by content and never by identity, because what an object
 * consists of may change after it was resolved.
 */
export function createReuse(
  options: ResolveOptions,
): (input: AnyConfig, purpose?: Purpose) => ResolvedConfig {
  const { env } = options
  const { keep, first } = createMemory()
  const shared = {
    ...options,
    servers: createCache<StaleWhileRevalidate<unknown>>({ entries: SERVERS }),
  }

  function resolveNew(input: AnyConfig): ResolvedConfig {
    const warned = options.warnedOf?.(input.logger) ?? new Set<string>()
    const config = resolveConfig(input, { ...shared, warnedOf: () => warned })
    // Copied after the resolution, which refuses what is not a configuration.
    const given = readable(() => readContent(input))
    const content = given && readable(() => copyContent(given, env))
    if (!content) return config
    const known = { ...content, config, warned }
    keep(input, known)
    return config
  }

  /** As it is, its providers included. */
  function reuseWhole(input: AnyConfig, given: Given): ResolvedConfig | undefined {
    const providers = readProviders(given, env)
    return first(input, (known) => {
      const alike = compareOptions(known, given)
      const likeness = alike ? compare(known.providers, providers) : 'different'
      if (!alike || likeness === 'different') return undefined
      const { config, warned } = known
      const changed = likeness === 'same' ? alike : andProviders(alike)
      if (changed.size === 0) return config
      const resolve = () => resolveConfig(given.input, { ...shared, warnedOf: () => warned })
      return new ReusedConfig(config, { input: given.input, changed, warned, resolve })
    })
  }

  /** Its providers are compared when they are asked for. */
  function reuseForSession(input: AnyConfig, given: Given): ResolvedConfig | undefined {
    const resolve = () => readable(() => reuseWhole(input, given)) ?? resolveNew(given.input)
    return first(input, (known) => {
      const alike = compareOptions(known, given)
      if (!alike) return undefined
      const { config, warned } = known
      const changed = andProviders(alike)
      return new ReusedConfig(config, { input: given.input, changed, warned, resolve })
    })
  }

  function reuse(input: AnyConfig, purpose: Purpose): ResolvedConfig | undefined {
    const given = readContent(input)
    if (!given) return undefined
    return purpose === 'session' ? reuseForSession(input, given) : reuseWhole(input, given)
  }

  return (input, purpose = 'everything') =>
    readable(() => reuse(input, purpose)) ?? resolveNew(input)
}
