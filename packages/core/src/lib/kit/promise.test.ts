import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createCache } from './cache.ts'
import { isPromise } from './promise.ts'

/** A promise of another realm, as those of a sandbox or where a library has replaced the global. */
// The text makes what the type says.
const foreign = (): Promise<number> => runInNewContext('Promise.resolve(1)') as Promise<number>
const rejected = (): Promise<number> =>
  // The same holds here.
  runInNewContext('Promise.reject(new Error("no"))') as Promise<number>

test('isPromise takes values with a `then` method for promises', () => {
  // oxlint-disable-next-line unicorn/no-thenable
  const thenable = { then: (resolve: (value: number) => void) => resolve(1) }
  // A thenable that the type of promises does not know.
  const values: readonly unknown[] = [Promise.resolve(1), foreign(), thenable]
  for (const value of values) expect(isPromise(value)).toBe(true)
  // oxlint-disable-next-line unicorn/no-thenable
  for (const value of [null, undefined, 'text', 0, { then: 'later' }]) {
    expect(isPromise(value)).toBe(false)
  }
})

test('A cache drops a rejected promise of another realm', async () => {
  const cache = createCache<Promise<number>>({ entries: 2 })
  await expect(cache.get('a', rejected)).rejects.toThrow('no')
  await Promise.resolve()
  expect(cache.size).toBe(0)
  expect(await cache.get('a', foreign)).toBe(1)
})
