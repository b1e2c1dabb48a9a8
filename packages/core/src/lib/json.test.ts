import { describe, expect, it } from 'vitest'
import { numericDate, systemClock } from './clock.ts'
import { parseJson, readJson } from './json.ts'
import { acceptWeakSecret, customFetch, raw, skipCSRFCheck } from './symbols.ts'

describe('readJson', () => {
  it('gives the members of a JSON object, and leaves the body to be read', async () => {
    const response = new Response('{"a":[1]}')
    expect(await readJson(response)).toEqual({ a: [1] })
    expect(await response.text()).toBe('{"a":[1]}')
  })

  it.each([
    ['not JSON', '{"a":'],
    ['empty', ''],
    ['a list', '[{"a":1}]'],
    ['text', '"a"'],
    ['null', 'null'],
  ])('gives no members for a body that is %s', async (_, body) => {
    expect(await readJson(new Response(body))).toEqual({})
  })
})

describe('parseJson', () => {
  it('gives the value, and throws for what is not JSON', () => {
    expect(parseJson('{"a":1}')).toEqual({ a: 1 })
    expect(() => parseJson('a')).toThrow(SyntaxError)
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

describe('systemClock', () => {
  it('tells the time of the machine in milliseconds', () => {
    const before = Date.now()
    const now = systemClock()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })
})

describe('Symbols of the public interface', () => {
  it('are the same in every copy of the library, by these names', () => {
    expect(Symbol.keyFor(customFetch)).toBe('latchstring.custom-fetch')
    expect(Symbol.keyFor(skipCSRFCheck)).toBe('latchstring.skip-csrf-check')
    expect(Symbol.keyFor(raw)).toBe('latchstring.raw')
    expect(Symbol.keyFor(acceptWeakSecret)).toBe('latchstring.accept-weak-secret')
  })
})
