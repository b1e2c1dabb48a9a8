import {
  type Edit,
  type Node,
  type Source,
  contains,
  inner,
  items,
  nameIn,
  references,
  relativeImport,
  remarkAt,
} from '../tree.ts'
import { isFree, preferredEnd } from '../statements.ts'
import {
  type Application,
  type Call,
  type Found,
  type FrameworkPlan,
  PlanBuilder,
  callsOf,
  findName,
  statementOf,
} from './application.ts'
import { configurationEdits, editedText } from './configuration.ts'
import { type Mount, basePathOf, isRouter, mountEdits, readMount } from './express-mount.ts'
import { importText } from './module-edits.ts'

/** What an instance is called that had no name. */
const NAME = 'latchstring'

/** Where the instance is, once it is made. */
interface Home {
  readonly source: Source
  readonly name: string
  /** The declaration of the configuration, where it has a name. */
  readonly declared: Node | undefined
  /** The module with that declaration. */
  readonly there: Source | undefined
}

/** The configuration of the call, and what it lacks. */
interface Configured {
  readonly argument: Node
  readonly found: Found | undefined
  readonly edits: readonly Edit[]
}

function readConfiguration(mount: Mount, app: Application): Configured | undefined {
  const { source, arguments: given } = mount.call
  const [argument] = given
  const isName = argument?.type === 'Identifier'
  const found = isName ? findName(source, nameIn(argument) ?? '', app) : undefined
  const value = isName ? found && (inner(found.declared, 'init') ?? found.declared) : argument
  const members = { basePath: basePathOf(mount, app) }
  const edits = value && configurationEdits(found?.there ?? source, value, app, members)
  return argument && edits && { argument, found, edits }
}

/** An instance that keeps the name of the middleware. */
function placeHeld(
  mount: Mount,
  name: string,
  { found, edits }: Configured,
  plan: PlanBuilder,
): Home {
  const { source, call } = mount.call
  const callee = inner(call, 'callee')
  plan.add(found?.there ?? source, { edits })
  plan.add(source, {
    edits: [{ start: callee?.start ?? 0, end: callee?.end ?? 0, text: 'Latchstring' }],
  })
  plan.add(mount.source, { edits: mountEdits(mount, name) })
  return { source, name, declared: found?.declared, there: found?.there }
}

/** A configuration of its own, which gets an instance beside it. */
function placeNamed(mount: Mount, found: Found, { edits }: Configured, plan: PlanBuilder): Home {
  const { there, local, declared } = found
  const end = statementOf(there, declared)?.end ?? there.text.length
  const text = `\n\nexport const ${NAME} = Latchstring(${local})${preferredEnd(there.text)}`
  plan.add(there, { edits: [...edits, { start: end, end, text }] })
  plan.add(mount.source, { edits: mountEdits(mount, NAME) })
  return { source: there, name: NAME, declared, there }
}

/** A configuration in the call, which becomes an instance in front of the statement. */
function placeInline(mount: Mount, { argument, edits }: Configured, plan: PlanBuilder): Home {
  const { source, use } = mount
  const statement =
    source.nodes.findLast((node) => node.type === 'ExpressionStatement' && contains(node, use)) ??
    use
  const isTop = statementOf(source, statement)?.start === statement.start
  const indent = /[ \t]*$/.exec(source.text.slice(0, statement.start))?.[0] ?? ''
  const init = `${isTop ? 'export ' : ''}const ${NAME} = Latchstring(${editedText(source, argument, edits)})`
  const text = `${init}${preferredEnd(source.text)}\n\n${indent}`
  const { start } = statement
  plan.add(source, { edits: [{ start, end: start, text }, ...mountEdits(mount, NAME)] })
  return { source, name: NAME, declared: undefined, there: undefined }
}

/** Makes the one instance. */
function placeInstance(mount: Mount, app: Application, plan: PlanBuilder): Home | undefined {
  const { source, call } = mount.call
  const configured = readConfiguration(mount, app)
  if (configured === undefined) {
    plan.stop(source, call, 'It does not show what the configuration is.')
    return undefined
  }
  const { found } = configured
  const home =
    mount.name !== undefined
      ? placeHeld(mount, mount.name, configured, plan)
      : found
        ? placeNamed(mount, found, configured, plan)
        : placeInline(mount, configured, plan)
  plan.add(home.source, { added: [importText(home.source, 'Latchstring', app.framework.to)] })
  return home
}

/** The response of the handler that a node is in. */
function findResponse({ nodes }: Source, node: Node, request: string): string | undefined {
  const handlers = nodes.filter(
    ({ type, ...one }) => /Function/.test(type) && contains({ type, ...one }, node),
  )
  for (const handler of handlers.toReversed()) {
    const [first, second] = items(handler, 'params')
    if (nameIn(first) === request) return nameIn(second)
  }
  return undefined
}

/** Whether a read of the session names the configuration of the instance. */
function isOfHome({ source, arguments: given }: Call, home: Home, app: Application): boolean {
  const [, config] = given
  if (config?.type !== 'Identifier') return false
  const found = findName(source, nameIn(config) ?? '', app)
  return found !== undefined && found.declared === home.declared
}

