import type { Adapter, AdapterRecords } from '@latchstring/core/adapters'

type Method = (...parameters: unknown[]) => unknown

/** An adapter whose calls are counted, and which can be broken. */
export interface Watched {
  readonly adapter: Adapter
  /** Names of the methods that were called, in order. */
  readonly calls: string[]
  /** Fails from now on: all methods, or those named. */
  breakDown(...names: readonly (keyof Adapter | `records.${keyof AdapterRecords}`)[]): void
  repair(): void
  /** Replaces a method. */
  intercept(name: keyof Adapter, method: Method): void
}

/** Puts itself between the application and a store. */
export function watchCalls(inner: Adapter): Watched {
  const calls: string[] = []
  const own = new Map<string, Method>()
  let broken: (name: string) => boolean = () => false

  function watch(target: Adapter): Adapter {
    const methods = Object.entries(target).filter(([, value]) => typeof value === 'function')
    const watched = methods.map(([name]) => {
      const method: Method = async (...parameters) => {
        calls.push(name)
        if (broken(name)) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
        const replaced = own.get(name)
        if (replaced) return replaced(...parameters)
        // Everything that is not a function has been left out.
        const original = Reflect.get(target, name) as Method
        if (name !== 'transaction') return original.apply(target, parameters)
        // The one parameter of `transaction` is the work that gets the adapter of the transaction.
        const [work] = parameters as [(adapter: Adapter) => Promise<unknown>]
        return original.call(target, (within: Adapter) => work(watch(within)))
      }
      return [name, method] as const
    })
    return { ...target, ...Object.fromEntries(watched), ...watchRecords(target) }
  }

  /** The verbs on records, as `records.get`; they break with all methods. */
  function watchRecords({ records }: Adapter): Pick<Adapter, 'records'> {
    if (!records) return {}
    const { keeps, expires, ...methods } = records
    const verbs = Object.keys(methods).map((verb) => {
      // What is left of the records are their verbs.
      const original = Reflect.get(methods, verb) as Method
      const method: Method = async (...parameters) => {
        calls.push(`records.${verb}`)
        if (broken(`records.${verb}`)) throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
        return original(...parameters)
      }
      return [verb, method] as const
    })
    const kept = { keeps, ...(expires && { expires }) }
    return { records: { ...records, ...Object.fromEntries(verbs), ...kept } }
  }

  return {
    adapter: watch(inner),
    calls,
    breakDown(...names) {
      broken = (name) => names.length === 0 || names.some((each) => each === name)
    },
    repair() {
      broken = () => false
    },
    intercept: (name, method) => void own.set(name, method),
  }
}
