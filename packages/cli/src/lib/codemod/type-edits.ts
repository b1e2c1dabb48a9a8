import { readMentions, readNames } from './mentions.ts'
import { withoutMember } from './package-lists.ts'
import { lineEnd } from '../env-file.ts'
import { around, usesIn } from './token-uses.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  contains,
  findProperty,
  inner,
  items,
  literalText,
  nameIn,
  preferredQuote,
  unwrap,
} from './tree.ts'

/** `.` before a member becomes `?.`. */
export function optionalStep(source: Source, member: Node): readonly Edit[] {
  const object = inner(member, 'object')
  const property = inner(member, 'property')
  if (object === undefined || property === undefined) return []
  const isPlain = member['optional'] !== true && member['computed'] !== true
  const at = source.text.indexOf('.', object.end)
  return isPlain && at !== -1 && at < property.start ? [{ start: at, end: at, text: '?' }] : []
}

/** The member that is read of an expression. */
function memberOf(source: Source, node: Node): Node | undefined {
  const outer = around(source, node)
  const holder = outer?.type === 'ChainExpression' ? around(source, outer) : outer
  const isRead =
    holder?.type === 'MemberExpression' && inner(holder, 'object')?.start === node.start
  if (!isRead || holder === undefined) return undefined
  const parent = around(source, holder)
  const isWritten =
    parent?.type === 'AssignmentExpression' && inner(parent, 'left')?.start === holder.start
  return isWritten ? undefined : holder
}

/** The callback `jwt` gets what a client has sent, which may be anything or nothing: `session.user.name` becomes `session?.user?.name`. */
export function callbackEdits(source: Source): readonly Edit[] {
  return source.nodes.flatMap((node) => {
    if (node.type !== 'Property' || nameIn(inner(node, 'key')) !== 'jwt') return []
    const callback = unwrap(inner(node, 'value'))
    const [pattern] = items(callback, 'params')
    const own = pattern?.type === 'ObjectPattern' ? findProperty(pattern, 'session') : undefined
    const name = inner(own, 'value')
    if (callback === undefined || pattern === undefined || name?.type !== 'Identifier') return []
    if (inner(pattern, 'typeAnnotation') !== undefined) return []
    const uses = usesIn(source, callback, name) ?? []
    return uses
      .filter((use) => !contains(pattern, use))
      .flatMap((use) => {
        const first = memberOf(source, use)
        if (first === undefined) return []
        const isUser = nameIn(inner(first, 'property')) === 'user'
        const second = isUser ? memberOf(source, first) : undefined
        return [
          ...optionalStep(source, first),
          ...(second === undefined ? [] : optionalStep(source, second)),
        ]
      })
  })
}

/** The objects that providers of a module are given. */
export function providerOptions(source: Source): readonly Node[] {
  const names = new Set(
    readMentions(source)
      .filter(({ source: module }) => /\/providers\/[\w-]+$/.test(module))
      .flatMap(({ node }) => readNames(node))
      .map(({ local }) => local),
  )
  return source.nodes.flatMap((node) => {
    const isProvider =
      node.type === 'CallExpression' && names.has(nameIn(inner(node, 'callee')) ?? '')
    const [first] = isProvider ? items(node, 'arguments') : []
    const object = unwrap(first)
    return object?.type === 'ObjectExpression' ? [object] : []
  })
}

/** Options of version 4 that providers no longer have. */
export function oldOptions(source: Source): readonly Node[] {
  return providerOptions(source).flatMap((object) => {
    const http = findProperty(object, 'httpOptions')
    const version = findProperty(object, 'version')
    const isOld = /^[12]\.\d/.test(literalText(inner(version, 'value')) ?? '')
    return [http, isOld ? version : undefined].flatMap((one) => one ?? [])
  })
}

/** Takes out options that providers no longer have. */
export function oldOptionEdits(source: Source): readonly Edit[] {
  return oldOptions(source)
    .toSorted((one, other) => one.start - other.start)
    .map((node) => withoutMember(source, node))
    .map((edit, index, all) => ({ ...edit, start: Math.max(edit.start, all[index - 1]?.end ?? 0) }))
}

