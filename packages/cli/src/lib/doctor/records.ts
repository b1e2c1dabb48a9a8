import {
  devices,
  emailMails,
  mailProofs,
  passkeyNames,
  type RecordTable,
  recordTables,
  waitingSignIns,
} from '@latchstring/core/adapters'
import { FEATURE_PARTS, loadFeatureTables } from '../feature-packages.ts'
import { type Value, memberValue } from './value.ts'

/** Options that describe tables otherwise than by `true` and `false`. */
export const DESCRIBED: readonly string[] = [
  'names',
  'tables',
  'columns',
  'ids',
  'userFields',
  'rowIds',
]

/** A table in the option `records`. */
export interface ListedTable {
  /** The name that it is exported by. */
  readonly name: string
  /** What `--records` names it by, maybe with others. */
  readonly part: string
  /** The package of a feature that has it. */
  readonly package?: string
  /** The table; one of a feature is in its package. */
  readonly table?: RecordTable
}

/** What an adapter has tables for. */
export interface Described {
  readonly sessionControl: boolean
  readonly records: readonly ListedTable[]
}

const CORE: readonly ListedTable[] = [
  { name: 'passkeyNames', part: 'passkeys', table: passkeyNames },
  { name: 'emailMails', part: 'mails', table: emailMails },
  { name: 'mailProofs', part: 'proofs', table: mailProofs },
  { name: 'devices', part: 'devices', table: devices },
  { name: 'waitingSignIns', part: 'waiting', table: waitingSignIns },
]

const ALL: readonly ListedTable[] = recordTables.map((table) => {
  const name = CORE.find((one) => one.table === table)?.name ?? table.name
  return { name, part: 'all', table }
})

const OF_FEATURES: readonly ListedTable[] = [...FEATURE_PARTS.values()].flatMap((feature) =>
  feature.exports.map((name) => ({ name, part: feature.part, package: feature.package })),
)

/** Whether an option is on; `undefined` where the text does not say. */
function readSwitch(options: Value, option: string): boolean | undefined {
  const value = memberValue(options, option)
  if (value === undefined) return false
  if (value.kind === 'flag') return value.flag
  return value.kind === 'name' && value.name === 'undefined' ? false : undefined
}

function readItem(value: Value): ListedTable | undefined {
  if (value.kind !== 'name') return undefined
  const { name, from } = value
  const found = OF_FEATURES.find((one) => one.name === name && one.package === from)
  return found ?? CORE.find((one) => one.name === name)
}

/** The tables of the option `records`; `undefined` where the text does not say. */
function readRecords(options: Value): readonly ListedTable[] | undefined {
  const all = readSwitch(options, 'records')
  if (all !== undefined) return all ? ALL : []
  const value = memberValue(options, 'records')
  // `records: recordTables`, itself and not in a list.
  const items = value?.kind === 'list' ? value.items : []
  const spread = value?.kind === 'list' ? value.spread : [value]
  const isKnown = spread.every((one) => one?.kind === 'name' && one.name === 'recordTables')
  const listed = items.flatMap((one) => readItem(one) ?? [])
  if (!isKnown || listed.length < items.length) return undefined
  return spread.length === 0 ? listed : [...ALL, ...listed.filter((one) => !isOfAll(one))]
}

const isOfAll = ({ name }: ListedTable): boolean => ALL.some((one) => one.name === name)

/** What the options of `openSqlAdapter` describe; `undefined` where the text does not say. */
export function readDescribed(options: Value | undefined): Described | undefined {
  if (options === undefined) return { sessionControl: false, records: [] }
  if (options.kind !== 'object' || options.open) return undefined
  if (DESCRIBED.some((name) => options.members.has(name))) return undefined
  const sessionControl = readSwitch(options, 'sessionControl')
  const records = readRecords(options)
  return sessionControl === undefined || records === undefined
    ? undefined
    : { sessionControl, records }
}

/** The parts of tables, as `--records` takes them. */
export const partsOf = (tables: readonly ListedTable[]): readonly string[] => [
  ...new Set(tables.map(({ part }) => part)),
]

/** The command that makes tables, without what is in front of it. */
export function migrateArguments(sessionControl: boolean, parts: readonly string[]): string {
  const control = sessionControl ? ' --session-control' : ''
  return `migrate --apply${control}${parts.length > 0 ? ` --records ${parts.join(',')}` : ''}`
}

/**
 * The tables themselves; those of features are in packages that the application has installed.
 *
 * @throws Error where such a package is missing
 */
export async function loadTables(
  tables: readonly ListedTable[],
  folder: string,
): Promise<readonly RecordTable[]> {
  const loaded = tables.map(async ({ name, part, package: from, table }) =>
    table === undefined && from !== undefined
      ? loadFeatureTables({ part, package: from, exports: [name], core: {} }, folder)
      : [table ?? []].flat(),
  )
  return (await Promise.all(loaded)).flat()
}
