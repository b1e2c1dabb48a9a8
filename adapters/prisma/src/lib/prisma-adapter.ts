import type * as kit from '@latchstring/adapter-kit'
import { deleteExpiredRows, expiringRecords, repeatConflicts } from '@latchstring/adapter-kit'
import type { AdapterCapabilities, AdapterUser } from '@latchstring/core/adapters'
import { accountLookUp, accountMethods } from './accounts.ts'
import { authenticatorMethods } from './authenticators.ts'
import type {
  Client,
  DataModelName,
  Models,
  PrismaClientLike,
  PrismaModel,
  PrismaModels,
  StoredUser,
  TransactionLimits,
} from './client.ts'
import { budgetMethods, feedMethods } from './control.ts'
import { findDataModels, KNOWN } from './data-models.ts'
import { expiringRows } from './expired.ts'
import { accountModel, recordModel, type RecordModel } from './records.ts'
import { recordVerbs } from './record-verbs.ts'
import { sessionMethods } from './sessions.ts'
import type { RecordModels, Store } from './store.ts'
import { userMethods } from './users.ts'
import { verificationTokenMethods } from './verification-tokens.ts'

/** Options of {@link prismaAdapter}. */
export interface PrismaAdapterOptions {
  /**
   * Source of ids of users: `given` for UUIDs of the library, or `model` for the default value of the model. Models whose ids are
   * numbers always generate them. Default: `given`.
   */
  readonly userIds?: 'given' | 'model'
  /**
   * Whether `email` of users is `@unique`, and `provider` with `providerAccountId` of accounts are `@@id` or `@@unique`.
   * Default: `true`; Prisma Client does not provide this information.
   */
  readonly uniqueConstraints?: boolean
  /** Whether the database has transactions. Default: `true`; Cloudflare D1 has none. */
  readonly transactions?: boolean
  /** Timeouts of a transaction. Default: 10 seconds each for a connection and for the work. */
  readonly limits?: Partial<TransactionLimits>
}

/** Methods on users with custom fields. */
export interface PrismaUserMethods<User extends AdapterUser>
  extends kit.UserMethods<User>, Omit<kit.AccountMethods, 'getAccount'> {}

/** The methods of the adapter interface for the models of a client, except `transaction`. */
export type PrismaMethods<Known extends PrismaModels> = {
  /** Capabilities beyond the established interface. */
  readonly capabilities: AdapterCapabilities
} & PrismaUserMethods<StoredUser<Known>> &
  (Known extends { readonly session: PrismaModel }
    ? kit.SessionMethods<StoredUser<Known>>
    : unknown) &
  (Known extends { readonly verificationToken: PrismaModel }
    ? kit.VerificationTokenMethods
    : unknown) &
  (Known extends { readonly authenticator: PrismaModel }
    ? kit.AuthenticatorMethods & Pick<kit.AccountMethods, 'getAccount'>
    : unknown) &
  (Known extends { readonly revocation: PrismaModel } ? kit.FeedMethods : unknown) &
  (Known extends { readonly limitBudget: PrismaModel } ? kit.BudgetMethods : unknown)

/** An adapter over Prisma Client. */
export type PrismaAdapter<Known extends PrismaModels> = PrismaMethods<Known> &
  kit.BatchPruning &
  ([DataModelName<Known>] extends [never]
    ? unknown
    : {
        /** The verbs on tables that are data. They are not part of transactions. */
        readonly records: kit.RecordVerbs
      }) & {
    /**
     * Runs `work` with an adapter whose writes take effect together or not at all. Inside, call only that adapter. It
     * exists unless the option `transactions` is `false`.
     */
    readonly transaction?: <T>(work: (adapter: PrismaMethods<Known>) => Promise<T>) => Promise<T>
  }

const LIMITS: TransactionLimits = { maxWait: 10_000, timeout: 10_000 }

function requireFields(model: PrismaModel | undefined, name: string): object {
  const fields: unknown = model?.fields
  if (typeof fields === 'object' && fields !== null) return fields
  throw new TypeError(
    `prismaAdapter needs a Prisma Client with the model "${name}". Add the models and run "prisma generate".`,
  )
}

function describeModels(client: PrismaModels): RecordModels {
  const optional = (
    name: Exclude<keyof RecordModels, 'user' | 'account'>,
  ): RecordModel | undefined =>
    client[name] === undefined ? undefined : recordModel(name, requireFields(client[name], name))
  return {
    user: recordModel('user', requireFields(client.user, 'user')),
    account: accountModel('account', requireFields(client.account, 'account')),
    session: optional('session'),
    verificationToken: optional('verificationToken'),
    authenticator: optional('authenticator'),
    revocation: optional('revocation'),
    limitBudget: optional('limitBudget'),
  }
}

