import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeySieve } from './key-sieve.ts'

function sieveOf(keys: readonly string[]): KeySieve {
  const sieve = new KeySieve()
  for (const key of keys) sieve.add(key)
  return sieve
}

describe('KeySieve', () => {
  it('lets every key through that was added, of any length and any characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
        const sieve = sieveOf(keys)
        expect(keys.every((key) => sieve.mayHave(key))).toBe(true)
      }),
    )
  })

  it('lets no key through while none was added', () => {
    expect(new KeySieve().mayHave('a-session')).toBe(false)
  })

  it.each([
    ['random', () => crypto.randomUUID()],
    ['counted', (index: number) => String(1_000_000 + index)],
    ['short', (index: number) => index.toString(36)],
  ])('holds back nine of ten %s keys that were not added, with 50,000 others', (_, make) => {
    const keys = Array.from({ length: 100_000 }, (__, index) => make(index))
    const sieve = sieveOf(keys.slice(0, 50_000))
    const through = keys.slice(50_000).filter((key) => sieve.mayHave(key))
    expect(through.length).toBeLessThan(5000)
  })

  it('tells keys apart by their last characters alone', () => {
    const sieve = sieveOf(['one-abcdef'])
    expect(sieve.mayHave('other-abcdef')).toBe(true)
    expect(sieve.mayHave('one-abcdeg')).toBe(false)
  })
})
