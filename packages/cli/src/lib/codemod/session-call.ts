import type { Edit, Node, Source } from './tree.ts'
import { lineRemoval } from './statements.ts'
import { NotUnderstood, contains, inner, items, nameIn, references, unwrap } from './tree.ts'

/** The call whose callee is the use of a name, and not a member of it. */
export const findCall = ({ nodes }: Source, use: Node): Node | undefined =>
  nodes.find((node) => {
    const callee = node.type === 'CallExpression' ? inner(node, 'callee') : undefined
    return callee?.type === 'Identifier' && callee.start === use.start
  })

/** The call whose callee is the use of a name. */
export function callAt(source: Source, use: Node): Node {
  const call = findCall(source, use)
  if (call !== undefined) return call
  throw new NotUnderstood(use.start, 'The function that reads the session is not just called here.')
}

/** A call that reads the session, changed. */
export interface Reading {
  readonly edits: readonly Edit[]
  /** What is taken out and uses the options. */
  readonly options: readonly Node[]
}

const UNCLEAR_READ =
  'It does not show which options the session is read with: write `auth()`, imported from the configuration.'

/** The last argument of a call, which is the options. */
function takeOptions(list: readonly Node[], end: number): readonly Edit[] {
  const [first, second, third] = list
  if (second !== undefined && third !== undefined) {
    return [{ start: second.end, end: third.end, text: '' }]
  }
  return first === undefined ? [] : [{ start: first.start, end, text: '' }]
}

/** The statement of a function that keeps options for one read of the session, and nothing else. */
function heldOptions(
  source: Source,
  options: Node,
  isOptions: (node: Node) => boolean,
): Node | undefined {
  const name = options.type === 'Identifier' ? nameIn(options) : undefined
  if (name === undefined || isOptions(options)) return undefined
  const scope = source.nodes.findLast(
    (node) => /Function/.test(node.type) && contains(node, options),
  )
  if (scope === undefined) return undefined
  const statement = items(inner(scope, 'body'), 'body').find((node) => {
    const [only, ...more] = items(node, 'declarations')
    const value = unwrap(inner(only, 'init'))
    const isCall = value?.type === 'CallExpression' && isOptions(value)
    return isCall && more.length === 0 && nameIn(inner(only, 'id')) === name
  })
  const uses = references(source, name).filter((use) => contains(scope, use))
  // The name where it is declared, and the read.
  return uses.length === 2 ? statement : undefined
}

/** A call that reads the session, without the options. */
export function readEdits(
  source: Source,
  call: Node,
  name: string,
  isOptions: (node: Node) => boolean,
): Reading {
  const { start, end } = inner(call, 'callee') ?? call
  const list = items(call, 'arguments')
  const options = list.at(-1)
  const held = options && heldOptions(source, options, isOptions)
  const known = options === undefined || isOptions(options) || held !== undefined
  const spread = list.some(({ type }) => type === 'SpreadElement')
  if (spread || !known || ![0, 1, 3].includes(list.length)) {
    throw new NotUnderstood(call.start, UNCLEAR_READ)
  }
  const cast = castOf(source, call)
  const callee = [
    { start, end: inner(call, 'typeArguments')?.end ?? end, text: cast.before + name },
  ]
  const after = cast.after === '' ? [] : [{ start: call.end, end: call.end, text: cast.after }]
  const gone = [options, held, inner(call, 'typeArguments')].flatMap((node) => node ?? [])
  const statement = held === undefined ? [] : [lineRemoval(source, held)]
  return {
    edits: [...statement, ...callee, ...takeOptions(list, call.end - 1), ...after],
    options: gone,
  }
}

/** What a call that says the type of the session has around it: the last type argument, or `any`. */
function castOf(source: Source, call: Node): { readonly before: string; readonly after: string } {
  const types = items(inner(call, 'typeArguments'), 'params')
  const last = types.at(-1)
  const text = last === undefined ? '' : source.text.slice(last.start, last.end)
  if (types.length < 2 && text !== 'any') return { before: '', after: '' }
  return { before: '(', after: ` as Promise<${text === 'any' ? text : `${text} | null`}>)` }
}
