import { type InitCall, localNames } from './configuration.ts'
import {
  type HandlerStatement,
  exportEdits,
  findHandler,
  findRoutePlace,
  isHandlerOnly,
  isRoute,
  routeText,
  wrapperAt,
} from './handler.ts'
import { readMentions, readNames } from './mentions.ts'
import { findExport } from './modules.ts'
import { type Move, type MoveContext, declaredBy, homeAt, requireNames } from './move.ts'
import { optionEdits } from './option-edits.ts'
import { importedName } from './options-module.ts'
import { findSessionMembers } from './session-members.ts'
import type { Node, Source } from './tree.ts'
import { NotUnderstood, inner, items, nameIn } from './tree.ts'

/** What a route exports again, or imports for it. */
interface RouteUse {
  readonly source: Source
  readonly handler: HandlerStatement
}

/** The statement of a route by which it gets the handler of another module. */
function routeUse(
  source: Source,
  call: InitCall,
  name: string,
  context: MoveContext,
): RouteUse | undefined {
  for (const { node, source: module } of readMentions(source)) {
    const named = readNames(node).find(({ imported }) => {
      const found = findExport({ from: source.path, module, name: imported }, context.modules)
      return found?.there.path === call.source.path && found.local === name
    })
    if (named === undefined) continue
    const isImport = node.type === 'ImportDeclaration'
    return {
      source,
      handler: { start: node.start, statement: node, name: isImport ? named.local : undefined },
    }
  }
  return undefined
}

/** Whether a route does nothing but to export a handler. */
const isPlain = ({ source, handler }: RouteUse): boolean =>
  wrapperAt(source, handler) === undefined &&
  source.body.every((node) => node.start === handler.start || isHandlerOnly(node, handler))

const only = (call: InitCall): NotUnderstood =>
  new NotUnderstood(
    call.call.start,
    'The handler is made here, and no route of `app` or `pages/api/auth/[...nextauth]` does nothing but to export it.',
  )

/** A handler that is made beside the options, and that the route exports. */
export function moveBesideHandler(call: InitCall, context: MoveContext): Move {
  const { source, argument } = call
  const { modules } = context
  const handler = findHandler(call)
  const local = nameIn(argument)
  if (
    importedName(call) !== undefined ||
    handler.name === undefined ||
    call.handler !== undefined
  ) {
    throw only(call)
  }
  requireNames(source, call.call.start, context)
  const [use, ...more] = [...context.files]
    .filter(isRoute)
    .flatMap((path) => modules.find(path) ?? [])
    .flatMap((one) => routeUse(one, call, handler.name ?? '', context) ?? [])
  if (use === undefined || more.length > 0 || !isPlain(use)) throw only(call)
  const site = findRoutePlace({ ...call, source: use.source })
  return {
    home: {
      ...homeAt(source, local, argument, modules),
      helpers: [],
      members: findSessionMembers(source, argument),
    },
    edits: new Map([
      [
        source.path,
        [
          { start: handler.start, end: call.call.start, text: declaredBy(context) },
          ...exportEdits(source, handler),
          ...optionEdits(source, argument, context),
        ],
      ],
    ]),
    skipped: new Map(),
    created: new Map([
      [
        site.route,
        routeText({ route: site.route, after: source.path }, use.source, modules.resolver),
      ],
    ]),
    removed: new Set(site.route === use.source.path ? [] : [use.source.path]),
  }
}

/** Whether a module exports something that another one imports. */
function isImported(path: string, sources: readonly Source[], context: MoveContext): boolean {
  return sources.some((source) =>
    readMentions(source).some(
      ({ source: module }) => context.modules.resolver.resolve(module, source.path) === path,
    ),
  )
}

/**
 * A second handler of the same options, in a module that nothing imports: it exports that of the configuration.
 *
 * @throws NotUnderstood where it is more than that
 */
export function secondHandler(
  call: InitCall,
  sources: readonly Source[],
  { home }: Move,
  context: MoveContext,
): ReadonlyMap<string, string> {
  const { source } = call
  const handler = findHandler(call)
  const name = nameIn(call.argument) ?? ''
  const isSame = readMentions(source).some(({ node, source: module }) =>
    readNames(node).some(
      (named) => named.local === name && home.isOptions(source.path, module, named.imported),
    ),
  )
  const isAlone =
    wrapperAt(source, handler) === undefined &&
    source.body.every((node: Node) => isHandlerOnly(node, handler)) &&
    !isImported(source.path, sources, context)
  const methods = source.body
    .flatMap((node) => items(node, 'specifiers'))
    .some((one) => /^(?:GET|POST)$/.test(nameIn(inner(one, 'exported')) ?? ''))
  if (!isSame || !isAlone || !methods || localNames(source, 'default').length !== 1) {
    throw new NotUnderstood(
      call.call.start,
      'There is a second handler: remove it, or export `handlers` of the configuration here.',
    )
  }
  return new Map([
    [
      source.path,
      routeText({ route: source.path, after: home.after }, source, context.modules.resolver),
    ],
  ])
}
