import type { Adapter } from '@latchstring/core/adapters'

type Promising<Method> = Method extends (...args: infer Args) => infer Result
  ? (...args: Args) => Promise<Awaited<Result>>
  : never

/** The methods of the adapter interface but `transaction`: all of them, each giving a promise. */
export type AdapterMethods = {
  readonly [Name in Exclude<keyof Adapter, 'capabilities' | 'transaction'>]-?: Promising<
    NonNullable<Adapter[Name]>
  >
}
