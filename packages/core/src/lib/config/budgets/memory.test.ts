import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterSpend } from '../../types/adapter-limits.ts'
import { findCounters, createCounters } from './memory.ts'

const due = (members: Partial<AdapterSpend> = {}): AdapterSpend => ({
  key: 'k',
  interval: 1_000,
  burst: 5_000,
  now: 1_000_000,
  ...members,
})

describe('Budgets in memory', () => {
  test('allow a full budget of points, and then one point per interval', () => {
    const counters = createCounters()
    for (let time = 0; time < 5; time += 1) expect(counters.spend([due()]).allowed).toBe(true)
    expect(counters.spend([due()])).toEqual({ allowed: false, retryAfter: 1_000, refused: 0 })
    expect(counters.spend([due({ now: 1_000_999 })]).retryAfter).toBe(1)
    expect(counters.spend([due({ now: 1_001_000 })]).allowed).toBe(true)
    expect(counters.spend([due({ now: 1_001_000 })]).allowed).toBe(false)
  })

  test('spend from all keys or from none, so that a refused attempt costs other keys nothing (LIM-03)', () => {
    const counters = createCounters()
    const own = due({ key: 'own', burst: 1_000 })
    expect(counters.spend([own, due()]).allowed).toBe(true)
    for (let time = 0; time < 20; time += 1) {
      expect(counters.spend([due({ key: 'other' }), own, due()])).toMatchObject({ refused: 1 })
    }
    for (let time = 0; time < 4; time += 1) expect(counters.spend([due()]).allowed).toBe(true)
    expect(counters.spend([due()]).allowed).toBe(false)
    expect(counters.size()).toBe(2)
  })

  test('say how long a budget has no point, and spend nothing for it', () => {
    const counters = createCounters(1)
    expect(counters.wait(due())).toBe(0)
    expect(counters.size()).toBe(0)
    for (let time = 0; time < 5; time += 1) counters.spend([due()])
    expect(counters.wait(due({ now: 1_000_300 }))).toBe(700)
    expect(counters.wait(due({ now: 1_001_000 }))).toBe(0)
    expect(counters.wait(due({ key: 'other' }))).toBe(1_000)
  })

  test('return a point that is given back', () => {
    const counters = createCounters()
    for (let time = 0; time < 50; time += 1) {
      expect(counters.spend([due()]).allowed).toBe(true)
      counters.spend([due({ interval: -1_000 })])
    }
    expect(counters.size()).toBe(0)
    // There is never more than a full budget.
    counters.spend([due({ interval: -1_000 })])
    for (let time = 0; time < 5; time += 1) expect(counters.spend([due()]).allowed).toBe(true)
    expect(counters.spend([due()]).allowed).toBe(false)
  })

  test('refuse new keys when full, and keep those in use (LIM-06)', () => {
    const counters = createCounters(100)
    for (let key = 0; key < 100; key += 1) counters.spend([due({ key: `hot ${key}` })])
    for (let key = 0; key < 1_000; key += 1) {
      expect(counters.spend([due({ key: `new ${key}` })])).toMatchObject({ allowed: false })
    }
    expect(counters.size()).toBe(100)
    expect(counters.spend([due({ key: 'hot 7' })]).allowed).toBe(true)
    // Those whose points are all there again make room.
    expect(counters.spend([due({ key: 'new', now: 1_003_000 })]).allowed).toBe(true)
    expect(counters.size()).toBe(1)
  })

  test('hold 100,000 keys at most (LIM-06)', () => {
    const counters = createCounters()
    for (let key = 0; key < 120_000; key += 1) counters.spend([due({ key: `${key}` })])
    expect(counters.size()).toBe(100_000)
  })

  test('refuse once more than the given share of a budget is spent', () => {
    const counters = createCounters()
    const one = due({ burst: 10_000 })
    for (let time = 0; time < 5; time += 1) counters.spend([one])
    expect(counters.within([one], 0.5).allowed).toBe(true)
    counters.spend([one])
    expect(counters.within([one], 0.5)).toEqual({ allowed: false, retryAfter: 1_000, refused: 0 })
  })

  test('of which one has spent more than a share are named by the first that has', () => {
    const counters = createCounters()
    const [one, other] = [due({ key: 'one' }), due({ key: 'other' })]
    for (let time = 0; time < 4; time += 1) counters.spend([other])
    expect(counters.within([one, other], 0.5)).toEqual({
      allowed: false,
      retryAfter: 1_500,
      refused: 1,
    })
    // Nothing is spent by asking.
    expect(counters.size()).toBe(1)
    expect(counters.within([one], 0.5)).toEqual({ allowed: true, retryAfter: 0, refused: -1 })
  })

  test('of a single point are within any share once it is spent, for one process alone', () => {
    const counters = createCounters()
    const one = due({ burst: 1_000 })
    expect(counters.spend([one])).toEqual({ allowed: true, retryAfter: 0, refused: -1 })
    expect(counters.within([one], 0.5).allowed).toBe(true)
  })

  test('of a single point are refused as well where there is no room for another (LIM-06)', () => {
    const counters = createCounters(1)
    const single = { interval: 1_000, burst: 1_000 }
    expect(counters.spend([due({ key: 'one', ...single })]).allowed).toBe(true)
    expect(counters.spend([due({ key: 'other', ...single })])).toMatchObject({ retryAfter: 1_000 })
  })

  test('make room in the millisecond in which all of their points are there again', () => {
    const counters = createCounters(1)
    counters.spend([due({ key: 'one' })])
    expect(counters.spend([due({ key: 'other', now: 1_001_000 })]).allowed).toBe(true)
    expect(counters.size()).toBe(1)
  })

  test('that have expired make room, searched once a second', () => {
    const counters = createCounters(2)
    counters.spend([due({ key: 'short', interval: 100 })])
    counters.spend([due({ key: 'long' })])
    const at = (ms: number, key = 'new'): number =>
      counters.spend([due({ key, now: 1_000_000 + ms })]).retryAfter
    expect(at(99)).toBe(1_000)
    // They have been looked through a moment ago.
    expect(at(100)).toBe(1_000)
    expect(at(1_098)).toBe(1_000)
    expect(at(1_099)).toBe(0)
    expect(counters.size()).toBe(1)
    // A clock that was set back makes none wait for ever.
    expect(at(-5_000, 'other')).toBe(0)
    expect(at(-5_000, 'third')).toBe(1_000)
    expect(at(60_000, 'third')).toBe(0)
  })

  test('are shared by all configurations of one application, and by no other application', () => {
    const [one, other] = [{}, {}]
    expect(findCounters(one)).toBe(findCounters(one))
    expect(findCounters(one)).not.toBe(findCounters(other))
  })

  test('never allow more in a window than a full budget and the points returned in it, for any clock (LIM-06, LIM-18)', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (pauses, points) => {
        const counters = createCounters()
        const interval = 700
        let now = 5_000
        const passed: number[] = []
        for (const pause of pauses) {
          now += pause
          const spent = counters.spend([due({ interval, burst: interval * points, now })])
          if (spent.allowed) passed.push(now)
          else expect(spent.retryAfter).toBeGreaterThan(0)
          expect(spent.retryAfter).toBeLessThanOrEqual(interval)
        }
        for (const start of passed) {
          const within = passed.filter((at) => at >= start && at < start + interval * points)
          expect(within.length).toBeLessThan(2 * points + 1)
        }
      }),
    )
  })
})
