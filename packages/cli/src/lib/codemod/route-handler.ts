import type { AuthModule } from './auth-module.ts'
import type { InitCall } from './configuration.ts'
import {
  type HandlerStatement,
  type RoutePlace,
  exportEdits,
  handlerText,
  wrapperAt,
} from './handler.ts'
import { readMentions, readNames } from './mentions.ts'
import type { Move } from './move.ts'
import type { Resolver } from './resolver.ts'
import { preferredEnd, removal, withoutNames } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { NotUnderstood, nameIn, preferredQuote, references } from './tree.ts'

/** A route whose handler is made of options that it imports. */
export interface RouteSite {
  readonly handler: HandlerStatement
  /** The import of the options. */
  readonly found: Node
  readonly site: RoutePlace
  readonly home: AuthModule
  /** Edits of the module of the options. */
  readonly edits: readonly Edit[]
  readonly resolver: Resolver
}

/** `handlers`, imported in place of the options that nothing else uses. */
function importHandlers(
  source: Source,
  name: string | undefined,
  { found, home, resolver }: RouteSite,
): readonly Edit[] {
  const options = readNames(found).find(({ local }) => local === name)
  const quote = preferredQuote(source.text)
  const from = `${quote}${resolver.specifier(source.path, home.after)}${quote}`
  const line = `import { handlers } from ${from}${preferredEnd(source.text)}`
  const isUsed = references(source, name ?? '').length > 1
  const { start, end } = found
  if (isUsed || options === undefined) return [{ start, end: start, text: `${line}\u2028` }]
  if (readNames(found).length === 1) return [{ start, end, text: line }]
  return [{ start, end: start, text: `${line}\u2028` }, ...withoutNames(source, found, [options])]
}

/** A route that says more than the handler keeps the rest. */
export function moveFromRoute(
  { source, call, argument, handler: handled, twins }: InitCall,
  place: RouteSite,
): Move {
  const { handler, site, home, edits } = place
  const { statement, name } = handler
  const wrapped = wrapperAt(source, handler) !== undefined
  if (site.route !== source.path) {
    throw new NotUnderstood(call.start, 'The API route does more than to export the handler.')
  }
  const old = readMentions(source).find(
    ({ node, source: module }) =>
      node.type === 'ImportDeclaration' &&
      /^next-auth(?:\/next)?$/.test(module) &&
      readNames(node).some(({ imported }) => imported === 'default'),
  )
  if (old === undefined) {
    throw new NotUnderstood(call.start, 'The route does not import the initializer as usual.')
  }
  const all = readNames(old.node)
  const text =
    wrapped && name !== undefined
      ? handlerText(source, name)
      : `export const { GET, POST } = handlers${handled === undefined ? source.text.slice(call.end, statement.end) : preferredEnd(source.text)}`
  return {
    home,
    edits: new Map([
      [home.before, edits],
      [
        source.path,
        [
          ...withoutNames(
            source,
            old.node,
            all.filter(({ imported }) => imported === 'default'),
          ),
          ...importHandlers(source, nameIn(argument), place),
          ...(wrapped ? [] : exportEdits(source, handler)),
          { start: statement.start, end: statement.end, text },
          ...twins.map((node) => removal(source, node)),
        ],
      ],
    ]),
    skipped: new Map([[source.path, new Set(all.length === 1 ? [old.node.start] : [])]]),
    created: new Map(),
    removed: new Set(),
  }
}
