import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Adapter } from '@latchstring/core/adapters'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { runSuite } from '../test/run-suite.ts'

const PAGE = new URL('../../../docs/adapters.md', import.meta.url)

const NAMES = ['memory-adapter.ts', 'memory-records.ts']

/** Imports the code of a named example of the document, beside which the others are. */
async function loadExample(name: string): Promise<unknown> {
  const parts = (await readFile(PAGE, 'utf8')).split('```ts\n').map((part) => part.split('```')[0])
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-example-'))
  try {
    for (const one of NAMES) {
      const code = parts.find((part) => part?.startsWith(`// ${one}`))
      if (code === undefined) throw new Error(`docs/adapters.md has no ${one}.`)
      // It is imported by the name that it has once it is compiled.
      await writeFile(join(folder, one), code.replaceAll(/(?<=from '\.\/[\w-]+\.)js'/g, "ts'"))
    }
    const file = join(folder, 'example.mjs')
    const build = await rolldown({ input: join(folder, name) })
    await build.write({ file, format: 'esm' })
    await build.close()
    const loaded: unknown = await import(pathToFileURL(file).href)
    return loaded
  } finally {
    await rm(folder, { recursive: true })
  }
}

it.each([
  ['memory-adapter.ts', 'memoryAdapter', { sessions: true }, 50],
  ['memory-records.ts', 'memoryAdapterWithRecords', { sessions: true, records: true }, 70],
] as const)('%s in docs/adapters.md passes the conformance suite', async (...row) => {
  const [file, name, capabilities, least] = row
  const make: unknown = Reflect.get(Object(await loadExample(file)), name)
  if (typeof make !== 'function') throw new Error(`The example exports no ${name}.`)
  // The types of the example are checked with those of the other examples.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const adapter = Reflect.apply(make, undefined, []) as Adapter
  const { passed, failed } = await runSuite(adapter, { capabilities })
  expect(failed).toEqual([])
  expect(passed.length).toBeGreaterThan(least)
})
