import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../crypto/hash.ts'
import { BloomFilter } from './bloom-filter.ts'
import { EndedKeys, sparedKey, unsparedKey } from './ended-keys.ts'
import { KeySieve } from './key-sieve.ts'

const FAR = 8.64e15
const entry = (generation: number, expires = FAR): Parameters<EndedKeys['add']>[1] => ({
  generation,
  reason: `${generation}`,
  expires,
})

/** More keys than are kept as they are, so that all go into filters. */
function fill(
  keys: EndedKeys,
  name: string,
  { expires = FAR, now = 0, count = 50_001 } = {},
): void {
  for (let index = 0; index < count; index++) keys.add(`${name}-${index}`, entry(0, expires), now)
}

it('the keys of a session that is spared and of a user whose sessions are not are of no other session', async () => {
  expect(sparedKey('one')).toBe('spared:one')
  // The id of a user may be long.
  expect(await unsparedKey('7')).toBe(`all:${await sha256('7')}`)
})

describe('The ended keys in a process', () => {
  it('have the greatest generation of each key, in whatever order they were added', () => {
    const keys = new EndedKeys()
    for (const generation of [2, 3, 1]) keys.add('one', entry(generation), 0)
    expect(keys.find('one')).toMatchObject({ generation: 3, reason: '3' })
    keys.add('one', { ...entry(3), reason: 'again' }, 0)
    expect(keys.find('one')).toMatchObject({ generation: 3, reason: 'again' })
    expect(keys.find('other')).toBeUndefined()
  })

  it('are certain up to 50,000, and have to be looked up above that (REV-10)', () => {
    const keys = new EndedKeys()
    expect(keys.mayKnow('other')).toBe(false)
    fill(keys, 'ended', { count: 50_000 })
    expect(keys.find('ended-0')).toBeDefined()
    expect(keys.mayKnow('ended-0')).toBe(true)
    expect(keys.isUncertain('ended-0')).toBe(false)
    keys.add('last', entry(0), 0)
    expect(keys.mayKnow('never-ended')).toBe(true)
    for (const key of ['ended-0', 'ended-49999', 'last']) {
      expect(keys.find(key)).toBeUndefined()
      expect(keys.isUncertain(key)).toBe(true)
    }
  })

  it('are known from nearly all others without a look at each, however many there are', () => {
    const keys = new EndedKeys()
    fill(keys, 'ended', { count: 20_000 })
    const others = Array.from({ length: 1000 }, (_, index) => `open-${index}`)
    expect(others.filter((key) => keys.mayKnow(key)).length).toBeLessThan(200)
  })

  it('are forgotten when expired, before the others are put into filters', () => {
    const keys = new EndedKeys()
    fill(keys, 'old', { expires: 1_000, count: 25_001 })
    fill(keys, 'new', { now: 1_000, count: 25_000 })
    // Half of the room is left, so that nothing has to be looked up.
    expect(keys.find('new-0')).toBeDefined()
    expect(keys.find('old-0')).toBeUndefined()
    expect(keys.isUncertain('old-0')).toBe(false)
  })

  it('in a filter are forgotten together after the last has expired', () => {
    const keys = new EndedKeys()
    keys.add('latest', entry(0, 2_000), 0)
    fill(keys, 'first', { expires: 1_000, now: 0, count: 50_000 })
    expect(keys.isUncertain('first-0')).toBe(true)
    fill(keys, 'second', { now: 1_999 })
    expect([keys.isUncertain('first-0'), keys.isUncertain('latest')]).toEqual([true, true])
    const later = new EndedKeys()
    fill(later, 'first', { expires: 1_000 })
    fill(later, 'second', { now: 1_000 })
    expect(later.isUncertain('first-0')).toBe(false)
    expect(later.isUncertain('second-0')).toBe(true)
  })

  it('that were not found are not looked up again until more are put into filters', () => {
    const keys = new EndedKeys()
    fill(keys, 'first')
    for (const key of ['first-0', 'first-2']) keys.clear(key)
    const uncertain = (): readonly boolean[] =>
      ['first-0', 'first-1', 'first-2'].map((key) => keys.isUncertain(key))
    expect(uncertain()).toEqual([false, true, false])
    fill(keys, 'first')
    expect(uncertain()).toEqual([true, true, true])
  })

  it('that were not found are looked up again once 10,000 others were not found since', () => {
    const keys = new EndedKeys()
    fill(keys, 'first')
    for (let index = 0; index < 10_000; index++) keys.clear(`first-${index}`)
    expect(keys.isUncertain('first-0')).toBe(false)
    keys.clear('first-10000')
    expect(['first-0', 'first-1'].map((key) => keys.isUncertain(key))).toEqual([true, false])
  })

  it('for which a filter has no room go into one four times as large', () => {
    const added = vi.spyOn(BloomFilter.prototype, 'add')
    const isFull = vi.spyOn(BloomFilter.prototype, 'isFull', 'get').mockReturnValueOnce(true)
    const keys = new EndedKeys()
    fill(keys, 'ended')
    const filters = new Set<unknown>(added.mock.contexts)
    isFull.mockRestore()
    added.mockRestore()
    expect([...filters]).toMatchObject([{ capacity: 2 ** 20 }, { capacity: 2 ** 22 }])
    expect(['ended-0', 'ended-1', 'ended-50000'].map((key) => keys.isUncertain(key))).toEqual([
      true,
      true,
      true,
    ])
    expect(keys.isUncertain('open-0')).toBe(false)
  })
})

