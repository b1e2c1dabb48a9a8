import { configObject } from '../options.ts'
import { preferredEnd } from '../statements.ts'
import {
  type Edit,
  type Node,
  type Source,
  inner,
  items,
  literalText,
  nameIn,
  preferredQuote,
  relativeImport,
  remarkAt,
  replaceLiteral,
  unwrap,
} from '../tree.ts'
import {
  type Application,
  type Call,
  type FrameworkPlan,
  PlanBuilder,
  callsOf,
  resolveModule,
  statementOf,
} from './application.ts'
import { configurationEdits, editedText } from './configuration.ts'
import { importText, readMentions } from './module-edits.ts'
import { moveFailures } from './qwik-failures.ts'

const NAME = 'latchstring'

/** What a member of the result is, by the name it had. */
const MEMBERS: Readonly<Record<string, { readonly text: string; readonly uses?: string }>> = {
  onRequest: { text: `${NAME}.onRequest` },
  useSession: { text: `routeLoader$((event) => ${NAME}.client(event))`, uses: 'routeLoader$' },
  useSignIn: {
    text: `globalAction$((form, event) => ${NAME}.submitSignIn(form, event))`,
    uses: 'globalAction$',
  },
  useSignOut: {
    text: `globalAction$((form, event) => ${NAME}.submitSignOut(form, event))`,
    uses: 'globalAction$',
  },
}

/** Names that the result is taken apart into. */
function readResult(
  { nodes }: Source,
  call: Node,
): readonly { member: string; local: string }[] | undefined {
  const holder = nodes.find(
    (node) => node.type === 'VariableDeclarator' && inner(node, 'init')?.start === call.start,
  )
  const pattern = inner(holder, 'id')
  if (pattern?.type !== 'ObjectPattern') return undefined
  const names = items(pattern, 'properties').map((one) => ({
    member: nameIn(inner(one, 'key')) ?? '',
    local: nameIn(inner(one, 'value')) ?? '',
  }))
  return names.every(({ member, local }) => MEMBERS[member] !== undefined && local !== '')
    ? names
    : undefined
}

/** Reads of variables by the event, which the process has as well. */
function variableEdits(source: Source, given: Node): readonly Edit[] | undefined {
  const quote = preferredQuote(source.text)
  const inside = source.nodes.filter(({ start, end }) => given.start <= start && end <= given.end)
  const reads = inside.filter(
    (node) =>
      node.type === 'CallExpression' &&
      /\benv\.get$/.test(source.text.slice(node.start, inner(node, 'callee')?.end)),
  )
  const edits = reads.map((node) => {
    const name = literalText(items(node, 'arguments')[0])
    return name === undefined
      ? undefined
      : { start: node.start, end: node.end, text: `process.env[${quote}${name}${quote}]` }
  })
  return edits.every((one) => one !== undefined) ? edits : undefined
}

