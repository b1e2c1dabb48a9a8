import type { Adapter } from '@latchstring/core/adapters'
import { METHODS, type Method } from './capabilities.ts'
import { asFull, type FullAdapter } from './options.ts'

type AnyFunction = (...parameters: readonly unknown[]) => unknown

/** A pending call of a method of an adapter. */
export interface Call {
  readonly name: Method
  readonly parameters: readonly unknown[]
  /** Makes the call, on the adapter or without `this`. */
  readonly make: (how: {
    readonly bare?: boolean
    readonly parameters?: readonly unknown[]
  }) => Promise<unknown>
}

/** Wraps every call of an adapter, including those within a transaction. */
export function wrapMethods(
  adapter: Adapter,
  around: (call: Call) => Promise<unknown>,
): FullAdapter {
  const within = (parameter: unknown): unknown =>
    typeof parameter === 'function'
      ? // Only `transaction` takes a function, and that one gets an adapter.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
        (inner: Adapter) => (parameter as AnyFunction)(wrapMethods(inner, around))
      : parameter
  const members = METHODS.flatMap((name) => {
    const method: unknown = adapter[name]
    if (typeof method !== 'function') return []
    const wrapped: AnyFunction = (...given) => {
      const parameters = given.map(within)
      return around({
        name,
        parameters,
        make: async (how) =>
          // The arguments have the type of the wrapped method.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
          Reflect.apply(method as AnyFunction, how.bare === true ? undefined : adapter, [
            ...(how.parameters ?? parameters),
          ]),
      })
    }
    return [[name, wrapped] as const]
  })
  // No sign-in of these tests depends on a record.
  const { records } = adapter
  return asFull({ ...Object.fromEntries(members), ...(records && { records }) })
}
