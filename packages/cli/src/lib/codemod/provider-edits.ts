import { readMentions, readNames } from './mentions.ts'
import { findCall } from './session-call.ts'
import { addMembers } from './options.ts'
import {
  type Edit,
  type Node,
  type Remark,
  type Source,
  findProperty,
  inner,
  items,
  literalText,
  preferredQuote,
  references,
  remarkAt,
  replaceLiteral,
  unwrap,
} from './tree.ts'

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

/** A request of its own for the tokens, which providers of version 4 may make. */
export const tokenRequestFindings = (source: Source): readonly Remark[] =>
  source.nodes.flatMap((node) => {
    const isProvider =
      node.type === 'ObjectExpression' &&
      /^(?:oauth|oidc)$/.test(literalText(inner(findProperty(node, 'type'), 'value')) ?? '')
    const token = isProvider ? unwrap(inner(findProperty(node, 'token'), 'value')) : undefined
    const request = token?.type === 'ObjectExpression' ? findProperty(token, 'request') : undefined
    if (request === undefined) return []
    const reason =
      'A provider no longer makes the request for the tokens itself: change what is sent by `[customFetch]`, and what comes back by `token.conform`.'
    return [remarkAt(source, request.start, reason, 'person')]
  })

const SLACK = /^(?:next-auth|@auth\/core)\/providers\/slack$/

/** The names under which a module imports the provider. */
const slackNames = (source: Source): readonly string[] =>
  readMentions(source)
    .filter((mention) => SLACK.test(mention.source) && mention.node.type === 'ImportDeclaration')
    .flatMap(({ node }) => readNames(node))
    .flatMap(({ imported, local }) => (imported === 'default' && local ? [local] : []))

function withOption(source: Source, use: Node, member: string): readonly Edit[] {
  const call = findCall(source, use)
  if (call === undefined) return [{ start: use.end, end: use.end, text: `({ ${member} })` }]
  const [argument] = items(call, 'arguments')
  if (argument === undefined) {
    return [{ start: call.end - 1, end: call.end - 1, text: `{ ${member} }` }]
  }
  const object = unwrap(argument)
  if (object?.type === 'ObjectExpression') {
    return findProperty(object, 'accountIds') === undefined
      ? addMembers(source, object, [member])
      : []
  }
  const { start, end } = argument
  return [{ start, end, text: `{ ${member}, ...${source.text.slice(start, end)} }` }]
}

/** Accounts of Slack are stored with the user id alone, which new applications do not have. */
export function slackEdits(source: Source): readonly Edit[] {
  const quote = preferredQuote(source.text)
  const reason =
    '/* As next-auth stored them. Two workspaces can have the same user id: admit one. */'
  const member = `${reason} accountIds: ${quote}user${quote}`
  return slackNames(source).flatMap((name) =>
    references(source, name).flatMap((use) => withOption(source, use, member)),
  )
}
