import { findDeclaration } from '../options.ts'
import { type Edit, type Node, type Source, inner, items, literalText, nameIn } from '../tree.ts'
import { type Application, type Call, type PlanBuilder, findName } from './application.ts'

/** The middleware as it is mounted. */
export interface Mount {
  readonly call: Call
  /** The name of the middleware, where it has one. */
  readonly name: string | undefined
  /** The module that mounts it. */
  readonly source: Source
  /** `app.use(path, ExpressAuth(config))` */
  readonly use: Node
  readonly pathNode: Node
  readonly handler: Node
  readonly basePath: string
}

/** The path of the actions, of the path of a route that takes all below it. */
function readPath(node: Node | undefined): string | undefined {
  const text = literalText(node)?.replace(/\/?(?:\*\w*|\{\*\w+\}|\(\.\*\))$/, '')
  return text !== undefined && /^(?:\/[\w.-]+)+$/.test(text) ? text : undefined
}

/** Calls of `use` and `all` that have something among their arguments. */
const usesOf = (source: Source, isHandler: (node: Node) => boolean): readonly Node[] =>
  source.nodes.filter(
    (node) =>
      node.type === 'CallExpression' &&
      items(node, 'arguments').some(isHandler) &&
      /^(?:use|all)$/.test(nameIn(inner(inner(node, 'callee'), 'property')) ?? ''),
  )

/** The variable that a middleware is kept in. */
const holderOf = ({ source, call }: Call): Node | undefined =>
  source.nodes.find(
    (node) =>
      node.type === 'VariableDeclarator' &&
      inner(node, 'init')?.start === call.start &&
      inner(node, 'id')?.type === 'Identifier',
  )

/** The places that mount a middleware by its name. */
function namedUses(call: Call, holder: Node, app: Application) {
  const name = nameIn(inner(holder, 'id')) ?? ''
  const isTop = findDeclaration(call.source, name) === holder
  return app.sources.flatMap((source) => {
    const isSame = source === call.source
    const isMeant = isSame || (isTop && findName(source, name, app)?.declared === holder)
    if (!isMeant) return []
    const isHandler = (node: Node): boolean => node.type === 'Identifier' && nameIn(node) === name
    return usesOf(source, isHandler).map((use) => ({ source, use }))
  })
}

/** How the middleware is mounted, where it is in the usual way. */
export function readMount(call: Call, app: Application, plan: PlanBuilder): Mount | undefined {
  const holder = holderOf(call)
  const isCall = ({ start }: Node): boolean => start === call.call.start
  const uses =
    holder === undefined
      ? usesOf(call.source, isCall).map((use) => ({ source: call.source, use }))
      : namedUses(call, holder, app)
  const [first, second] = uses
  const [pathNode, handler, ...more] = items(first?.use, 'arguments')
  const basePath = readPath(pathNode)
  const isUsual = second === undefined && more.length === 0 && basePath !== undefined
  if (first === undefined || pathNode === undefined || handler === undefined || !isUsual) {
    plan.stop(
      call.source,
      call.call,
      "It is not mounted as `app.use('/auth/*', ExpressAuth(config))`: make one `latchstring = Latchstring({ …, basePath, migrate })` and mount that: `app.use(latchstring)`.",
    )
    return undefined
  }
  const name = holder && nameIn(inner(holder, 'id'))
  return { call, name, ...first, pathNode, handler, basePath }
}

/** Whether a router is mounted below another path, which its own does not show. */
export function isRouter({ source, use }: Mount): boolean {
  const name = nameIn(inner(inner(use, 'callee'), 'object')) ?? ''
  return source.nodes.some((node) => {
    if (node.type !== 'VariableDeclarator' || nameIn(inner(node, 'id')) !== name) return false
    const init = inner(node, 'init')
    return init !== undefined && /\bRouter\s*\(/.test(source.text.slice(init.start, init.end))
  })
}

/** The path of the actions, where it is not that of the package. */
export const basePathOf = ({ basePath }: Mount, app: Application): string | undefined =>
  basePath === app.framework.basePath ? undefined : basePath

/** The instance in the place of path and handler, by `use`: it has its own path. */
export function mountEdits({ use, pathNode, handler }: Mount, name: string): readonly Edit[] {
  const method = inner(inner(use, 'callee'), 'property')
  const renamed = nameIn(method) === 'all' && method !== undefined
  return [
    ...(renamed ? [{ start: method.start, end: method.end, text: 'use' }] : []),
    { start: pathNode.start, end: handler.end, text: name },
  ]
}
