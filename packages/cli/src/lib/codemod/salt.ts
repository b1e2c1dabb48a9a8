import { findCall } from './session-call.ts'
import { readMentions, readNames } from './mentions.ts'
import { findProperty, inner, items, nameIn, references, remarkAt, unwrap } from './tree.ts'
import type { Edit, Node, Remark, Source } from './tree.ts'

/** A call of `encode` or `decode` of version 4, which has no salt. */
interface Unsalted {
  readonly name: string
  readonly call: Node
  /** The object that it is given. */
  readonly object: Node
}

function findUnsalted(source: Source): readonly Unsalted[] {
  const names = readMentions(source)
    .filter(
      ({ node, source: module }) => node.type === 'ImportDeclaration' && module === 'next-auth/jwt',
    )
    .flatMap(({ node }) => readNames(node))
    .filter(({ imported }) => imported === 'encode' || imported === 'decode')
  return names.flatMap(({ imported: name, local }) =>
    references(source, local).flatMap((use) => {
      const call = findCall(source, use)
      const object = unwrap(items(call, 'arguments')[0])
      if (call === undefined || object?.type !== 'ObjectExpression') return []
      const isWhole = items(object, 'properties').some(({ type }) => type === 'SpreadElement')
      return isWhole || findProperty(object, 'salt') ? [] : [{ name, call, object }]
    }),
  )
}

/** The parameter of the option `jwt.encode` or `jwt.decode` that a call is in. */
function ownParameter({ nodes }: Source, { call }: Unsalted): Node | undefined {
  const option = nodes.findLast(
    (node) =>
      node.type === 'Property' &&
      /^(?:en|de)code$/.test(nameIn(inner(node, 'key')) ?? '') &&
      node.start < call.start &&
      node.end >= call.end,
  )
  const callback = unwrap(inner(option, 'value'))
  const nearest = nodes.findLast(
    (node) => /Function/.test(node.type) && node.start <= call.start && node.end >= call.end,
  )
  const [first] = nearest?.start === callback?.start ? items(callback, 'params') : []
  const type = inner(inner(inner(first, 'typeAnnotation'), 'typeAnnotation'), 'typeName')
  const isTyped = inner(first, 'typeAnnotation') !== undefined
  return !isTyped || /^JWT(?:En|De)codeParams$/.test(nameIn(type) ?? '') ? first : undefined
}

/** A member at the end of an object or of a pattern. */
function withLast(object: Node, text: string): readonly Edit[] {
  const last = items(object, 'properties').at(-1)
  return last === undefined ? [] : [{ start: last.end, end: last.end, text: `, ${text}` }]
}

/** The edits of a call; nothing where it does not show what the salt is. */
function saltOf(source: Source, unsalted: Unsalted): readonly Edit[] | undefined {
  const parameter = ownParameter(source, unsalted)
  const name = nameIn(parameter)
  if (parameter?.type === 'Identifier' && name !== undefined) {
    return withLast(unsalted.object, `salt: ${name}.salt`)
  }
  if (parameter?.type !== 'ObjectPattern') return undefined
  const properties = items(parameter, 'properties')
  const isPlain = properties.every(({ type }) => type === 'Property')
  if (!isPlain || properties.length === 0) return undefined
  const own = findProperty(parameter, 'salt') ? [] : withLast(parameter, 'salt')
  return [...own, ...withLast(unsalted.object, 'salt')]
}

/** Hands the salt on in `jwt.encode` and `jwt.decode` of version 4. */
export function saltEdits(source: Source): readonly Edit[] {
  const edits = findUnsalted(source).flatMap((one) => saltOf(source, one) ?? [])
  // Two calls in one function share its parameter.
  return [...new Map(edits.map((edit) => [edit.start, edit])).values()]
}

/** Calls outside the options, by which the application makes or opens tokens of its own. */
export const saltFindings = (source: Source): readonly Remark[] =>
  findUnsalted(source)
    .filter((one) => saltOf(source, one) === undefined)
    .toSorted((one, other) => one.call.start - other.call.start)
    .map(({ name, call }) =>
      remarkAt(
        source,
        call.start,
        name === 'encode'
          ? 'A token has a `salt` here: for a session, give `encode` the name of its cookie as `salt`.'
          : '`decode` takes the `salt` that a token was made with, and opens none of next-auth: read sessions by `auth()`, or by `getToken` with `migrate`.',
        'session',
      ),
    )
