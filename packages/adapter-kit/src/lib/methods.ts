import type { Adapter } from '@latchstring/core/adapters'

/** Name of a method that every adapter may have; `transaction` gives another adapter, and has a type of its own. */
export type AdapterMethod = Exclude<keyof Adapter, 'capabilities' | 'transaction'>

/** A method that always gives a promise, where the interface also allows a value. */
export type Promising<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never

/**
 * Methods of the adapter interface, each there and giving a promise: those that are named, or all.
 *
 * @example
 * ```ts
 * import type { AdapterMethods } from '@latchstring/adapter-kit'
 *
 * const users: AdapterMethods<'getUser' | 'getUserByEmail'> = {
 *   getUser: async (id) => ({ id, email: 'ada@example.com', emailVerified: null }),
 *   getUserByEmail: async () => null,
 * }
 * ```
 */
export type AdapterMethods<Name extends AdapterMethod = AdapterMethod> = {
  readonly [Key in Name]-?: Promising<NonNullable<Adapter[Key]>>
}
