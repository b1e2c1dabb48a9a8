import type { Adapter } from '@latchstring/core/adapters'
import type { Model, Models, Row } from './client.ts'
import { settle } from './errors.ts'
import type { AccountModel, RecordModel } from './records.ts'

type Promising<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never

/** Methods of the adapter interface by name, each there and giving a promise. */
export type Methods<Name extends Exclude<keyof Adapter, 'capabilities' | 'transaction'>> = {
  readonly [Key in Name]-?: Promising<NonNullable<Adapter[Key]>>
}

/** The models there are. */
export interface RecordModels {
  readonly user: RecordModel
  readonly account: AccountModel
  readonly session: RecordModel | undefined
  readonly verificationToken: RecordModel | undefined
  readonly authenticator: RecordModel | undefined
}

/** What the adapter's methods work on. */
export interface Store {
  readonly records: RecordModels
  /** The client, or the transaction this store belongs to. */
  readonly models: Models
  /** Whether the model makes ids of users, in place of those given. */
  readonly ownIds: boolean
  /** Runs queries that take effect together, where there are transactions. */
  readonly atomic: <T>(work: (models: Models) => Promise<T>) => Promise<T>
}

/** The model of records. */
export function modelOf(models: Models, { name }: RecordModel): Model {
  const model = models[name]
  if (model === undefined) throw new TypeError(`The Prisma Client has no model "${name}".`)
  return model
}

/** The first row that fulfils a condition, of which there is one at most. */
export async function find(models: Models, record: RecordModel, where: Row): Promise<Row | null> {
  const row = await settle(modelOf(models, record).findFirst({ where }))
  return row === null ? null : record.fromRow(row)
}

/** All rows that fulfil a condition. */
export async function findAll(models: Models, record: RecordModel, where: Row): Promise<Row[]> {
  return (await settle(modelOf(models, record).findMany({ where }))).map(record.fromRow)
}

/** Stores a record and gives it as the model has it. */
export async function insert(models: Models, record: RecordModel, value: object): Promise<Row> {
  const data = record.toRow(value)
  return record.fromRow(await settle(modelOf(models, record).create({ data })))
}

/** Deletes rows and says how many. */
export async function remove(models: Models, record: RecordModel, where: Row): Promise<number> {
  // `delete` fails when there is nothing, and reads what it deletes.
  return (await settle(modelOf(models, record).deleteMany({ where }))).count
}
