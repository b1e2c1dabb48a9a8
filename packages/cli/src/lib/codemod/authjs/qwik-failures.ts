import {
  type Edit,
  type Node,
  type Source,
  inner,
  items,
  literalText,
  nameIn,
  remarkAt,
} from '../tree.ts'
import type { Application, PlanBuilder } from './application.ts'
import { readMentions, readNames } from './module-edits.ts'

/** Names under which a module has the action that signs in, of the module that exports it as `exported`. */
const actionNames = (source: Source, exported: string): ReadonlySet<string> =>
  new Set(
    readMentions(source)
      .filter(({ node }) => node.type === 'ImportDeclaration')
      .flatMap(({ node }) => readNames(node))
      .filter(({ imported }) => imported === exported)
      .map(({ local }) => local),
  )

/** The variable that a component has the action in. */
function findStore(source: Source, exported: string): string | undefined {
  const names = actionNames(source, exported)
  const found = source.nodes.find((node) => {
    const init = node.type === 'VariableDeclarator' ? inner(node, 'init') : undefined
    return init?.type === 'CallExpression' && names.has(nameIn(inner(init, 'callee')) ?? '')
  })
  return nameIn(inner(found, 'id'))
}

interface Read {
  readonly node: Node
  readonly method: string
  readonly name: string
}

/** Reads of the failure of a sign-in in the address of a page. */
function readsOf({ nodes, text }: Source): readonly Read[] {
  const reads = nodes.flatMap((node): readonly Read[] => {
    if (node.type !== 'CallExpression') return []
    const callee = text.slice(node.start, inner(node, 'callee')?.end)
    const method = /\bsearchParams\.(get|has)$/.exec(callee)?.[1]
    const name = literalText(items(node, 'arguments')[0])
    return method !== undefined && name !== undefined ? [{ node, method, name }] : []
  })
  if (!reads.some(({ name }) => name === 'error')) return []
  return reads.filter(({ name }) => name === 'error' || name === 'code')
}

function toEdit({ text }: Source, { node, method, name }: Read, store: string): Edit {
  const { start, end } = node
  const read = text.slice(start, end)
  const value = `${store}.value?.${name}`
  const both = method === 'get' ? `${value} ?? ${read}` : `${read} || ${value} !== undefined`
  return { start, end, text: `(${both})` }
}

/**
 * Shows the failure of a sign-in by the action, which is the value of the action now. In the place of that the other package redirected to the sign-in
 * page, whose address still has the failures of providers.
 *
 * @param exported - the name of the action
 */
export function moveFailures(exported: string, { sources }: Application, plan: PlanBuilder): void {
  for (const source of sources) {
    const reads = readsOf(source)
    const store = findStore(source, exported)
    if (store === undefined) {
      const reason = `A wrong password is in the value of \`${exported}()\` now, and no longer in the address: show \`${exported}().value?.error\` as well.`
      plan.look.push(...reads.slice(0, 1).map(({ node }) => remarkAt(source, node.start, reason)))
    } else if (reads.length > 0) {
      plan.add(source, { edits: reads.map((read) => toEdit(source, read, store)) })
    }
  }
}
