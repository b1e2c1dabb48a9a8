import { afterEach, describe, expect, it, vi } from 'vitest'
import { appendInTime, assertSpend, readCursor, spendStep } from './index.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Appends that take so many milliseconds each, by a clock that moves when they do. */
function appends(...took: readonly number[]) {
  vi.useFakeTimers({ toFake: ['performance'] })
  let count = 0
  const append = () => {
    vi.advanceTimersByTime(took[count] ?? 0)
    count += 1
    return Promise.resolve()
  }
  return { append, count: () => count }
}

describe('appendInTime', () => {
  it('appends an entry once when it was visible in time', async () => {
    const { append, count } = appends(2000)
    await appendInTime(append)
    expect(count()).toBe(1)
  })

  it('appends an entry again when it became visible too late (REV-07)', async () => {
    const { append, count } = appends(2001, 60_000, 5)
    await appendInTime(append)
    expect(count()).toBe(3)
  })

  it('rejects when no attempt was in time, and when the store fails', async () => {
    const slow = appends(3000, 3000, 3000)
    await expect(appendInTime(slow.append)).rejects.toThrow('takes more than 2000 ms')
    expect(slow.count()).toBe(3)
    await expect(appendInTime(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  })
})

const SPEND = { key: 'k1', interval: 1000, burst: 3000, now: 1_000_000 }

describe('assertSpend of a budget', () => {
  it.each([
    ['an empty key', { key: '' }, '"key"'],
    ['a long key', { key: 'x'.repeat(65) }, '"key"'],
    ['a part of a millisecond', { interval: 0.5 }, '"interval" has to be a whole number'],
    ['an interval of zero', { interval: 0 }, 'at least 1 millisecond'],
    ['a negative burst', { burst: -1 }, '"burst"'],
    ['a time that is not a number', { now: Number.NaN }, '"now"'],
  ])('refuses %s', (_, members, message) => {
    expect(() => assertSpend({ ...SPEND, ...members })).toThrow(message)
  })

  it('accepts a point that is given back', () => {
    expect(() => assertSpend({ ...SPEND, interval: -1000 })).not.toThrow()
    expect(spendStep(1_002_000, { ...SPEND, interval: -1000 })).toMatchObject({ next: 1_001_000 })
  })

  it('does not quote the key (LIM-17)', () => {
    const key = `ada@example.com ${'x'.repeat(64)}`
    expect(() => assertSpend({ ...SPEND, key })).not.toThrow(/ada/)
    expect(() => assertSpend({ ...SPEND, key })).toThrow(TypeError)
    expect(() => assertSpend(SPEND)).not.toThrow()
  })
})

describe('spendStep', () => {
  it('advances the time of a budget until it is spent, and returns when the next point is available', () => {
    const { now } = SPEND
    expect(spendStep(0, SPEND)).toEqual({
      next: now + 1000,
      spent: { allowed: true, retryAfter: 0 },
    })
    expect(spendStep(now + 2000, SPEND).spent.allowed).toBe(true)
    expect(spendStep(now + 2001, SPEND).spent).toEqual({ allowed: false, retryAfter: 1 })
    expect(spendStep(now + 3000, SPEND).spent).toEqual({ allowed: false, retryAfter: 1000 })
  })
})

describe('readCursor', () => {
  it('returns the number of an entry', () => {
    expect([readCursor('0'), readCursor('17')]).toEqual([0, 17])
  })

  it.each(['', ' 1', '1.5', '0x1', '1e3', 'NaN', '9007199254740992'])(
    'refuses the cursor %j, which no store gave out',
    (cursor) => {
      expect(() => readCursor(cursor)).toThrow('is not a cursor returned by this store')
    },
  )
})
