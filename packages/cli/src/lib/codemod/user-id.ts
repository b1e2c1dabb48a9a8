import { lineEnd } from '../env-file.ts'
import { readMentions } from './mentions.ts'
import type { Edit, Node, Source } from './tree.ts'
import { contains, inner, items, nameIn, preferredQuote } from './tree.ts'
import { augmented } from './type-edits.ts'

/** Callbacks and events that are given a user. */
const GIVEN = /^(?:jwt|signIn|session|createUser|updateUser|linkAccount)$/

/** Whether a callback reads the id of the user that it is given, and with `isGiven` hands it to a function. */
function readsId({ nodes, path }: Source, isGiven = false): boolean {
  const calls = nodes.flatMap((node) =>
    node.type === 'CallExpression' ? items(node, 'arguments') : [],
  )
  const callbacks = nodes.filter(
    (node) => node.type === 'Property' && GIVEN.test(nameIn(inner(node, 'key')) ?? ''),
  )
  return (
    /\.[cm]?tsx?$/.test(path) &&
    nodes.some(
      (node) =>
        node.type === 'MemberExpression' &&
        nameIn(inner(node, 'object')) === 'user' &&
        nameIn(inner(node, 'property')) === 'id' &&
        callbacks.some((one) => contains(one, node)) &&
        (!isGiven || calls.some((one) => contains(one, node))),
    )
  )
}

/** The statements of an augmentation. */
const augmentation = (source: Source): readonly Node[] =>
  readMentions(source)
    .filter(
      ({ node, source: module }) => node.type === 'TSModuleDeclaration' && module === 'next-auth',
    )
    .flatMap(({ node }) => items(inner(node, 'body'), 'body'))

/** Text in front of a member or a statement, on a line of its own where that has one. */
function inFront({ text }: Source, { start }: Node, own: string): Edit {
  const indent = /\n[ \t]*$/.exec(text.slice(0, start)) === null ? undefined : lineEnd(text)
  const space = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? ''
  return { start, end: start, text: indent === undefined ? `${own} ` : `${own}${indent}${space}` }
}

/** The id as a member in front of another one, which shows how members end. */
function memberEdit(source: Source, member: Node): Edit {
  const own = /[;,]$/.exec(source.text.slice(member.start, member.end))?.[0]
  const isOnLine = /\n[ \t]*$/.test(source.text.slice(0, member.start))
  return inFront(source, member, `id: string${own ?? (isOnLine ? '' : ';')}`)
}

/** Says it in the module of the configuration, where nothing else is added to the types. */
function ownEdits(source: Source, home: string): readonly Edit[] {
  if (source.path !== home || !readsId(source, true)) return []
  const quote = preferredQuote(source.text)
  const end = source.text.length
  const lines = [
    '',
    `declare module ${quote}@latchstring/next${quote} {`,
    '  interface User {',
    '    id: string',
    '  }',
    '}',
    '',
  ]
  return [{ start: end, end, text: lines.join(lineEnd(source.text)) }]
}

/**
 * In version 4 every user has an `id`; here, as in version 5, one whose provider gives none has none in its type. An application that
 * has added to the types says so.
 */
export function userIdEdits(
  source: Source,
  sources: readonly Source[],
  home: string,
): readonly Edit[] {
  const [first] = sources.filter((one) => augmented(one, 'User').length > 0)
  const [other] = sources.filter((one) => augmentation(one).length > 0)
  if (first === undefined && other === undefined) return ownEdits(source, home)
  if ((first ?? other) !== source || !sources.some((one) => readsId(one))) return []
  const all = sources.flatMap((one) => augmented(one, 'User'))
  const members = all.flatMap((one) => items(inner(one, 'body'), 'body'))
  if (members.some((one) => nameIn(inner(one, 'key')) === 'id')) return []
  const [member] = items(inner(augmented(source, 'User')[0], 'body'), 'body')
  const [statement] = augmentation(source)
  if (member !== undefined) return [memberEdit(source, member)]
  const isOpen = all.length === 0 && statement !== undefined
  return isOpen ? [inFront(source, statement, 'interface User { id: string }')] : []
}
