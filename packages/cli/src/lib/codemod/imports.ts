import { type Replacement, isNextAuth, oldAdapter, findReplacement } from './names.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  declaredAt,
  inner,
  items,
  nameIn,
  references,
  replaceLiteral,
  literalText,
} from './tree.ts'

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

/** Names whose calls the codemod replaces. */
export type Handled = ReadonlySet<string>

/** Why a use of `getToken` is left. */
export const TOKEN_IS_READ =
  '`getToken` reads the cookie of its own library alone: use `auth()`, which also takes old sessions over.'

/** What to write instead of names that have no counterpart. */
const INSTEAD: Readonly<Record<string, string>> = {
  getToken: TOKEN_IS_READ,
  getServerSession: 'The session is read by options of version 4: write `auth()`.',
  unstable_getServerSession: 'The session is read by options of version 4: write `auth()`.',
}

function requireKnown(
  source: Source,
  mention: Mention,
  to: Replacement,
  names: readonly Named[],
): void {
  for (const { specifier, imported } of names) {
    const known = to.names.includes(imported) || Object.hasOwn(to.renamed ?? {}, imported)
    if (known) continue
    if (imported === '*' && mention.source === 'next-auth/react') continue
    if (oldAdapter(mention.source) !== undefined) continue
    const what = imported === '*' ? 'everything' : `\`${imported}\``
    throw new NotUnderstood(
      specifier.start,
      INSTEAD[imported] ?? `${what} of "${mention.source}" has no counterpart in "${to.to}".`,
    )
  }
}

/** An import under another name, and its uses; the old name stays where the new one is taken. */
function renameUses(source: Source, { specifier, local }: Named, to: string): readonly Edit[] {
  const imported = inner(specifier, 'imported') ?? specifier
  const own = inner(specifier, 'local') ?? imported
  const end = own.start + local.length
  const free = declaredAt(source, to) === undefined && references(source, to).length === 0
  const already = imported.start !== own.start
  if (already || !free) {
    const alias = already ? local : `${to} as ${local}`
    const text = already ? `${to} as ${alias}` : alias
    return [{ start: imported.start, end, text }]
  }
  return [
    { start: imported.start, end, text: to },
    ...references(source, local).map(({ start }) => ({
      start,
      end: start + local.length,
      text: to,
    })),
  ]
}

function renameEdits(source: Source, node: Node, to: Replacement): readonly Edit[] {
  const renamed = to.renamed ?? {}
  return readNames(node).flatMap((named) => {
    const name = Object.hasOwn(renamed, named.imported) ? renamed[named.imported] : undefined
    if (name === undefined) return []
    if (named.specifier.type !== 'ExportSpecifier') return renameUses(source, named, name)
    const { start, end } = named.specifier
    return [{ start, end, text: `${name} as ${named.local}` }]
  })
}

/** The names that are taken out of a module where it is loaded by a call. */
function destructured(source: Source, { node }: Mention): readonly Named[] | undefined {
  const holder = source.nodes.find((one) => {
    if (one.type !== 'VariableDeclarator') return false
    const init = inner(one, 'init')
    const value = init?.type === 'AwaitExpression' ? inner(init, 'argument') : init
    return value?.start === node.start && value.end === node.end
  })
  const pattern = inner(holder, 'id')
  if (pattern?.type !== 'ObjectPattern') return undefined
  return items(pattern, 'properties').map((specifier) => ({
    specifier,
    imported: nameIn(inner(specifier, 'key')) ?? '*',
    local: nameIn(inner(specifier, 'value')) ?? '',
  }))
}

/** Whether `.default` is read of a module that a call loads. */
const readsDefault = ({ nodes }: Source, { node }: Mention): boolean =>
  nodes.some(
    (one) =>
      one.type === 'MemberExpression' &&
      inner(one, 'object')?.start === node.start &&
      nameIn(inner(one, 'property')) === 'default',
  )

function requireLoadable(source: Source, mention: Mention, to: Replacement): void {
  const { node, source: module } = mention
  if (node.type === 'TSExternalModuleReference') {
    throw new NotUnderstood(node.start, `"${module}" is imported by \`import … = require\`.`)
  }
  const taken = destructured(source, mention)
  if (taken !== undefined) return requireKnown(source, mention, to, taken)
  // Its use in mocks and scripts of the client does not change.
  if (module === 'next-auth/react' || oldAdapter(module) !== undefined) return
  if (node.type === 'TSImportType') {
    const name = nameIn(inner(node, 'qualifier'))
    if (name !== undefined && to.names.includes(name)) return
  }
  if (readsDefault(source, mention) && to.names.includes('default')) return
  throw new NotUnderstood(
    node.start,
    `"${module}" is loaded as a whole, and it does not show which names are used.`,
  )
}

/** The interfaces that an augmentation adds to. */
function requireAugmentable({ literal, node, source }: Mention, to: Replacement): void {
  for (const one of items(inner(node, 'body'), 'body')) {
    const declaration = inner(one, 'declaration') ?? one
    const name = nameIn(inner(declaration, 'id'))
    const isType = /^TS(?:Interface|TypeAlias)Declaration$/.test(declaration.type)
    // Own types beside those of the library may be there as well.
    if (!isType || name === undefined || to.names.includes(name)) continue
    if (declaration.type === 'TSTypeAliasDeclaration') continue
    throw new NotUnderstood(
      literal.start,
      `\`${name}\` is added to "${source}", and "${to.to}" has no interface of that name.`,
    )
  }
}

function requireMention(source: Source, mention: Mention, to: Replacement, handled: Handled): void {
  const { node } = mention
  if (node.type === 'TSModuleDeclaration') return requireAugmentable(mention, to)
  const statement = /^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type)
  if (!statement) return requireLoadable(source, mention, to)
  if (node.type === 'ExportAllDeclaration' && to.to !== '@latchstring/next/react') {
    throw new NotUnderstood(node.start, `everything of "${mention.source}" is exported.`)
  }
  requireKnown(
    source,
    mention,
    to,
    readNames(node).filter(({ imported }) => !handled.has(imported)),
  )
}

/** What is known beside the file itself. */
export interface ImportContext {
  readonly providers: ReadonlySet<string>
  /** Statements that something else changes. */
  readonly skipped: ReadonlySet<number>
  readonly handled: Handled
}

/**
 * Replaces the modules that a file imports by those of this library.
 *
 * @throws NotUnderstood where one has no counterpart, or a name of it has none
 */
export function importEdits(source: Source, context: ImportContext): readonly Edit[] {
  return readMentions(source)
    .filter(({ source: module, node }) => isNextAuth(module) && !context.skipped.has(node.start))
    .flatMap((mention) => {
      const to = findReplacement(mention.source, context.providers)
      if (to === undefined) {
        throw new NotUnderstood(mention.node.start, `"${mention.source}" has no counterpart.`)
      }
      requireMention(source, mention, to, context.handled)
      return [
        replaceLiteral(source, mention.literal, to.to),
        ...renameEdits(source, mention.node, to),
      ]
    })
}
