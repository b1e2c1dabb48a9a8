import { lineEnd } from '../env-file.ts'
import type { InitCall } from './configuration.ts'
import {
  type HandlerStatement,
  ROUTE_OPTIONS,
  type RoutePlace,
  exportEdits,
  findHandler,
  findRoutePlace,
  isHandlerOnly,
  rebased,
  routeText,
} from './handler.ts'
import { readMentions, readNames } from './imports.ts'
import { type Additions, optionEdits } from './option-edits.ts'
import { configObject } from './options.ts'
import { type Options, findOptions, importedName, readSessionMembers } from './options-module.ts'
import type { Resolver } from './resolver.ts'
import { type SessionHelper, findHelpers, helperEdits, helperExports } from './session-helpers.ts'
import type { AuthModule } from './auth-module.ts'
import { findSessionMembers } from './session-members.ts'
import { freeName, isFree, preferredEnd, withoutNames } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  findProperty,
  inner,
  items,
  literalText,
  nameIn,
  preferredQuote,
} from './tree.ts'

/** How the configuration and the handler of version 4 move. */
export interface Move {
  readonly home: AuthModule
  /** Edits by the path that a file has before. */
  readonly edits: ReadonlyMap<string, readonly Edit[]>
  /** Import statements that these edits change. */
  readonly skipped: ReadonlyMap<string, ReadonlySet<number>>
  /** Files that are made. */
  readonly created: ReadonlyMap<string, string>
  readonly removed: ReadonlySet<string>
}

/** What a move needs to know. */
export interface MoveContext extends Additions {
  readonly sources: readonly Source[]
  readonly files: ReadonlySet<string>
  readonly resolver: Resolver
}

const DECLARED = 'export const { handlers, auth } = '

/** The sign-in page of a configuration. */
function readSignInPage(source: Source, argument: Node): string | undefined {
  const object = configObject(source, argument)
  const pages = inner(object && findProperty(object, 'pages'), 'value')
  return literalText(inner(pages && findProperty(pages, 'signIn'), 'value'))
}

/** The name under which a module exports one of its constants. */
function exportedAs({ body }: Source, local: string): string | undefined {
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration') {
      if (nameIn(inner(node, 'declaration')) === local) return 'default'
      continue
    }
    if (node.type !== 'ExportNamedDeclaration' || inner(node, 'source') !== undefined) continue
    const declared = items(inner(node, 'declaration'), 'declarations')
    if (declared.some((one) => nameIn(inner(one, 'id')) === local)) return local
    const found = items(node, 'specifiers').find((one) => nameIn(inner(one, 'local')) === local)
    if (found !== undefined) return nameIn(inner(found, 'exported'))
  }
  return undefined
}

function requireNames(source: Source, at: number, given: readonly string[] = []): void {
  const taken = ['auth', 'handlers'].find((name) => !given.includes(name) && !isFree(source, name))
  if (taken === undefined) return
  throw new NotUnderstood(at, `\`${taken}\` is the name of something else here: rename that first.`)
}

/** A configuration that is written in the route: it moves out of it, to `auth`. */
function moveOut(call: InitCall, context: MoveContext): Move {
  const { source, argument } = call
  const { base, end, route } = findRoutePlace(call)
  const handler = findHandler(call)
  requireNames(source, call.call.start)
  const own = source.body.find(({ start, end: to }) =>
    ROUTE_OPTIONS.test(source.text.slice(start, to)),
  )
  if (own !== undefined) {
    throw new NotUnderstood(own.start, 'The route has options of its own beside the configuration.')
  }
  const after = ['auth', 'lib/auth', 'latchstring']
    .map((name) => `${base}${name}`)
    .find((name) =>
      ['ts', 'tsx', 'js', 'jsx', 'mjs'].every((one) => !context.files.has(`${name}.${one}`)),
    )
  if (after === undefined) {
    throw new NotUnderstood(
      call.call.start,
      'There is an `auth` already where the configuration would go.',
    )
  }
  const path = `${after}${end}`
  const local = nameIn(argument)
  const edits = [
    { start: handler.start, end: call.call.start, text: DECLARED },
    ...exportEdits(source, handler),
    ...optionEdits(source, argument, context),
    ...rebased(source, path, context.resolver),
  ]
  return {
    home: {
      before: source.path,
      after: path,
      local,
      exported: local === undefined ? undefined : exportedAs(source, local),
      signIn: readSignInPage(source, argument),
      helpers: [],
      members: findSessionMembers(source, argument),
    },
    edits: new Map([[source.path, edits]]),
    skipped: new Map(),
    created: new Map([[route, routeText(route, path, source, context.resolver)]]),
    removed: new Set(route === source.path ? [] : [source.path]),
  }
}

