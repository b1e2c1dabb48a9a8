import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../tools/root.mjs'

/** A file that a page shows whole. */
export interface Example {
  readonly path: string
  readonly code: string
}

/** What the adapter finds in a client that Prisma generates: every model, with every field. */
const ANYTHING = `
const anything: any = new Proxy({}, { get: () => anything, has: () => true })
const generated: any = new Proxy(class {}, { construct: () => anything })
`

/** Declarations as a module with values, which nothing calls while pages are built, and which linters of starters accept. */
const withValues = (code: string): string =>
  code
    .replaceAll(
      /^export declare function (.+)$/gm,
      '// eslint-disable-next-line\nexport function $1 { throw new Error() }',
    )
    .replaceAll(/^export declare const (.+)$/gm, `${ANYTHING}export const $1 = generated`)

/** The files of a page, by its path in this repository: examples whose first line has a name. Of two with the same name the first is taken. */
export function examplesOf(page: string): readonly Example[] {
  const text = readFileSync(join(root, page), 'utf8')
  const found = new Map<string, string>()
  const named = /^```\w+\n(\/\/ ([\w./[\]+@-]+\.(?:tsx?|m?js))\b[^]*?)^```/gm
  for (const { 1: code = '', 2: path = '', index } of text.matchAll(named)) {
    if (found.has(path) || path.startsWith('node_modules/')) continue
    // A comment of the page declares what comes from elsewhere.
    const isHidden = text.lastIndexOf('<!--', index) > text.lastIndexOf('-->', index)
    found.set(path, isHidden ? withValues(code) : code)
  }
  return Array.from(found, ([path, code]) => ({ path, code }))
}
