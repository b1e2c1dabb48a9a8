import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AdapterSpend } from '../types/adapter-limits.ts'
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
