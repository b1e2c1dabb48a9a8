import { describe, expect, it, vi } from 'vitest'
import { sha256 } from '../../crypto/hash.ts'
import { BloomFilter } from './bloom-filter.ts'
import { EndedKeys, exemptKey, allEndedKey } from './ended-keys.ts'

const FAR = 8.64e15
const entry = (generation: number, expires = FAR): Parameters<EndedKeys['add']>[1] => ({
  generation,
  reason: `${generation}`,
  at: 0,
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

it('the keys of an exempt session and of the end of all sessions of a user are of no other session', async () => {
  expect(exemptKey('one')).toBe('spared:one')
  // The id of a user may be long.
  expect(await allEndedKey('7')).toBe(`all:${await sha256('7')}`)
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
    fill(keys, 'ended', { count: 50_000 })
    expect(keys.find('ended-0')).toBeDefined()
    expect(keys.isUncertain('ended-0')).toBe(false)
    keys.add('last', entry(0), 0)
    for (const key of ['ended-0', 'ended-49999', 'last']) {
      expect(keys.find(key)).toBeUndefined()
      expect(keys.isUncertain(key)).toBe(true)
    }
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
      keys.add(`ended-${index}`, { generation: 0, reason: 'sign-out', at: 0, expires }, 0)
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
