import { posix } from 'node:path'
import type { FileChange } from '../file-changes.ts'
import { type AppFile, isModule } from './files.ts'
import type { AuthModule } from './auth-module.ts'
import { readMentions, readNames } from './mentions.ts'
import type { Modules } from './modules.ts'
import { type Remark, type Source, remarkAt } from './tree.ts'

/** The name of a file as imports have it. */
const importedName = (path: string): string => {
  const name = posix.basename(path).replace(/\.[cm]?[jt]sx?$/, '')
  return name === 'index' ? posix.basename(posix.dirname(path)) : name
}

/** Imports of a handler from a module that has moved, and has it no longer. */
export function goneHandlers(
  sources: readonly Source[],
  home: AuthModule | undefined,
  { resolver }: Modules,
): readonly Remark[] {
  if (home === undefined || home.before === home.after) return []
  return sources.flatMap((source) =>
    readMentions(source)
      .filter(({ source: module }) => resolver.resolve(module, source.path) === home.before)
      .flatMap(({ node, source: module }) =>
        readNames(node)
          .filter(({ imported }) => /^(?:default|GET|POST)$/.test(imported))
          .filter(({ imported }) => !home.isOptions(source.path, module, imported))
          .map(({ specifier }) =>
            remarkAt(
              source,
              specifier.start,
              'The handler is no longer exported there: the configuration exports `handlers`.',
              'configuration',
            ),
          ),
      ),
  )
}

/**
 * Imports of files that are removed.
 *
 * @param after - the modules that were read, as they are after the changes
 */
export function danglingImports(
  files: readonly AppFile[],
  changes: readonly FileChange[],
  after: readonly Source[],
  { resolver, find }: Modules,
): readonly Remark[] {
  const kept = new Set(changes.filter(({ remove }) => remove !== true).map(({ path }) => path))
  const removed = changes.filter(({ path, remove }) => remove === true && !kept.has(path))
  if (removed.length === 0) return []
  const paths = new Set(removed.map(({ path }) => path))
  const names = removed.map(({ path }) => importedName(path))
  const read = new Set(after.map(({ path }) => path))
  const others = files
    .filter(
      ({ path, text }) =>
        isModule(path) &&
        !read.has(path) &&
        !paths.has(path) &&
        names.some((name) => text?.includes(name)),
    )
    .flatMap(({ path }) => find(path) ?? [])
  return [...after, ...others].flatMap((source) =>
    readMentions(source)
      .filter(({ source: module }) => paths.has(resolver.resolve(module, source.path) ?? ''))
      .map(({ node, source: module }) =>
        remarkAt(
          source,
          node.start,
          `"${module}" is removed: the configuration exports \`auth\` and \`handlers\`.`,
          'configuration',
        ),
      ),
  )
}
