import { type Replacement, oldAdapter } from './names.ts'
import type { Node, Source } from './tree.ts'
import { inner, items, literalText, nameIn } from './tree.ts'

/** A place that names a module of next-auth. */
export interface Mention {
  readonly node: Node
  /** The literal with the name. */
  readonly literal: Node
  readonly source: string
}

const MOCKS = /^(?:jest|vi|mock)$/

/** Whether a call loads or replaces the module that its first argument names. */
function isLoading(node: Node): boolean {
  const callee = inner(node, 'callee')
  if (callee?.type === 'Identifier') return callee['name'] === 'require'
  if (callee?.type !== 'MemberExpression') return false
  const object = nameIn(inner(callee, 'object')) ?? ''
  return MOCKS.test(object) || object === 'require'
}

/** The literal by which a node names a module. */
function moduleLiteral(node: Node): Node | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return inner(node, 'source')
    case 'TSModuleDeclaration':
      return inner(node, 'id')
    case 'TSImportType':
      return inner(node, 'argument')
    case 'TSExternalModuleReference':
      return inner(node, 'expression')
    case 'CallExpression':
      return isLoading(node) ? items(node, 'arguments')[0] : undefined
    default:
      return undefined
  }
}

/** All places that name a module. */
export const readMentions = ({ nodes }: Source): readonly Mention[] =>
  nodes.flatMap((node) => {
    const literal = moduleLiteral(node)
    const source = literalText(literal)
    return literal === undefined || source === undefined ? [] : [{ node, literal, source }]
  })

/** A name that is imported or exported by name. */
export interface Named {
  readonly specifier: Node
  /** What it is in the module; `*` for all of it. */
  readonly imported: string
  readonly local: string
}

/** The names that a statement imports, or exports from elsewhere. */
export function readNames(node: Node): readonly Named[] {
  return items(node, 'specifiers').map((specifier) => {
    const exported = specifier.type === 'ExportSpecifier'
    const there = nameIn(inner(specifier, exported ? 'local' : 'imported'))
    const imported =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : (there ?? '*')
    const local = nameIn(inner(specifier, exported ? 'exported' : 'local')) ?? ''
    return { specifier, imported, local }
  })
}

/** What to write instead of names that have no counterpart. */
const INSTEAD: Readonly<Record<string, string>> = {
  getServerSession: 'The session is read by options of version 4: write `auth()`.',
  unstable_getServerSession: 'The session is read by options of version 4: write `auth()`.',
}

/** Whether a name means the same in the module that replaces the one it is from. */
export function isKnown(
  { source }: Mention,
  to: Replacement,
  name: string,
  added: ReadonlySet<string>,
): boolean {
  if (to.names.includes(name) || Object.hasOwn(to.renamed ?? {}, name)) return true
  if (to.has?.(name) === true || added.has(name)) return true
  return oldAdapter(source) !== undefined || (name === '*' && source === 'next-auth/react')
}

/** Why a name is left. */
export function withoutCounterpart({ source }: Mention, name: string): string {
  const what = name === '*' ? 'everything' : `\`${name}\``
  return INSTEAD[name] ?? `${what} of "${source}" has no counterpart here.`
}
