import { asError, isAuthError } from '../errors/auth-error.ts'
import { AdapterError, MissingAdapter, MissingAdapterMethods } from '../errors/classes.ts'
import type { Log } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'

/** Names of the methods of an adapter. */
export type AdapterMethod = Exclude<keyof Adapter, 'capabilities'>

const METHODS: readonly Exclude<AdapterMethod, 'transaction'>[] = [
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
  'createVerificationToken',
  'useVerificationToken',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'compareAndSetSession',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'listAccountsByUserId',
  'updateAccount',
]

type AnyMethod = (...args: unknown[]) => unknown

function wrapMethod(adapter: Adapter, name: AdapterMethod, log: Log): AnyMethod {
  return async (...args) => {
    log.debug(`adapter.${name}`)
    try {
      // Called on the adapter, so that classes keep `this`; the signature is the one of the interface.
      return await (Reflect.get(adapter, name) as AnyMethod).call(adapter, ...args)
    } catch (cause) {
      if (isAuthError(cause)) throw cause
      throw new AdapterError(`The adapter failed in ${name}().`, { err: asError(cause) })
    }
  }
}

/** An adapter whose failures are {@link AdapterError}s that name the method and never its arguments. */
export function wrapAdapter(adapter: Adapter, log: Log): Adapter {
  const present = METHODS.filter((name) => typeof adapter[name] === 'function')
  const methods = Object.fromEntries(present.map((name) => [name, wrapMethod(adapter, name, log)]))
  const transaction: Adapter['transaction'] = (work) =>
    // `transaction` is only put in when the adapter has it.
    wrapMethod(
      adapter,
      'transaction',
      log,
    )((inner: Adapter) => work(wrapAdapter(inner, log))) as ReturnType<typeof work>
  return Object.freeze({
    // Each method has been wrapped without changing what it takes and gives.
    ...(methods as Adapter),
    ...(adapter.capabilities ? { capabilities: adapter.capabilities } : {}),
    ...(typeof adapter.transaction === 'function' ? { transaction } : {}),
  })
}

/** Which of the methods are missing. */
export function missingMethods(
  adapter: Adapter,
  names: readonly AdapterMethod[],
): readonly AdapterMethod[] {
  return names.filter((name) => typeof adapter[name] !== 'function')
}

/** Methods of a wrapped adapter: they need no `this`. */
export type Bound<K extends AdapterMethod> = {
  readonly [M in K]: (
    this: void,
    ...parameters: Parameters<NonNullable<Adapter[M]>>
  ) => Promise<Awaited<ReturnType<NonNullable<Adapter[M]>>>>
}

/**
 * The methods a step cannot do without.
 *
 * @throws MissingAdapter without an adapter
 * @throws MissingAdapterMethods naming those that are not there
 */
export function needs<K extends AdapterMethod>(
  adapter: Adapter | undefined,
  names: readonly K[],
): Bound<K> {
  if (!adapter) throw new MissingAdapter(`An adapter with ${names.join(', ')} is needed here.`)
  const missing = missingMethods(adapter, names)
  if (missing.length > 0) {
    throw new MissingAdapterMethods(`The adapter has no ${missing.join(', ')}.`)
  }
  // All of them have just been found, and `wrapAdapter` made them.
  return adapter as unknown as Bound<K>
}
