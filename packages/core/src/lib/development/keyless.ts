import { createCache, memoize } from '../kit/cache.ts'
import { providerVariable } from '../config/env.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { Keyless, KeylessNotice, ResolvedConfig } from '../config/resolved-config.ts'
import { reasonsOf } from '../config/skipped-providers.ts'
import type { OriginSource } from '../http/origin.ts'
import {
  connect,
  type Connections,
  emulateAll,
  findKeyless,
  type KeylessProvider,
} from './emulated.ts'
import { findEmulator, type EmulatorPlace } from './keyless-place.ts'

/** The lines for the file of variables; none where only code can set the options. */
function linesFor({ id, merged: { type, requires = [] } }: KeylessProvider): readonly string[] {
  const always: readonly string[] = type === 'email' ? [] : ['clientId', 'clientSecret']
  return (['clientId', 'clientSecret', 'issuer', 'apiKey'] as const)
    .filter((name) => always.includes(name) || requires.includes(name))
    .map((name) => `${providerVariable(id, name)}=…`)
}

/** The providers without keys and their emulators. */
interface KeylessProviders {
  readonly keyless: readonly KeylessProvider[]
  readonly origin: string
  /** The same, as the browser opens it. */
  readonly shown: string
  readonly connections: Connections
  /** Why there is no emulator. */
  readonly why: string
}

function notices({ keyless, shown, connections, why }: KeylessProviders): readonly KeylessNotice[] {
  return keyless.map((one, index) => {
    const { id, merged } = one
    const { name } = merged
    const connection = connections[index]
    const leads =
      connection === 'mailbox' ? `its mails go to ${shown}/mail` : 'this goes to the emulator'
    const text = connection ? `${name} has no keys: ${leads}.` : `${name} has no keys. ${why}`
    return { id, text, emulated: connection !== undefined, lines: linesFor(one) }
  })
}

/** Logs the providers that are left out, once their emulators are known. */
function logSkippedProviders(
  { log, skipped, mailSender, features }: ResolvedConfig,
  { keyless }: KeylessProviders,
  shown: Keyless['notices'] = [],
): void {
  const reasons = reasonsOf(skipped, { mailSender, features: features?.byName.values() })
  for (const [at, { id, error }] of skipped.entries()) {
    const reason = reasons[at] ?? error.message
    const index = keyless.findIndex((one) => one.id === id)
    const hint = shown[index]?.text
    log.warn('provider-left-out', hint === undefined ? reason : `${reason} ${hint}`)
  }
}

async function completeConfig(keyless: Keyless, found: KeylessProviders): Promise<ResolvedConfig> {
  const { input, options } = keyless
  const providers = await emulateAll(input.providers, found.keyless, found)
  const config = resolveConfig({ ...input, providers }, options)
  const shown = notices(found)
  logSkippedProviders(config, found, shown)
  return Object.freeze({ ...config, keyless: { ...keyless, notices: shown } })
}

const nowhere: Pick<KeylessProviders, 'origin' | 'shown' | 'connections'> = {
  origin: '',
  shown: '',
  connections: [],
}

async function findEmulators(
  keyless: readonly KeylessProvider[],
  place: EmulatorPlace,
): Promise<KeylessProviders> {
  if ('why' in place) return { keyless, ...nowhere, why: place.why }
  const { origin, shown } = place
  try {
    const connections = await connect(keyless, origin)
    return {
      keyless,
      origin,
      shown,
      connections,
      why: `${origin} has no emulator of this provider.`,
    }
  } catch {
    const why = `To sign in at an emulator, run "npx @latchstring/cli dev" and reload the sign-in page: at ${origin} it does not answer.`
    return { keyless, ...nowhere, why }
  }
}

const skippedIds = ({ skipped }: ResolvedConfig): ReadonlySet<string | undefined> =>
  new Set(skipped.map(({ id }) => id))

/**
 * Ids of the providers at emulators. Before the emulators were requested, which reading a session does not do: ids of the
 * providers that may get one.
 */
export function listEmulated(config: ResolvedConfig, source: OriginSource): readonly string[] {
  const { keyless } = config
  if (!keyless) return []
  const { notices: shown, options } = keyless
  if (shown) return shown.filter(({ emulated }) => emulated).map(({ id }) => id)
  const place = findEmulator(config, source, options.env)
  if (!place || 'why' in place) return []
  return findKeyless(keyless, skippedIds(config)).map(({ id }) => id)
}

/** Completed configurations by the emulators that were found, which may start and stop. */
const completed = memoize((_keyless: Keyless) =>
  createCache<Promise<ResolvedConfig>>({ entries: 4 }),
)

/**
 * A configuration with emulators in place of the providers that lack their keys, where that is allowed: in development, to a
 * request from this machine.
 */
export async function withEmulators(
  config: ResolvedConfig,
  source: OriginSource,
): Promise<ResolvedConfig> {
  const { keyless } = config
  if (!keyless) return config
  const { options } = keyless
  const without = findKeyless(keyless, skippedIds(config))
  const place = findEmulator(config, source, options.env)
  if (!place || without.length === 0) {
    logSkippedProviders(config, { keyless: [], ...nowhere, why: '' })
    return config
  }
  const found = await findEmulators(without, place)
  const key = JSON.stringify([found.origin, found.shown, found.connections, found.why])
  return completed(keyless).get(key, () => completeConfig(keyless, found))
}
