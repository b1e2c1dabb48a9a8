import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeySieve } from './key-sieve.ts'

function sieveOf(keys: readonly string[]): KeySieve {
  const sieve = new KeySieve()
  for (const key of keys) sieve.add(key)
  return sieve
}

describe('KeySieve', () => {
  it('passes every added key, of any length and with any characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
        const sieve = sieveOf(keys)
        expect(keys.every((key) => sieve.mayHave(key))).toBe(true)
      }),
    )
  })

  it('passes no key while none was added', () => {
    expect(new KeySieve().mayHave('a-session')).toBe(false)
  })

  it.each([
    ['random', () => crypto.randomUUID()],
    ['counted', (index: number) => String(1_000_000 + index)],
    ['short', (index: number) => index.toString(36)],
  ])('stops nine of ten %s keys that were not added, among 50,000 others', (_, make) => {
    const keys = Array.from({ length: 100_000 }, (__, index) => make(index))
    const sieve = sieveOf(keys.slice(0, 50_000))
    const through = keys.slice(50_000).filter((key) => sieve.mayHave(key))
    expect(through.length).toBeLessThan(5000)
  })

  it('distinguishes keys by their last characters only', () => {
    const sieve = sieveOf(['one-abcdef'])
    expect(sieve.mayHave('other-abcdef')).toBe(true)
    expect(sieve.mayHave('one-abcdeg')).toBe(false)
  })
})
