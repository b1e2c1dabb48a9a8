import { readMentions, readNames } from './imports.ts'
import { type Node, NotUnderstood, type Source, inner, items, nameIn } from './tree.ts'

/** A call of the initializer. */
export interface InitCall {
  readonly source: Source
  readonly call: Node
  readonly argument: Node
  /** What a call of version 5 gives has members; that of version 4 is the handler itself. */
  readonly version: 4 | 5
}

/** Local names of an export of next-auth. */
export const localNames = (source: Source, imported: string): readonly string[] =>
  readMentions(source)
    .filter(
      ({ node, source: module }) =>
        node.type === 'ImportDeclaration' && /^next-auth(?:\/next)?$/.test(module),
    )
    .flatMap(({ node }) => readNames(node))
    .filter((name) => name.imported === imported)
    .map(({ local }) => local)

/** Whether members of a variable are read. */
const hasMembers = ({ nodes }: Source, name: string): boolean =>
  nodes.some(
    (node) =>
      (node.type === 'MemberExpression' && nameIn(inner(node, 'object')) === name) ||
      (node.type === 'VariableDeclarator' &&
        inner(node, 'id')?.type === 'ObjectPattern' &&
        nameIn(inner(node, 'init')) === name),
  )

function readCallVersion(source: Source, call: Node): 4 | 5 {
  const holder = source.nodes.find(
    (node) =>
      (node.type === 'VariableDeclarator' && inner(node, 'init')?.start === call.start) ||
      (node.type === 'MemberExpression' && inner(node, 'object')?.start === call.start),
  )
  if (holder === undefined) return 4
  if (holder.type === 'MemberExpression') return 5
  const id = inner(holder, 'id')
  if (id?.type === 'ObjectPattern') return 5
  return hasMembers(source, nameIn(id) ?? '') ? 5 : 4
}

/**
 * The calls of the initializer in a module.
 *
 * @throws NotUnderstood where one is made for each request, as version 4 allows
 */
export function initCalls(source: Source): readonly InitCall[] {
  const names = localNames(source, 'default')
  return source.nodes
    .filter(
      (node) =>
        node.type === 'CallExpression' && names.includes(nameIn(inner(node, 'callee')) ?? ''),
    )
    .map((call) => {
      const [argument, ...more] = items(call, 'arguments')
      if (argument === undefined || more.length > 0) {
        throw new NotUnderstood(
          call.start,
          'The initializer is called for each request: write a function that gives the configuration.',
        )
      }
      return { source, call, argument, version: readCallVersion(source, call) }
    })
}