/** Whether a function uses what it is given for nothing but variables. */
function readsVariablesAlone(source: Source, given: Node): boolean {
  const [parameter] = items(given, 'params')
  if (parameter === undefined) return true
  const text = source.text.slice(parameter.end, given.end)
  const name = nameIn(parameter)
  const taken = items(parameter, 'properties').map((one) => nameIn(inner(one, 'value')))
  if (name === undefined && taken.some((one) => one !== 'env')) return false
  const uses = name === undefined ? /(?<!\.)\benv\b/g : new RegExp(String.raw`\b${name}\b`, 'g')
  const reads =
    name === undefined ? /(?<!\.)\benv\.get\(/g : new RegExp(String.raw`\b${name}\.env\.get\(`, 'g')
  return text.match(uses)?.length === text.match(reads)?.length
}

/** A function of the event, without it. */
function withoutParameter({ text }: Source, given: Node): readonly Edit[] {
  const [parameter] = items(given, 'params')
  if (parameter === undefined) return []
  const { start, end } = parameter
  return [{ start, end, text: text.charAt(start - 1) === '(' ? '' : '()' }]
}

/** The configuration as an object, or as a function where statements are in front of the object, with what it lacks. */
function configText({ source, arguments: [argument] }: Call, app: Application): string | undefined {
  const given = unwrap(argument)
  const object = given && configObject(source, given)
  if (given === undefined || object === undefined) return undefined
  const body = inner(given, 'body')
  const isWhole = body?.type === 'BlockStatement' && items(body, 'body').length > 1
  const value = isWhole ? given : object
  const own = configurationEdits(source, value, app, { ignoresPath: true })
  const reads = variableEdits(source, given)
  if (own === undefined || reads === undefined || !readsVariablesAlone(source, given)) {
    return undefined
  }
  const parameter = isWhole ? withoutParameter(source, given) : []
  return editedText(source, value, [...parameter, ...own, ...reads])
}

/** The package of the router: that of Qwik 2 has another name. */
const routerOf = ({ dependencies }: Application): string =>
  dependencies.has('@qwik.dev/router') ? '@qwik.dev/router' : '@builder.io/qwik-city'

const STOPPED =
  'Write `export const latchstring = Latchstring({ …, migrate }, { shareSession: true })` in src/auth.ts, and loader and actions with it, as docs/framework-qwik.md shows.'

/** Where the configuration goes: what a route has at its top, browsers load. */
function homePath({ path }: Source, { paths }: Application): string | undefined {
  const folder = /^(.*?)routes\//.exec(path)?.[1]
  if (folder === undefined) return undefined
  return [`${folder}auth.ts`, `${folder}latchstring.ts`].find((one) => !paths.has(one))
}

/** Imports of a file that moves. */
const rebase = (source: Source, to: string, { paths }: Application): readonly Edit[] =>
  readMentions(source).flatMap(({ literal, source: module }) => {
    const path = module.startsWith('.') ? resolveModule(source, module, paths) : undefined
    return path === undefined ? [] : [replaceLiteral(source, literal, relativeImport(to, path))]
  })

/** Whether a module exports more than the result. */
const exportsMore = ({ body }: Source, statement: Node): boolean =>
  body.some((node) => node !== statement && node.type.startsWith('Export'))

/** The route, with what it exports. */
function routeText(
  source: Source,
  names: readonly { member: string; local: string }[],
  home: string,
  app: Application,
): string {
  const end = preferredEnd(source.text)
  const needed = [...new Set(names.flatMap(({ member }) => MEMBERS[member]?.uses ?? []))].toSorted()
  const imports = [
    ...(needed.length === 0 ? [] : [importText(source, `{ ${needed.join(', ')} }`, routerOf(app))]),
    importText(source, `{ ${NAME} }`, relativeImport(source.path, home)),
  ]
  const lines = names.map(
    ({ member, local }) => `export const ${local} = ${MEMBERS[member]?.text ?? ''}`,
  )
  return `${[...imports, '', ...lines].map((line) => (line === '' ? line : line + end)).join('\n')}\n`
}

function moveCall(call: Call, app: Application, plan: PlanBuilder): void {
  const { source } = call
  const names = readResult(source, call.call)
  const config = configText(call, app)
  const statement = statementOf(source, call.call)
  const home = homePath(source, app)
  const isKnown = names !== undefined && config !== undefined && home !== undefined
  if (!isKnown || statement === undefined || exportsMore(source, statement)) {
    plan.stop(source, call.call, STOPPED)
    return
  }
  const { start, end } = statement
  const text = `export const ${NAME} = Latchstring(${config}, { shareSession: true })${preferredEnd(source.text)}`
  plan.add(source, {
    edits: [{ start, end, text }, ...rebase(source, home, app)],
    gone: new Set([app.framework.initializer]),
    added: [importText(source, 'Latchstring', app.framework.to)],
  })
  plan.move(source, home)
  plan.created.set(source.path, routeText(source, names, home, app))
  const action = names.find(({ member }) => member === 'useSignIn')
  // By a provider alone the action has nothing to fail for.
  if (action !== undefined && /\/credentials['"]/.test(source.text)) {
    moveFailures(action.local, app, plan)
  }
  if (config.includes('process.env')) {
    plan.look.push(
      remarkAt(
        source,
        call.call.start,
        'Variables are those of the process. On Cloudflare, give them by `env: ({ platform }) => platform.env` of the second argument.',
      ),
    )
  }
}

/** An instance, a loader and actions in the place of `QwikAuth$`. */
export function planQwik(app: Application): FrameworkPlan {
  const plan = new PlanBuilder()
  for (const call of callsOf(app.sources, app.framework.from, app.framework.initializer)) {
    moveCall(call, app, plan)
  }
  return plan.done()
}
