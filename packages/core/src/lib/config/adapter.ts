import { memoize } from '../kit/cache.ts'
import { asError, isAuthError } from '../errors/auth-error.ts'
import { AdapterError, MissingAdapterMethods, ValueTooLong } from '../errors/classes.ts'
import { refusesLength } from '../errors/store-failure.ts'
import type { Clocks } from '../kit/clock.ts'
import type { Log } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AdapterRecords } from '../types/records.ts'
import { type AdapterMethod, CAPABILITIES } from './features.ts'
import { outageOf } from './outage.ts'
import { compareKeys, respellings } from './same-key.ts'

/** The methods that read and write records. */
export const METHODS: readonly Exclude<AdapterMethod, 'transaction'>[] = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'spendAll',
  'deleteAllSessions',
  // A transaction is not called, but run.
  ...Object.values(CAPABILITIES)
    .flatMap(({ methods = [] }) => methods)
    .filter((name) => name !== 'transaction'),
]

type AnyMethod = (...args: unknown[]) => unknown

/** The advice about a store that finds other records than those it is asked for. */
const COLLATION =
  'Its columns of keys compare by the rules of a language: give them a binary collation. ' +
  'For SQL, `latchstring migrate --plan` names the columns and the statements.'

/** Changes that give the record: one of another key was not to be changed. */
const CHANGES: ReadonlySet<AdapterMethod> = new Set(['updateUser', 'updateAuthenticatorCounter'])

function warnAbout(name: AdapterMethod, log: Log): void {
  log.warn(
    'adapter-keys',
    `${name}() found a record with another key, which is ignored. ${COLLATION}`,
  )
}

/** The answer of a method, without records of other keys. */
function compared(
  name: Exclude<AdapterMethod, 'transaction'>,
  args: readonly unknown[],
  given: unknown,
  log: Log,
): unknown {
  const { answer, differs } = compareKeys(name, args, given)
  if (!differs) return answer
  if (CHANGES.has(name)) {
    throw new AdapterError(`The store changed another record in ${name}(). ${COLLATION}`)
  }
  warnAbout(name, log)
  return answer
}

/** A store that is called, and where its failures are reported. */
interface Called {
  readonly adapter: Adapter
  readonly log: Log
  /** The clocks by which it is known to be away; `undefined` within a transaction. */
  readonly clocks: Clocks | undefined
}

/** What a failed call of the adapter is. */
function failureOf(name: string, cause: unknown): AdapterError | ValueTooLong {
  const err = asError(cause)
  return refusesLength(err)
    ? new ValueTooLong(`A value is longer than the store can keep, in ${name}().`, { err })
    : new AdapterError(`The adapter failed in ${name}().`, { err })
}

/** Makes a call, whose failures are named after it. */
type Make = () => unknown

async function ask(name: string, make: Make): Promise<unknown> {
  try {
    return await make()
  } catch (cause) {
    throw isAuthError(cause) ? cause : failureOf(name, cause)
  }
}

async function call({ adapter, log, clocks }: Called, name: string, make: Make): Promise<unknown> {
  log.debug(`adapter.${name}`)
  if (!clocks) return ask(name, make)
  const outage = outageOf(adapter)
  outage.begin(name, clocks, log)
  const began = clocks.steady()
  try {
    const answer = await ask(name, make)
    outage.answered(clocks, log)
    return answer
  } catch (error) {
    if (error instanceof AdapterError) {
      throw outage.failed(name, { began, log, ...clocks }) ?? error
    }
    // A store has answered that refuses a value, or in whose transaction a sign-in was refused.
    outage.answered(clocks, log)
    throw error
  }
}

/** A call of a method on its object, so that classes keep `this`. */
const making = (object: object, name: string, args: readonly unknown[]): Make => {
  // The signature is the one of the interface.
  const method = Reflect.get(object, name) as AnyMethod
  return () => method.call(object, ...args)
}

const wrapMethod =
  (called: Called, name: Exclude<AdapterMethod, 'transaction'>): AnyMethod =>
  async (...args) =>
    compared(name, args, await call(called, name, making(called.adapter, name, args)), called.log)

const VERBS = ['get', 'find', 'insert', 'change', 'drop', 'clear', 'deleteExpired'] as const

/** The verbs of the store, whose answers the records of the core compare with what was asked for. */
function wrapRecords(called: Called, records: AdapterRecords): AdapterRecords {
  const wrapped = VERBS.map((verb): [string, AnyMethod] => [
    verb,
    (...args) => call(called, `records.${verb}`, making(records, verb, args)),
  ])
  // Each verb is wrapped without changing what it takes and gives.
  const verbs = Object.fromEntries(wrapped) as Pick<AdapterRecords, (typeof VERBS)[number]>
  const { keeps, expires } = records
  return Object.freeze({ ...verbs, keeps, ...(expires && { expires }) })
}

type AccountKey = Parameters<NonNullable<Adapter['getUserByAccount']>>[0]

/** Methods of a wrapped adapter: they need no `this`. */
export type StoreMethods<M extends AdapterMethod> = {
  readonly [K in M]: (
    this: void,
    ...parameters: Parameters<NonNullable<Adapter[K]>>
  ) => Promise<Awaited<ReturnType<NonNullable<Adapter[K]>>>>
}

