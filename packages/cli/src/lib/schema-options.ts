import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type FieldKind,
  type IdType,
  type NamesPreset,
  type Schema,
  type SchemaOptions,
  type TableKey,
  describeSchema,
} from '@latchstring/schema'
import { type Arguments, type OptionSpec, UsageError } from './arguments.ts'
import { describeError } from './describe-error.ts'
import { suggest } from './suggest.ts'

const PRESETS: readonly NamesPreset[] = ['latchstring', 'next-auth']
const IDS: readonly IdType[] = ['text', 'uuid', 'integer']
const KINDS: readonly FieldKind[] = ['text', 'integer', 'boolean', 'timestamp', 'json']
const TABLES: readonly TableKey[] = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
]
/** `uniqueConstraints` is for the adapter, which may be given the same file. */
const MEMBERS = ['names', 'tables', 'columns', 'ids', 'userFields', 'uniqueConstraints'] as const

type SchemaOption = 'names' | 'tables' | 'ids' | 'user-field' | 'config'

/** Options that say how the tables look. */
export const SCHEMA_OPTIONS: Readonly<Record<SchemaOption, OptionSpec>> = {
  names: {
    value: 'PRESET',
    help: `names of tables and columns: ${PRESETS.join(' or ')} (those of the\npublished adapters of Auth.js for pg). Default: ${PRESETS[0]}`,
  },
  tables: {
    value: 'KEY=NAME,…',
    multiple: true,
    help: `other names for tables, such as users=people. Keys are\n${TABLES.join(', ')}`,
  },
  ids: { value: 'TYPE', help: `what ids of users are: ${IDS.join(', ')}. Default: text` },
  'user-field': {
    value: 'NAME:KIND',
    multiple: true,
    help: `a member of users of your own, such as role:text. Kinds are\n${KINDS.join(', ')}`,
  },
  config: {
    value: 'FILE',
    help: 'a JSON file that says the same (names, tables, columns, ids,\nuserFields). Options on the command line come first',
  },
}

type SchemaArguments = Arguments<SchemaOption>

function oneOf<T extends string>(where: string, value: unknown, known: readonly T[]): T {
  const found = known.find((candidate) => candidate === value)
  if (found !== undefined) return found
  const written = typeof value === 'string' ? value : ''
  throw new UsageError(`${where}: ${JSON.stringify(value)} is not known.${suggest(written, known)}`)
}

function objectOf(where: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new UsageError(`${where} has to be an object.`)
}

function textOf(where: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw new UsageError(`${where} has to be a text.`)
}

/** Reads an object whose members are named by `key` and read by `read`. */
function mapOf<K extends string, V>(
  where: string,
  value: unknown,
  key: (name: string) => K,
  read: (where: string, value: unknown) => V,
): Partial<Record<K, V>> {
  const entries = Object.entries(objectOf(where, value)).map(([name, member]): [K, V] => [
    key(name),
    read(`${where}.${name}`, member),
  ])
  // The keys are what `key` gave.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as Partial<Record<K, V>>
}

const asText = (name: string): string => name
const asKind = (where: string, value: unknown): FieldKind => oneOf(where, value, KINDS)
const asNames = (where: string, value: unknown): Record<string, string> => {
  const names = mapOf(where, value, asText, textOf)
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, name ?? '']))
}

function readTables(where: string, value: unknown): NonNullable<SchemaOptions['tables']> {
  return mapOf(where, value, (name) => oneOf(where, name, TABLES), textOf)
}

/** The adapter may be told the name of a list of its own there. */
function withoutMigrations(tables: unknown): unknown {
  const { migrations: _, ...described } = objectOf('tables', tables)
  return described
}

function readUserFields(where: string, value: unknown): Record<string, FieldKind> {
  const fields = mapOf(where, value, asText, asKind)
  return Object.fromEntries(Object.entries(fields).map(([key, kind]) => [key, kind ?? 'text']))
}

/** Reads the options from JSON. */
function parseConfig(file: string, text: string): SchemaOptions {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${describeError(error)}`)
  }
  const { $schema: _, ...config } = objectOf(file, json)
  for (const member of Object.keys(config)) oneOf(file, member, MEMBERS)
  const { names, tables, columns, ids, userFields } = config
  return {
    ...(names === undefined ? {} : { names: oneOf('names', names, PRESETS) }),
    ...(ids === undefined ? {} : { ids: oneOf('ids', ids, IDS) }),
    ...(tables === undefined ? {} : { tables: readTables('tables', withoutMigrations(tables)) }),
    ...(columns === undefined
      ? {}
      : {
          columns: mapOf('columns', columns, (name) => oneOf('columns', name, TABLES), asNames),
        }),
    ...(userFields === undefined ? {} : { userFields: readUserFields('userFields', userFields) }),
  }
}

function readConfig(file: string, folder: string): SchemaOptions {
  let text: string
  try {
    text = readFileSync(resolve(folder, file), 'utf8')
  } catch (error) {
    throw new UsageError(`--config: ${file} cannot be read: ${describeError(error)}`)
  }
  return parseConfig(file, text)
}

/** Splits `one=other` and `name:kind`. */
function pairsOf(option: string, separator: string, values: readonly string[]): [string, string][] {
  return values
    .flatMap((value) => value.split(','))
    .map((pair) => {
      const [name = '', value = '', ...rest] = pair.split(separator).map((part) => part.trim())
      if (name !== '' && value !== '' && rest.length === 0) return [name, value]
      throw new UsageError(`--${option}: ${JSON.stringify(pair)} is not a name${separator}value.`)
    })
}

/**
 * The schema that options describe.
 *
 * @param folder - what a file is relative to
 * @throws UsageError for whatever cannot be described
 */
export function readSchema(options: SchemaArguments, folder: string): Schema {
  const file = options.value('config')
  const config = file === undefined ? {} : readConfig(file, folder)
  const names = options.value('names')
  const ids = options.value('ids')
  const tables = pairsOf('tables', '=', options.values('tables'))
  const fields = pairsOf('user-field', ':', options.values('user-field'))
  try {
    return describeSchema({
      ...config,
      ...(names === undefined ? {} : { names: oneOf('--names', names, PRESETS) }),
      ...(ids === undefined ? {} : { ids: oneOf('--ids', ids, IDS) }),
      tables: { ...config.tables, ...readTables('--tables', Object.fromEntries(tables)) },
      userFields: {
        ...config.userFields,
        ...readUserFields('--user-field', Object.fromEntries(fields)),
      },
    })
  } catch (error) {
    // The description refuses names that could not be written into a statement.
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error
  }
}
