import type { Model, Models, Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { AccountModel, RecordModel } from './records.ts'

/** The available models. */
export interface RecordModels {
  readonly user: RecordModel
  readonly account: AccountModel
  readonly session: RecordModel | undefined
  readonly verificationToken: RecordModel | undefined
  readonly authenticator: RecordModel | undefined
  readonly revocation: RecordModel | undefined
  readonly limitBudget: RecordModel | undefined
}

/** The models of tables that are data, with what is known of them. */
export interface DataPlaces {
  readonly models: ReadonlyMap<string, RecordModel>
  /** The fields that name users, of tables that were asked for; `undefined` for a table without. */
  readonly owners: Map<string, string | undefined>
}

/** Context of the methods. */
export interface Store {
  readonly records: RecordModels
  /** The models of tables that are data. */
  readonly places: DataPlaces
  /** Whether the store belongs to a transaction of the caller. */
  readonly within: boolean
  /** The client, or the transaction this store belongs to. */
  readonly models: Models
  /** Whether the model generates ids of users, instead of using the given ones. */
  readonly ownIds: boolean
  /** Runs queries in a transaction, if there are transactions. */
  readonly atomic: <T>(work: (models: Models) => Promise<T>) => Promise<T>
}

/** The model of records. */
export function requireModel(models: Models, { name }: RecordModel): Model {
  const model = models[name]
  if (model === undefined) throw new TypeError(`The Prisma Client has no model "${name}".`)
  return model
}

/** Whether a row has exactly the values of a condition, and not only those that a collation treats as equal. */
export const isExact = (row: Row, where: Row): boolean =>
  Object.entries(where).every(([member, value]) => row[member] === value)

/** Reads all rows that exactly fulfil a condition, in the format of the client. */
export async function exactRows(models: Models, record: RecordModel, where: Row): Promise<Row[]> {
  const rows = await awaitQuery(requireModel(models, record).findMany({ where }))
  return rows.filter((row) => isExact(row, where))
}

/** Reads all records that exactly fulfil a condition. */
export async function findAll(models: Models, record: RecordModel, where: Row): Promise<Row[]> {
  return (await exactRows(models, record, where)).map(record.fromRow)
}

/** Reads the only record that exactly fulfils a condition. */
export async function find(models: Models, record: RecordModel, where: Row): Promise<Row | null> {
  const [row] = await findAll(models, record, where)
  return row ?? null
}

/**
 * Whether a condition finds rows exactly, and no others: a client changes and deletes all rows that its database finds. With
 * unique keys a table cannot contain two rows whose keys its collation treats as equal.
 *
 * @throws Error if the condition finds other rows too
 */
export async function names(models: Models, record: RecordModel, where: Row): Promise<boolean> {
  const rows = await awaitQuery(requireModel(models, record).findMany({ where }))
  const exact = rows.filter((row) => isExact(row, where))
  if (exact.length === 0 || exact.length === rows.length) return exact.length > 0
  throw new Error(
    `The database takes different keys of "${record.name}" for equal, and cannot change one of them. ` +
      'Give their columns a binary collation.',
  )
}

/** Stores a record and returns the stored one. */
export async function insert(models: Models, record: RecordModel, value: object): Promise<Row> {
  const data = record.toRow(value)
  return record.fromRow(await awaitQuery(requireModel(models, record).create({ data })))
}

/** Deletes rows and returns their number. */
export async function remove(models: Models, record: RecordModel, where: Row): Promise<number> {
  // `delete` fails without a row, and also reads the deleted row.
  return (await awaitQuery(requireModel(models, record).deleteMany({ where }))).count
}