/** The initializer, imported and called in the module of the options. */
function initializerEdits(
  there: Source,
  { local, declared: statement }: Options,
  helpers: readonly SessionHelper[],
): readonly Edit[] {
  const name = freeName(there, ['Latchstring', 'NextAuth'], statement.start)
  const quote = preferredQuote(there.text)
  const end = preferredEnd(there.text)
  const line = lineEnd(there.text)
  const [first] = there.body.filter(({ type }) => type === 'ImportDeclaration')
  const at = first?.start ?? 0
  const last = there.text.length
  const gap = there.text.endsWith('\n') ? line : `${line}${line}`
  const statements = [`${DECLARED}${name}(${local})`, ...helperExports(helpers)]
  return [
    {
      start: at,
      end: at,
      text: `import ${name} from ${quote}@latchstring/next${quote}${end}${line}`,
    },
    { start: last, end: last, text: gap + statements.map((one) => one + end + line).join('') },
  ]
}

/** A route whose configuration is in another module: that one gives `auth`. */
function moveBeside(call: InitCall, name: string, context: MoveContext): Move {
  const { source } = call
  const { resolver } = context
  const site = findRoutePlace(call)
  const handler = findHandler(call)
  const options = findOptions(call, name, context)
  const { there, declared, local, imported, node: found } = options
  const helpers = findHelpers(there, local)
  requireNames(
    there,
    declared.start,
    helpers.map((one) => one.name),
  )
  const argument = inner(declared, 'init') ?? declared
  const edits = [
    ...optionEdits(there, argument, context),
    ...initializerEdits(there, options, helpers),
    ...helperEdits(there, helpers),
  ]
  const home = {
    before: there.path,
    after: there.path,
    local,
    exported: imported,
    signIn: readSignInPage(there, argument),
    helpers,
    members: readSessionMembers(call, context),
  }
  const created = new Map([[site.route, routeText(site.route, there.path, source, resolver)]])
  const own = source.body.filter((node) => !isHandlerOnly(node, handler))
  const commented = site.route === source.path && /^\s*(?:\/\/|\/\*)/m.test(source.text)
  if (own.length > 0 || commented) return moveInPlace(call, { handler, found, site, home, edits })
  return {
    home,
    edits: new Map([[there.path, edits]]),
    skipped: new Map(),
    created,
    removed: new Set(site.route === source.path ? [] : [source.path]),
  }
}

interface Place {
  readonly handler: HandlerStatement
  readonly found: Node
  readonly site: RoutePlace
  readonly home: AuthModule
  readonly edits: readonly Edit[]
}

/** A route that says more than the handler keeps the rest. */
function moveInPlace({ source, call, argument }: InitCall, place: Place): Move {
  const { handler, found, site, home, edits } = place
  if (site.route !== source.path) {
    throw new NotUnderstood(call.start, 'The API route does more than to export the handler.')
  }
  const old = readMentions(source).find(
    ({ node, source: module }) =>
      node.type === 'ImportDeclaration' && /^next-auth(?:\/next)?$/.test(module),
  )
  const options = readNames(found).find(({ local }) => local === nameIn(argument))
  if (old === undefined || options === undefined || readNames(old.node).length > 1) {
    throw new NotUnderstood(call.start, 'The route imports more of next-auth than the handler.')
  }
  const { start, end } = options.specifier
  const text = options.imported === 'default' ? '{ handlers }' : 'handlers'
  return {
    home,
    edits: new Map([
      [home.before, edits],
      [
        source.path,
        [
          ...withoutNames(source, old.node, readNames(old.node)),
          { start, end, text },
          ...exportEdits(source, handler),
          { start: handler.start, end: call.end, text: 'export const { GET, POST } = handlers' },
        ],
      ],
    ]),
    skipped: new Map([[source.path, new Set([old.node.start])]]),
    created: new Map(),
    removed: new Set(),
  }
}

/**
 * How an application of version 4 moves.
 *
 * @throws NotUnderstood where it does not show where its configuration is, or where it can go
 */
export function planVersion4(call: InitCall, context: MoveContext): Move {
  const name = importedName(call)
  return name === undefined ? moveOut(call, context) : moveBeside(call, name, context)
}
