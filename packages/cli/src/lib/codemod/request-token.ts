import type { SessionMembers } from './session-members.ts'
import { around, readOfSession, usesAfter, variableEdits } from './token-uses.ts'
import type { Edit, Node, Source } from './tree.ts'
import { NotUnderstood, remarkAt, inner, items, literalText, nameIn } from './tree.ts'

/** The member of the request that has the token in a guard of version 4. */
const NAME = 'nextauth'

/** Why a read of the token is left. */
export const tokenIsRead = (at: number): NotUnderstood =>
  new NotUnderstood(
    at,
    'The token is read here: `auth((request) => …)` gets the session as `request.auth`.',
  )

/** `request.nextauth`, in any form of it. */
const tokenHolders = ({ nodes }: Source): readonly Node[] =>
  nodes.filter(
    (node) => node.type === 'MemberExpression' && nameIn(inner(node, 'property')) === NAME,
  )

/** `params.nextauth` is a part of the path of the route. */
const isOfPath = (read: Node): boolean =>
  /^(?:query|params)$/.test(
    nameIn(inner(inner(read, 'object'), 'property') ?? inner(read, 'object')) ?? '',
  )

/** Whether a node has the name: as a variable, a key or a text. */
function isNamed(node: Node): boolean {
  if (node.type !== 'TemplateElement') return (nameIn(node) ?? literalText(node)) === NAME
  const value = node['value']
  return typeof value === 'object' && value !== null && Reflect.get(value, 'cooked') === NAME
}

/**
 * Looks whether other modules read the token of a request, which they may be given by a guard.
 *
 * @throws NotUnderstood where one does
 */
export function requireOwnReads(others: readonly Source[]): void {
  for (const other of others) {
    const isTaken = (node: Node): boolean =>
      node.type === 'ObjectPattern' &&
      items(node, 'properties').some((one) => isNamed(inner(one, 'key') ?? one))
    const read = tokenHolders(other).find((one) => !isOfPath(one)) ?? other.nodes.find(isTaken)
    if (read === undefined) continue
    const { path, line } = remarkAt(other, read.start, '')
    throw new NotUnderstood(
      0,
      `\`request.nextauth\` is read in ${path}, line ${line}: what the guard calls gets the session as \`request.auth\`.`,
    )
  }
}

/**
 * `request.nextauth.token` becomes `request.auth`; members that are read become those of the session.
 *
 * @throws NotUnderstood where the token is read in another way
 */
export function tokenEdits(source: Source, members: SessionMembers): readonly Edit[] {
  const requests = tokenHolders(source)
  const known = new Set(requests.map((one) => inner(one, 'property')?.start))
  const other = source.nodes.find((node) => isNamed(node) && !known.has(node.start))
  if (other !== undefined) throw tokenIsRead(other.start)
  return requests.flatMap((member) => {
    const token = source.nodes.find(
      (node) =>
        node.type === 'MemberExpression' &&
        inner(node, 'object')?.start === member.start &&
        inner(node, 'object')?.end === member.end &&
        nameIn(inner(node, 'property')) === 'token',
    )
    const brackets = [member, token].some((one) => one?.['computed'] === true)
    if (token === undefined || brackets) throw tokenIsRead(member.start)
    const { start } = inner(member, 'property') ?? member
    const holder = around(source, token)
    if (holder?.type === 'VariableDeclarator' && inner(holder, 'id')?.type === 'Identifier') {
      const uses = variableEdits(source, usesAfter(source, holder), members)
      if (uses === undefined) throw tokenIsRead(member.start)
      return [{ start, end: token.end, text: 'auth' }, ...uses]
    }
    const read = readOfSession(source, token, members)
    if (read === undefined) throw tokenIsRead(member.start)
    return [{ start, end: read.end, text: `auth${read.text}` }]
  })
}
