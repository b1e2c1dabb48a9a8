import { UsageError } from '../arguments.ts'
import type { ImportApplication } from './application.ts'
import type { ImportFeatures, ImportStore, ImportWork, Skippable } from './work.ts'
import { readProviders } from './providers.ts'
import { createUnseal, type SourceSecrets } from './sealed.ts'
import type { Source } from './source.ts'

/** What every import asks of a store. */
const METHODS = ['createUser', 'getUser', 'getUserByEmail', 'linkAccount', 'getAccount'] as const

const isComplete = (adapter: object): adapter is ImportStore =>
  METHODS.every((name) => name in adapter)

/** @throws UsageError for an adapter without one of the methods */
function readStore({ config: { adapter } }: ImportApplication): ImportStore {
  if (adapter && isComplete(adapter)) return adapter
  const missing = METHODS.filter((name) => !adapter || !(name in adapter))
  throw new UsageError(`The adapter of the configuration lacks ${missing.join(', ')}.`)
}

/** @throws UsageError for a feature of another version, without one of the operations */
function findOperations<Name extends string>(
  application: ImportApplication,
  feature: string,
  names: readonly Name[],
): Readonly<Record<Name, (...given: readonly unknown[]) => Promise<unknown>>> | undefined {
  if (!application.config.features?.some(({ name }) => name === feature)) return undefined
  const found = names.map((name) => [name, application.operation(feature, name)] as const)
  const missing = found.find(([, operation]) => operation === undefined)
  if (missing === undefined) {
    // Each of the names has an operation, as was seen.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return Object.fromEntries(found) as NonNullable<ReturnType<typeof findOperations<Name>>>
  }
  throw new UsageError(
    `The feature ${feature} of the configuration has no operation ${missing[0]} of the system: it and this program are of different versions.`,
  )
}

const findFeatures = (application: ImportApplication): ImportFeatures => ({
  passwords: findOperations(application, 'passwords', ['has', 'setHash']),
  factors: findOperations(application, 'factors', ['has', 'importTotp', 'importCodes']),
})

/** What is there before anything is looked at. */
export interface Given {
  readonly source: Source
  readonly application: ImportApplication
  readonly request: {
    readonly skipped: ReadonlySet<Skippable>
    readonly providers: Readonly<Record<string, string>>
  }
  readonly secrets: SourceSecrets
  /** Where the application is. */
  readonly folder: string
}

/**
 * Brings together what an import works with.
 *
 * @throws UsageError where the application lacks something that no import can be without
 */
export async function prepareImport({
  source,
  application,
  request,
  secrets,
  folder,
}: Given): Promise<ImportWork> {
  const { skipped, providers } = request
  const isSealed = !skipped.has('factors') && (await source.count('twoFactor')) > 0
  return {
    source,
    application,
    skipped,
    store: readStore(application),
    features: findFeatures(application),
    providers: readProviders(application.config, providers),
    unseal: isSealed ? await createUnseal(secrets, folder) : undefined,
  }
}
