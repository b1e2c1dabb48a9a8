/**
 * Starts the relying party of `server.ts` from the sources of the packages: `node test/flows/rp-target/start.mjs`. CONTRIBUTING.md
 * says how a conformance suite uses it.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

/** Ignored by git, and inside of the repository: what is not bundled is found from here. */
const DATA = fileURLToPath(new URL('../.data/', import.meta.url))

await mkdir(DATA, { recursive: true })
const folder = await mkdtemp(join(DATA, 'rp-target-'))
try {
  const build = await rolldown({
    input: fileURLToPath(new URL('server.ts', import.meta.url)),
    platform: 'node',
    external: /^(?!@latchstring\/|[./#])/,
    logLevel: 'silent',
    resolve: { conditionNames: ['@latchstring/source', 'node', 'import', 'default'] },
  })
  const file = join(folder, 'server.mjs')
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  await import(pathToFileURL(file).href)
} finally {
  await rm(folder, { recursive: true, force: true })
}
