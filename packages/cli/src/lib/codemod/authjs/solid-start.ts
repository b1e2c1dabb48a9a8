import { posix } from 'node:path'
import { isFree, preferredEnd } from '../statements.ts'
import {
  type Edit,
  type Node,
  type Source,
  findProperty,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
  relativeImport,
  replaceLiteral,
  unwrap,
} from '../tree.ts'
import {
  type Application,
  type Call,
  type FrameworkPlan,
  PlanBuilder,
  callsOf,
  findName,
  resolveModule,
  statementOf,
} from './application.ts'
import { configurationEdits } from './configuration.ts'
import { importText, readMentions } from './module-edits.ts'
import { configureMiddleware } from './solid-config.ts'
import { moveClient } from './sveltekit.ts'

/** What differs between the versions of SolidStart. */
interface Version {
  readonly package: string
  /** The function that serves the actions. */
  readonly hook: string
  readonly middleware: (hook: string) => string
}

const VERSION_1: Version = {
  package: '@latchstring/solid-start/vinxi',
  hook: 'onRequest',
  middleware: (hook) => `createMiddleware({ ${hook} })`,
}

const VERSION_2: Version = {
  package: '@latchstring/solid-start',
  hook: 'middleware',
  middleware: (hook) => `createMiddleware([${hook}])`,
}

/** The version that package.json names. */
function readVersion({ dependencies }: Application): Version | undefined {
  const range = dependencies.get('@solidjs/start')
  if (range === undefined) return undefined
  return /^\D*2/.test(range) ? VERSION_2 : VERSION_1
}

/** Where the instance is made: beside the configuration, which leaves its route. */
interface Home {
  readonly source: Source
  readonly path: string
}

const isRoute = (path: string): boolean => /(?:^|\/)routes\//.test(path)

/** The option that says where the actions are, by the name that it has here. */
function prefixEdits(source: Source, value: Node): readonly Edit[] {
  const object = unwrap(value)
  const property = object?.type === 'ObjectExpression' ? findProperty(object, 'prefix') : undefined
  const key = inner(property, 'key')
  return key === undefined ? [] : [{ start: key.start, end: key.end, text: 'basePath' }]
}

/** The configuration with what it lacks. */
function optionEdits(source: Source, value: Node, app: Application): readonly Edit[] | undefined {
  const renamed = prefixEdits(source, value)
  const basePath = renamed.length > 0 ? undefined : app.framework.basePath
  const own = configurationEdits(source, value, app, { basePath })
  return own && [...renamed, ...own]
}

/** The configuration of a call, and the module that has it. */
interface Configured {
  readonly there: Source
  readonly value: Node
  /** The argument, in the module that has the configuration. */
  readonly local: string
}

function findConfiguration(
  { source, arguments: [argument] }: Call,
  app: Application,
): Configured | undefined {
  const node = unwrap(argument)
  if (node === undefined) return undefined
  const found = findName(source, nameIn(node) ?? '', app)
  if (found === undefined) return { there: source, value: node, local: '' }
  const { there, declared, local } = found
  return { there, value: inner(declared, 'init') ?? declared, local }
}

/** The instance in the place of the handlers, in their module. */
function placeBeside(
  { source, call, arguments: [argument] }: Call,
  head: string,
  edits: readonly Edit[],
) {
  const start = statementOf(source, call)?.start ?? call.start
  return [...edits, { start, end: argument?.start ?? call.end, text: head }]
}

function placeInstance(
  call: Call,
  version: Version,
  app: Application,
  plan: PlanBuilder,
): Home | undefined {
  const { source } = call
  const configured = findConfiguration(call, app)
  const edits = configured && optionEdits(configured.there, configured.value, app)
  if (configured === undefined || edits === undefined) {
    plan.stop(source, call.call, 'It does not show what the configuration is.')
    return undefined
  }
  const { there, value, local } = configured
  const taken = ['auth', version.hook].find((one) => !isFree(there, one))
  if (taken !== undefined) {
    plan.stop(there, value, `\`${taken}\` is the name of something else here: rename that first.`)
    return undefined
  }
  const head = `export const { auth, ${version.hook} } = Latchstring(`
  const added = [importText(there, 'Latchstring', version.package)]
  if (there === source) {
    const gone = new Set([app.framework.initializer])
    plan.add(source, { edits: placeBeside(call, head, edits), gone, added })
    return { source, path: isRoute(source.path) ? homePath(source.path) : source.path }
  }
  const end = statementOf(there, value)?.end ?? there.text.length
  const text = `\n\n${head}${local})${preferredEnd(there.text)}`
  plan.add(there, { edits: [...edits, { start: end, end, text }], added })
  plan.removed.add(source.path)
  return { source: there, path: there.path }
}

