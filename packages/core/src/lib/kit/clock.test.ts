import { describe, expect, it, test } from 'vitest'
import {
  leastBetween,
  mostBetween,
  numericDate,
  readMoment,
  steadyClock,
  systemClock,
} from './clock.ts'

describe('systemClock', () => {
  it('returns the time of the machine in milliseconds', () => {
    const before = Date.now()
    const now = systemClock()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })
})

describe('steadyClock', () => {
  it('returns the milliseconds since the program started', () => {
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
  ])('of %i milliseconds is in whole seconds', (milliseconds, seconds) => {
    expect(numericDate(milliseconds)).toBe(seconds)
  })
})

const at = (steady: number, wall: number) => ({ steady: () => steady, clock: () => wall })

const moment = readMoment(at(100, 5000))

test('readMoment returns the time of both clocks', () => {
  expect(moment).toEqual({ steady: 100, wall: 5000 })
})

describe('mostBetween of both clocks', () => {
  it.each([
    ['both clocks run alike', 130, 5030, 30],
    ['the clock of the machine is set back', 130, 1000, 30],
    ['the clock of the machine is set forward', 130, 9000, 4000],
    ['the steady clock pauses while the machine sleeps', 100, 5600, 600],
  ])('is the longer time if %s', (_, steady, wall, age) => {
    expect(mostBetween(moment, { steady, wall })).toBe(age)
  })
})

describe('leastBetween of both clocks', () => {
  it.each([
    ['both clocks run alike', 130, 5030, 30],
    ['the clock of the machine is set back', 130, 1000, -4000],
    ['the clock of the machine is set forward', 130, 9000, 30],
    ['the steady clock pauses while the machine sleeps', 100, 5600, 0],
  ])('is the shorter time if %s', (_, steady, wall, far) => {
    expect(leastBetween(moment, { steady, wall })).toBe(far)
  })
})
