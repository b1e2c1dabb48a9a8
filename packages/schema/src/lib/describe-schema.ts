import type {
  Column,
  ColumnNames,
  FieldKind,
  Index,
  NamesPreset,
  Schema,
  SchemaOptions,
  Table,
  TableKey,
  TableNames,
  UserFields,
} from './schema.ts'

const TABLE_NAMES: Readonly<Record<NamesPreset, TableNames>> = {
  latchstring: {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verificationTokens: 'verification_tokens',
    authenticators: 'authenticators',
  },
  'next-auth': {
    users: 'users',
    accounts: 'accounts',
    sessions: 'sessions',
    verificationTokens: 'verification_token',
    authenticators: 'authenticators',
  },
}

/** A member of a record: its kind, and what else is to be said of its column. */
interface Member {
  readonly kind: FieldKind
  readonly required?: boolean
  readonly key?: boolean
  readonly userId?: boolean
}

type Members = Readonly<Record<string, Member>>

const text: Member = { kind: 'text' }
const key: Member = { kind: 'text', required: true, key: true }
const requiredText: Member = { kind: 'text', required: true }
const expires: Member = { kind: 'timestamp', required: true }
const owner: Member = { kind: 'text', required: true, key: true, userId: true }

const MEMBERS: Readonly<Record<TableKey, Members>> = {
  users: {
    id: { kind: 'text', required: true, key: true, userId: true },
    name: text,
    email: { kind: 'text', key: true },
    emailVerified: { kind: 'timestamp' },
    image: text,
  },
  accounts: {
    userId: owner,
    type: requiredText,
    provider: key,
    providerAccountId: key,
    access_token: text,
    refresh_token: text,
    expires_at: { kind: 'integer' },
    token_type: text,
    scope: text,
    id_token: text,
    session_state: text,
    additional: { kind: 'json' },
  },
  sessions: { sessionToken: key, userId: owner, expires },
  verificationTokens: { identifier: key, token: key, expires },
  authenticators: {
    credentialID: key,
    userId: owner,
    providerAccountId: requiredText,
    credentialPublicKey: requiredText,
    counter: { kind: 'integer', required: true },
    credentialDeviceType: requiredText,
    credentialBackedUp: { kind: 'boolean', required: true },
    transports: text,
  },
}

const PRIMARY_KEYS: Readonly<Record<TableKey, readonly string[]>> = {
  users: ['id'],
  accounts: ['provider', 'providerAccountId'],
  sessions: ['sessionToken'],
  verificationTokens: ['identifier', 'token'],
  authenticators: ['credentialID'],
}

/** Members that are looked up, beside primary keys. */
const INDEXES: Readonly<Record<TableKey, readonly string[]>> = {
  users: [],
  accounts: ['userId'],
  sessions: ['userId', 'expires'],
  verificationTokens: ['expires'],
  authenticators: ['userId'],
}

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,50}$/

function assertIdentifier(name: string, where: string): void {
  if (IDENTIFIER.test(name)) return
  throw new TypeError(
    `${where}: ${JSON.stringify(name)} must begin with a letter and be up to 51 letters, digits and underscores.`,
  )
}

const snakeCase = (member: string): string =>
  member.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

const COLUMN_NAME: Readonly<Record<NamesPreset, (member: string) => string>> = {
  latchstring: snakeCase,
  'next-auth': (member) => member,
}

/** Where names of columns come from. */
interface Naming {
  readonly preset: NamesPreset
  readonly columns: ColumnNames
}

function columnName({ preset, columns }: Naming, table: TableKey, member: string): string {
  const name = columns[table]?.[member] ?? COLUMN_NAME[preset](member)
  assertIdentifier(name, `columns.${table}.${member}`)
  return name
}

function describeColumns(table: TableKey, naming: Naming, custom: Members): readonly Column[] {
  const members = { ...MEMBERS[table], ...custom }
  // What MySQL and MariaDB find an address by, whatever its case, is a column of its own.
  const lowered = `${columnName(naming, table, 'email')}_lower`.toLowerCase()
  const taken = new Map<string, string>(table === 'users' ? [[lowered, 'email']] : [])
  return Object.entries(members).map(([member, { kind, ...facts }]) => {
    const name = columnName(naming, table, member)
    const other = taken.get(name.toLowerCase())
    if (other !== undefined) {
      throw new TypeError(`${table}.${member}: the column "${name}" is taken by "${other}".`)
    }
    taken.set(name.toLowerCase(), member)
    const { required = false, key: isKey = false, userId = false } = facts
    return { member, name, kind, required, key: isKey, userId }
  })
}

function customMembers(userFields: UserFields): Members {
  for (const member of Object.keys(userFields)) {
    assertIdentifier(member, 'userFields')
    if (!Object.hasOwn(MEMBERS.users, member)) continue
    throw new TypeError(`userFields.${member}: every user has a member of this name already.`)
  }
  return Object.fromEntries(Object.entries(userFields).map(([member, kind]) => [member, { kind }]))
}

function describeTable(table: TableKey, name: string, naming: Naming, custom: Members): Table {
  const columns = describeColumns(table, naming, custom)
  const named = (member: string): string => columnName(naming, table, member)
  const plain = INDEXES[table].map((member): Index => {
    const column = named(member)
    return { name: `${name}_${column}_idx`, column, unique: false, ignoresCase: false }
  })
  const email = named('email')
  const unique: readonly Index[] =
    table === 'users'
      ? [{ name: `${name}_${email}_key`, column: email, unique: true, ignoresCase: true }]
      : []
  return {
    key: table,
    name,
    columns,
    primaryKey: PRIMARY_KEYS[table].map(named),
    ...(columns.some(({ userId }) => userId) && table !== 'users'
      ? { owner: named('userId') }
      : {}),
    indexes: [...unique, ...plain],
  }
}

/**
 * Describes the tables.
 *
 * @param options - names, ids and custom members
 * @throws TypeError when a name cannot be used
 *
 * @example
 * ```ts
 * import { describeSchema } from '@latchstring/schema'
 *
 * const schema = describeSchema({ tables: { users: 'people' }, userFields: { role: 'text' } })
 * ```
 */
export function describeSchema(options: SchemaOptions = {}): Schema {
  const { names = 'latchstring', columns = {}, ids = 'text', userFields = {} } = options
  const tables = { ...TABLE_NAMES[names], ...options.tables }
  const naming = { preset: names, columns }
  const custom = customMembers(userFields)
  for (const [table, name] of Object.entries(tables)) assertIdentifier(name, `tables.${table}`)
  const describe = (table: TableKey): Table =>
    describeTable(table, tables[table], naming, table === 'users' ? custom : {})
  return {
    ids,
    tables: [
      describe('users'),
      describe('accounts'),
      describe('sessions'),
      describe('verificationTokens'),
      describe('authenticators'),
    ],
  }
}
