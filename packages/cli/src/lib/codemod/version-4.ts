import { lineEnd } from '../env-file.ts'
import { type InitCall, PER_REQUEST } from './configuration.ts'
import { findUsed } from './modules.ts'
import {
  type HandlerStatement,
  ROUTE_OPTIONS,
  exportEdits,
  findHandler,
  findRoutePlace,
  handlerText,
  isHandlerOnly,
  isRoute,
  rebased,
  routeText,
  wrapperAt,
} from './handler.ts'
import { withoutRequest } from './request-options.ts'
import { moveFromRoute } from './route-handler.ts'
import { type Move, type MoveContext, declaredBy, homeAt, requireNames } from './move.ts'
import { optionEdits } from './option-edits.ts'
import { configObject, isFunction, migrateMember } from './options.ts'
import { type Options, findOptions, importedName, readSessionMembers } from './options-module.ts'
import { type SessionHelper, findHelpers, helperEdits, helperExports } from './session-helpers.ts'
import { moveBesideHandler } from './shared-handler.ts'
import { findSessionMembers } from './session-members.ts'
import { freeName, preferredEnd, removal } from './statements.ts'
import type { Edit, Source } from './tree.ts'
import { NotUnderstood, inner, items, nameIn, preferredQuote, remarkAt, unwrap } from './tree.ts'

/** A path without its end for a module that is not there yet. */
function freePath(call: InitCall, base: string, files: ReadonlySet<string>): string {
  const found = ['auth', 'lib/auth', 'latchstring']
    .map((name) => `${base}${name}`)
    .find((name) => ['ts', 'tsx', 'js', 'jsx', 'mjs'].every((one) => !files.has(`${name}.${one}`)))
  if (found !== undefined) return found
  throw new NotUnderstood(
    call.call.start,
    'There is an `auth` already where the configuration would go.',
  )
}

/** The names of methods that a route exports. */
const exportedMethods = ({ body }: Source): readonly string[] =>
  body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((node) => {
      const declaration = inner(node, 'declaration')
      const declared = [declaration, ...items(declaration, 'declarations')]
      return [
        ...declared.map((one) => nameIn(inner(one, 'id'))),
        ...items(node, 'specifiers').map((one) => nameIn(inner(one, 'exported'))),
      ]
    })
    .filter((name): name is string => /^(?:GET|POST)$/.test(name ?? ''))

/** The initializer in place of the handler, and the handler after it where something is around it. */
function declarationEdits(
  { source, call, argument }: InitCall,
  handler: HandlerStatement,
  wrapped: boolean,
  context: MoveContext,
): readonly Edit[] {
  const { statement, name } = handler
  const isPlain =
    call.start <= argument.start &&
    argument.end <= call.end &&
    items(call, 'arguments').length === 1
  const callee = inner(call, 'callee') ?? call
  const head = isPlain
    ? { start: statement.start, end: call.start, text: declaredBy(context) }
    : {
        start: statement.start,
        end: argument.start,
        text: `${declaredBy(context)}${source.text.slice(callee.start, callee.end)}(`,
      }
  const tail = isPlain
    ? []
    : [{ start: argument.end, end: statement.end, text: `)${preferredEnd(source.text)}` }]
  const line = lineEnd(source.text)
  const { end } = statement
  const after =
    wrapped && name !== undefined
      ? [{ start: end, end, text: `${line}${line}${handlerText(source, name)}` }]
      : []
  return [head, ...tail, ...after]
}

/** A configuration that is written in the route: it moves out of it, to `auth`. */
function moveOut(call: InitCall, more: readonly Edit[], context: MoveContext): Move {
  const { source, argument } = call
  const { modules } = context
  const { base, end, route } = findRoutePlace(call)
  const handler = findHandler(call)
  requireNames(source, call.call.start, context, handler.name === undefined ? [] : [handler.name])
  const wrapper = wrapperAt(source, handler)
  const exported = wrapper === undefined ? [] : exportedMethods(source)
  if (wrapper !== undefined && (exported.length === 0 || call.handler !== undefined)) {
    throw new NotUnderstood(wrapper, `\`${handler.name}\` is used for more than its exports.`)
  }
  const own = source.body.filter(({ start, end: to }) =>
    ROUTE_OPTIONS.test(source.text.slice(start, to)),
  )
  const path = `${freePath(call, base, context.files)}${end}`
  const local = nameIn(argument)
  const edits = [
    ...declarationEdits(call, handler, wrapper !== undefined, context),
    ...(wrapper === undefined ? exportEdits(source, handler) : []),
    ...[...own, ...call.twins].map((node) => removal(source, node)),
    ...optionEdits(source, argument, context),
    ...rebased(source, path, modules.resolver),
    ...more,
  ]
  const statements = own.map((node) => source.text.slice(node.start, node.end))
  const text = routeText({ route, after: path, exported, statements }, source, modules.resolver)
  return {
    home: {
      ...homeAt(source, local, argument, modules),
      after: path,
      helpers: [],
      members: findSessionMembers(source, argument),
    },
    edits: new Map([[source.path, edits]]),
    skipped: new Map(),
    created: new Map([[route, text]]),
    removed: new Set(route === source.path ? [] : [source.path]),
  }
}

