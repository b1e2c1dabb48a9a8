/**
 * Starts the relying party of `server.ts` from the sources of the packages: `node test/flows/rp-target/start.mjs`. docs/inside/testing.md
 * says how a conformance suite uses it.
 */
import { pathToFileURL } from 'node:url'
import { bundleProgram } from '../../../tools/release/bundle-program.mjs'

const program = await bundleProgram(
  new URL('server.ts', import.meta.url),
  new URL('../.data/', import.meta.url),
)
try {
  await import(pathToFileURL(program.file).href)
} finally {
  await program.remove()
}
