import { type Edit, type Source, findProperty, inner, literalText, replaceLiteral } from './tree.ts'

/** OpenID Connect is `type: 'oauth'` with `idToken: true` in version 4, and a type of its own since. */
export function providerKindEdits(source: Source): readonly Edit[] {
  return source.nodes.flatMap((node) => {
    if (node.type !== 'ObjectExpression') return []
    const type = inner(findProperty(node, 'type'), 'value')
    const idToken = inner(findProperty(node, 'idToken'), 'value')
    const isConnect = literalText(type) === 'oauth' && idToken?.['value'] === true
    return isConnect && type !== undefined ? [replaceLiteral(source, type, 'oidc')] : []
  })
}
