import type { InitCall } from './configuration.ts'
import { readMentions, readNames } from './mentions.ts'
import { type Modules, findExport } from './modules.ts'
import { findDeclaration, isNameChanged } from './options.ts'
import { NOTHING, type SessionMembers, findSessionMembers } from './session-members.ts'
import { type Node, NotUnderstood, type Source, inner, literalText, nameIn } from './tree.ts'

/** Options in another module than the route. */
export interface Options {
  readonly there: Source
  readonly declared: Node
  readonly local: string
  readonly imported: string
  /** The import of them in the route. */
  readonly node: Node
}

/** @throws NotUnderstood where it does not show where the configuration is */
export function findOptions({ source, call }: InitCall, name: string, modules: Modules): Options {
  for (const { node, source: module } of readMentions(source)) {
    const named = readNames(node).find(({ local }) => local === name)
    if (node.type !== 'ImportDeclaration' || named === undefined) continue
    const found = findExport({ from: source.path, module, name: named.imported }, modules)
    if (found?.local === undefined) break
    const { there, declared, local } = found
    return { there, declared, local, imported: named.imported, node }
  }
  throw new NotUnderstood(call.start, 'It does not show where the configuration is.')
}

/** The name of the configuration, where it is imported. */
export function importedName({ source, argument }: InitCall): string | undefined {
  const name = literalText(argument) === undefined ? nameIn(argument) : undefined
  return name !== undefined && findDeclaration(source, name) === undefined ? name : undefined
}

/**
 * What the sessions of an application have of their tokens.
 *
 * @throws NotUnderstood where it does not show where the configuration is
 */
export function readSessionMembers(call: InitCall, modules: Modules): SessionMembers {
  const name = importedName(call)
  if (name === undefined) return findSessionMembers(call.source, call.argument)
  const { there, declared, local } = findOptions(call, name, modules)
  if (isNameChanged(there, local) || isNameChanged(call.source, name)) return NOTHING
  return findSessionMembers(there, inner(declared, 'init') ?? declared)
}
