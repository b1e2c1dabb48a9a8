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
    [' RebeccaPurple ', '#663399'],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['rgb(100% 0% 50%)', '#ff0080'],
    ['rgba(0, 0, 0, 0.5)', '#808080'],
    ['rgb(300 -5 0 / 100%)', '#ff0000'],
    ['hsl(120deg 100% 25%)', '#008000'],
    ['hsl(-120, 100%, 50%)', '#0000ff'],
    ['hsla(0, 100%, 50%, 1)', '#ff0000'],
    ['oklch(62.8% 0.25768 29.234)', '#ff0000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['rgb( 1 2 3 )', '#010203'],
    ['rgb(0 0 0 / .25)', '#bfbfbf'],
    ['rgb(255 0 0 / 50%)', '#ff8080'],
    ['rgb(+1.5 0 0)', '#020000'],
    ['hsl(0 100% 75%)', '#ff8080'],
    ['hsl(270, 50%, 40%)', '#663399'],
    ['hsl(30 100% 50%)', '#ff8000'],
    ['hsl(180 100% 20%)', '#006666'],
    ['oklch(44.027% 0.1603 303.373)', '#663399'],
    ['oklch(86.64396% 0.2948272 142.4953)', '#00ff00'],
    ['oklch(45.20137% 0.3132144 264.052)', '#0000ff'],
    ['oklch(96.79827% 0.2110059 109.7692)', '#ffff00'],
    ['oklch(50% 0 0)', '#636363'],
    ['oklch(10% 0 0)', '#030303'],
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
    'rgb(1,2)',
    'rgb(1,2,3,4,5)',
    'rgb(a,b,c)',
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
    'xrgb(1,2,3)',
    'rgb(x1,2,3)',
    'rgb(1x,2,3)',
    'rgb(1,x,3)',
    'rgb(1,2,x)',
    'rgb(1,2,3,x)',
    'rgb(1,2,',
    'rgb()',
    'hsl(1)',
    'oklch(1 0)',
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

  it('gives whole channels or nothing, whatever it is given', () => {
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

describe('contrast', () => {
  it('is that of WCAG, also of dark colours', () => {
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
