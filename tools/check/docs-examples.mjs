/**
 * Type-checks every example a reader may copy: the `ts` and `tsx` blocks of the Markdown pages and those
 * under `@example` in the sources, against the packages as built.
 *
 * A block whose first line is a comment with a file name (`// app/page.tsx`) is that file for the other
 * blocks of its page. A block inside an HTML comment declares what its page does not show.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, extname, join } from 'node:path'
import { renderFiles, TRACKED, writeFiles } from '../docs/provider-pages/files.mjs'
import { frameworkTabs } from '../docs/site/tabs.mjs'
import { root } from '../root.mjs'
import { Failure, runMain } from '../run.mjs'

const WORKSPACES = ['packages', 'adapters', 'frameworks', 'apps']

/** @typedef {{ readonly line: number, readonly extension: string, readonly code: string }} Block */
/** @typedef {{ readonly source: string, readonly line: number }} Origin where a block starts */
/** @typedef {Map<string, Origin>} Origins by the path of the file that was written */

/** @type {(folder: string) => readonly string[]} the files right in a folder, from the root */
function filesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
}

/** @type {(folder: string) => readonly string[]} */
function sourcesIn(folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => join(folder, file))
}

/** @type {() => readonly string[]} every file that may have examples */
function findFiles() {
  const workspaces = WORKSPACES.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => join(parent, name)),
  )
  const pages = ['.', 'docs', 'docs/providers', ...workspaces].flatMap(filesIn)
  return [
    ...pages.filter((file) => extname(file) === '.md'),
    ...workspaces.flatMap((workspace) => sourcesIn(join(workspace, 'src'))),
  ].toSorted()
}

