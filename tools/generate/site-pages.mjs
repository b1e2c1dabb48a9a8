import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { placePages } from '../docs/site/navigation.mjs'
import { root } from '../root.mjs'

/** @type {() => import('./modules.mjs').Files} where the site has the pages that the command line names */
export function generateSitePages() {
  const sources = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  const lines = placePages(sources)
    .map(({ source, path }) => `  '${source}': '${path.replace(/\.md$/, '.html')}',\n`)
    .toSorted()
  const text = `// Written by tools/generate from the navigation of the site.

/** Paths of the site, by the file of a page. */
export const SITE_PAGES: Readonly<Record<string, string>> = {
${lines.join('')}}
`
  return new Map([['packages/cli/src/lib/site-pages.ts', text]])
}
