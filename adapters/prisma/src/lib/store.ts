import type { Model, Models, Row } from './client.ts'
import { awaitQuery } from './errors.ts'
import type { AccountModel, RecordModel } from './records.ts'

/** The models there are. */
export interface RecordModels {
  readonly user: RecordModel
  readonly account: AccountModel
  readonly session: RecordModel | undefined
  readonly verificationToken: RecordModel | undefined
  readonly authenticator: RecordModel | undefined
  readonly revocation: RecordModel | undefined
  readonly sessionDevice: RecordModel | undefined
  readonly limitBudget: RecordModel | undefined
}

/** What the adapter's methods work on. */
export interface Store {
  readonly records: RecordModels
  /** Whether this is the inside of a transaction of the caller. */
  readonly within: boolean
  /** The client, or the transaction this store belongs to. */
  readonly models: Models
  /** Whether the model makes ids of users, in place of those given. */
  readonly ownIds: boolean
  /** Runs queries that take effect together, where there are transactions. */
  readonly atomic: <T>(work: (models: Models) => Promise<T>) => Promise<T>
}

/** The model of records. */
export function requireModel(models: Models, { name }: RecordModel): Model {
  const model = models[name]
  if (model === undefined) throw new TypeError(`The Prisma Client has no model "${name}".`)
  return model
}

/** Whether a row has the very values of a condition, and not what a collation takes for the same. */
export const isExact = (row: Row, where: Row): boolean =>
  Object.entries(where).every(([member, value]) => row[member] === value)

/** All rows that fulfil a condition to the letter, as the client gives them. */
export async function exactRows(models: Models, record: RecordModel, where: Row): Promise<Row[]> {
  const rows = await awaitQuery(requireModel(models, record).findMany({ where }))
  return rows.filter((row) => isExact(row, where))
}

/** All records that fulfil a condition to the letter. */
export async function findAll(models: Models, record: RecordModel, where: Row): Promise<Row[]> {
  return (await exactRows(models, record, where)).map(record.fromRow)
}

/** The record that fulfils a condition, of which there is one at most. */
export async function find(models: Models, record: RecordModel, where: Row): Promise<Row | null> {
  const [row] = await findAll(models, record, where)
  return row ?? null
}

/**
 * Whether a condition names rows to the letter, and no others: a client changes and deletes what its database finds. Tables
 * whose collations take keys for the same do not have both, as long as their keys are unique.
 *
 * @throws Error when it names others beside them
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

/** Stores a record and gives it as the model has it. */
export async function insert(models: Models, record: RecordModel, value: object): Promise<Row> {
  const data = record.toRow(value)
  return record.fromRow(await awaitQuery(requireModel(models, record).create({ data })))
}

/** Deletes rows and says how many. */
export async function remove(models: Models, record: RecordModel, where: Row): Promise<number> {
  // `delete` fails when there is nothing, and reads what it deletes.
  return (await awaitQuery(requireModel(models, record).deleteMany({ where }))).count
}
