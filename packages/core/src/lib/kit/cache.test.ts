import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentKey, createCache, createNames, memoize } from './cache.ts'

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

describe('contentKey', () => {
  it('is the same for the same content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (content) => {
        expect(contentKey(structuredClone(content))).toBe(contentKey(content))
      }),
    )
  })

  // JSON tells these contents apart, but for those that are asked for below.
  it('differs for other content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other)
        expect(contentKey(one) === contentKey(other)).toBe(same)
      }),
      { numRuns: 1000 },
    )
  })

  it('distinguishes values with the same JSON', () => {
    const contents = [
      undefined,
      null,
      'null',
      Number.NaN,
      'NaN',
      1,
      1n,
      '1',
      true,
      'true',
      {},
      [],
      [undefined],
      [null],
      [[]],
      { a: undefined },
      { a: null },
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { 'a":1,"b': 2 },
      ['a', 'b'],
      ['a,b'],
      ['a","b'],
      { a: () => 1 },
      { a: () => 2 },
      Symbol('a'),
    ]
    expect(new Set(contents.map(contentKey)).size).toBe(contents.length)
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

describe('content names', () => {
  it('are equal exactly for equal contents', () => {
    const name = createNames<object>({ entries: 8 })
    const one = name({ list: ['a', 'b'] })
    expect(one.value).toEqual({ list: ['a', 'b'] })
    expect(name({ list: ['a', 'b'] }).name).toBe(one.name)
    const others = [
      { list: ['b', 'a'] },
      { list: ['a'] },
      { list: ['a', 'b'], more: undefined },
      {},
    ]
    expect(new Set([one, ...others.map(name)].map((named) => named.name)).size).toBe(5)
  })

  it('are kept for the given number of contents', () => {
    const name = createNames<object>({ entries: 2 })
    const names = [name({ a: 1 }).name, name({ b: 2 }).name]
    expect([name({ a: 1 }).name, name({ b: 2 }).name]).toEqual(names)
    expect(name({ c: 3 }).name).not.toBe(names[0])
    expect(name({ a: 1 }).name).not.toBe(names[0])
  })

  it('are never reused, even after a content was dropped', () => {
    const name = createNames<object>({ entries: 2 })
    const first = { index: 0 }
    const names = [name(first).name]
    for (let index = 1; index < 100; index++) names.push(name({ index }).name)
    expect(new Set(names).size).toBe(100)
    // The object itself still has its name.
    expect(name(first).name).toBe(names[0])
    expect(names).not.toContain(name({ index: 0 }).name)
  })

  it('are usable as the content in a cache key', () => {
    const name = createNames<object>({ entries: 2 })
    const key = (content: object): string => contentKey({ content: name(content), rest: 1 })
    expect(key({ a: 'long' })).toBe(key({ a: 'long' }))
    expect(key({ a: 'long' })).not.toBe(key({ a: 'longer' }))
  })
})
