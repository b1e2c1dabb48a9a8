import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { frameworkTabs } from '../../../tools/docs/site/tabs.mjs'
import { readGuide } from './guide-blocks.ts'
import { type Example, examplesOf } from './page-examples.ts'
import { root } from '../../../tools/root.mjs'

/** What a page of `docs` shows in the tab of a framework: its configuration, and the files of the page that this imports. */
export interface Variant {
  /** The name of the page. */
  readonly page: string
  /** The configuration, from the root of the application. */
  readonly path: string
  readonly code: string
  /** Files beside it, from its folder. */
  readonly beside: readonly Example[]
}

/** The first line of a tab of a configuration has its path. */
const PATH = /^\/\/ ([\w./-]+\.ts)\n/

const IMPORTED = /from '\.\/([^']+?)(?:\.ts)?'/g

/** The files of a page that code imports, and those that these import, in the words of the framework. */
function imported(code: string, examples: readonly Example[]): readonly Example[] {
  return [...code.matchAll(IMPORTED)].flatMap(([, name = '']) => {
    const found = examples.find(({ path }) => path === `${name}.ts`)
    if (found === undefined) throw new Error(`A page has no ${name}.ts, which it imports:\n${code}`)
    return [found, ...imported(found.code, examples)]
  })
}

function variantOf(file: string, title: string): readonly Variant[] {
  const source = `docs/${file}`
  const inTab = (code: string): string | undefined =>
    frameworkTabs(source, code.trimEnd()).find((tab) => tab.title === title)?.code
  const all = examplesOf(source)
  const code = inTab(all.find(({ path }) => path === 'auth.ts')?.code ?? '')
  const path = PATH.exec(code ?? '')?.[1]
  if (code === undefined || path === undefined) return []
  const examples = all.map((example) => ({ ...example, code: inTab(example.code) ?? example.code }))
  return [{ page: file.replace(/\.md$/, ''), path, code, beside: imported(code, examples) }]
}

/** The configurations that pages show in the tab with a title. */
export const variantsOf = (title: string): readonly Variant[] =>
  readdirSync(posix.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .flatMap((file) => variantOf(file, title))

/** Where a configuration is written, beside those of other pages. */
export const folderOfVariant = ({ page, path }: Variant): string =>
  posix.join(posix.dirname(path), 'variants', page)

/** What a module exports, by name. */
export const exportsOf = (code: string): readonly string[] =>
  [...code.matchAll(/^export (?:const (?:\{([^}]*)\}|(\w+))|(default)\b)/gm)]
    .flatMap(([, names = '', name = '', other = '']) => [...names.split(','), name, other])
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .toSorted()

/** The packages that pages say to install for what is shown there, without those for development. */
export const packagesOf = (variants: readonly Variant[]): readonly string[] => [
  ...new Set(
    ['passwords', ...variants.map(({ page }) => page)].flatMap((page) =>
      readGuide(page)
        .commands.flatMap((block) => [...block.matchAll(/^npm install (?!-)([^#\n]+)/gm)])
        .flatMap(([, names = '']) => names.trim().split(/\s+/)),
    ),
  ),
]
