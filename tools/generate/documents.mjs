import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '../docs/site/markdown.mjs'
import { root } from '../root.mjs'

/** Pages of results, which explain nothing. */
const RESULTS = /^docs\/(?:performance|contract|security-bar|\w+-results)\.md$/

/** @type {(folder: string) => readonly string[]} */
const markdownIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)

/**
 * The pages that `latchstring docs` and `latchstring mcp` search: what explains, without results, decisions and the pages about providers,
 * which `latchstring providers` has.
 *
 * @returns {ReadonlyMap<string, string>} files, by path
 */
export function generateDocuments() {
  const adapters = readdirSync(join(root, 'adapters')).map((name) => `adapters/${name}/README.md`)
  const pages = [
    ...markdownIn('docs').filter((page) => !RESULTS.test(page)),
    'docs/providers/custom.md',
    'README.md',
    'SECURITY.md',
    'packages/cli/README.md',
    'packages/testing/README.md',
    ...adapters,
  ]
  const texts = pages.map((page) => [page, withoutComments(readFileSync(join(root, page), 'utf8'))])
  const text = `${JSON.stringify(Object.fromEntries(texts), undefined, 1)}\n`
  return new Map([['packages/cli/documents.json', text]])
}
