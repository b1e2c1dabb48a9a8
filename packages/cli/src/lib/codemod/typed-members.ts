import type { SessionMembers } from './session-members.ts'
import { type Node, type Source, inner, items, nameIn } from './tree.ts'
import { augmented } from './type-edits.ts'

/** What the type of every session has. */
const STANDARD: ReadonlySet<string> = new Set([
  'user?.id',
  'user?.name',
  'user?.email',
  'user?.image',
])

const DEFAULTS = /^Default(?:Session|User)$/

const membersOf = (node: Node): readonly Node[] => [
  ...items(node, 'members'),
  ...items(inner(node, 'body'), 'body'),
]

const findMembers = (node: Node, name: string): readonly Node[] =>
  membersOf(node).filter((one) => nameIn(inner(one, 'key')) === name)

/** Whether a type may have a member: one that is declared elsewhere may. */
function mayHave(type: Node | undefined, name: string, users: readonly Node[]): boolean {
  switch (type?.type) {
    case undefined:
    case 'TSIndexedAccessType':
      return false
    case 'TSTypeLiteral':
      return findMembers(type, name).length > 0
    case 'TSIntersectionType':
    case 'TSUnionType':
      return items(type, 'types').some((one) => mayHave(one, name, users))
    case 'TSTypeReference': {
      const own = nameIn(inner(type, 'typeName')) ?? ''
      if (own === 'User') return users.some((one) => findMembers(one, name).length > 0)
      return !DEFAULTS.test(own)
    }
    default:
      return true
  }
}

/** Whether an interface has what another one has that is not known. */
const extendsOther = (node: Node): boolean =>
  items(node, 'extends').some((one) => !DEFAULTS.test(nameIn(inner(one, 'expression')) ?? ''))

/**
 * The members that the type of a session shows. A callback may write others past the type, with a cast, and TypeScript lets none of
 * them be read; the type of a token lets every member be read.
 */
export function typedMembers(
  members: SessionMembers,
  home: Source,
  sources: readonly Source[],
): SessionMembers {
  if (!/\.[cm]?tsx?$/.test(home.path)) return members
  const sessions = sources.flatMap((one) => augmented(one, 'Session'))
  const users = sources.flatMap((one) => augmented(one, 'User'))
  if (sessions.some(extendsOther)) return members
  const isTyped = (path: string): boolean => {
    if (STANDARD.has(path)) return true
    const [first = '', name] = path.split('?.')
    const found = sessions.flatMap((one) => findMembers(one, first))
    if (name === undefined) return found.length > 0
    return found.some((one) =>
      mayHave(inner(inner(one, 'typeAnnotation'), 'typeAnnotation'), name, users),
    )
  }
  return new Map([...members].filter(([, path]) => isTyped(path)))
}
