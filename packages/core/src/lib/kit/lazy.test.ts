import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

it('lazy wraps every import() of a module or a package (P-08)', async () => {
  const folder = import.meta.dirname
  const files = await readdir(folder, { recursive: true })
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('lazy'))
  const texts = await Promise.all(sources.map((file) => readFile(join(folder, file), 'utf8')))
  const imports = texts.flatMap((text) => text.match(/.*import\('\..*/g) ?? [])
  expect(imports.length).toBeGreaterThan(10)
  const pattern = /lazy\(\(\) => import\(|lazy\(async \(\) => \(await import\(/
  expect(imports.filter((line) => !pattern.test(line))).toEqual([])
  const packages = texts.filter((text) => /\bawait import\('[^.]/.test(text))
  expect(packages.length).toBeGreaterThan(3)
  expect(packages.filter((text) => !text.includes('lazy(async () => '))).toEqual([])
})
