import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'

async function namesIn(folder: URL): Promise<readonly string[]> {
  const files = await readdir(folder)
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort()
}

const CORE = new URL('../../../packages/core/src/providers/', import.meta.url)
const HERE = new URL('providers/', import.meta.url)

test('every provider of the core is re-exported', async () => {
  const files = await namesIn(HERE)
  expect(files).toEqual(await namesIn(CORE))
  for (const file of files) {
    const here: object = await import(new URL(file, HERE).href)
    const core: object = await import(new URL(file, CORE).href)
    expect({ ...here }).toEqual({ ...core })
  }
})

test.each(['react', 'jwt', 'errors'])(
  '%s has every value of the package it stands for',
  async (name) => {
    const source = name === 'react' ? '@latchstring/react' : `@latchstring/core/${name}`
    const here: object = await import(`./${name}.ts`)
    const there: object = await import(source)
    expect({ ...here }).toEqual({ ...there })
  },
)
