import { posix } from 'node:path'
import { lineEnd } from '../env-file.ts'
import type { InitCall } from './configuration.ts'
import { readMentions } from './imports.ts'
import type { Resolver } from './resolver.ts'
import { preferredEnd, removal } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
  replaceLiteral,
} from './tree.ts'

/** The statement that makes a handler of version 4. */
export interface HandlerStatement {
  readonly start: number
  readonly statement: Node
  /** The variable that holds it. */
  readonly name: string | undefined
}

export function findHandler({ source, call }: InitCall): HandlerStatement {
  for (const statement of source.body) {
    const exported = inner(statement, 'declaration')
    if (statement.type === 'ExportDefaultDeclaration' && exported?.start === call.start) {
      return { start: statement.start, statement, name: undefined }
    }
    const [only, ...more] = items(statement, 'declarations')
    const held = statement.type === 'VariableDeclaration' && more.length === 0
    if (held && inner(only, 'init')?.start === call.start) {
      return { start: statement.start, statement, name: nameIn(inner(only, 'id')) }
    }
  }
  throw new NotUnderstood(call.start, 'It does not show where the handler is exported.')
}

/** Takes the exports of a handler out. */
export function exportEdits(
  source: Source,
  { name, statement }: HandlerStatement,
): readonly Edit[] {
  if (name === undefined) return []
  const edits: Edit[] = []
  const known = new Set<number>()
  for (const node of source.body) {
    const specifiers = node.type === 'ExportNamedDeclaration' ? items(node, 'specifiers') : []
    const own = specifiers.filter((one) => nameIn(inner(one, 'local')) === name)
    const isDefault =
      node.type === 'ExportDefaultDeclaration' && nameIn(inner(node, 'declaration')) === name
    if (own.length === 0 && !isDefault) continue
    for (const use of references(source, name)) {
      if (node.start <= use.start && use.end <= node.end) known.add(use.start)
    }
    const rest = specifiers.filter((one) => !own.includes(one))
    const texts = rest.map(({ start, end }) => source.text.slice(start, end)).join(', ')
    edits.push(
      rest.length === 0
        ? removal(source, node)
        : {
            start: node.start,
            end: node.end,
            text: `export { ${texts} }${preferredEnd(source.text)}`,
          },
    )
  }
  const open = references(source, name).find(
    ({ start }) => !known.has(start) && (start < statement.start || start >= statement.end),
  )
  if (open !== undefined) {
    throw new NotUnderstood(open.start, `\`${name}\` is used for more than its exports.`)
  }
  return edits
}

const APP_ROUTE = /^(|.*\/)app\/.*route\.[cm]?[jt]sx?$/
const PAGES_ROUTE = /^(|.*\/)pages\/(api\/auth\/\[\.\.\.\w+\])(?:\/index)?(\.[cm]?[jt]sx?)$/

/** Exports that configure a route of Next.js: they belong to the route and not to a configuration of sign-in. */
export const ROUTE_OPTIONS: RegExp =
  /^export (?:const|let|var) (?:config|dynamic|runtime|revalidate|maxDuration)\b/

const withoutX = (end: string): string => end.replace(/x$/, '')

export interface RoutePlace {
  /** In front of `app` or `pages`. */
  readonly base: string
  readonly end: string
  /** Where the route is after. */
  readonly route: string
}

export function findRoutePlace({ source, call }: InitCall): RoutePlace {
  const { path } = source
  const [app, appBase = ''] = APP_ROUTE.exec(path) ?? []
  const end = withoutX(posix.extname(path))
  if (app !== undefined) return { base: appBase, end, route: path }
  const [pages, base = '', below = ''] = PAGES_ROUTE.exec(path) ?? []
  if (pages !== undefined) return { base, end, route: `${base}app/${below}/route${end}` }
  throw new NotUnderstood(
    call.start,
    'This is neither a route of `app` nor `pages/api/auth/[...nextauth]`.',
  )
}

/** Whether a statement has no other use than to make and export the handler. */
export function isHandlerOnly(node: Node, { statement, name }: HandlerStatement): boolean {
  if (node.start === statement.start || node.type === 'ImportDeclaration') return true
  if (node.type === 'ExportDefaultDeclaration') return nameIn(inner(node, 'declaration')) === name
  const specifiers = items(node, 'specifiers')
  return (
    node.type === 'ExportNamedDeclaration' &&
    specifiers.length > 0 &&
    specifiers.every((one) => nameIn(inner(one, 'local')) === name)
  )
}

/** Imports of a file that moves to another folder. */
export const rebased = (source: Source, to: string, resolver: Resolver): readonly Edit[] =>
  readMentions(source).flatMap(({ literal, source: specifier }) => {
    if (!specifier.startsWith('.')) return []
    const target = resolver.resolve(specifier, source.path)
    const plain = posix.join(posix.dirname(source.path), specifier)
    const moved =
      target === undefined
        ? posix.relative(posix.dirname(to), plain)
        : resolver.specifier(to, target, specifier)
    return [replaceLiteral(source, literal, moved.startsWith('.') ? moved : `./${moved}`)]
  })

/** The route of `app`, which exports what the configuration gives. */
export function routeText(route: string, after: string, like: Source, resolver: Resolver): string {
  const quote = preferredQuote(like.text)
  const end = preferredEnd(like.text)
  const from = `${quote}${resolver.specifier(route, after)}${quote}`
  const lines = [
    `import { handlers } from ${from}${end}`,
    '',
    `export const { GET, POST } = handlers${end}`,
    '',
  ]
  return lines.join(lineEnd(like.text))
}
