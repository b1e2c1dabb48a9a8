import { describe, expect, it } from 'vitest'
import {
  leastBetween,
  mostSince,
  numericDate,
  readMoment,
  steadyClock,
  systemClock,
} from './clock.ts'

describe('systemClock', () => {
  it('tells the time of the machine in milliseconds', () => {
    const before = Date.now()
    const now = systemClock()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })
})

describe('steadyClock', () => {
  it('tells the milliseconds since the program started', () => {
    const before = performance.now()
    const now = steadyClock()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(performance.now())
  })
})

describe('numericDate', () => {
  it.each([
    [0, 0],
    [999, 0],
    [1000, 1],
    [1_700_000_000_999, 1_700_000_000],
  ])('of %i milliseconds has whole seconds', (milliseconds, seconds) => {
    expect(numericDate(milliseconds)).toBe(seconds)
  })
})

const at = (steady: number, wall: number) => ({ steady: () => steady, clock: () => wall })

describe('A moment by two clocks', () => {
  const moment = readMoment(at(100, 5000))

  it('has what each of them says', () => {
    expect(moment).toEqual({ steady: 100, wall: 5000 })
  })

  it.each([
    ['both go on alike', 130, 5030, 30],
    ['the clock of the machine is set back', 130, 1000, 30],
    ['the clock of the machine is set forward', 130, 9000, 4000],
    ['the steady clock stands still while the machine sleeps', 100, 5600, 600],
  ])('is as old as the clock says that says more, where %s', (_, steady, wall, age) => {
    expect(mostSince(moment, at(steady, wall))).toBe(age)
  })

  it.each([
    ['both go on alike', 130, 5030, 30],
    ['the clock of the machine is set back', 130, 1000, -4000],
    ['the clock of the machine is set forward', 130, 9000, 30],
    ['the steady clock stands still while the machine sleeps', 100, 5600, 0],
  ])(
    'is as far from a later one as the clock says that says less, where %s',
    (_, steady, wall, far) => {
      expect(leastBetween(moment, { steady, wall })).toBe(far)
    },
  )
})
