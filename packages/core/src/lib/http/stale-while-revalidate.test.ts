import { describe, expect, it } from 'vitest'
import { StaleWhileRevalidate } from './stale-while-revalidate.ts'

const FRESHNESS = { fresh: 100, stale: 1_000 }

interface Deferred {
  readonly promise: Promise<string>
  resolve(value: string): void
  reject(error: Error): void
}

function deferred(): Deferred {
  const { promise, resolve, reject } = (() => {
    let yes: (value: string) => void = () => undefined
    let no: (error: Error) => void = () => undefined
    const made = new Promise<string>((resolveIt, rejectIt) => {
      yes = resolveIt
      no = rejectIt
    })
    return { promise: made, resolve: yes, reject: no }
  })()
  return { promise, resolve, reject }
}

/** A remembered value, a clock to turn, and the loads it asked for. */
function setUp() {
  const clock = { now: 0 }
  const loads: Deferred[] = []
  const previous: (string | undefined)[] = []
  const remembered = new StaleWhileRevalidate<string>(() => clock.now, FRESHNESS)
  const get = () =>
    remembered.get((last) => {
      const load = deferred()
      loads.push(load)
      previous.push(last)
      return load.promise
    })
  return { clock, loads, previous, get }
}

const flushTasks = () => new Promise((resolve) => setImmediate(resolve))

describe('StaleWhileRevalidate', () => {
  it('loads once for simultaneous calls (REL-09)', async () => {
    const { loads, get } = setUp()
    const all = Promise.all([get(), get(), get()])
    loads[0]?.resolve('a')
    expect(await all).toEqual(['a', 'a', 'a'])
    expect(loads).toHaveLength(1)
  })

  it('does not load again while fresh, to the millisecond', async () => {
    const { clock, loads, get } = setUp()
    const first = get()
    loads[0]?.resolve('a')
    await first
    clock.now = 99
    expect(await get()).toBe('a')
    expect(loads).toHaveLength(1)
    clock.now = 100
    expect(await get()).toBe('a')
    expect(loads).toHaveLength(2)
  })

  it('returns the stale value during one renewal, then the new one', async () => {
    const { clock, loads, previous, get } = setUp()
    const first = get()
    loads[0]?.resolve('a')
    await first
    clock.now = 500
    expect(await Promise.all([get(), get()])).toEqual(['a', 'a'])
    expect(loads).toHaveLength(2)
    expect(previous).toEqual([undefined, 'a'])
    loads[1]?.resolve('b')
    await flushTasks()
    expect(await get()).toBe('b')
    expect(loads).toHaveLength(2)
  })

  it('keeps the value when a renewal fails, and tries again (OID-19, REL-03)', async () => {
    const { clock, loads, get } = setUp()
    const first = get()
    loads[0]?.resolve('a')
    await first
    clock.now = 999
    expect(await get()).toBe('a')
    loads[1]?.reject(new Error('down'))
    await flushTasks()
    expect(await get()).toBe('a')
    expect(loads).toHaveLength(3)
    loads[2]?.resolve('b')
    await flushTasks()
    expect(await get()).toBe('b')
  })

  it('waits for a new value once the last one is too old (OID-19)', async () => {
    const { clock, loads, get } = setUp()
    const first = get()
    loads[0]?.resolve('a')
    await first
    clock.now = 1_000
    const late = get()
    loads[1]?.reject(new Error('down'))
    await expect(late).rejects.toThrow('down')
    const again = get()
    loads[2]?.resolve('b')
    expect(await again).toBe('b')
  })

  it('loads again after a failed first load (REL-03)', async () => {
    const { loads, get } = setUp()
    const all = Promise.allSettled([get(), get()])
    loads[0]?.reject(new Error('down'))
    expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = get()
    loads[1]?.resolve('a')
    expect(await again).toBe('a')
  })

  it('treats a load that throws synchronously as failed', async () => {
    const remembered = new StaleWhileRevalidate<string>(() => 0, FRESHNESS)
    const failing = () => {
      throw new Error('at once')
    }
    await expect(remembered.get(failing)).rejects.toThrow('at once')
    expect(await remembered.get(() => Promise.resolve('a'))).toBe('a')
  })

  it('starts freshness at the end of the load', async () => {
    const { clock, loads, get } = setUp()
    const first = get()
    clock.now = 90
    loads[0]?.resolve('a')
    await first
    clock.now = 189
    await get()
    expect(loads).toHaveLength(1)
  })

  it('does not load when the clock is set back', async () => {
    const { clock, loads, get } = setUp()
    clock.now = 500
    const first = get()
    loads[0]?.resolve('a')
    await first
    clock.now = 0
    expect(await get()).toBe('a')
    expect(loads).toHaveLength(1)
  })
})
