import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '@latchstring/core/adapters'
import { CODECS, type SqlDialect } from './codecs.ts'
import {
  ACCOUNT_FIELDS,
  ACCOUNT_REST,
  AUTHENTICATOR_FIELDS,
  type Fields,
  SESSION_FIELDS,
  USER_FIELDS,
  VERIFICATION_TOKEN_FIELDS,
} from './schema.ts'

/** A row as Kysely takes and gives it. */
export type Row = Record<string, unknown>

/** One kind of record on its way to a row and back. */
export interface RecordCodec<T> {
  /** Every column, in a fixed order. */
  readonly columns: readonly string[]
  /** The members given as columns; throws when one has no column or another type than its column. */
  toRow(record: Partial<T>): Row
  /** A record from a row whose columns are named `prefix` + column. */
  fromRow(row: Row, prefix?: string): T
}

/** The record kinds of one store. */
export interface Records {
  readonly user: RecordCodec<AdapterUser>
  readonly account: RecordCodec<AdapterAccount>
  readonly session: RecordCodec<AdapterSession>
  readonly verificationToken: RecordCodec<VerificationToken>
  readonly authenticator: RecordCodec<AdapterAuthenticator>
}

interface RecordOptions {
  readonly dialect: SqlDialect
  /** What the record is called in errors. */
  readonly name: string
  readonly fields: Fields
  /** What to do about a member without a column. */
  readonly hint: string
}

function createRecordCodec<T extends object>(options: RecordOptions): RecordCodec<T> {
  const { dialect, name, fields, hint } = options
  const codecs = CODECS[dialect]

  const encode = (member: string, value: unknown): unknown => {
    const field = Object.hasOwn(fields, member) ? fields[member] : undefined
    if (field === undefined) {
      throw new TypeError(`${name} has the member "${member}", which has no column. ${hint}`)
    }
    if (value === null) return null
    const { encode: toColumn, expected } = codecs[field.kind]
    const stored = toColumn(value)
    if (stored === undefined) {
      throw new TypeError(`${name}: "${member}" must be ${expected}, not a ${typeof value}.`)
    }
    return stored
  }

  return {
    columns: Object.values(fields).map(({ column }) => column),
    toRow(record) {
      const row: Row = {}
      for (const [member, value] of Object.entries(record)) {
        if (value === undefined) continue
        const stored = encode(member, value)
        row[fields[member]?.column ?? member] = stored
      }
      return row
    },
    fromRow(row, prefix = '') {
      const record: Row = {}
      for (const [member, { column, kind }] of Object.entries(fields)) {
        const stored = row[prefix + column] ?? null
        record[member] = stored === null ? null : codecs[kind].decode(stored)
      }
      // `fields` names every member of T, and each was written through the codec that read it.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return record as T
    },
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Token responses carry members nobody knows in advance: what has no fitting column is kept as JSON. */
function createAccountCodec(dialect: SqlDialect): RecordCodec<AdapterAccount> {
  const codecs = CODECS[dialect]
  const known = createRecordCodec<AdapterAccount>({
    dialect,
    name: 'The account',
    fields: ACCOUNT_FIELDS,
    hint: '',
  })
  const fits = (member: string, value: unknown): boolean => {
    const field = Object.hasOwn(ACCOUNT_FIELDS, member) ? ACCOUNT_FIELDS[member] : undefined
    return field !== undefined && codecs[field.kind].encode(value) !== undefined
  }

  return {
    columns: [...known.columns, ACCOUNT_REST],
    toRow(account) {
      const members = Object.entries(account).filter(([, value]) => value !== undefined)
      const rest = members.filter(([member, value]) => !fits(member, value))
      return {
        ...known.toRow(
          Object.fromEntries(members.filter(([member, value]) => fits(member, value))),
        ),
        [ACCOUNT_REST]: rest.length === 0 ? null : codecs.json.encode(Object.fromEntries(rest)),
      }
    },
    fromRow(row, prefix = '') {
      const stored = row[prefix + ACCOUNT_REST] ?? null
      const rest = stored === null ? null : codecs.json.decode(stored)
      const present = Object.entries(known.fromRow(row, prefix)).filter(
        ([, value]) => value !== null,
      )
      // The key and the owner are NOT NULL, so the members an account must have are all present.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      return { ...Object.fromEntries(present), ...(isObject(rest) ? rest : {}) } as AdapterAccount
    },
  }
}

/** The record kinds of a store in `dialect`, users with `userFields` besides their own members. */
export function createRecords(dialect: SqlDialect, userFields: Fields): Records {
  const hint = 'Records of this kind have a fixed set of members; leave it out.'
  return {
    user: createRecordCodec({
      dialect,
      name: 'The user',
      fields: { ...USER_FIELDS, ...userFields },
      hint: 'Name it in the option userFields, or leave it out of what the profile function returns.',
    }),
    account: createAccountCodec(dialect),
    session: createRecordCodec({ dialect, name: 'The session', fields: SESSION_FIELDS, hint }),
    verificationToken: createRecordCodec({
      dialect,
      name: 'The verification token',
      fields: VERIFICATION_TOKEN_FIELDS,
      hint,
    }),
    authenticator: createRecordCodec({
      dialect,
      name: 'The authenticator',
      fields: AUTHENTICATOR_FIELDS,
      hint,
    }),
  }
}
