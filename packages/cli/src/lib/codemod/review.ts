import type { Remark, Source } from './tree.ts'
import { findProperty, remarkAt, inner, items, literalText, nameIn, unwrap } from './tree.ts'

const COOKIE = /(?:^|[^\w])(?:next-auth|authjs)\.(?:session-token|csrf-token|callback-url)/

/** Names of cookies: those of this library are others. */
const cookieFindings = (source: Source): readonly Remark[] =>
  source.nodes
    .filter((node) => COOKIE.test(literalText(node) ?? ''))
    .map((node) =>
      remarkAt(
        source,
        node.start,
        'This is the name of a cookie of next-auth. Read the session with `auth()`.',
      ),
    )

/** `authorize` of version 4 gets a request of its own kind, and its errors reach the sign-in page as they are. */
function authorizeFindings(source: Source): readonly Remark[] {
  const functions = source.nodes.filter(
    (node) => node.type === 'Property' && nameIn(inner(node, 'key')) === 'authorize',
  )
  return functions.flatMap((property) => {
    const value = unwrap(inner(property, 'value'))
    const second = items(value, 'params')[1]
    const thrown = source.nodes.find(
      (node) =>
        node.type === 'ThrowStatement' &&
        value !== undefined &&
        node.start > value.start &&
        node.end < value.end &&
        nameIn(inner(inner(node, 'argument'), 'callee')) === 'Error',
    )
    return [
      ...(second === undefined
        ? []
        : [remarkAt(source, second.start, 'The second parameter of `authorize` is a `Request`.')]),
      ...(thrown === undefined
        ? []
        : [
            remarkAt(
              source,
              thrown.start,
              'The sign-in page no longer gets this message: throw a `CredentialsSignin` with a `code`.',
            ),
          ]),
    ]
  })
}

/** A secret of its own for sessions, which version 5 no longer has. */
function secretFindings(source: Source): readonly Remark[] {
  return source.nodes.flatMap((node) => {
    const jwt = node.type === 'Property' && nameIn(inner(node, 'key')) === 'jwt'
    const object = jwt ? unwrap(inner(node, 'value')) : undefined
    const secret = object?.type === 'ObjectExpression' ? findProperty(object, 'secret') : undefined
    if (secret === undefined) return []
    return [
      remarkAt(
        source,
        secret.start,
        'Sessions are sealed with `secret`. Pass this one as `migrate.secret`, to take over those that there are.',
      ),
    ]
  })
}

/** What a person has to look at in a module that was changed. */
export const findReviewRemarks = (source: Source, isVersion4: boolean): readonly Remark[] => [
  ...cookieFindings(source),
  ...(isVersion4 ? [...authorizeFindings(source), ...secretFindings(source)] : []),
]
