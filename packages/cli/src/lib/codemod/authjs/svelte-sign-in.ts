import { type Node, type Source, contains, inner, items, nameIn, references } from '../tree.ts'
import type { Application, Call, PlanBuilder } from './application.ts'
import { resolveModule } from './application.ts'
import { readMentions, readNames } from './module-edits.ts'

/** Local names of `signIn` of the instance, in a module that imports it. */
function signInNames(source: Source, calls: readonly Call[], app: Application): readonly string[] {
  const homes = new Set(calls.map((call) => call.source.path))
  return readMentions(source)
    .filter(({ node, source: module }) => {
      const path = resolveModule(source, module, app.paths)
      return node.type === 'ImportDeclaration' && path !== undefined && homes.has(path)
    })
    .flatMap(({ node }) => readNames(node))
    .filter(({ imported }) => imported === 'signIn')
    .map(({ local }) => local)
}

/** Whether the code around a call counts on an error: what the call returns is not used, or a `catch` waits. */
function countsOnError({ nodes }: Source, call: Node): boolean {
  return nodes.some((node) => {
    if (node.type === 'TryStatement') {
      const block = inner(node, 'block')
      return block !== undefined && inner(node, 'handler') !== undefined && contains(block, call)
    }
    if (node.type !== 'ExpressionStatement') return false
    const expression = inner(node, 'expression')
    const called =
      expression?.type === 'AwaitExpression' ? inner(expression, 'argument') : expression
    return called?.start === call.start && called.end === call.end
  })
}

/**
 * `signIn(event)` in the middle of an action, which threw a `CredentialsSignin`: as an action it returns the failure here, and with the
 * fields of the form it throws.
 */
export function moveCaughtSignIns(
  source: Source,
  calls: readonly Call[],
  app: Application,
  plan: PlanBuilder,
): void {
  for (const name of signInNames(source, calls, app)) {
    const used = new Set(references(source, name).map(({ start }) => start))
    for (const call of source.nodes) {
      const callee = inner(call, 'callee')
      const [event, ...others] = items(call, 'arguments')
      if (call.type !== 'CallExpression' || !callee || !used.has(callee.start)) continue
      if (event === undefined || others.length > 0 || event.type.endsWith('Literal')) continue
      if (!countsOnError(source, call)) continue
      const given = source.text.slice(event.start, event.end)
      const target = nameIn(event) === undefined ? `(${given})` : given
      const { start, end } = call
      const text = `${target}.request.formData().then((fields) => ${name}((fields.get('provider') ?? fields.get('providerId'))?.toString(), fields))`
      plan.add(source, { edits: [{ start, end, text }] })
    }
  }
}
