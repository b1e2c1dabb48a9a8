import { around, usesIn } from './token-uses.ts'
import type { Edit, Node, Remark, Source } from './tree.ts'
import {
  contains,
  inner,
  items,
  literalText,
  nameIn,
  preferredQuote,
  remarkAt,
  unwrap,
} from './tree.ts'

/** The uses of the second parameter of `authorize`, which is a `Request`, and in version 4 an object with its parts. */
function requestUses(source: Source): readonly Node[] {
  return source.nodes.flatMap((node) => {
    if (node.type !== 'Property' || nameIn(inner(node, 'key')) !== 'authorize') return []
    const callback = unwrap(inner(node, 'value'))
    const second = items(callback, 'params')[1]
    if (callback === undefined || second?.type !== 'Identifier') return []
    return (usesIn(source, callback, second) ?? []).filter((use) => !contains(second, use))
  })
}

/** The member that is read of an expression. */
function memberOf(source: Source, node: Node): Node | undefined {
  const outer = around(source, node)
  const isRead = outer?.type === 'MemberExpression' && inner(outer, 'object')?.start === node.start
  return isRead ? outer : undefined
}

/** The name of a member, in dots or brackets. */
function memberName(member: Node | undefined): string | undefined {
  const property = inner(member, 'property')
  return member?.['computed'] === true ? literalText(property) : nameIn(property)
}

/** A header that is read of the request. */
function headerOf(
  source: Source,
  use: Node,
): { member: Node; headers: Node; name: string } | undefined {
  const headers = memberOf(source, use)
  const member =
    headers && memberName(headers) === 'headers' ? memberOf(source, headers) : undefined
  const name = memberName(member)
  return headers && member && name !== undefined && name !== 'get'
    ? { member, headers, name }
    : undefined
}

/** `request.headers['x-name']` in `authorize` becomes `request.headers.get('x-name')`. */
export function authorizeEdits(source: Source): readonly Edit[] {
  const quote = preferredQuote(source.text)
  return requestUses(source).flatMap((use) => {
    const found = headerOf(source, use)
    if (found === undefined) return []
    const { headers, member, name } = found
    const isOptional = member['optional'] === true
    const text = `${isOptional ? '?.' : '.'}get(${quote}${name}${quote})`
    return [{ start: headers.end, end: member.end, text }]
  })
}

/** Reads of what a `Request` does not have. */
export const authorizeFindings = (source: Source): readonly Remark[] =>
  requestUses(source)
    .filter((use) => /^(?:body|query|cookies)$/.test(memberName(memberOf(source, use)) ?? ''))
    .map((use) =>
      remarkAt(
        source,
        use.start,
        'The second parameter of `authorize` is a `Request`: its fields are in the first one, and it has neither `body`, `query` nor `cookies` of version 4.',
        'person',
      ),
    )