/** @type {(lines: readonly string[]) => readonly Block[]} the fenced blocks; `line` is that of their code */
function blocksIn(lines) {
  /** @type {Block[]} */
  const blocks = []
  /** @type {{ line: number, extension: string | undefined, code: string[] } | undefined} */
  let open
  for (const [index, line] of lines.entries()) {
    const fence = /^\s*```(\w*)/.exec(line)
    if (fence && open === undefined) {
      const extension = ['ts', 'tsx'].find((name) => name === fence[1])
      open = { line: index + 2, extension, code: [] }
    } else if (fence && open !== undefined) {
      const { extension, code } = open
      if (extension) blocks.push({ line: open.line, extension, code: code.join('\n') })
      open = undefined
    } else {
      open?.code.push(line)
    }
  }
  return blocks
}

/** @type {(file: string) => readonly Block[]} */
function findBlocks(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  if (extname(file) === '.md') return blocksIn(lines)
  // Outside comments a line counts as empty, so that template literals with fences are not examples.
  return blocksIn(lines.map((line) => /^\s*\*(?!\/) ?(.*)$/.exec(line)?.[1] ?? ''))
}

/** @type {(block: Block) => string | undefined} the file a block says it is */
const blockName = ({ code }) => /^\/\/ ([\w./[\]+@-]+\.tsx?)\b/.exec(code)?.[1]

/** @type {(folder: string, block: Block) => string} */
function blockPath(folder, block) {
  const name = blockName(block)
  if (name === undefined) return join(folder, `block-${block.line}.${block.extension}`)
  const first = join(folder, name)
  return existsSync(first) ? join(folder, `again-${block.line}`, name) : first
}

/** @type {(source: string, folder: string, origins: Origins) => void} */
function writeBlocks(source, folder, origins) {
  for (const block of findBlocks(source)) {
    const file = blockPath(folder, block)
    mkdirSync(dirname(file), { recursive: true })
    // Every block is a module, whether or not it imports something.
    writeFileSync(file, `${block.code}\nexport {}\n`)
    origins.set(file, { source, line: block.line })
    writeVariant(source, { folder, block }, origins)
  }
  importAugmented(source, folder)
}

/**
 * Writes an example as one of the other frameworks has it on the site: each time another, because the same few words differ in all of them.
 *
 * @type {(source: string, example: { readonly folder: string, readonly block: Block }, origins: Origins) => void}
 */
function writeVariant(source, { folder, block }, origins) {
  const tabs = frameworkTabs(source, block.code)
  const tab = tabs[origins.size % tabs.length]
  if (tab === undefined) return
  const file = join(folder, `in-${tab.title.replace(/\W/g, '')}-${block.line}.ts`)
  writeFileSync(file, `${tab.code}\nexport {}\n`)
  origins.set(file, { source: `${source} (${tab.title})`, line: block.line })
}

/** @type {(source: string) => readonly string[]} the modules a file augments, which holds for a whole program */
const augmentedBy = (source) =>
  findBlocks(source).flatMap(({ code }) =>
    [...code.matchAll(/^declare module '([^']+)'/gm)].map(([, name = '']) => name),
  )

/** @type {(source: string, folder: string) => void} */
function importAugmented(source, folder) {
  // Somewhere in an application they are imported; TypeScript looks for them only there.
  const imports = augmentedBy(source).map((name) => `import type {} from '${name}'\n`)
  if (imports.length > 0) writeFileSync(join(folder, 'augmented.ts'), imports.join(''))
}

/**
 * A framework that the repository has in two versions: examples are about that of our package, not about the one that another
 * dependency has brought.
 *
 * @type {() => Readonly<Record<string, readonly string[]>>}
 */
function ownVersions() {
  /** @type {Record<string, readonly string[]>} */
  const found = {}
  for (const name of readdirSync(join(root, 'frameworks'))) {
    const own = join(root, 'frameworks', name, 'node_modules', name)
    if (existsSync(own)) found[name] = [own]
  }
  return found
}

/** @type {(folder: string, include: readonly string[]) => void} */
function writeProject(folder, include) {
  const compilerOptions = {
    composite: false,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    sourceMap: false,
    noEmit: true,
    noUnusedLocals: false,
    // What was built, so that a program does not compile the sources again.
    customConditions: [],
    skipLibCheck: true,
    module: 'Preserve',
    moduleResolution: 'Bundler',
    target: 'ES2022',
    jsx: 'react-jsx',
    types: ['node'],
    paths: ownVersions(),
  }
  const base = join(root, 'tsconfig.base.json')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: base, compilerOptions, include }),
  )
}

/** @type {(line: string, folder: string, origins: Origins) => string | undefined} */
function translate(line, folder, origins) {
  const [, file = '', row = '', message = ''] = /^(.+?)\((\d+),\d+\): (error .*)$/.exec(line) ?? []
  if (message === '') return line.startsWith('error TS') ? line : undefined
  const origin = origins.get(join(folder, file))
  // What is wrong elsewhere is found where that is compiled.
  return origin && `${origin.source}:${origin.line + Number(row) - 1}: ${message}`
}

/** @type {(folder: string, origins: Origins) => readonly string[]} */
function compile(folder, origins) {
  const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json')
  const args = [join(dirname(manifest), 'bin/tsc'), '-p', folder, '--pretty', 'false']
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (status === null) throw new Failure('The TypeScript compiler did not finish.')
  const errors = stdout.split('\n').map((line) => translate(line, folder, origins))
  return errors.filter((error) => error !== undefined)
}

/** @type {(source: string) => string} */
const folderName = (source) =>
  `${dirname(source)}-${basename(source, extname(source))}`.replaceAll(/[^\w]+/g, '-')

/** @type {(work: string, sources: readonly string[]) => readonly string[]} the errors */
function checkAll(work, sources) {
  /** @type {Origins} */
  const origins = new Map()
  for (const source of sources) writeBlocks(source, join(work, folderName(source)), origins)
  if (origins.size === 0) throw new Failure('There are no examples: the search found nothing.')
  const alone = sources.filter((source) => augmentedBy(source).length > 0)
  const together = sources.filter((source) => !alone.includes(source)).map(folderName)
  /** @type {(names: readonly string[]) => readonly string[]} */
  const check = (names) => {
    writeProject(
      work,
      names.map((name) => `${name}/**/*`),
    )
    return compile(work, origins)
  }
  const errors = [check(together), ...alone.map((source) => check([folderName(source)]))].flat()
  console.log(`${origins.size} examples in ${sources.length} files, ${errors.length} errors`)
  return errors
}

/** The pages about providers are not in git. @type {() => Promise<void>} */
async function writeProviderPages() {
  const files = await renderFiles()
  writeFiles(new Map([...files].filter(([path]) => !TRACKED.includes(path))))
}

/** @type {() => Promise<number>} */
async function main() {
  await writeProviderPages()
  const artifacts = join(root, 'artifacts')
  mkdirSync(artifacts, { recursive: true })
  // Inside the tree, where the packages are found; `artifacts` is ignored by git.
  const work = mkdtempSync(join(artifacts, 'examples-'))
  try {
    const sources = findFiles().filter((file) => findBlocks(file).length > 0)
    const errors = checkAll(work, sources)
    for (const error of errors) console.error(error)
    return errors.length === 0 ? 0 : 1
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

await runMain(main)
