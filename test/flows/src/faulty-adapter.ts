import type { Adapter } from '@latchstring/core/adapters'

type Method = (...parameters: unknown[]) => unknown

/** A call that fails: without an effect, or with the effect but without an answer. */
export interface Fault {
  /** Counted from 1. */
  readonly call: number
  readonly when: 'before' | 'after'
  /** Nothing works afterwards, as if the process had ended there. */
  readonly forGood?: boolean
}

/** An adapter that fails when it is told to. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** Counts calls from now on, and lets one of them fail. */
  arm(fault?: Fault): void
  /** Methods that were called since, in order; those within a transaction among them. */
  disarm(): readonly string[]
}

/** The same store, for an application whose adapter knows no transactions. */
export function withoutTransactions(adapter: Adapter): Adapter {
  const methods = Object.entries(adapter).filter(([name]) => name !== 'transaction')
  const capabilities = { ...adapter.capabilities, transactions: false }
  return { ...Object.fromEntries(methods), capabilities }
}

/** Puts itself between the application and a store. */
export function faultyAdapter(inner: Adapter): FaultyAdapter {
  let calls: string[] | undefined
  let armed: Fault | undefined

  async function run(name: string, work: () => unknown): Promise<unknown> {
    if (!calls) return work()
    const count = calls.push(name)
    if (armed?.forGood && count > armed.call) throw new Error(`${name} was not called any more`)
    const fault = count === armed?.call ? armed.when : undefined
    if (fault === 'before') throw new Error(`${name} failed before its effect`)
    const result = await work()
    if (fault === 'after') throw new Error(`${name} failed after its effect`)
    return result
  }

  function wrap(target: Adapter): Adapter {
    const names = Object.entries(target).filter(([, value]) => typeof value === 'function')
    const methods = names.map(([name]) => {
      // Everything that is not a function has been left out.
      const original = Reflect.get(target, name) as Method
      const method: Method = (...parameters) =>
        run(name, () =>
          original.apply(
            target,
            parameters.map((value) => within(name, value)),
          ),
        )
      return [name, method] as const
    })
    return { ...target, ...Object.fromEntries(methods) }
  }

  /** The work of a transaction gets an adapter that can fail as well. */
  function within(name: string, value: unknown): unknown {
    if (name !== 'transaction' || typeof value !== 'function') return value
    return (adapter: Adapter): unknown => Reflect.apply(value, undefined, [wrap(adapter)])
  }

  return {
    adapter: wrap(inner),
    arm(fault) {
      calls = []
      armed = fault
    },
    disarm() {
      const seen = calls ?? []
      calls = undefined
      return seen
    },
  }
}
