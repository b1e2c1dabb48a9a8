import type {
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import type { FieldKind } from './codecs.ts'

/** Where a member of a record is kept. */
export interface Field {
  readonly column: string
  readonly kind: FieldKind
}

/** Members of a record by name. */
export type Fields = Readonly<Record<string, Field>>

/** The tables of this package, by what they hold. */
export type TableKey =
  | 'users'
  | 'accounts'
  | 'sessions'
  | 'verificationTokens'
  | 'authenticators'
  | 'migrations'

/** The name of every table. */
export type TableNames = Readonly<Record<TableKey, string>>

/** Custom members of a user and the kind of value each has. */
export type UserFields = Readonly<Record<string, FieldKind>>

const DEFAULT_TABLES: TableNames = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  migrations: 'latchstring_migrations',
}

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]{0,50}$/

function assertIdentifier(name: string, where: string): void {
  if (!IDENTIFIER.test(name)) {
    throw new TypeError(
      `${where}: ${JSON.stringify(name)} must begin with a letter and be up to 51 letters, digits and underscores.`,
    )
  }
}

/** The names of all tables; throws when one could not be written into SQL as it is. */
export function resolveTables(tables: Partial<TableNames> = {}): TableNames {
  const names = { ...DEFAULT_TABLES, ...tables }
  for (const [key, name] of Object.entries(names)) assertIdentifier(name, `tables.${key}`)
  return names
}

const text = (column: string): Field => ({ column, kind: 'text' })
const integer = (column: string): Field => ({ column, kind: 'integer' })
const timestamp = (column: string): Field => ({ column, kind: 'timestamp' })

/** Members of a user that every store has. */
export const USER_FIELDS: Readonly<Record<keyof AdapterUser, Field>> = {
  id: text('id'),
  name: text('name'),
  email: text('email'),
  emailVerified: timestamp('email_verified'),
  image: text('image'),
}

/** Members of an account with a column of their own; others go to {@link ACCOUNT_REST}. */
export const ACCOUNT_FIELDS: Fields = {
  userId: text('user_id'),
  type: text('type'),
  provider: text('provider'),
  providerAccountId: text('provider_account_id'),
  access_token: text('access_token'),
  refresh_token: text('refresh_token'),
  expires_at: integer('expires_at'),
  token_type: text('token_type'),
  scope: text('scope'),
  id_token: text('id_token'),
  session_state: text('session_state'),
}

/** The JSON column for members of an account without a column of their own. */
export const ACCOUNT_REST = 'additional'

/** Members of a session. */
export const SESSION_FIELDS: Readonly<Record<keyof AdapterSession, Field>> = {
  sessionToken: text('session_token'),
  userId: text('user_id'),
  expires: timestamp('expires'),
}

/** Members of a verification token. */
export const VERIFICATION_TOKEN_FIELDS: Readonly<Record<keyof VerificationToken, Field>> = {
  identifier: text('identifier'),
  token: text('token'),
  expires: timestamp('expires'),
}

/** Members of an authenticator. */
export const AUTHENTICATOR_FIELDS: Readonly<Record<keyof AdapterAuthenticator, Field>> = {
  credentialID: text('credential_id'),
  userId: text('user_id'),
  providerAccountId: text('provider_account_id'),
  credentialPublicKey: text('credential_public_key'),
  counter: integer('counter'),
  credentialDeviceType: text('credential_device_type'),
  credentialBackedUp: { column: 'credential_backed_up', kind: 'boolean' },
  transports: text('transports'),
}

const snakeCase = (member: string): string =>
  member.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()

/** The custom members of a user with their columns; throws when one cannot have a column. */
export function resolveUserFields(userFields: UserFields = {}): Fields {
  const fields: Record<string, Field> = {}
  const columns = new Set(Object.values(USER_FIELDS).map(({ column }) => column))
  for (const [member, kind] of Object.entries(userFields)) {
    assertIdentifier(member, 'userFields')
    const column = snakeCase(member)
    if (columns.has(column)) {
      throw new TypeError(
        `userFields.${member}: the column "${column}" is taken by another member.`,
      )
    }
    columns.add(column)
    fields[member] = { column, kind }
  }
  return fields
}