describe('Many ended sessions', () => {
  it('REV-10 take a few bits each, and all of them are recognized', () => {
    const keys = new EndedKeys()
    const expires = FAR
    for (let index = 0; index < 200_000; index++) {
      keys.add(`ended-${index}`, { generation: 0, reason: 'sign-out', expires }, 0)
    }
    let uncertain = 0
    for (let index = 0; index < 200_000; index++) {
      const key = `ended-${index}`
      if (keys.find(key) === undefined && !keys.isUncertain(key)) throw new Error(`${key} is lost.`)
      if (keys.find(`open-${index}`) !== undefined) throw new Error('It was not ended.')
      if (keys.isUncertain(`open-${index}`)) uncertain += 1
    }
    expect(uncertain).toBeLessThan(2000)
    keys.clear('ended-0')
    expect(keys.isUncertain('ended-0')).toBe(false)
  })
})

/** A sieve that is replaced by one with more room as often as it is full. */
function sieveOf(keys: readonly string[]): KeySieve {
  const map = new Map<string, true>()
  let sieve = new KeySieve()
  for (const key of keys) {
    map.set(key, true)
    if (sieve.isFull) sieve = new KeySieve(map)
    sieve.add(key)
  }
  return sieve
}

describe('BloomFilter', () => {
  it('is full with as many keys as it has room for', () => {
    const filter = new BloomFilter(4)
    expect(filter.capacity).toBe(4)
    for (let index = 0; index < 3; index++) filter.add(`${index}`)
    expect(filter.isFull).toBe(false)
    filter.add('3')
    expect(filter.isFull).toBe(true)
  })

  it('has each key that was added, and about one in a hundred of the others when it is full', () => {
    const filter = new BloomFilter(2 ** 14)
    const keys = Array.from({ length: 2 ** 14 }, (_, index) => `ended-${index}`)
    for (const key of keys) filter.add(key)
    expect(keys.filter((key) => !filter.mayHave(key))).toEqual([])
    const others = keys.map((key) => `open-${key}`).filter((key) => filter.mayHave(key))
    expect(others.length / keys.length).toBeLessThan(0.0125)
    // Fewer would be those of a filter that takes more room than it has to.
    expect(others.length / keys.length).toBeGreaterThan(0.005)
  })
})

describe('KeySieve', () => {
  it('passes every added key, of any length and with any characters', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (keys) => {
        const sieve = sieveOf(keys)
        expect(keys.every((key) => sieve.mayHave(key))).toBe(true)
      }),
    )
  })

  it('is full with 1,024 keys, and has room for twice as many of a map', () => {
    const isFullWith = (sieve: KeySieve, count: number): boolean => {
      for (let index = 0; index < count; index++) sieve.add(`${index}`)
      return sieve.isFull
    }
    expect([isFullWith(new KeySieve(), 1023), isFullWith(new KeySieve(), 1024)]).toEqual([
      false,
      true,
    ])
    const map = new Map(Array.from({ length: 2048 }, (_, index) => [`ended-${index}`, true]))
    expect([isFullWith(new KeySieve(map), 2047), isFullWith(new KeySieve(map), 2048)]).toEqual([
      false,
      true,
    ])
  })

  it('passes no key while none was added', () => {
    expect(new KeySieve().mayHave('a-session')).toBe(false)
  })

  it.each([
    ['random', () => crypto.randomUUID()],
    ['counted', (index: number) => String(1_000_000 + index)],
    ['short', (index: number) => index.toString(36)],
  ])('stops 97 of 100 %s keys that were not added, however many others were', (_, make) => {
    for (const count of [1024, 5000, 50_000]) {
      const keys = Array.from({ length: 50_000 + count }, (__, index) => make(index))
      const sieve = sieveOf(keys.slice(0, count))
      expect(keys.slice(0, count).filter((key) => !sieve.mayHave(key))).toEqual([])
      const through = keys.slice(count).filter((key) => sieve.mayHave(key))
      expect(through.length).toBeLessThan(1500)
    }
  })

  it('distinguishes keys by their last characters only', () => {
    const sieve = sieveOf(['one-abcdef'])
    expect(sieve.mayHave('other-abcdef')).toBe(true)
    expect(sieve.mayHave('one-abcdeg')).toBe(false)
  })
})
