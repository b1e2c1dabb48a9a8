import { posix } from 'node:path'
import { lineEnd } from '../env-file.ts'
import type { InitCall } from './configuration.ts'
import { readMentions } from './mentions.ts'
import type { Resolver } from './resolver.ts'
import { preferredEnd, removal } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  inner,
  items,
  contains,
  nameIn,
  preferredQuote,
  references,
  replaceLiteral,
  unwrap,
} from './tree.ts'

/** The statement that makes a handler of version 4. */
export interface HandlerStatement {
  readonly start: number
  readonly statement: Node
  /** The variable or function that is the handler. */
  readonly name: string | undefined
}

/** The name that a statement gives to one thing, if it declares no other. */
function onlyName(statement: Node): string | undefined {
  const declared = inner(statement, 'declaration') ?? statement
  if (/Function|Class/.test(declared.type)) return nameIn(inner(declared, 'id'))
  const [only, ...more] = items(declared, 'declarations')
  return more.length === 0 ? nameIn(inner(only, 'id')) : undefined
}

export function findHandler({ source, call, handler }: InitCall): HandlerStatement {
  for (const statement of source.body) {
    if (statement === handler)
      return { start: statement.start, statement, name: onlyName(statement) }
    const exported = inner(statement, 'declaration')
    if (statement.type === 'ExportDefaultDeclaration' && unwrap(exported)?.start === call.start) {
      return { start: statement.start, statement, name: undefined }
    }
    const declared =
      statement.type === 'ExportNamedDeclaration' && exported !== undefined ? exported : statement
    const [only, ...more] = items(declared, 'declarations')
    const held = declared.type === 'VariableDeclaration' && more.length === 0
    if (held && unwrap(inner(only, 'init'))?.start === call.start) {
      return { start: statement.start, statement, name: nameIn(inner(only, 'id')) }
    }
  }
  throw new NotUnderstood(call.start, 'It does not show where the handler is exported.')
}

/** The use of a handler for more than its exports: a function around it, mostly. */
export function wrapperAt(
  source: Source,
  { name, statement }: HandlerStatement,
): number | undefined {
  if (name === undefined) return undefined
  const exports = source.body.filter(
    (node) =>
      (node.type === 'ExportNamedDeclaration' && inner(node, 'declaration') === undefined) ||
      (node.type === 'ExportDefaultDeclaration' && nameIn(inner(node, 'declaration')) === name),
  )
  return references(source, name).find(
    (use) => !contains(statement, use) && !exports.some((node) => contains(node, use)),
  )?.start
}

/** The handler under the name that it had, for what is around it. */
export function handlerText({ path, text }: Source, name: string): string {
  const end = preferredEnd(text)
  const line = lineEnd(text)
  if (!/\.[cm]?tsx?$/.test(path)) {
    return `const ${name} = (request) => handlers.POST(request)${end}`
  }
  return [
    `const ${name} = (request: Request, ..._rest: unknown[]): Promise<Response> =>`,
    '  // Next.js gives every route a request of its own kind.',
    `  handlers.POST(request as Parameters<typeof handlers.POST>[0])${end}`,
  ].join(line)
}

/** Takes the exports of a handler out. */
export function exportEdits(source: Source, { name }: HandlerStatement): readonly Edit[] {
  if (name === undefined) return []
  const edits: Edit[] = []
  for (const node of source.body) {
    const specifiers = node.type === 'ExportNamedDeclaration' ? items(node, 'specifiers') : []
    const own = specifiers.filter((one) => nameIn(inner(one, 'local')) === name)
    const isDefault =
      node.type === 'ExportDefaultDeclaration' && nameIn(inner(node, 'declaration')) === name
    if (own.length === 0 && !isDefault) continue
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
  return edits
}

const APP_ROUTE = /^(|.*\/)app\/(?:.*\/)?route\.[cm]?[jt]sx?$/
const PAGES_ROUTE = /^(|.*\/)pages\/(api\/auth\/\[\.\.\.\w+\])(?:\/index)?(\.[cm]?[jt]sx?)$/

/** Exports that configure a route of Next.js: they belong to the route and not to a configuration of sign-in. */
export const ROUTE_OPTIONS: RegExp =
  /^export (?:const|let|var) (?:config|dynamic|runtime|revalidate|maxDuration)\b/

/** Whether a path is that of a route that may answer the actions. */
export const isRoute = (path: string): boolean => APP_ROUTE.test(path) || PAGES_ROUTE.test(path)

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

/** A route of `app`, and what it has beside the handler. */
export interface RouteParts {
  readonly route: string
  /** The module of the configuration. */
  readonly after: string
  /** Names that it exports for the route; without them those of `handlers`. */
  readonly exported?: readonly string[]
  /** Statements of the route itself. */
  readonly statements?: readonly string[]
}

/** The route of `app`, which exports what the configuration gives. */
export function routeText(parts: RouteParts, like: Source, resolver: Resolver): string {
  const { route, after, exported = [], statements = [] } = parts
  const quote = preferredQuote(like.text)
  const end = preferredEnd(like.text)
  const from = `${quote}${resolver.specifier(route, after)}${quote}`
  const own =
    exported.length > 0
      ? [`export { ${exported.join(', ')} } from ${from}${end}`]
      : [
          `import { handlers } from ${from}${end}`,
          '',
          `export const { GET, POST } = handlers${end}`,
        ]
  return [...own, ...statements, ''].join(lineEnd(like.text))
}
