import type { AdapterUser } from '@latchstring/core/adapters'

/** The part of a model of a generated Prisma Client that is used here. */
export interface PrismaModel {
  readonly fields: object
  findFirst(args: never): unknown
  findUnique(args: never): unknown
  findMany(args: never): unknown
  create(args: never): unknown
  update(args: never): unknown
  updateMany(args: never): unknown
  deleteMany(args: never): unknown
}

/** The model of a table that is data. */
export interface PrismaDataModel extends PrismaModel {
  readonly fields: { readonly version: unknown }
}

/**
 * A generated Prisma Client with the models of the library. Without one of the optional models, the adapter does not have
 * its methods.
 */
export interface PrismaModels {
  readonly user: PrismaModel
  readonly account: PrismaModel
  /** Needed for sessions in the database. */
  readonly session?: PrismaModel
  /** Needed for sign-in by email. */
  readonly verificationToken?: PrismaModel
  /** Needed for passkeys. */
  readonly authenticator?: PrismaModel
  /** Needed for ending sessions of the strategy `jwt`. */
  readonly revocation?: PrismaModel
  /** Needed for counting attempts across processes. */
  readonly limitBudget?: PrismaModel
  /** Needed for names of passkeys. Models of other tables that are data have such names, too. */
  readonly authPasskeysNames?: PrismaDataModel
  /** Needed for listing devices. */
  readonly authSessionsDevices?: PrismaDataModel
}

/** The names of the models of tables that are data. */
export type DataModelName<Known> = {
  [Name in keyof Known]-?: Name extends `auth${Capitalize<string>}`
    ? Known[Name] extends PrismaDataModel
      ? Name
      : never
    : never
}[keyof Known]

/** A Prisma Client. */
export interface PrismaClientLike extends PrismaModels {
  $transaction(work: never, options?: never): unknown
  /** The client of the primary, of one that `@prisma/extension-read-replicas` has extended. */
  $primary?(): unknown
}

type Readable<Value> = Value extends bigint ? number : Value

type FoundUser<Known extends PrismaModels> = NonNullable<
  Awaited<ReturnType<Known['user']['findFirst']>>
>

/** A user with custom fields. Values of `BigInt` are numbers. */
export type StoredUser<Known extends PrismaModels> = AdapterUser & {
  [Key in Exclude<keyof FoundUser<Known>, keyof AdapterUser>]: Readable<FoundUser<Known>[Key]>
}

/** A record in the format of Prisma. */
export type Row = Readonly<Record<string, unknown>>

/** Arguments of a query. */
interface Query {
  readonly where: Row
  readonly include?: Row
  readonly data?: Row
  readonly orderBy?: Row | readonly Row[]
  readonly take?: number
}

/** Methods of every model. */
export interface Model {
  findFirst(query: Query): PromiseLike<Row | null>
  findUnique(query: Query): PromiseLike<Row | null>
  findMany(query: Query): PromiseLike<readonly Row[]>
  create(query: { readonly data: Row }): PromiseLike<Row>
  update(query: Query): PromiseLike<Row>
  updateMany(query: Query): PromiseLike<{ readonly count: number }>
  deleteMany(query: Query): PromiseLike<{ readonly count: number }>
}

/** Timeouts of a transaction. */
export interface TransactionLimits {
  /** Milliseconds to wait for a connection. */
  readonly maxWait: number
  /** Milliseconds until an open transaction is aborted. */
  readonly timeout: number
}

/** An object with models by name: a client, or a transaction of one. */
export type Models = Readonly<Record<string, Model>>

/** A client that runs transactions. */
export interface Client {
  $transaction<T>(work: (models: Models) => Promise<T>, limits: TransactionLimits): Promise<T>
}