function methodsOn(store: Store): object {
  const { session, verificationToken, authenticator } = store.records
  const { revocation, limitBudget } = store.records
  return {
    ...userMethods(store),
    ...accountMethods(store),
    ...(session === undefined ? {} : sessionMethods(store, session)),
    ...(verificationToken === undefined ? {} : verificationTokenMethods(store, verificationToken)),
    ...(authenticator === undefined
      ? {}
      : { ...accountLookUp(store), ...authenticatorMethods(store, authenticator) }),
    ...(revocation && feedMethods(store, revocation)),
    ...(limitBudget && budgetMethods(store, limitBudget)),
  }
}

function adapterOn(store: Store, capabilities: AdapterCapabilities, more: object): object {
  return Object.freeze({
    capabilities: Object.freeze(capabilities),
    // After a conflict nothing more can be done in the transaction of a caller.
    ...(store.within ? methodsOn(store) : repeatConflicts(methodsOn(store))),
    ...more,
  })
}

/** The client of the primary: what decides, such as a session that has just ended, may not have reached a replica. */
function toPrimary(prisma: PrismaClientLike): unknown {
  return typeof prisma.$primary === 'function' ? prisma.$primary() : prisma
}

/**
 * A storage adapter over a generated Prisma Client.
 *
 * @param prisma - the client, with the models `User`, `Account` and, as far as they are needed, `Session`,
 *   `VerificationToken`, `Authenticator`, `Revocation`, `LimitBudget`, `AuthSessionsDevices` and `AuthPasskeysNames`
 * @param options - information that the client does not provide
 * @throws TypeError when the client lacks a model
 *
 * @example
 * ```ts
 * import { type PrismaClientLike, prismaAdapter } from '@latchstring/adapter-prisma'
 *
 * // Your own: new PrismaClient({ adapter: new PrismaPg({ connectionString }) })
 * declare const prisma: PrismaClientLike
 *
 * export const adapter = prismaAdapter(prisma)
 * ```
 */
export function prismaAdapter<Known extends PrismaClientLike>(
  prisma: Known,
  options: PrismaAdapterOptions = {},
): PrismaAdapter<Known> {
  const { userIds = 'given', uniqueConstraints = true, transactions = true } = options
  const limits = { ...LIMITS, ...options.limits }
  const records = describeModels(prisma)
  const places = findDataModels(prisma)
  const facts = { records, places, ownIds: userIds === 'model' }
  // A generated client has a type for every model, all of which have the members that are used here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const client = toPrimary(prisma) as unknown as Client & Models
  const atomic = <T>(work: (models: Models) => Promise<T>): Promise<T> =>
    transactions ? client.$transaction(work, limits) : work(client)
  const capabilities = {
    atomicConsume: records.verificationToken !== undefined,
    transactions,
    uniqueConstraints,
    uniqueTokens: uniqueConstraints && records.verificationToken !== undefined,
    tokenReads: records.verificationToken !== undefined,
    compareAndSet: records.session !== undefined,
    revocation: records.session !== undefined,
    accountUpdates: true,
    authenticatorUse: records.authenticator !== undefined,
    authenticatorDeletion: records.authenticator !== undefined,
    revocationFeed: records.revocation !== undefined,
    counters: records.limitBudget !== undefined,
    records: places.models.size > 0,
    ttl: false,
  }
  const within = (models: Models): object => {
    const store = {
      ...facts,
      within: true,
      models,
      atomic: <T>(work: (own: Models) => Promise<T>) => work(models),
    }
    return adapterOn(store, { ...capabilities, transactions: false, records: false }, {})
  }
  const transaction = <T>(work: (adapter: object) => Promise<T>): Promise<T> =>
    atomic((models) => work(within(models)))
  const store = { ...facts, within: false, models: client, atomic }
  const verbs = recordVerbs(store)
  // The methods are those of the given models, as in the type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return adapterOn(store, capabilities, {
    ...(transactions ? repeatConflicts({ transaction }) : {}),
    ...(verbs && { records: verbs }),
    deleteExpired: (given?: Date | kit.DeleteExpiredOptions) =>
      deleteExpiredRows(expiringRows(store, expiringRecords(verbs, KNOWN)), given),
  }) as PrismaAdapter<Known>
}
