import {
  checkRecordTable,
  mailProofs,
  type RecordTable,
  waitingSignIns,
} from '@latchstring/core/adapters'
import { loadDriver } from './driver.ts'
import { isObject } from './values.ts'

/** A package with a feature, as `latchstring add` writes it into a configuration. */
export interface FeaturePackage {
  readonly id: string
  readonly package: string
  /** The function that makes the feature. */
  readonly factory: string
  /** Names for what it makes, the first that is free. */
  readonly variables: readonly string[]
  /** Exports that an adapter needs in `records`, beside `recordTables`. */
  readonly tables: readonly string[]
  /** It writes to people. */
  readonly mail: boolean
  /** Where a person begins, below the base path. */
  readonly path: string
  /** Other options that it needs, as a sentence. */
  readonly also?: string
  readonly docs: string
}

/** The packages with features that are known by name. */
export const FEATURE_PACKAGES: readonly FeaturePackage[] = [
  {
    id: 'passwords',
    package: '@latchstring/passwords',
    factory: 'passwords',
    variables: ['pw', 'passwordFeature'],
    tables: ['hashes'],
    mail: true,
    path: '/passwords/sign-up',
    docs: 'docs/passwords.md',
  },
  {
    id: 'factors',
    package: '@latchstring/factors',
    factory: 'factors',
    variables: ['secondFactors', 'factorsFeature'],
    tables: ['totp', 'enrolments', 'backupCodes', 'tries'],
    mail: false,
    path: '/account',
    also: '`account: { page: true }`, for the page on which people set up an app',
    docs: 'docs/two-factors.md',
  },
  {
    id: 'leaving',
    package: '@latchstring/leaving',
    factory: 'leaving',
    variables: ['leave', 'leavingFeature'],
    tables: ['leavingRequests'],
    mail: false,
    path: '/account',
    also: '`account: { page: true }`, for the page from which people leave',
    docs: 'docs/leaving.md',
  },
]

/** Tables of packages with features. */
export interface FeatureTables {
  readonly package: string
  /** Its exports. */
  readonly exports: readonly string[]
  /** Tables of the core that the feature needs as well. */
  readonly core: readonly RecordTable[]
}

/** What `--records` takes for tables of features, by name. */
export const FEATURE_PARTS: ReadonlyMap<string, FeatureTables> = new Map([
  ['passwords', { package: '@latchstring/passwords', exports: ['hashes'], core: [mailProofs] }],
  ['usernames', { package: '@latchstring/passwords', exports: ['usernames'], core: [] }],
  [
    'factors',
    {
      package: '@latchstring/factors',
      exports: ['totp', 'enrolments', 'backupCodes', 'tries'],
      core: [waitingSignIns],
    },
  ],
  ['trusted-browsers', { package: '@latchstring/factors', exports: ['trustedBrowsers'], core: [] }],
  ['recoveries', { package: '@latchstring/factors', exports: ['recoveries'], core: [mailProofs] }],
  [
    'leaving',
    { package: '@latchstring/leaving', exports: ['leavingRequests'], core: [waitingSignIns] },
  ],
])

/**
 * The tables of a feature, of the package that the application has installed.
 *
 * @param folder - where the application is
 * @throws Error that names the package where it is missing, or has no such tables
 */
export async function loadFeatureTables(
  { package: name, exports, core }: FeatureTables,
  folder: string,
): Promise<readonly RecordTable[]> {
  const module = await loadDriver(name, name, folder)
  const tables = exports.map((member) => {
    const table = isObject(module) ? module[member] : undefined
    if (table === undefined) throw new Error(`The package ${name} has no table ${member}.`)
    return checkRecordTable(table)
  })
  return [...core, ...tables]
}