/** The new place of a configuration that was in a route. */
const homePath = (path: string): string =>
  `${path.slice(0, path.indexOf('routes/'))}auth${posix.extname(path).replace('x', '')}`

/** Imports of a module that has moved, and of modules by one that has. */
function relocate(home: Home, app: Application, plan: PlanBuilder): void {
  if (home.path === home.source.path) return
  for (const source of app.sources) {
    for (const { literal, source: module } of readMentions(source)) {
      const path = resolveModule(source, module, app.paths)
      if (path === undefined) continue
      if (source === home.source) {
        if (module.startsWith('.'))
          plan.add(source, {
            edits: [replaceLiteral(source, literal, relativeImport(home.path, path))],
          })
      } else if (path === home.source.path) {
        const to = /^[~@]\//.test(module)
          ? `${module.slice(0, 2)}auth`
          : relativeImport(source.path, home.path)
        plan.add(source, { edits: [replaceLiteral(source, literal, to)] })
      }
    }
  }
}

/** `auth()` in the place of a read of the session. */
function moveReads(reads: readonly Call[], home: Home, app: Application, plan: PlanBuilder): void {
  for (const source of new Set(reads.map((read) => read.source))) {
    const own = reads.filter((read) => read.source === source)
    plan.add(source, {
      edits: own.map(({ call }) => ({ start: call.start, end: call.end, text: 'auth()' })),
      gone: new Set(['getSession']),
    })
    if (source === home.source) continue
    const options = own.flatMap((read) => read.arguments.slice(1, 2))
    const name = nameIn(options[0])
    const found = name === undefined ? undefined : findName(source, name, app)
    const rest = references(source, name ?? '').filter(
      ({ start }) => !options.some((one) => one.start === start),
    )
    const specifiers = items(found?.imported?.statement, 'specifiers')
    const one = specifiers.find((specifier) => nameIn(inner(specifier, 'local')) === name)
    if (one !== undefined && one.type === 'ImportSpecifier' && rest.length === 0) {
      plan.add(source, { edits: [{ start: one.start, end: one.end, text: 'auth' }] })
    } else {
      plan.add(source, {
        added: [importText(source, '{ auth }', relativeImport(source.path, home.path))],
      })
    }
  }
}

/** The middleware that serves the actions, and the option that names it. */
function addMiddleware(
  home: Home,
  version: Version,
  texts: ReadonlyMap<string, string>,
  plan: PlanBuilder,
): boolean {
  const folder =
    posix.dirname(home.path).startsWith('src') || home.path.startsWith('src/') ? 'src/' : ''
  const path = `${folder}middleware${posix.extname(home.path)}`
  const configured = configureMiddleware(path, texts)
  if (texts.has(path) || configured === undefined) return false
  const quote = preferredQuote(home.source.text)
  const end = preferredEnd(home.source.text)
  plan.created.set(
    path,
    `import { createMiddleware } from ${quote}@solidjs/start/middleware${quote}${end}
import { ${version.hook} } from ${quote}${relativeImport(path, home.path)}${quote}${end}

export default ${version.middleware(version.hook)}${end}
`,
  )
  plan.created.set(...configured)
  return true
}

/**
 * A middleware in the place of the route of `SolidAuth`.
 *
 * @param texts - every file that can be read
 */
export function planSolidStart(
  app: Application,
  texts: ReadonlyMap<string, string>,
): FrameworkPlan {
  const plan = new PlanBuilder()
  const [call, second] = callsOf(app.sources, app.framework.from, app.framework.initializer)
  const reads = callsOf(app.sources, app.framework.from, 'getSession')
  if (call === undefined) return plan.done()
  const version = readVersion(app)
  if (second !== undefined || version === undefined) {
    plan.stop(
      call.source,
      call.call,
      second
        ? 'There is more than one configuration.'
        : 'Latchstring needs SolidStart 1 or 2 (`@solidjs/start`): move to one of them first.',
    )
    return plan.done()
  }
  const home = placeInstance(call, version, app, plan)
  if (home === undefined) return plan.done()
  if (home.path !== home.source.path && app.paths.has(home.path)) {
    plan.stop(
      call.source,
      call.call,
      `There is a file ${home.path} already: put the configuration there first.`,
    )
    return plan.done()
  }
  relocate(home, app, plan)
  moveReads(reads, home, app, plan)
  if (!addMiddleware(home, version, texts, plan)) {
    plan.stop(
      call.source,
      call.call,
      `The actions are served by a middleware now: put \`${version.hook}\` of the instance first in yours, as docs/framework-solid-start.md shows, and delete this route.`,
    )
  }
  for (const source of app.sources) moveClient(source, app.framework.basePath, plan)
  if (home.path !== home.source.path) plan.move(home.source, home.path)
  return plan.done()
}
