/**
 * Writes what a package ships: its modules in few files, and the declarations of what is public. What a file is named and
 * what is in it depend on the sources alone.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { assignChunks } from './bundle/chunks.mjs'
import { collectDeclarations } from './bundle/declarations.mjs'
import { findEntries } from './bundle/entries.mjs'

/** @typedef {import('./bundle/entries.mjs').Entries} Entries */

/**
 * How modules are written. Names stay, for stack traces. Blanks and line ends are 80 kB of the core in every installation; those of other
 * packages stay, because frameworks rewrite these while they build an application, and Nuxt 4.1 expects lines there.
 *
 * @type {(compiled: string) => NonNullable<import('rolldown').OutputOptions['minify']>}
 */
const findMinify = (compiled) =>
  basename(dirname(compiled)) === 'core' && {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true },
  }

/**
 * A chunk is named after all that load it, and every one of those repeats its name: 6 kB in every installation. Rolldown
 * numbers those that are called the same then.
 *
 * @type {(name: string) => string}
 */
const shorten = (name) => (name.length > 16 ? name.replace(/-.*/, '') : name)

/** A module that hands on another one, with a name of its own for what is the default. */
const HANDED_ON =
  /^import (\w+) from ("[^"]+");\s+(export \* from \2\s+)?export \{ \1 as default \};\s*$/

/**
 * Writes such a module without that name: there is one for each provider, which makes 6 kB in every installation.
 *
 * @type {(code: string) => string}
 */
const handOn = (code) => code.replace(HANDED_ON, '$3export { default } from $2\n')

/** @type {(compiled: string, entries: Entries) => Promise<ReadonlyMap<string, string>>} texts by path */
async function bundleModules(compiled, { single, alike }) {
  /** @type {(name: string) => string} */
  const toFile = (name) => join(compiled, `${name}.js`)
  // What installs packages imports this file as well.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: Object.fromEntries([...single, ...alike].map((name) => [name, toFile(name)])),
    // Packages, and conditional imports of this one.
    external: (id) => !/^[./]/.test(id),
    platform: 'neutral',
    preserveEntrySignatures: 'allow-extension',
    // No path of each module above it: 26 kB in every installation.
    experimental: { attachDebugInfo: 'none' },
    tsconfig: false,
    onLog(level, log) {
      // Entries keep theirs, and what they import is on the same side of the boundary.
      if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
      // Says how long it took, on a machine that does other things as well.
      if (log.code === 'PLUGIN_TIMINGS') return
      if (level === 'warn') throw new Error(log.message)
    },
  })
  /** @type {((id: string) => string | null) | undefined} */
  let assign
  const { output } = await build.generate({
    format: 'esm',
    minify: findMinify(compiled),
    comments: { legal: true, annotation: true, jsdoc: false },
    entryFileNames: '[name].js',
    chunkFileNames: ({ name }) => `chunks/${shorten(name)}.js`,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'by reach',
          name(id, context) {
            const entries = { single: single.map(toFile), alike: alike.map(toFile) }
            assign ??= assignChunks(entries, (module) => context.getModuleInfo(module))
            return assign(id)
          },
        },
      ],
    },
  })
  await build.close()
  const chunks = output.filter((file) => file.type === 'chunk')
  refuseCircles(chunks)
  return new Map(chunks.map(({ fileName, code }) => [fileName, handOn(code)]))
}

/**
 * Files that import each other in a circle depend on which is loaded first.
 *
 * @type {(chunks: readonly { readonly fileName: string, readonly imports: readonly string[] }[]) => void}
 */
function refuseCircles(chunks) {
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]))
  for (const { fileName } of chunks) {
    /** @type {Map<string, string>} */
    const reachedBy = new Map([...(imports.get(fileName) ?? [])].map((name) => [name, fileName]))
    for (const [name] of reachedBy) {
      for (const next of imports.get(name) ?? [])
        if (!reachedBy.has(next)) reachedBy.set(next, name)
    }
    if (!reachedBy.has(fileName)) continue
    const way = [fileName]
    do way.unshift(reachedBy.get(way[0] ?? '') ?? fileName)
    while (way[0] !== fileName)
    throw new Error(`Files import each other in a circle: ${way.join(' → ')}.`)
  }
}

/** @type {(folder: string) => readonly string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** @type {(file: string) => string | undefined} */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Bundles a compiled package. Files that stay the same are not written again.
 *
 * @param {string} folder of the package
 * @returns {Promise<void>}
 */
export async function bundlePackage(folder) {
  const compiled = join(folder, 'compiled')
  const output = join(folder, 'dist')
  const entries = findEntries(folder, compiled)
  const { single, alike, internal } = entries
  const declared = [...single, ...alike].filter((name) => !internal.includes(name))
  const texts = new Map([
    ...(await bundleModules(compiled, entries)),
    ...collectDeclarations(compiled, declared),
  ])
  mkdirSync(output, { recursive: true })
  const wanted = new Set([...texts.keys()].map((path) => join(output, path)))
  for (const file of filesIn(output)) if (!wanted.has(file)) rmSync(file)
  for (const [path, text] of texts) {
    const file = join(output, path)
    if (read(file) === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
