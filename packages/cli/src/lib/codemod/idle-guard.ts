import { readMentions } from './mentions.ts'
import { type Node, type Source, inner, items, nameIn } from './tree.ts'

/** The names that a statement exports. */
function exportedNames(statement: Node): readonly string[] {
  if (statement.type !== 'ExportNamedDeclaration') return []
  const declaration = inner(statement, 'declaration')
  const holders = [declaration, ...items(declaration, 'declarations')]
  return [
    ...holders.flatMap((one) => nameIn(inner(one, 'id')) ?? []),
    ...items(statement, 'specifiers').flatMap((one) => nameIn(inner(one, 'exported')) ?? []),
  ]
}

/**
 * The guard of version 4 in a module that also exports a function `middleware`: Next.js runs that one, and never the default export.
 * As a proxy it would guard pages that were open.
 */
export function findIdleGuard(source: Source): Node | undefined {
  const isOver = source.body.some((one) =>
    exportedNames(one).some((name) => name === 'middleware' || name === 'proxy'),
  )
  if (!isOver) return undefined
  return readMentions(source).find(
    ({ node, source: module }) =>
      module === 'next-auth/middleware' &&
      node.type === 'ExportNamedDeclaration' &&
      exportedNames(node).every((name) => name === 'default'),
  )?.node
}
