import { localNames } from './configuration.ts'
import { onlyResult } from './guard-rules.ts'
import { removal } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { inner, items, nameIn, references, unwrap } from './tree.ts'

/** A function beside the options that reads the session by them, wherever it is called: `auth` takes its place. */
export interface SessionHelper {
  /** The statement, which is removed. */
  readonly statement: Node
  readonly name: string
  readonly isExported: boolean
}

const READS = ['getServerSession', 'unstable_getServerSession']

/** The name and the function that a statement declares. */
function declaredFunction(statement: Node): readonly [name: string, node: Node] | undefined {
  const declaration = inner(statement, 'declaration') ?? statement
  const [only, ...more] = items(declaration, 'declarations')
  const holder = declaration.type === 'FunctionDeclaration' ? declaration : only
  const node = holder === declaration ? declaration : unwrap(inner(only, 'init'))
  const name = nameIn(inner(holder, 'id'))
  const isFunction = more.length === 0 && /Function/.test(node?.type ?? '')
  return isFunction && node !== undefined && name !== undefined ? [name, node] : undefined
}

/** Whether a function is `() => getServerSession(options)`. */
function passesNone(source: Source, node: Node, options: string): boolean {
  const result = onlyResult(node)
  const call = result?.type === 'AwaitExpression' ? unwrap(inner(result, 'argument')) : result
  const [only, ...more] = items(call, 'arguments')
  const reads = READS.flatMap((name) => localNames(source, name))
  return (
    items(node, 'params').length === 0 &&
    call?.type === 'CallExpression' &&
    reads.includes(nameIn(inner(call, 'callee')) ?? '') &&
    more.length === 0 &&
    nameIn(only) === options
  )
}

/** Whether a function is `(...args) => getServerSession(...args, options)`. */
function passesAll(source: Source, node: Node, options: string): boolean {
  const [rest, ...more] = items(node, 'params')
  const call = onlyResult(node)
  const [spread, last, ...others] = items(call, 'arguments')
  const reads = READS.flatMap((name) => localNames(source, name))
  return (
    rest?.type === 'RestElement' &&
    more.length === 0 &&
    others.length === 0 &&
    call?.type === 'CallExpression' &&
    reads.includes(nameIn(inner(call, 'callee')) ?? '') &&
    spread?.type === 'SpreadElement' &&
    nameIn(inner(spread, 'argument')) === nameIn(inner(rest, 'argument')) &&
    nameIn(last) === options
  )
}

/**
 * The functions of a module that read the session with whatever they are given.
 *
 * @param options - the name of the options
 */
export const findHelpers = (source: Source, options: string): readonly SessionHelper[] =>
  source.body.flatMap((statement) => {
    const [name, node] = declaredFunction(statement) ?? []
    if (name === undefined || node === undefined) return []
    // Under another name it stays, and calls `auth`.
    const isAuth = name === 'auth' && passesNone(source, node, options)
    if (!isAuth && !passesAll(source, node, options)) return []
    const uses = references(source, name).filter(
      ({ start }) => start < statement.start || start >= statement.end,
    )
    if (uses.length > 0) return []
    return [{ statement, name, isExported: statement.type === 'ExportNamedDeclaration' }]
  })

/** Takes such functions out; lines between two of them go once. */
export function helperEdits(source: Source, helpers: readonly SessionHelper[]): readonly Edit[] {
  const edits = helpers.map(({ statement }) => removal(source, statement))
  return edits.map((edit, index) => ({
    ...edit,
    start: Math.max(edit.start, edits[index - 1]?.end ?? 0),
  }))
}

/** Exports of `auth` under the names that they had. */
export const helperExports = (helpers: readonly SessionHelper[]): readonly string[] =>
  helpers
    .filter(({ name, isExported }) => isExported && name !== 'auth')
    .map(({ name }) => `export { auth as ${name} }`)
