import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Adapter } from '@latchstring/core/adapters'
import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'
import { runSuite } from '../test/run-suite.ts'

const PAGE = new URL('../../../docs/adapters.md', import.meta.url)

/** Imports the code of a named example of the document. */
async function loadExample(name: string): Promise<unknown> {
  const [, code] = (await readFile(PAGE, 'utf8'))
    .split('```ts\n')
    .map((part) => part.split('```')[0])
  if (!code?.startsWith(`// ${name}`)) throw new Error(`docs/adapters.md has no ${name}.`)
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-example-'))
  try {
    await writeFile(join(folder, name), code)
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

it('the adapter in docs/adapters.md passes the conformance suite', async () => {
  const make: unknown = Reflect.get(Object(await loadExample('memory-adapter.ts')), 'memoryAdapter')
  if (typeof make !== 'function') throw new Error('The example exports no memoryAdapter.')
  // The types of the example are checked with those of the other examples.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const adapter = Reflect.apply(make, undefined, []) as Adapter
  const { passed, failed } = await runSuite(adapter, { capabilities: { sessions: true } })
  expect(failed).toEqual([])
  expect(passed.length).toBeGreaterThan(50)
})