/** What the initializer is given: the options, or a function around one whose result does not show. */
function givenBy(
  there: Source,
  { local, declared }: Options,
  { until, members, authorized }: MoveContext,
): string {
  const isHidden = configObject(there, inner(declared, 'init') ?? declared) === undefined
  const isFunctionHere = isFunction(there, inner(declared, 'init') ?? declared)
  if (!isHidden || !isFunctionHere || authorized !== undefined) return local
  const more = [...members, migrateMember(there, until)].join(', ')
  return `async () => ({ ...(await ${local}()), ${more} })`
}

/** The initializer, imported and called in the module of the options. */
function initializerEdits(
  there: Source,
  { declared: statement }: Options,
  helpers: readonly SessionHelper[],
  { given, result }: { readonly given: string; readonly result: string },
): readonly Edit[] {
  const name = freeName(there, ['Latchstring', 'NextAuth'], statement.start)
  const quote = preferredQuote(there.text)
  const end = preferredEnd(there.text)
  const line = lineEnd(there.text)
  const [first] = there.body.filter(({ type }) => type === 'ImportDeclaration')
  const at = first?.start ?? 0
  const last = there.text.length
  const gap = there.text.endsWith('\n') ? line : `${line}${line}`
  const statements = [`${result}${name}(${given})`, ...helperExports(helpers)]
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
function moveBeside(call: InitCall, more: readonly Edit[], context: MoveContext): Move {
  const { source } = call
  const { modules } = context
  const site = findRoutePlace(call)
  const handler = findHandler(call)
  const options = findOptions(call, importedName(call) ?? '', modules)
  const { there, declared, local, node: found } = options
  const helpers = findHelpers(there, local)
  requireNames(
    there,
    declared.start,
    context,
    helpers.map((one) => one.name),
  )
  const argument = inner(declared, 'init') ?? declared
  const given = givenBy(there, options, context)
  const edits = [
    ...(given === local ? optionEdits(there, argument, context) : []),
    ...initializerEdits(there, options, helpers, { given, result: declaredBy(context) }),
    ...helperEdits(there, helpers),
    ...more,
  ]
  const home = {
    ...homeAt(there, local, argument, modules),
    helpers,
    members: readSessionMembers(call, modules),
  }
  const text = routeText({ route: site.route, after: there.path }, source, modules.resolver)
  const own = source.body.filter(
    (node) => !isHandlerOnly(node, handler) && !call.twins.includes(node),
  )
  const commented = site.route === source.path && /^\s*(?:\/\/|\/\*)/m.test(source.text)
  if (own.length > 0 || commented) {
    return moveFromRoute(call, { handler, found, site, home, edits, resolver: modules.resolver })
  }
  return {
    home,
    edits: new Map([[there.path, edits]]),
    skipped: new Map(),
    created: new Map([[site.route, text]]),
    removed: new Set(site.route === source.path ? [] : [source.path]),
  }
}

const SESSIONS_OF_PASSWORDS =
  'The options no longer need the request: what made sessions in the database for passwords was taken out, as the library makes them, and functions for that may be unused now.'

/**
 * What takes the request from the function that gives the options.
 *
 * @throws NotUnderstood where they depend on it
 */
function requestEdits(
  { source, call, argument, handler }: InitCall,
  { modules }: MoveContext,
): readonly Edit[] {
  if (handler === undefined || argument.type !== 'Identifier') return []
  const found = findUsed(source, nameIn(argument) ?? '', modules)
  const value = found && (unwrap(inner(found.declared, 'init')) ?? found.declared)
  if (found === undefined || items(value, 'params').length === 0) return []
  const edits = withoutRequest(found.there, value)
  if (edits === undefined) throw new NotUnderstood(call.start, PER_REQUEST)
  return edits
}

/**
 * How an application of version 4 moves.
 *
 * @throws NotUnderstood where it does not show where its configuration is, or where it can go
 */
export function planVersion4(call: InitCall, context: MoveContext): Move {
  if (!isRoute(call.source.path)) return moveBesideHandler(call, context)
  const name = importedName(call)
  const given = requestEdits(call, context)
  const move = name === undefined ? moveOut(call, given, context) : moveBeside(call, given, context)
  if (given.length === 0) return move
  const look = [remarkAt(call.source, call.call.start, SESSIONS_OF_PASSWORDS, 'other')]
  return { ...move, look }
}
