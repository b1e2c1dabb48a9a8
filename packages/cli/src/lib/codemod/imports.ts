import { mockedNames } from './mocks.ts'
import { renameEdits } from './import-statements.ts'
import {
  type Mention,
  type Named,
  isKnown,
  readMentions,
  readNames,
  withoutCounterpart,
} from './mentions.ts'
import { type Replacement, findReplacement, findTypeHome, isNextAuth, oldAdapter } from './names.ts'
import type { Edit, Remark, Source } from './tree.ts'
import { NotUnderstood, inner, items, nameIn, remarkAt, replaceLiteral } from './tree.ts'

/** Names whose calls the codemod replaces. */
export type Handled = ReadonlySet<string>

/** Why a use of `getToken` is left. */
export const TOKEN_IS_READ =
  '`getToken` reads the cookie of its own library alone: use `auth()`, which also takes old sessions over.'

function requireKnown(
  mention: Mention,
  to: Replacement,
  names: readonly Named[],
  added: ReadonlySet<string>,
): void {
  const other = names.find(({ imported }) => !isKnown(mention, to, imported, added))
  if (other === undefined) return
  throw new NotUnderstood(other.specifier.start, withoutCounterpart(mention, other.imported))
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

function requireLoadable(
  source: Source,
  mention: Mention,
  to: Replacement,
  added: ReadonlySet<string>,
): void {
  const { node, source: module } = mention
  if (node.type === 'TSExternalModuleReference') {
    throw new NotUnderstood(node.start, `"${module}" is imported by \`import … = require\`.`)
  }
  const taken = destructured(source, mention) ?? mockedNames(node)
  if (taken !== undefined) return requireKnown(mention, to, taken, added)
  // Its use in mocks and scripts of the client does not change.
  const isSame = module === 'next-auth/react' || /^next-auth\/(?:jwt$|providers\/)/.test(module)
  if (isSame || oldAdapter(module) !== undefined) return
  if (readsDefault(source, mention) && to.names.includes('default')) return
  throw new NotUnderstood(
    node.start,
    `"${module}" is loaded as a whole, and it does not show which names are used.`,
  )
}

/** What is known beside the file itself. */
export interface ImportContext {
  readonly providers: ReadonlySet<string>
  /** Statements that something else changes. */
  readonly skipped: ReadonlySet<number>
  readonly handled: Handled
  /** Types that the application has itself added to modules of next-auth. */
  readonly added: ReadonlySet<string>
}

/** What imports are replaced by, and those that stay as they are. */
export interface ImportEdits {
  readonly edits: readonly Edit[]
  readonly left: readonly Remark[]
}

/** Replaces the module of a statement; where none of its names has a counterpart, the statement stays. */
function statementEdits(
  source: Source,
  mention: Mention,
  to: Replacement,
  { handled, added }: ImportContext,
): ImportEdits {
  const { node, literal } = mention
  const names = readNames(node)
  const unknown = names.filter(
    ({ imported }) => !handled.has(imported) && !isKnown(mention, to, imported, added),
  )
  if (unknown.length > 0) {
    const left = unknown.map(({ specifier, imported }) =>
      remarkAt(source, specifier.start, withoutCounterpart(mention, imported)),
    )
    return { edits: [], left }
  }
  return {
    edits: [replaceLiteral(source, literal, to.to), ...renameEdits(source, node, to)],
    left: [],
  }
}

/** The name of a type here. */
const renamedTo = ({ renamed = {} }: Replacement, name: string): string =>
  (Object.hasOwn(renamed, name) ? renamed[name] : undefined) ?? name

/** A type of a module that has no counterpart in the one that replaces it. */
function misplacedType(
  source: Source,
  { node, literal, source: module }: Mention,
  name: string,
): Edit {
  const home = findTypeHome(name)
  if (home !== undefined && 'from' in home) return replaceLiteral(source, literal, home.from)
  const written = /^ = (.*)$/.exec(home?.written ?? '')?.[1]
  if (written !== undefined) return { start: node.start, end: node.end, text: `(${written})` }
  throw new NotUnderstood(
    node.start,
    `"${module}" is loaded as a whole, and it does not show which names are used.`,
  )
}

/** `import('next-auth').Session`, as a type. */
function importTypeEdits(source: Source, mention: Mention, to: Replacement): readonly Edit[] {
  const { literal, node, source: module } = mention
  const qualifier = inner(node, 'qualifier')
  const name = nameIn(qualifier)
  const own = replaceLiteral(source, literal, to.to)
  if (qualifier === undefined || name === undefined) {
    // All of it, and its use does not change.
    const isSame = module === 'next-auth/react' || oldAdapter(module) !== undefined
    return [isSame ? own : misplacedType(source, mention, '')]
  }
  const renamed = renamedTo(to, name)
  if (renamed !== name) return [own, { start: qualifier.start, end: qualifier.end, text: renamed }]
  const isHere = to.names.includes(name) || to.has?.(name) === true
  return [isHere ? own : misplacedType(source, mention, name)]
}

const STATEMENT = /^(?:Import|ExportNamed|ExportAll)Declaration$/

/** What replaces a statement or a call that names a module. */
function mentionEdits(source: Source, mention: Mention, context: ImportContext): ImportEdits {
  const { node, literal } = mention
  const to = findReplacement(mention.source, context.providers)
  const isStatement = STATEMENT.test(node.type)
  if (to === undefined) {
    const reason = `"${mention.source}" has no counterpart.`
    if (!isStatement) throw new NotUnderstood(node.start, reason)
    return { edits: [], left: [remarkAt(source, node.start, reason)] }
  }
  if (node.type === 'ExportAllDeclaration' && to.to !== '@latchstring/next/react') {
    const reason = `everything of "${mention.source}" is exported.`
    return { edits: [], left: [remarkAt(source, node.start, reason)] }
  }
  if (isStatement) return statementEdits(source, mention, to, context)
  if (node.type === 'TSImportType') return { edits: importTypeEdits(source, mention, to), left: [] }
  if (node.type !== 'TSModuleDeclaration') requireLoadable(source, mention, to, context.added)
  return { edits: [replaceLiteral(source, literal, to.to)], left: [] }
}

/** Types of next-auth that comments of JavaScript name: `@type {import('next-auth').NextAuthOptions}`. */
function commentEdits(source: Source, context: ImportContext): readonly Edit[] {
  const known = new Set(readMentions(source).map(({ literal }) => literal.start))
  return [...source.text.matchAll(/(import\(\s*["'])([\w@/-]+)(["']\s*\)\.)(\w+)/g)].flatMap(
    (found) => {
      const [whole, before = '', module = '', middle = '', name = ''] = found
      const to = isNextAuth(module) ? findReplacement(module, context.providers) : undefined
      if (to === undefined || known.has(found.index + before.length - 1)) return []
      const home = findTypeHome(name)
      const from =
        !to.names.includes(name) && home !== undefined && 'from' in home ? home.from : to.to
      const text = before + from + middle + renamedTo(to, name)
      return [{ start: found.index, end: found.index + whole.length, text }]
    },
  )
}

/** Replaces the modules that a file imports by those of this library. A name without a counterpart keeps its import, and is listed. */
export function importEdits(source: Source, context: ImportContext): ImportEdits {
  const done = readMentions(source)
    .filter(({ source: module, node }) => isNextAuth(module) && !context.skipped.has(node.start))
    .map((mention) => mentionEdits(source, mention, context))
  return {
    edits: [...done.flatMap(({ edits }) => edits), ...commentEdits(source, context)],
    left: done.flatMap(({ left }) => left),
  }
}