function moveRead(read: Call, home: Home, app: Application, plan: PlanBuilder): void {
  const { source, call } = read
  const [request] = read.arguments
  const name = nameIn(request) ?? ''
  const response = findResponse(source, call, name)
  if (request?.type !== 'Identifier' || response === undefined) {
    plan.stop(
      source,
      call,
      'The response is needed as well, since reading a session may set its cookie: write `await latchstring.auth(req, res)`, and hand `res` to this place.',
    )
    return
  }
  if (!isOfHome(read, home, app)) {
    plan.stop(source, call, 'Its configuration is not that of `ExpressAuth`: name one for both.')
    return
  }
  const text = `${home.name}.auth(${name}, ${response})`
  plan.add(source, { edits: [{ start: call.start, end: call.end, text }] })
}

/** The import of an instance that is beside no configuration, in the way that the module writes others. */
function addImport(source: Source, { source: to, name }: Home, plan: PlanBuilder): void {
  // It mounts the middleware, too.
  if (!isFree(source, name)) return
  const end = /from\s*["']\.[^"']*(\.[cm]?[jt]s)["']/.exec(source.text)?.[1] ?? ''
  const module = relativeImport(source.path, to.path) + end
  plan.add(source, { added: [importText(source, `{ ${name} }`, module)] })
}

/** The instance in the place of the configuration that a module imports, or beside it where other code uses that. */
function importInstance(
  source: Source,
  home: Home,
  uses: readonly Node[],
  { plan, app }: { readonly plan: PlanBuilder; readonly app: Application },
): void {
  const local = nameIn(uses[0]) ?? ''
  const imported = findName(source, local, app)?.imported
  if (imported === undefined || home.there !== home.source) return addImport(source, home, plan)
  const { statement, module } = imported
  const others = references(source, local).filter(
    ({ start }) => !uses.some((use) => use.start === start),
  )
  const specifiers = items(statement, 'specifiers')
  const own = specifiers.find((one) => nameIn(inner(one, 'local')) === local)
  const isDefault = own?.type === 'ImportDefaultSpecifier'
  // Beside a default there may be names already.
  if (others.length > 0 || own === undefined || (isDefault && specifiers.length > 1)) {
    plan.add(source, { added: [importText(source, `{ ${home.name} }`, module)] })
    return
  }
  const text = isDefault ? `{ ${home.name} }` : home.name
  plan.add(source, { edits: [{ start: own.start, end: own.end, text }] })
}

/** The one call that makes the middleware. */
function findCall(app: Application, plan: PlanBuilder): Call | undefined {
  const { sources, framework } = app
  const [call, second] = callsOf(sources, framework.from, framework.initializer)
  const [read] = callsOf(sources, framework.from, 'getSession')
  if (second !== undefined) {
    plan.stop(second.source, second.call, 'There is more than one configuration.')
    return undefined
  }
  if (call === undefined && read !== undefined) {
    plan.stop(
      read.source,
      read.call,
      'There is no call of `ExpressAuth` that mounts this configuration.',
    )
  }
  return call
}

/** Whether the name of the instance means something else in a module that gets it. */
function isTaken({ source, name, call }: Mount, app: Application, plan: PlanBuilder): boolean {
  const taken = name === undefined ? app.sources.find((one) => !isFree(one, NAME)) : undefined
  if (taken === undefined) return false
  const at = taken === source ? call.call : (taken.body[0] ?? call.call)
  plan.stop(taken, at, `\`${NAME}\` is the name of something else here: rename that first.`)
  return true
}

/** Reads of the session, and imports of the instance. */
function moveUses(mount: Mount, home: Home, app: Application, plan: PlanBuilder): void {
  const { from, initializer } = app.framework
  const reads = callsOf(app.sources, from, 'getSession')
  for (const read of reads) moveRead(read, home, app, plan)
  // A middleware that has a name is imported by it already.
  const mounts = mount.name === undefined ? [mount.source] : []
  for (const source of new Set([...mounts, ...reads.map((read) => read.source)])) {
    const uses = [
      ...(mounts.includes(source) ? mount.call.arguments : []),
      ...reads.flatMap((read) => (read.source === source ? read.arguments.slice(1, 2) : [])),
    ]
    if (source !== home.source) importInstance(source, home, uses, { plan, app })
    plan.add(source, { gone: new Set(['getSession']) })
  }
  plan.add(mount.call.source, { gone: new Set([initializer]) })
}

/** One middleware in the place of `ExpressAuth`, and the reads of its sessions. */
export function planExpress(app: Application): FrameworkPlan {
  const plan = new PlanBuilder()
  const call = findCall(app, plan)
  const mount = call && readMount(call, app, plan)
  if (mount === undefined || isTaken(mount, app, plan)) return plan.done()
  const home = placeInstance(mount, app, plan)
  if (home === undefined) return plan.done()
  moveUses(mount, home, app, plan)
  if (isRouter(mount)) {
    const reason = '`basePath` is the whole path of the actions, with that of the router in front.'
    plan.look.push(remarkAt(mount.source, mount.use.start, reason))
  }
  return plan.done()
}
