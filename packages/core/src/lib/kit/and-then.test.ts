import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { andThen, fromApplication, orElse } from './and-then.ts'
import { createCache } from './cache.ts'

/** A promise that is none of this realm's, as those are of a sandbox or where a library has replaced the global. */
// The text makes what the type says.
const foreign = (): Promise<number> => runInNewContext('Promise.resolve(1)') as Promise<number>
const rejected = (): Promise<number> =>
  // The same holds here.
  runInNewContext('Promise.reject(new Error("no"))') as Promise<number>

describe('andThen', () => {
  test('calls the next step synchronously with a value', () => {
    expect(andThen(1, (value) => value + 1)).toBe(2)
  })

  test.each([
    ['a promise', () => Promise.resolve(1)],
    ['a promise of another realm', foreign],
  ])('waits for %s', async (_what, make) => {
    const next = andThen(make(), (value) => value + 1)
    expect(next).toBeInstanceOf(Promise)
    expect(await next).toBe(2)
  })
})

describe('orElse', () => {
  test.each([
    [
      'at once',
      (): number => {
        throw new Error('no')
      },
    ],
    ['later', () => Promise.reject(new Error('no'))],
    ['later, in another realm', rejected],
  ])('handles a failure that occurs %s', async (_when, work: () => number | Promise<number>) => {
    expect(await orElse(work, () => 7)).toBe(7)
  })

  test('returns a value where nothing fails', async () => {
    expect(
      orElse(
        () => 1,
        () => 7,
      ),
    ).toBe(1)
    expect(await orElse(foreign, () => 7)).toBe(1)
  })
})

test('fromApplication treats only values with a `then` method as promises', async () => {
  // oxlint-disable-next-line unicorn/no-thenable
  const thenable = { then: (resolve: (value: number) => void) => resolve(1) }
  // As callbacks may return it.
  expect(await fromApplication(thenable as PromiseLike<number>)).toBe(1)
  // oxlint-disable-next-line unicorn/no-thenable
  const named = { then: 'later' }
  expect(fromApplication(named)).toBe(named)
  // oxlint-disable-next-line unicorn/no-thenable
  const called = Object.assign(() => 'called', { then: () => 'later' })
  for (const value of [null, undefined, 'text', 0, called]) {
    expect(fromApplication(value)).toBe(value)
  }
})

test('A cache drops a rejected promise of another realm', async () => {
  const cache = createCache<Promise<number>>({ entries: 2 })
  await expect(cache.get('a', rejected)).rejects.toThrow('no')
  await Promise.resolve()
  expect(cache.size).toBe(0)
  expect(await cache.get('a', foreign)).toBe(1)
})
