import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Colour, contrast, parseColour, readableOn, toHex } from './colour.ts'

const hex = (value: unknown): string | undefined => {
  const colour = parseColour(value)
  return colour && toHex(colour)
}

describe('parseColour', () => {
  it.each([
    ['#abc', '#aabbcc'],
    ['#A1B2C3', '#a1b2c3'],
    ['#00000080', '#7f7f7f'],
    ['#000f', '#000000'],
    ['#f008', '#ff7777'],
    ['#FFFFFF00', '#ffffff'],
    ['#12345680', '#8899aa'],
    [' RebeccaPurple ', '#663399'],
    ['red'.padEnd(64), '#ff0000'],
  ])('reads %j', (value, expected) => {
    expect(hex(value)).toBe(expected)
  })

  it.each([
    '',
    'nocolour',
    '#12',
    '#12345',
    '#ggg',
    'rgb(1, 2, 3)',
    'hsl(120deg 100% 25%)',
    'oklch(62.8% 0.25768 29.234)',
    'rgb(1,2,3',
    'var(--x)',
    'url(https://example.com)',
    'red;}*{display:none',
    'red</style><script>',
    'expression(1)',
    'constructor',
    '__proto__',
    'rgb(1 2 3);',
    'x#abc',
    '012345678#abc',
    'rgb()',
    'red'.padEnd(65),
    `#${'0'.repeat(100)}`,
    undefined,
    null,
    0,
    {},
    ['red'],
  ])('refuses %j', (value) => {
    expect(parseColour(value)).toBeUndefined()
  })

  it('returns integer channels or undefined for any text', () => {
    const pieces = fc.constantFrom(
      'rgb(',
      'hsl(',
      'oklch(',
      ')',
      '1e9',
      '%',
      ' ',
      ',',
      '/',
      '-5',
      '.5',
      '#',
      'f',
      'deg',
    )
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(pieces, fc.string({ maxLength: 1 })) }), (value) => {
        expect(hex(value) ?? '#000000').toMatch(/^#[0-9a-f]{6}$/)
      }),
    )
  })
})

describe('contrast of colours', () => {
  it('is computed as in WCAG, also for dark colours', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast([255, 255, 255], [118, 118, 118])).toBeCloseTo(4.54, 2)
    expect(contrast([0, 0, 0], [10, 10, 10])).toBeCloseTo(1.0607, 4)
  })

  it('is 4.5 or more for the text chosen for any background', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (background: Colour) => {
        expect(contrast(readableOn(background), background)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })
})
