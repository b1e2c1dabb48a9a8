import { expect, test } from 'vitest'
import { judge } from '../../bench/lib/judge.mjs'
import { table } from '../../bench/lib/page.mjs'
import type { Row, Spread } from '../../bench/lib/row.d.ts'
import { toSpread } from '../../bench/lib/statistics.mjs'

const ROW: Row = { id: 'P-00', what: 'work', configuration: 'plain' }

/** Rounds that hardly differ. */
const close = (median: number): Spread => ({
  median,
  p10: median * 0.98,
  p90: median * 1.02,
  low: median * 0.99,
  high: median * 1.01,
})

const measured = (slices: Spread, batches: Spread): Row => ({
  ...ROW,
  toFloor: { slices, batches },
  target: { floor: { slices: 1.25, batches: 1.5 } },
})

test('A performance row is met when slices and batches are both within their limits', () => {
  expect(judge(measured(close(1.2), close(1.4)))).toEqual({ verdict: 'met', distance: '' })
})

test.each([
  ['slices', close(1.5), close(1.2), '20 % too much'],
  ['batches', close(1.2), close(1.8), '20 % too much'],
  ['both, shown by the worse', close(1.5), close(6), '4.0 times too much'],
])('A performance row is not met by %s over the limit', (_, slices, batches, distance) => {
  expect(judge(measured(slices, batches))).toEqual({ verdict: 'not met', distance })
})

test('A performance row is not met when the peer is not slower by the required ratio', () => {
  const row = { ...ROW, toPeer: { slices: close(40), batches: close(60) }, target: { peer: 50 } }
  expect(judge(row)).toEqual({ verdict: 'not met', distance: '20 % too little' })
})

test('A performance row has no figure when the bounds of its median are on both sides of the limit', () => {
  const unsure = { median: 1.24, p10: 1.1, p90: 1.4, low: 1.2, high: 1.28 }
  expect(judge(measured(unsure, close(1.2))).verdict).toBe('no figure')
})

test('A performance row has no figure when its rounds differ by more than the whole ratio', () => {
  const wide = { median: 1.1, p10: 0.4, p90: 1.9, low: 1.05, high: 1.15 }
  expect(judge(measured(wide, close(1.2))).verdict).toBe('no figure')
})

test('A performance row whose rounds differ widely is not met when most rounds are over the limit', () => {
  const wide = { median: 9, p10: 5, p90: 20, low: 8, high: 10 }
  expect(judge(measured(wide, close(9))).verdict).toBe('not met')
})

test('A count in the performance table is compared with its limit', () => {
  expect(judge({ ...ROW, ours: 1, target: { most: 1 } }).verdict).toBe('met')
  expect(judge({ ...ROW, ours: 32, target: { most: 1 } })).toEqual({
    verdict: 'not met',
    distance: '32.0 times too much',
  })
})

test('A time in the performance table has no figure when its rounds are on both sides of its limit', () => {
  const around = { median: 9.8, p10: 7, p90: 13, low: 9, high: 10.4 }
  const row = { ...ROW, ours: 9.8, rounds: { slices: around, batches: close(9) } }
  expect(judge({ ...row, target: { most: 10 } }).verdict).toBe('no figure')
})

test('A performance row without a measurement has neither figures nor a unit on the page', () => {
  const text = table([{ ...ROW, absent: 'not built', target: { most: 4 } }])
  expect(text.split('\n')[2]).toBe('| work: plain | ≤ 4 | not built |')
})

test('The spread of a measurement contains the median of the rounds, their percentiles and bounds around the median', () => {
  const rounds = Array.from({ length: 301 }, (_, index) => index)
  expect(toSpread(rounds)).toEqual({ median: 150, p10: 30, p90: 270, low: 128, high: 172 })
})
