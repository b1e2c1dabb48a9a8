import { isFree, preferredEnd } from '../statements.ts'
import {
  type Edit,
  type Node,
  type Source,
  inner,
  items,
  nameIn,
  references,
  unwrap,
} from '../tree.ts'
import {
  type Application,
  type Call,
  type FrameworkPlan,
  PlanBuilder,
  callsOf,
  findName,
} from './application.ts'
import { configurationEdits, keptName } from './configuration.ts'
import { importText, packageMentions, readNames } from './module-edits.ts'
import { migrateMember } from '../options.ts'
import { moveCaughtSignIns } from './svelte-sign-in.ts'

/** What the initializer is called. */
export const INITIALIZER = 'Latchstring'

/** Whether a call gives the hook itself, as before version 1. */
function givesHook({ source, call }: Call): boolean {
  return source.nodes.some(
    (node) =>
      (node.type === 'VariableDeclarator' &&
        inner(node, 'init')?.start === call.start &&
        nameIn(inner(node, 'id')) === 'handle') ||
      (node.type === 'CallExpression' &&
        nameIn(inner(node, 'callee')) === 'sequence' &&
        items(node, 'arguments').some(({ start }) => start === call.start)),
  )
}

/** Whether a configuration is a function of something that is not given to it here. */
function takesEvent(source: Source, argument: Node): boolean {
  const node = unwrap(argument)
  return node !== undefined && /Function/.test(node.type) && items(node, 'params').length > 0
}

/** A configuration that another module has, with what it lacks. */
function spreadEdit(
  { source }: Call,
  argument: Node,
  app: Application,
): readonly Edit[] | undefined {
  const name = nameIn(unwrap(argument))
  if (name === undefined || findName(source, name, app) === undefined) return undefined
  const { start, end } = argument
  const added = [migrateMember(source, app.until), ...keptName(source, app)]
  const text = `{ ...${name}, ${added.join(', ')} }`
  return [{ start, end, text }]
}

/**
 * The initializer of this library in the place of another one, whose result has the same members.
 *
 * @returns whether it could be replaced
 */
export function replaceInitializer(call: Call, app: Application, plan: PlanBuilder): boolean {
  const { source } = call
  const [argument] = call.arguments
  const callee = inner(call.call, 'callee')
  if (argument === undefined || callee === undefined || takesEvent(source, argument)) {
    plan.stop(
      source,
      call.call,
      `The function of the configuration gets the request now, and not the event: write it as \`${INITIALIZER}((request) => ({ …, migrate }))\`, or as an object.`,
    )
    return false
  }
  const edits =
    configurationEdits(source, argument, app, { ignoresPath: true }) ??
    spreadEdit(call, argument, app)
  if (edits === undefined || !isFree(source, INITIALIZER)) {
    plan.stop(source, argument, 'It does not show what the configuration is.')
    return false
  }
  plan.add(source, {
    edits: [{ start: callee.start, end: callee.end, text: INITIALIZER }, ...edits],
    gone: new Set([app.framework.initializer]),
    added: [importText(source, INITIALIZER, app.framework.to)],
  })
  return true
}

/** Reads of the session by its older name. */
function moveReads(source: Source, plan: PlanBuilder): void {
  for (const node of source.nodes) {
    const property = inner(node, 'property')
    const object = inner(node, 'object')
    if (
      node.type === 'MemberExpression' &&
      nameIn(property) === 'getSession' &&
      property &&
      object
    ) {
      if (!/(?:^|\.)locals$/.test(source.text.slice(object.start, object.end))) continue
      plan.add(source, { edits: [{ start: property.start, end: property.end, text: 'auth' }] })
    }
    if (node.type !== 'Property' || nameIn(inner(node, 'key')) !== 'locals') continue
    const taken = items(inner(node, 'value'), 'properties')
    const old = taken.find((one) => nameIn(inner(one, 'key')) === 'getSession')
    const key = inner(old, 'key')
    if (old === undefined || key === undefined) continue
    const text = old['shorthand'] === true ? 'auth: getSession' : 'auth'
    plan.add(source, { edits: [{ start: key.start, end: key.end, text }] })
  }
}

/** Functions of the browser, which a client has here. */
export function moveClient(source: Source, basePath: string, plan: PlanBuilder): void {
  for (const { node, source: module } of packageMentions(source)) {
    const isClient = /^@auth\/(?:sveltekit|solid-start)\/client$/.test(module)
    if (module.endsWith('/webauthn')) {
      plan.stop(
        source,
        node,
        'Write `signIn` of `@latchstring/client/webauthn` in its place, which takes a client.',
      )
    }
    if (!isClient || node.type !== 'ImportDeclaration') continue
    const names = readNames(node)
    const unknown = names.find(({ imported }) => imported !== 'signIn' && imported !== 'signOut')
    if (unknown !== undefined) {
      plan.stop(
        source,
        node,
        `\`${unknown.imported}\` of "${module}" has no counterpart: see \`createAuthClient\` of "@latchstring/client".`,
      )
      continue
    }
    plan.add(source, {
      edits: [{ start: node.start, end: node.end, text: clientText(source, names, basePath) }],
    })
  }
}

/** The statements that make a client. */
export function clientText(
  source: Pick<Source, 'text'>,
  names: readonly { readonly imported: string; readonly local: string }[],
  basePath: string,
): string {
  const quote = source.text.includes('"@auth/') ? '"' : "'"
  const end = preferredEnd(source.text)
  const members = names
    .map(({ imported, local }) => (imported === local ? local : `${imported}: ${local}`))
    .join(', ')
  return `import { createAuthClient } from ${quote}@latchstring/client${quote}${end}

const { ${members} } = createAuthClient({ basePath: ${quote}${basePath}${quote} })${end}`
}

/** One hook in the place of `SvelteKitAuth`. */
export function planSvelteKit(app: Application): FrameworkPlan {
  const plan = new PlanBuilder()
  const calls = callsOf(app.sources, app.framework.from, app.framework.initializer)
  for (const call of calls) {
    if (replaceInitializer(call, app, plan) && givesHook(call)) {
      const { end } = call.call
      plan.add(call.source, { edits: [{ start: end, end, text: '.handle' }] })
    }
  }
  for (const source of app.sources) {
    moveReads(source, plan)
    moveCaughtSignIns(source, calls, app, plan)
    moveClient(source, app.framework.basePath, plan)
    const names = packageMentions(source)
      .filter(({ source: module }) => module === app.framework.from)
      .flatMap(({ node }) => readNames(node))
    const used = names.find(
      ({ imported, local }) =>
        imported === app.framework.initializer &&
        references(source, local).length !== calls.filter((call) => call.source === source).length,
    )
    if (used !== undefined)
      plan.stop(
        source,
        used.specifier,
        `\`${app.framework.initializer}\` is used in another way than by a call.`,
      )
  }
  return plan.done()
}
