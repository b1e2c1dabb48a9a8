import { describe, expect, it } from 'vitest'
import { lazy } from './lazy.ts'

describe('lazy', () => {
  it('loads a module at its first use, and once', async () => {
    let loads = 0
    const module = lazy(async () => ({ number: (loads += 1) }))
    expect(loads).toBe(0)
    expect(await module()).toEqual({ number: 1 })
    // At hand, with nothing to wait for.
    expect(module()).toEqual({ number: 1 })
    expect(loads).toBe(1)
  })

  it('tries again when a module could not be loaded', async () => {
    const [broken, whole] = [Promise.reject(new Error('Offline.')), Promise.resolve('module')]
    const results = [broken, whole]
    const module = lazy(async () => results.shift())
    await expect(module()).rejects.toThrow('Offline.')
    expect(await module()).toBe('module')
  })
})
