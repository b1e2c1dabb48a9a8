import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AuthConfig, createAuth } from '@latchstring/core'
import type { normalizeAddress } from '@latchstring/core/adapters'
import type { AnyFeature } from '@latchstring/core/features'
import { UsageError } from '../arguments.ts'
import { loadModule } from '../config-file.ts'
import { loadVariables } from '../load-variables.ts'
import type { ProcessEnvironment } from '../terminal.ts'

/** The application that users are moved into: its configuration, run. */
export interface ImportApplication {
  readonly config: AuthConfig
  /** Calls an operation of a feature that names users; `undefined` where the configuration does not have it. */
  operation(
    feature: string,
    name: string,
  ): ((...given: readonly unknown[]) => Promise<unknown>) | undefined
  /** As the application spells addresses. */
  readonly normalizeAddress: typeof normalizeAddress
  /** Closes what the configuration has opened, as far as it can be closed. */
  close(): Promise<void>
}

type Operations = Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>

interface Core {
  readonly createAuth: typeof createAuth
  readonly normalizeAddress: typeof normalizeAddress
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND')

/** The copy of the application comes before the one beside this program: it is what will read what is written. */
async function loadCore(folder: string): Promise<Core> {
  const find = createRequire(join(folder, 'package.json'))
  let files: readonly string[]
  try {
    files = ['@latchstring/core', '@latchstring/core/adapters'].map((name) => find.resolve(name))
  } catch (error) {
    if (!isMissing(error)) throw error
    const [core, adapters] = await Promise.all([
      import('@latchstring/core'),
      import('@latchstring/core/adapters'),
    ])
    return { createAuth: core.createAuth, normalizeAddress: adapters.normalizeAddress }
  }
  const [core, adapters] = files.map((file) => pathToFileURL(file).href)
  // What the packages of these names export.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { createAuth: create } = (await import(core ?? '')) as Core
  // The same.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const { normalizeAddress: normalize } = (await import(adapters ?? '')) as Core
  return { createAuth: create, normalizeAddress: normalize }
}

const isConfig = (value: unknown): value is AuthConfig =>
  typeof value === 'object' &&
  value !== null &&
  'providers' in value &&
  Array.isArray(value.providers)

/** @throws UsageError for a file that does not export a configuration with an adapter */
async function loadConfig(file: string, folder: string): Promise<AuthConfig> {
  const exported = await loadModule('--file', file, resolve(folder, file))
  const config: unknown = typeof exported === 'function' ? await exported() : exported
  if (!isConfig(config)) {
    throw new UsageError(
      `${file} does not export a configuration: an object with providers and adapter, which the file with createAuth(…) or Latchstring(…) imports from there.`,
    )
  }
  if (config.adapter) return config
  throw new UsageError(`The configuration of ${file} has no adapter: there is nowhere to move to.`)
}

const hasClose = (value: object): value is { readonly close: () => unknown } =>
  'close' in value && typeof value.close === 'function'

/**
 * Runs the configuration of an application.
 *
 * @param file - the module that exports it
 * @throws UsageError where it cannot be loaded
 */
export async function openApplication(
  file: string,
  { env, cwd }: Pick<ProcessEnvironment, 'env' | 'cwd'>,
): Promise<ImportApplication> {
  const folder = cwd()
  const variables = await loadVariables(folder, env)
  const config = await loadConfig(file, folder)
  const core = await loadCore(folder)
  const auth = core.createAuth(config, { env: variables })
  // The features of a configuration have operations of any types; what one gives is looked at where it is called.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const system = auth.system as unknown as (feature: AnyFeature) => Operations
  return {
    config,
    normalizeAddress: core.normalizeAddress,
    operation(name, operation) {
      const feature = config.features?.find((one) => one.name === name)
      if (feature === undefined || !Object.hasOwn(feature.system ?? {}, operation)) return undefined
      return system(feature)[operation]
    },
    async close() {
      if (config.adapter && hasClose(config.adapter)) await config.adapter.close()
    },
  }
}
