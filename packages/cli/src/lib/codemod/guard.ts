import { lineEnd } from '../env-file.ts'
import { findIdleGuard } from './idle-guard.ts'
import { type Mention, type Named, readMentions, readNames } from './mentions.ts'
import { type GuardRules, OPEN_TO_SIGNED_IN, readRules } from './guard-rules.ts'
import { requireOwnReads, tokenEdits, tokenIsRead } from './request-token.ts'
import { type GuardPlace, runtimeEdits } from './guard-place.ts'
import type { SessionMembers } from './session-members.ts'
import { freeName, preferredEnd } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { NotUnderstood, inner, items, preferredQuote, references } from './tree.ts'

/** A module that guards pages as version 4 does. */
export interface Guard extends GuardRules {
  readonly source: Source
  /** Whether its function reads members of the token. */
  readonly readsToken: boolean
  edits(place: GuardPlace): readonly Edit[]
}

const MODULE = 'next-auth/middleware'

function readGuardMention(source: Source): Mention | undefined {
  const idle = findIdleGuard(source)
  return readMentions(source).find(({ node, source: module }) => module === MODULE && node !== idle)
}

/** Whether a module guards pages as version 4 does. */
export const isGuard = (source: Source): boolean => readGuardMention(source) !== undefined

function importLine({ text }: Source, what: string, from: string): string {
  const quote = preferredQuote(text)
  return `${what} from ${quote}${from}${quote}${preferredEnd(text)}`
}

/** `export { default } from 'next-auth/middleware'` */
function readReexport(source: Source, { node }: Mention): Guard {
  const [named, ...more] = readNames(node)
  if (named === undefined || named.imported !== 'default' || more.length > 0) {
    throw new NotUnderstood(node.start, `More of "${MODULE}" is exported than the guard.`)
  }
  return {
    source,
    ...OPEN_TO_SIGNED_IN,
    readsToken: false,
    edits({ runtime, home, resolver, own }) {
      const { start, end } = node
      const from = resolver.specifier(source.path, home.after)
      if (runtime === 'proxy' || runtime === 'default') {
        // A default export that is exported from elsewhere is not seen by Next.js 16.
        const name = runtime === 'proxy' ? 'proxy' : 'middleware'
        return [{ start, end, text: importLine(source, `export { auth as ${name} }`, from) }]
      }
      // With Turbopack, a middleware of Node.js may not be exported from elsewhere.
      const line = lineEnd(source.text)
      const first = own ?? importLine(source, 'import { auth }', from)
      const text = `${first}${line}${line}export default auth${preferredEnd(source.text)}`
      return [{ start, end, text }, ...(runtime === 'nodejs' ? runtimeEdits(source) : [])]
    },
  }
}

/** The imports of the guard: `auth`, and the type of its request. */
function guardImportEdits({
  source,
  node,
  plain,
}: {
  source: Source
  node: Node
  plain: string
}): readonly Edit[] {
  const types = readNames(node).filter(({ imported }) => imported === 'NextRequestWithAuth')
  const type = importLine(source, 'import type { LatchstringRequest }', '@latchstring/next')
  const all = plain.includes('\n') ? [type, plain] : [plain, type]
  const lines = types.length === 0 ? [plain] : all
  return [
    { start: node.start, end: node.end, text: lines.join(lineEnd(source.text)) },
    ...types
      .flatMap(({ local }) => references(source, local))
      .map(({ start, end }) => ({ start, end, text: 'LatchstringRequest' })),
  ]
}

/** The default export of a module, where it is the guard. */
interface Exported {
  readonly callee: Node
  readonly call: Node
  readonly handler: Node | undefined
  readonly options: Node | undefined
}

function requireGuard(source: Source, node: Node): Named {
  const names = readNames(node)
  const guard = names.find(({ imported }) => imported === 'default' || imported === 'withAuth')
  const other = names.find((one) => one !== guard && one.imported !== 'NextRequestWithAuth')
  if (guard !== undefined && other === undefined) return guard
  throw new NotUnderstood(node.start, `More of "${MODULE}" is imported than the guard.`)
}

/** What the default export is given by the guard, or the guard itself. */
function readExported(source: Source, node: Node): Exported {
  const [use, ...others] = references(source, requireGuard(source, node).local)
  const exported = source.body.find(({ type }) => type === 'ExportDefaultDeclaration')
  const call = inner(exported, 'declaration')
  const callee = call?.type === 'CallExpression' ? inner(call, 'callee') : call
  const used = use !== undefined && others.length === 0 && callee?.start === use.start
  if (call === undefined || callee === undefined || !used) {
    throw new NotUnderstood(node.start, 'The guard is more than the default export of this file.')
  }
  return { call, callee, ...readArguments(call, callee.start) }
}

function readArguments(call: Node, at: number): Pick<Exported, 'handler' | 'options'> {
  const [first, ...more] = items(call, 'arguments')
  const handler = /Function/.test(first?.type ?? '') ? first : undefined
  if (more.length > (handler === undefined ? 0 : 1)) {
    throw new NotUnderstood(at, 'The guard is not given a function and options.')
  }
  return { handler, options: handler === undefined ? first : more[0] }
}

/** What reading a guard needs to know. */
export interface GuardContext {
  /** What the session has of the token. */
  readonly members: SessionMembers
  readonly sources: readonly Source[]
}

/** `import { withAuth } from 'next-auth/middleware'`, and what is exported of it. */
function readImport(source: Source, { node }: Mention, { members, sources }: GuardContext): Guard {
  const { call, callee, handler, options } = readExported(source, node)
  requireOwnReads(sources.filter((one) => !isGuard(one)))
  const tokens = tokenEdits(source, members)
  const asked = options && tokens.find(({ start }) => start > options.start && start < options.end)
  if (asked !== undefined) throw tokenIsRead(asked.start)
  return {
    source,
    ...readRules(source, options, members),
    readsToken: tokens.length > 0,
    edits({ runtime, home, resolver, own }) {
      const from = resolver.specifier(source.path, home.after)
      const name = freeName(source, ['auth', 'guard'], node.start)
      const end = handler === undefined ? call.end : callee.end
      const given = `{ auth${name === 'auth' ? '' : ` as ${name}`} }`
      const plain =
        own?.replace('const { auth }', `const ${given.replace(' as ', ': ')}`) ??
        importLine(source, `import ${given}`, from)
      return [
        ...guardImportEdits({ source, node, plain }),
        ...(runtime === 'nodejs' ? runtimeEdits(source) : []),
        ...tokens,
        { start: callee.start, end, text: name },
        ...(handler === undefined || options === undefined
          ? []
          : [{ start: handler.end, end: options.end, text: '' }]),
      ]
    },
  }
}

/**
 * What guards pages in a module.
 *
 * @throws NotUnderstood where it does more than to ask for a session
 */
export function readGuard(source: Source, context: GuardContext): Guard | undefined {
  const mention = readGuardMention(source)
  if (mention === undefined) return undefined
  const { node } = mention
  if (node.type === 'ExportNamedDeclaration') return readReexport(source, mention)
  if (node.type === 'ImportDeclaration') return readImport(source, mention, context)
  throw new NotUnderstood(node.start, `"${MODULE}" is not imported as usual.`)
}
