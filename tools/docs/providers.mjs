/**
 * Writes a page about each provider, their list (docs/providers/index.md), and who proves
 * the addresses of each (a table of SECURITY.md), and what the command line knows of them (packages/cli/providers.json) from the
 * provider modules, their documentation comments, their services and the cases their tests run: `npm run docs`. Only the list,
 * SECURITY.md and that file are in git: with `--check` the pages are rendered, and these are compared.
 */
import { differs, renderFiles, TRACKED, writeFiles } from './provider-pages/files.mjs'
import { Failure, runMain } from '../run.mjs'

await runMain(async () => {
  const files = await renderFiles()
  if (process.argv.includes('--check')) {
    const old = TRACKED.filter((path) => differs(path, files.get(path) ?? ''))
    if (old.length === 0) return 0
    throw new Failure(`${old.join(' and ')}: not up to date. Run: npm run docs`)
  }
  const written = writeFiles(files)
  console.log(`${files.size} pages, ${written} written.`)
  return 0
})