/** The interfaces that augmentations add members to. */
export const augmented = (source: Source, name: string): readonly Node[] =>
  readMentions(source)
    .filter(
      ({ node, source: module }) => node.type === 'TSModuleDeclaration' && module === 'next-auth',
    )
    .flatMap(({ node }) => items(inner(node, 'body'), 'body'))
    .map((node) => inner(node, 'declaration') ?? node)
    .filter((node) => node.type === 'TSInterfaceDeclaration' && nameIn(inner(node, 'id')) === name)

const hasUser = (node: Node): boolean =>
  items(inner(node, 'body'), 'body').some((one) => nameIn(inner(one, 'key')) === 'user')

/**
 * Version 5 has in `session.user` what an application adds to `User`. Here the session has what its callback returns, and its type is
 * that of `Session`, which gets these members.
 */
export function userTypeEdits(
  source: Source,
  sources: readonly Source[],
  isVersion5: boolean,
): readonly Edit[] {
  const said = sources.some((one) => augmented(one, 'Session').some(hasUser))
  if (!isVersion5 || said) return []
  const [user] = augmented(source, 'User')
  const body = inner(user, 'body')
  if (user === undefined || body === undefined || items(body, 'body').length === 0) return []
  const quote = preferredQuote(source.text)
  const line = lineEnd(source.text)
  const indent = /(?<=\n)[ \t]*$/.exec(source.text.slice(0, user.start))?.[0] ?? '  '
  const members = source.text.slice(body.start, body.end).replaceAll(/\n([ \t])/g, `\n${indent}$1`)
  const type = `import(${quote}@latchstring/next${quote}).DefaultSession[${quote}user${quote}]`
  const text = [
    '',
    `${indent}interface Session {`,
    `${indent}  user?: ${members} & ${type}`,
    `${indent}}`,
  ].join(line)
  return [{ start: user.end, end: user.end, text }]
}

/** Local names of what a module of next-auth exports. */
const namesOf = (source: Source, module: string, imported: RegExp): ReadonlySet<string> =>
  new Set(
    readMentions(source)
      .filter((mention) => mention.source === module)
      .flatMap(({ node }) => readNames(node))
      .flatMap((named) => (imported.test(named.imported) ? [named.local] : [])),
  )

/** `const providers: NextAuthOptions['providers'] = []`, to which providers are added: here that list is read only. */
function listEdits(source: Source): readonly Edit[] {
  const names = namesOf(source, 'next-auth', /^(?:NextAuthOptions|AuthOptions|NextAuthConfig)$/)
  return source.nodes.flatMap((node) => {
    if (node.type !== 'VariableDeclarator') return []
    const type = inner(inner(inner(node, 'id'), 'typeAnnotation'), 'typeAnnotation')
    const isList =
      type?.type === 'TSIndexedAccessType' &&
      names.has(nameIn(inner(inner(type, 'objectType'), 'typeName')) ?? '') &&
      literalText(inner(inner(type, 'indexType'), 'literal')) === 'providers'
    if (!isList || type === undefined) return []
    const { start, end } = type
    return [
      { start, end: start, text: '[...' },
      { start: end, end, text: ']' },
    ]
  })
}

/** `useState<Awaited<ReturnType<typeof getProviders>>>(null)`: in next-auth there may be no providers. */
function stateEdits(source: Source): readonly Edit[] {
  const names = [...namesOf(source, 'next-auth/react', /^getProviders$/)]
  return source.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return []
    const [type] = items(inner(node, 'typeArguments'), 'params')
    const [value] = items(node, 'arguments')
    if (type?.type !== 'TSTypeReference' || value?.type !== 'Literal') return []
    const isNull = source.text.slice(value.start, value.end) === 'null'
    const text = source.text.slice(type.start, type.end).replaceAll(/\s/g, '')
    const isResult = names.some((name) => text === `Awaited<ReturnType<typeof${name}>>`)
    return isNull && isResult ? [{ start: type.end, end: type.end, text: ' | null' }] : []
  })
}

/** Types that are narrower here than in next-auth. */
export const narrowTypeEdits = (source: Source): readonly Edit[] => [
  ...listEdits(source),
  ...stateEdits(source),
]
