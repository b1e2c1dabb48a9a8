import type { InitCall } from './configuration.ts'
import { readMentions, readNames } from './imports.ts'
import { findDeclaration, isNameChanged } from './options.ts'
import type { Resolver } from './resolver.ts'
import { NOTHING, type SessionMembers, findSessionMembers } from './session-members.ts'
import { type Node, NotUnderstood, type Source, inner, literalText, nameIn } from './tree.ts'

/** The import of the configuration in the route. */
function findImport(
  source: Source,
  name: string,
): { node: Node; specifier: string; imported: string } | undefined {
  for (const { node, source: specifier } of readMentions(source)) {
    const named = readNames(node).find(({ local }) => local === name)
    if (node.type === 'ImportDeclaration' && named !== undefined) {
      return { node, specifier, imported: named.imported }
    }
  }
  return undefined
}

/** What finding a module needs to know. */
export interface OptionsContext {
  readonly sources: readonly Source[]
  readonly resolver: Resolver
}

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
export function findOptions(
  { source, call }: InitCall,
  name: string,
  context: OptionsContext,
): Options {
  const found = findImport(source, name)
  const path = found && context.resolver.resolve(found.specifier, source.path)
  const there = context.sources.find((one) => one.path === path)
  if (found !== undefined && there !== undefined) {
    const exported = there.body.find(({ type }) => type === 'ExportDefaultDeclaration')
    const { imported, node } = found
    const local = imported === 'default' ? nameIn(inner(exported, 'declaration')) : imported
    const declared = local === undefined ? undefined : findDeclaration(there, local)
    if (local !== undefined && declared !== undefined) {
      return { there, declared, local, imported, node }
    }
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
export function readSessionMembers(call: InitCall, context: OptionsContext): SessionMembers {
  const name = importedName(call)
  if (name === undefined) return findSessionMembers(call.source, call.argument)
  const { there, declared, local } = findOptions(call, name, context)
  if (isNameChanged(there, local) || isNameChanged(call.source, name)) return NOTHING
  return findSessionMembers(there, inner(declared, 'init') ?? declared)
}
