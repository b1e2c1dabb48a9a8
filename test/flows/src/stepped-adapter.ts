import type { Adapter } from '@latchstring/core/adapters'

type Method = (...parameters: unknown[]) => unknown

/** An adapter whose calls can be held up. */
export interface SteppedAdapter {
  readonly adapter: Adapter
  /**
   * Lets so many calls through from now on, beside one that is held up, and holds the next one up.
   *
   * @returns a promise that is kept when that one has come
   */
  stopAfter(calls: number): Promise<void>
  /** Lets everything through. */
  goOn(): void
  /** Names of the methods that were called since `stopAfter`, in order. */
  readonly calls: readonly string[]
}

/** Puts itself between an application and a store. What happens within a transaction is one call. */
export function stepped(inner: Adapter): SteppedAdapter {
  const calls: string[] = []
  let left = Number.POSITIVE_INFINITY
  let reached = (): void => undefined
  let release = (): void => undefined
  let gate = Promise.resolve()

  async function pass(name: string): Promise<void> {
    calls.push(name)
    left -= 1
    if (left >= 0) return
    reached()
    await gate
  }

  const methods = Object.entries(inner).filter(([, value]) => typeof value === 'function')
  const wrapped = methods.map(([name]) => {
    const method: Method = async (...parameters) => {
      await pass(name)
      // Everything that is not a function has been left out.
      return (Reflect.get(inner, name) as Method).apply(inner, parameters)
    }
    return [name, method] as const
  })

  return {
    adapter: { ...inner, ...Object.fromEntries(wrapped) },
    calls,
    async stopAfter(count) {
      const letGo = release
      calls.splice(0)
      left = count
      gate = new Promise((resolve) => (release = resolve))
      const stopped = new Promise<void>((resolve) => (reached = resolve))
      letGo()
      return stopped
    },
    goOn() {
      left = Number.POSITIVE_INFINITY
      release()
    },
  }
}

/** Two works of which each is stopped once, and what they came to. */
export interface Interleaved {
  readonly first: SteppedAdapter
  readonly second: SteppedAdapter
  /** How many calls each of them makes before it is stopped. */
  readonly stops: readonly [number, number]
}

/** Runs one work up to its stop, then the other up to its own, then the first to its end, then the second. */
export async function interleave<A, B>(
  { first, second, stops }: Interleaved,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<readonly [A, B]> {
  const firstStop = first.stopAfter(stops[0])
  const a = one()
  await Promise.race([firstStop, a])
  const secondStop = second.stopAfter(stops[1])
  const b = other()
  await Promise.race([secondStop, b])
  first.goOn()
  const ended = await a
  second.goOn()
  return [ended, await b]
}
