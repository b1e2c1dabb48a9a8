import { describe, expect, it } from 'vitest'
import { createCache, memoize } from './cache.ts'

describe('a cache', () => {
  it('creates the value of a key once', () => {
    const cache = createCache<string>({ entries: 2 })
    let made = 0
    const make = (): string => `made ${(made += 1)}`
    expect([cache.get('a', make), cache.get('a', make), cache.get('b', make)]).toEqual([
      'made 1',
      'made 1',
      'made 2',
    ])
    expect([...cache.entries()]).toEqual([
      ['a', 'made 1'],
      ['b', 'made 2'],
    ])
  })

  it('keeps an empty string', () => {
    const cache = createCache<string>({ entries: 1 })
    expect([cache.get('a', () => ''), cache.get('a', () => 'another')]).toEqual(['', ''])
  })

  it('has at most its number of entries, and drops the oldest (P-15)', () => {
    const cache = createCache<string>({ entries: 3 })
    for (let index = 0; index < 1000; index++) {
      cache.get(`key ${index}`, () => `value ${index}`)
      expect(cache.size).toBe(Math.min(index + 1, 3))
    }
    expect([...cache.entries()].map(([key]) => key)).toEqual(['key 997', 'key 998', 'key 999'])
    expect(cache.get('key 0', () => 'made anew')).toBe('made anew')
    expect(cache.get('key 998', () => 'made anew')).toBe('value 998')
  })

  it('keeps no value whose creation failed', async () => {
    const cache = createCache<Promise<string>>({ entries: 3 })
    const thrown = (): never => {
      throw new Error('Not now.')
    }
    expect(() => cache.get('a', thrown)).toThrow('Not now.')
    expect(cache.size).toBe(0)
    await expect(cache.get('a', async () => thrown())).rejects.toThrow('Not now.')
    expect(cache.size).toBe(0)
    await expect(cache.get('a', async () => 'later')).resolves.toBe('later')
  })

  it('keeps a value that replaced a promise when the promise is rejected later', async () => {
    const cache = createCache<Promise<string>>({ entries: 1 })
    let reject: (reason: Error) => void = () => {}
    const promise = new Promise<string>((_, refuse) => {
      reject = refuse
    })
    void cache.get('a', () => promise)
    void cache.get('b', async () => 'other')
    void cache.get('a', async () => 'again')
    reject(new Error('Too late.'))
    await expect(promise).rejects.toThrow('Too late.')
    await expect(cache.get('a', async () => 'a third time')).resolves.toBe('again')
  })
})

describe('memoize', () => {
  it('calls the function once for each object, also when it returns undefined', () => {
    const seen: object[] = []
    const look = memoize((object: { readonly name?: string }) => {
      seen.push(object)
      return object.name
    })
    const [one, other] = [{ name: 'one' }, {}]
    expect([look(one), look(other), look(one), look(other)]).toEqual([
      'one',
      undefined,
      'one',
      undefined,
    ])
    expect(seen).toEqual([one, other])
  })
})
