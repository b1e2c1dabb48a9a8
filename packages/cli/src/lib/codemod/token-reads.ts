import { authArguments } from './client-calls.ts'
import { TOKEN_IS_READ } from './imports.ts'
import { type Named, readMentions, readNames } from './mentions.ts'
import { findCall } from './session-call.ts'
import type { SessionMembers } from './session-members.ts'
import { around, usesAfter, variableEdits } from './token-uses.ts'
import type { Edit, Node, Source } from './tree.ts'
import { NotUnderstood, inner, items, nameIn, references } from './tree.ts'

/** A use of `getToken`, imported from next-auth. */
export interface TokenUse {
  readonly statement: Node
  readonly named: Named
  /** The name where it is used. */
  readonly use: Node
}

/** Every use of `getToken`. */
export const tokenUses = (source: Source): readonly TokenUse[] =>
  readMentions(source)
    .filter(
      ({ node, source: module }) => node.type === 'ImportDeclaration' && module === 'next-auth/jwt',
    )
    .flatMap(({ node: statement }) =>
      readNames(statement)
        .filter(({ imported }) => imported === 'getToken')
        .flatMap((named) =>
          references(source, named.local).map((use) => ({ statement, named, use })),
        ),
    )

/**
 * Whether every use of `getToken` in a module can become a read of the session, in a route of an API. Elsewhere the token is still
 * read.
 */
export function readsBySession(source: Source, members: SessionMembers): boolean {
  const uses = tokenUses(source)
  try {
    for (const use of uses) tokenReadEdits(source, use, 'auth', members)
    return uses.length > 0
  } catch (error) {
    if (error instanceof NotUnderstood) return false
    throw error
  }
}

/** The call, if no option changes its result. */
function plainCall(source: Source, use: Node): Node | undefined {
  const call = findCall(source, use)
  const [argument] = items(call, 'arguments')
  const keys = items(argument, 'properties').map((one) =>
    one['computed'] === true ? '' : (nameIn(inner(one, 'key')) ?? ''),
  )
  const typed = call !== undefined && inner(call, 'typeArguments') !== undefined
  const known = keys.length > 0 && keys.every((key) => ['req', 'secret'].includes(key))
  return known && !typed ? call : undefined
}

/**
 * `const token = await getToken({ req })` becomes `const token = await auth(req, res)`; members that are read become those
 * of the session.
 *
 * @throws NotUnderstood where more is read, or the response is out of reach
 */
export function tokenReadEdits(
  source: Source,
  { use }: TokenUse,
  name: string,
  members: SessionMembers,
): readonly Edit[] {
  const call = plainCall(source, use)
  const given = call && authArguments(source, call)
  const awaited = call && around(source, call)
  const holder = awaited?.type === 'AwaitExpression' ? around(source, awaited) : undefined
  const held = holder?.type === 'VariableDeclarator' && inner(holder, 'id')?.type === 'Identifier'
  const uses = held ? variableEdits(source, usesAfter(source, holder), members) : undefined
  if (call === undefined || given === undefined || uses === undefined) {
    throw new NotUnderstood(use.start, TOKEN_IS_READ)
  }
  return [
    { start: call.start, end: call.end, text: `${name}(${given.text})` },
    ...given.edits,
    ...uses,
  ]
}
