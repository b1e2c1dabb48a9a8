import { isDescribed } from './names.ts'
import { camelCase } from './record-tables.ts'
import type { Column, FieldKind, IdType, Schema, SqlDialect, Table, TableKey } from './schema.ts'

const MODELS: Readonly<Record<TableKey, string>> = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verificationTokens: 'VerificationToken',
  authenticators: 'Authenticator',
  revocations: 'Revocation',
  budgets: 'LimitBudget',
}

/** The model of a table: `AuthPasskeysNames` for `auth_passkeys_names`. */
function modelName(key: Table['key']): string {
  if (isDescribed(key)) return MODELS[key]
  return `A${camelCase(key).slice(1)}`
}

const TYPES: Readonly<Record<FieldKind, string>> = {
  text: 'String',
  integer: 'BigInt',
  boolean: 'Boolean',
  timestamp: 'DateTime',
  json: 'Json',
}

/** Native types where Prisma would take another one than the SQL of this package. */
const NATIVE: Readonly<Record<SqlDialect, Readonly<Partial<Record<FieldKind | 'key', string>>>>> = {
  postgres: { timestamp: '@db.Timestamptz(3)' },
  mysql: { text: '@db.Text', timestamp: '@db.DateTime(3)', key: '@db.VarChar(255)' },
  sqlite: {},
}

const UUID: Readonly<Record<SqlDialect, string>> = {
  postgres: '@db.Uuid',
  mysql: '@db.Char(36)',
  sqlite: '',
}

interface Field {
  readonly name: string
  readonly type: string
  readonly attributes: readonly string[]
}

function kindAttributes(dialect: SqlDialect, { kind, key, counted }: Column): readonly string[] {
  if (counted) return ['@default(autoincrement())']
  return [NATIVE[dialect][key ? 'key' : kind] ?? '']
}

function idAttributes(dialect: SqlDialect, ids: IdType, own: boolean): readonly string[] {
  if (ids === 'integer') return own ? ['@default(autoincrement())'] : []
  if (ids === 'uuid') return [UUID[dialect]]
  return [NATIVE[dialect].key ?? '']
}

function toField(dialect: SqlDialect, { ids }: Schema, table: Table, column: Column): Field {
  const { member, name, kind, required, userId, rowId } = column
  const own = table.owner === undefined
  const [primary, ...more] = table.primaryKey
  const unique = table.indexes.some((index) => index.unique && index.column === name)
  const native = userId ? idAttributes(dialect, ids, own) : kindAttributes(dialect, column)
  const type = userId && ids === 'integer' ? 'BigInt' : TYPES[kind]
  return {
    name: member,
    type: required ? type : `${type}?`,
    attributes: [
      ...(more.length === 0 && primary === name ? ['@id'] : []),
      ...(unique ? ['@unique'] : []),
      ...(rowId ? ['@default(uuid())'] : []),
      ...(member === name ? [] : [`@map("${name}")`]),
      ...native,
    ].filter((attribute) => attribute !== ''),
  }
}

/** Lines of fields in columns, as Prisma's own formatter has them. */
function align(fields: readonly Field[]): readonly string[] {
  const width = (pick: (field: Field) => string): number =>
    Math.max(...fields.map((field) => pick(field).length))
  const names = width(({ name }) => name)
  const types = width(({ type }) => type)
  return fields.map(({ name, type, attributes }) =>
    `  ${name.padEnd(names)} ${type.padEnd(types)} ${attributes.join(' ')}`.trimEnd(),
  )
}

const memberName = ({ columns }: Table, name: string): string =>
  columns.find((column) => column.name === name)?.member ?? name

function ownerField(table: Table, schema: Schema): readonly Field[] {
  if (table.owner === undefined) return []
  const users = schema.tables.find(({ key }) => key === 'users')
  const id = users?.columns.find(({ userId }) => userId)?.member ?? 'id'
  const own = memberName(table, table.owner)
  const relation = `@relation(fields: [${own}], references: [${id}], onDelete: Cascade)`
  // A table that is data may have a field of the usual name.
  const taken = table.columns.some(({ member }) => member === 'user')
  return [{ name: taken ? `${own}User` : 'user', type: MODELS.users, attributes: [relation] }]
}

function listFields(table: Table, { tables }: Schema): readonly Field[] {
  if (table.key !== 'users') return []
  const owned = tables.filter(({ owner }) => owner !== undefined)
  const lists = owned.map(({ key }) => ({ name: camelCase(key), model: modelName(key) }))
  const taken = lists.find(({ name }) => table.columns.some(({ member }) => member === name))?.name
  if (taken !== undefined) {
    throw new TypeError(`userFields.${taken}: in Prisma, the relation of a user has this name.`)
  }
  return lists.map(({ name, model }) => ({ name, type: `${model}[]`, attributes: [] }))
}

function renderModel(dialect: SqlDialect, schema: Schema, table: Table): string {
  const fields = [
    ...table.columns.map((column) => toField(dialect, schema, table, column)),
    ...ownerField(table, schema),
    ...listFields(table, schema),
  ]
  const plain = table.indexes.filter(({ unique }) => !unique)
  return [
    `model ${modelName(table.key)} {`,
    ...align(fields),
    '',
    ...(table.primaryKey.length > 1
      ? [`  @@id([${table.primaryKey.map((name) => memberName(table, name)).join(', ')}])`]
      : []),
    ...plain.map(({ column, name }) => `  @@index([${memberName(table, column)}], map: "${name}")`),
    `  @@map("${table.name}")`,
    '}',
  ].join('\n')
}

/**
 * The tables as models of Prisma, to be put into `schema.prisma`.
 *
 * Prisma has no unique index that ignores case: addresses are unique as they are stored. The adapter for Prisma stores them
 * in lower case.
 *
 * @param dialect - the database
 * @param schema - what {@link describeSchema} gives
 * @throws TypeError when a custom member has the name of a relation
 *
 * @example
 * ```ts
 * import { describeSchema, prismaSchema } from '@latchstring/schema'
 *
 * console.log(prismaSchema('postgres', describeSchema()))
 * ```
 */
export function prismaSchema(dialect: SqlDialect, schema: Schema): string {
  return `${schema.tables.map((table) => renderModel(dialect, schema, table)).join('\n\n')}\n`
}
