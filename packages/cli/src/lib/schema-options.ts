import {
  checkRecordTable,
  devices,
  emailMails,
  mailProofs,
  passkeyNames,
  type RecordTable,
  recordTables,
  waitingSignIns,
} from '@latchstring/core/adapters'
import {
  type FurtherOptions,
  type Schema,
  type SchemaOptions,
  describeSchema,
} from '@latchstring/schema'
import { type Arguments, type OptionSpec, UsageError } from './arguments.ts'
import { readConfigFile } from './config-file.ts'
import { FEATURE_PARTS, loadFeatureTables } from './feature-packages.ts'

/** Name of an option that says how the tables look. */
export type SchemaOption =
  | 'names'
  | 'tables'
  | 'ids'
  | 'user-field'
  | 'row-ids'
  | 'session-control'
  | 'records'
  | 'config'

/** Options that say how the tables look. */
export const SCHEMA_OPTIONS: Readonly<Record<SchemaOption, OptionSpec>> = {
  names: {
    value: 'PRESET',
    help: 'names of tables and columns: latchstring or next-auth (those of the\npublished adapters of Auth.js for pg). Default: latchstring',
  },
  tables: {
    value: 'KEY=NAME,…',
    multiple: true,
    help: 'other names for tables, such as users=people. Keys are\nusers, accounts, sessions, verificationTokens, authenticators,\nand with --session-control revocations, budgets, auth_sessions_devices',
  },
  ids: { value: 'TYPE', help: 'what ids of users are: text, uuid, integer. Default: text' },
  'user-field': {
    value: 'NAME:KIND',
    multiple: true,
    help: 'a member of users of your own, such as role:text. Kinds are\ntext, integer, boolean, timestamp, json',
  },
  'row-ids': {
    value: 'KEY,…',
    multiple: true,
    help: 'tables whose rows have an id that the writer has to fill, as those\nof Prisma and @auth/d1-adapter: accounts, sessions, …',
  },
  'session-control': {
    help: 'also the tables for ending sessions, listing devices and limiting\nattempts: revocations, auth_sessions_devices, limit_budgets',
  },
  records: {
    value: 'PART,…',
    multiple: true,
    help: 'also the tables of parts of the library: passkeys (names that\nusers give them), mails (sign-in by mail with a code), proofs\n(other mails of features that prove an address), devices\n(where users are signed in; part of --session-control), waiting\n(sign-ins that wait for a step of a feature), or all of these; and\nthose of packages that the application has installed: passwords,\nusernames, factors, trusted-browsers, recoveries, leaving',
  },
  config: {
    value: 'FILE',
    help: 'a file that says the same (names, tables, columns, ids,\nuserFields, rowIds, sessionControl, records): JSON, or a\nmodule with one export. Options on the command line come first',
  },
}

const describe = (where: string, options: SchemaOptions): Schema =>
  refusing(where, () => describeSchema(options, FURTHER))

/** The tables of parts of the library, by the name of the part. */
const PARTS: Readonly<Record<string, readonly RecordTable[]>> = {
  all: recordTables,
  passkeys: [passkeyNames],
  mails: [emailMails],
  proofs: [mailProofs],
  devices: [devices],
  waiting: [waitingSignIns],
}

async function readPart(
  where: string,
  name: string,
  folder: string,
): Promise<readonly RecordTable[]> {
  const tables = Object.hasOwn(PARTS, name) ? PARTS[name] : undefined
  if (tables !== undefined) return tables
  const feature = FEATURE_PARTS.get(name)
  if (feature !== undefined) return loadFeatureTables(feature, folder)
  const known = [...Object.keys(PARTS), ...FEATURE_PARTS.keys()].join(', ')
  throw new UsageError(`${where}: ${JSON.stringify(name)} is not known. There are: ${known}.`)
}

/** A file of JSON names parts; a module may have tables, too. */
async function toTables(
  file: string,
  config: SchemaOptions,
  folder: string,
): Promise<SchemaOptions> {
  const { records }: { readonly records?: boolean | readonly unknown[] | undefined } = config
  if (!Array.isArray(records)) return config
  const read = records.map(async (one: unknown) =>
    typeof one === 'string'
      ? readPart(`${file}: records`, one, folder)
      : refusing(`${file}: `, () => [checkRecordTable(one)]),
  )
  return { ...config, records: onlyOnce((await Promise.all(read)).flat()) }
}

/** Parts may share tables. */
const onlyOnce = (tables: readonly RecordTable[]): readonly RecordTable[] =>
  tables.filter((table, at) => tables.indexOf(table) === at)

type SchemaArguments = Arguments<SchemaOption>

/** What a file may hold for others: the adapter, and editors. */
const FURTHER: FurtherOptions = {
  options: ['uniqueConstraints', '$schema'],
  tables: ['migrations'],
}

/** Runs what refuses descriptions with a TypeError. */
function refusing<T>(where: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${where}${error.message}`, { cause: error })
  }
}

async function readConfig(
  file: string | undefined,
  folder: string,
  control: boolean,
): Promise<SchemaOptions> {
  if (file === undefined) return {}
  const config = await toTables(file, await readConfigFile(file, folder), folder)
  // Every member of it is looked at, here rather than later so that an error names the file.
  describe(`${file}: `, control ? { ...config, sessionControl: true } : config)
  return config
}

/** Splits `one=other` and `name:kind`. */
function parsePairs(option: string, separator: string, values: readonly string[]): object {
  const pairs = values
    .flatMap((value) => value.split(','))
    .map((pair): [string, string] => {
      const [name = '', value = '', ...rest] = pair.split(separator).map((part) => part.trim())
      if (name !== '' && value !== '' && rest.length === 0) return [name, value]
      throw new UsageError(`--${option}: ${JSON.stringify(pair)} is not a name${separator}value.`)
    })
  return Object.fromEntries(pairs)
}

/**
 * The schema that options describe.
 *
 * @param folder - what a file is relative to
 * @param control - the tables of `--session-control` are there whatever the options say
 * @throws UsageError for whatever cannot be described
 */
export async function readSchema(
  options: SchemaArguments,
  folder: string,
  control = false,
): Promise<Schema> {
  const config = await readConfig(options.value('config'), folder, control)
  const names = options.value('names')
  const ids = options.value('ids')
  const parts = options.values('records').flatMap((value) => value.split(','))
  const read = parts.map((part) => readPart('--records', part.trim(), folder))
  const records = onlyOnce((await Promise.all(read)).flat())
  const rowIds = options.values('row-ids').flatMap((value) => value.split(','))
  const given: object = {
    ...config,
    ...(rowIds.length === 0 ? {} : { rowIds: rowIds.map((key) => key.trim()) }),
    ...(control || options.has('session-control') ? { sessionControl: true } : {}),
    ...(records.length === 0 ? {} : { records }),
    ...(names === undefined ? {} : { names }),
    ...(ids === undefined ? {} : { ids }),
    tables: { ...config.tables, ...parsePairs('tables', '=', options.values('tables')) },
    userFields: {
      ...config.userFields,
      ...parsePairs('user-field', ':', options.values('user-field')),
    },
  }
  return describe('', given)
}
