/**
 * Writes a page about each provider, their list (docs/providers/index.md) and the list with search (index.html) from the
 * provider modules, their documentation comments, their services and the cases their tests run: `npm run docs`. Only the
 * list is in git: with `--check` the pages are rendered, and the list is compared.
 */
import { differs, INDEX, renderFiles, writeFiles } from './provider-pages/files.mjs'
import { Failure, runMain } from './run.mjs'

await runMain(async () => {
  const files = await renderFiles()
  if (process.argv.includes('--check')) {
    if (!differs(INDEX, files.get(INDEX) ?? '')) return 0
    throw new Failure(`docs/providers/${INDEX} is not up to date. Run: npm run docs`)
  }
  const written = writeFiles(files)
  console.log(`${files.size} pages, ${written} written. Open docs/providers/index.html.`)
  return 0
})
