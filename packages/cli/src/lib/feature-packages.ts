import {
  checkRecordTable,
  mailProofs,
  type RecordTable,
  waitingSignIns,
} from '@latchstring/core/adapters'
import { loadDriver } from './driver.ts'
import { isObject } from './values.ts'

/** Tables of a feature that `--records` names together. */
export interface FeaturePart {
  /** What `--records` takes. */
  readonly part: string
  /** Exports of the package. */
  readonly exports: readonly string[]
  /** Tables of the core that the feature needs as well, by their exports. */
  readonly core: Readonly<Record<string, RecordTable>>
  /** The option of the feature that needs them. Default: it needs them always. */
  readonly option?: string
}

/** A package with a feature, as `latchstring add` writes it into a configuration. */
export interface FeaturePackage {
  readonly id: string
  readonly package: string
  /** The function that makes the feature. */
  readonly factory: string
  /** Names for what it makes, the first that is free. */
  readonly variables: readonly string[]
  /** Tables that an adapter needs in `records`. */
  readonly parts: readonly FeaturePart[]
  /** Whether it writes to people: always, or where one of these options is set. */
  readonly mail: boolean | readonly string[]
  /** The provider of its form on the sign-in page. */
  readonly provider?: string
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
    parts: [
      { part: 'passwords', exports: ['hashes'], core: { mailProofs } },
      { part: 'usernames', exports: ['usernames'], core: {}, option: 'username' },
    ],
    mail: true,
    provider: 'password',
    path: '/passwords/sign-up',
    docs: 'docs/passwords.md',
  },
  {
    id: 'factors',
    package: '@latchstring/factors',
    factory: 'factors',
    variables: ['secondFactors', 'factorsFeature'],
    parts: [
      {
        part: 'factors',
        exports: ['totp', 'enrolments', 'backupCodes', 'tries'],
        core: { waitingSignIns },
      },
      { part: 'trusted-browsers', exports: ['trustedBrowsers'], core: {}, option: 'trustDevice' },
      { part: 'recoveries', exports: ['recoveries'], core: { mailProofs }, option: 'recovery' },
    ],
    mail: ['notices', 'recovery'],
    path: '/account',
    also: '`account: { page: true }`, for the page on which people set up an app',
    docs: 'docs/two-factors.md',
  },
  {
    id: 'leaving',
    package: '@latchstring/leaving',
    factory: 'leaving',
    variables: ['leave', 'leavingFeature'],
    parts: [{ part: 'leaving', exports: ['leavingRequests'], core: { waitingSignIns } }],
    mail: [],
    path: '/account',
    also: '`account: { page: true }`, for the page from which people leave',
    docs: 'docs/leaving.md',
  },
]

/** Tables of a package. */
export interface FeatureTables extends FeaturePart {
  readonly package: string
}

/** What `--records` takes for tables of features, by name. */
export const FEATURE_PARTS: ReadonlyMap<string, FeatureTables> = new Map(
  FEATURE_PACKAGES.flatMap(({ package: name, parts }) =>
    parts.map((one) => [one.part, { ...one, package: name }] as const),
  ),
)

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
  return [...Object.values(core), ...tables]
}