type Accounts = Partial<StoreMethods<'getUserByAccount' | 'getAccount' | 'listAccountsByUserId'>>

type Find = NonNullable<Accounts['getUserByAccount']>

/**
 * Warns of a store that takes another spelling for the same, before a sign-in has one.
 *
 * @returns whether the account has another spelling, so that the store has shown how it compares
 */
async function lookForLookAlikes(
  find: Find,
  { account, userId }: { readonly account: AccountKey; readonly userId: string },
  log: Log,
): Promise<boolean> {
  const [providerAccountId] = respellings(account.providerAccountId)
  if (providerAccountId === undefined) return false
  try {
    const other = await find({ provider: account.provider, providerAccountId })
    if (String(other?.id) === userId) warnAbout('getUserByAccount', log)
    return true
  } catch {
    // A sign-in does not depend on it. The next one asks again.
    return false
  }
}

type Look = (...found: Parameters<typeof lookForLookAlikes>) => Promise<void>

/** Checks until the store has shown how it compares keys: once for each adapter, also when several configurations share it. */
const lookOnce = memoize((_adapter: Adapter): Look => {
  let looked = false
  return async (...found) => {
    looked ||= await lookForLookAlikes(...found)
  }
})

/** Whether the account of a user that was found is the one that was asked for, as far as the adapter shows accounts. */
async function isLinkedTo(
  { getAccount, listAccountsByUserId }: Accounts,
  { provider, providerAccountId }: AccountKey,
  userId: string,
): Promise<boolean | undefined> {
  if (getAccount) {
    const account = await getAccount(providerAccountId, provider)
    return account ? String(account.userId) === userId : false
  }
  if (!listAccountsByUserId) return undefined
  const accounts = await listAccountsByUserId(userId)
  return accounts.some(
    (one) => one.provider === provider && one.providerAccountId === providerAccountId,
  )
}

/**
 * A user found by an account does not show by which account. So the account is read as well (decision 030); where the adapter
 * returns none, the store has to distinguish other spellings of its id.
 */
function comparingAccounts(
  wrapped: Accounts,
  look: Look | undefined,
  log: Log,
): Pick<Adapter, 'getUserByAccount'> {
  const { getUserByAccount: find } = wrapped
  if (!find) return {}
  return {
    async getUserByAccount(account) {
      const user = await find(account)
      if (!user) return user
      const own = await isLinkedTo(wrapped, account, String(user.id))
      if (own === true) {
        await look?.(find, { account, userId: String(user.id) }, log)
        return user
      }
      if (own === false) {
        warnAbout('getUserByAccount', log)
        return null
      }
      for (const providerAccountId of respellings(account.providerAccountId)) {
        const other = await find({ provider: account.provider, providerAccountId })
        if (String(other?.id) !== String(user.id)) continue
        throw new AdapterError(
          'The store takes different ids of accounts for the same, and the adapter has no `getAccount` to tell whose ' +
            `this one is. ${COLLATION}`,
        )
      }
      return user
    },
  }
}

/** Stands for a method that the outer adapter has, and the one within a transaction lacks. */
const absent =
  (name: AdapterMethod): AnyMethod =>
  async () => {
    throw new MissingAdapterMethods(
      `The adapter that \`transaction\` hands over has no ${name}. Hand over one with every method of the outer one.`,
    )
  }

/** The adapter within a transaction: with every method of the outer one, which flows have been given the types of. */
function wrapInner(inner: Adapter, outer: readonly AdapterMethod[], log: Log): Adapter {
  const stubs = Object.fromEntries(outer.map((name) => [name, absent(name)]))
  return Object.freeze({ ...stubs, ...wrapAdapter(inner, log, false) })
}

/**
 * An adapter whose failures are {@link AdapterError}s that name the method and never its arguments, and whose look-ups find
 * what has the very key, or nothing.
 *
 * @param looks - whether to look once how the store compares. An adapter that declares capabilities compares bytes itself
 * @param clocks - by which the store is known to be away. Default: every call is tried
 */
export function wrapAdapter(
  adapter: Adapter,
  log: Log,
  looks: boolean = adapter.capabilities === undefined,
  clocks?: Clocks,
): Adapter {
  const called = { adapter, log, clocks }
  const present = METHODS.filter((name) => typeof adapter[name] === 'function')
  // Each method is wrapped without changing what it takes and gives.
  const methods = Object.fromEntries(
    present.map((name) => [name, wrapMethod(called, name)]),
  ) as Adapter & Accounts
  const transaction: Adapter['transaction'] = (work) => {
    const within = (inner: Adapter): ReturnType<typeof work> => work(wrapInner(inner, present, log))
    // `transaction` is only defined when the adapter has it, and returns the result of `work`.
    return call(called, 'transaction', making(adapter, 'transaction', [within])) as ReturnType<
      typeof work
    >
  }
  return Object.freeze({
    ...methods,
    ...comparingAccounts(methods, looks ? lookOnce(adapter) : undefined, log),
    ...(adapter.capabilities ? { capabilities: adapter.capabilities } : {}),
    ...(typeof adapter.transaction === 'function' ? { transaction } : {}),
    // A member of that name in an adapter that does not declare the capability may be another one.
    ...(adapter.capabilities?.records && adapter.records
      ? { records: wrapRecords(called, adapter.records) }
      : {}),
  })
}
