import type { Adapter, AdapterRecords } from '@latchstring/core/adapters'
import { METHODS } from '../capabilities.ts'

type Method = (...parameters: unknown[]) => unknown

const VERBS = ['get', 'find', 'insert', 'change', 'drop', 'clear', 'deleteExpired'] as const

/**
 * A failure of a call: before its effect, or after it but without a result. A transaction can also fail at its commit.
 */
export interface Fault {
  /** Number of the call, from 1. */
  readonly call: number
  readonly when: 'before' | 'commit' | 'after'
  /** Whether all later calls fail too, as if the process had ended there. */
  readonly forGood?: boolean
}

/** An adapter with injected failures. */
export interface FaultyAdapter {
  readonly adapter: Adapter
  /** Restarts the count of calls, and makes one of them fail. */
  readonly arm: (fault?: Fault) => void
  /** Methods that were called since, in order, including those within a transaction. */
  readonly disarm: () => readonly string[]
}

type Work = (adapter: Adapter) => Promise<unknown>

type Run = (name: string, call: () => unknown) => Promise<unknown>

function wrapRecords({ records }: Adapter, run: Run): Pick<Adapter, 'records'> {
  if (records === undefined) return {}
  const { keeps, expires } = records
  const own = { keeps, ...(expires && { expires }) }
  const verbs = VERBS.map((verb) => {
    const method: Method = (...parameters) =>
      run(`records.${verb}`, () => Reflect.apply(records[verb], records, parameters))
    return [verb, method] as const
  })
  // Each verb has the arguments and the result of the wrapped one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { records: { ...own, ...Object.fromEntries(verbs) } as AdapterRecords }
}

/** Wraps an adapter with injected failures. */
export function createFaultyAdapter(inner: Adapter): FaultyAdapter {
  let calls: string[] | undefined
  let armed: Fault | undefined

  async function run(name: string, call: (commits: boolean) => unknown): Promise<unknown> {
    if (calls === undefined) return call(true)
    const count = calls.push(name)
    if (armed?.forGood && count > armed.call) throw new Error(`${name} was not called any more`)
    const when = count === armed?.call ? armed.when : undefined
    if (when === 'before') throw new Error(`${name} was made to fail before its effect`)
    const result = await call(when !== 'commit')
    if (when === 'after') throw new Error(`${name} was made to fail after its effect`)
    return result
  }

  function wrapTransaction(target: Adapter): Pick<Adapter, 'transaction'> {
    if (target.transaction === undefined) return {}
    const method: Method = (work) =>
      run('transaction', (commits) =>
        target.transaction?.(async (within) => {
          // The only argument of `transaction` is its function.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
          const result = await (work as Work)(wrap(within))
          if (!commits) throw new Error('the transaction was made to fail when it was committed')
          return result
        }),
      )
    // The wrapper has the same arguments and results as the method.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return { transaction: method as NonNullable<Adapter['transaction']> }
  }

  function wrap(target: Adapter): Adapter {
    // By name, because methods of a class are not own members.
    const wrapped = METHODS.flatMap((name) => {
      const member = target[name]
      if (typeof member !== 'function') return []
      const method: Method = (...parameters) =>
        run(name, () => Reflect.apply(member, target, parameters))
      return [[name, method] as const]
    })
    const { capabilities } = target
    return {
      ...(capabilities && { capabilities }),
      ...Object.fromEntries(wrapped),
      ...wrapTransaction(target),
      ...wrapRecords(target, run),
    }
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
