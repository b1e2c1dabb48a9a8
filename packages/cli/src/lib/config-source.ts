import { lineEnd } from './env-file.ts'
import {
  type Imported,
  type ModuleTree,
  type Node,
  declarations,
  findProperty,
  isNameUsed,
  nameIn,
  readImports,
  readTree,
  resolve,
  toNode,
  toNodes,
  unwrap,
} from './syntax.ts'

/** A provider as it is written into a configuration. */
export interface NewProvider {
  readonly factory: string
  /** The last part of what is imported. */
  readonly module: string
  /** What is in front of it where no other provider shows it. */
  readonly from: string
}

/** A configuration that is understood. */
export interface Configuration {
  readonly tree: ModuleTree
  /** The call of the library. */
  readonly call: Node
  readonly object: Node
  /** A function makes the object. */
  readonly isMade: boolean
  /** The array of providers. */
  readonly list: Node
  readonly imports: readonly Imported[]
  /** A base path that is written there. */
  readonly basePath?: string
}

const isProvider = ({ source }: Imported): boolean =>
  /^@latchstring\/[\w-]+\/providers\//.test(source)

/** The names that packages of the library have in a module, without providers. */
const ownNames = (imports: readonly Imported[]): readonly string[] =>
  imports
    .filter((one) => one.source.startsWith('@latchstring/') && !isProvider(one))
    .flatMap(({ names }) => [...names.values()])

/** All calls that are the value of a declaration, a default export or a statement. */
function topCalls(tree: ModuleTree): readonly Node[] {
  return declarations(tree).flatMap((node) => {
    const values =
      node.type === 'VariableDeclaration'
        ? toNodes(node['declarations']).map(({ init }) => unwrap(init))
        : [unwrap(node)]
    return values.flatMap((value) => (value?.type === 'CallExpression' ? [value] : []))
  })
}

/** What a function returns, where that does not depend on conditions. */
function findResult(node: Node): unknown {
  const body = toNode(node['body'])
  if (body?.type !== 'BlockStatement') return body
  const statements = toNodes(body['body'])
  const returns = statements.filter(({ type }) => type === 'ReturnStatement')
  const branches = statements.some(({ type }) => /^(?:If|Switch|Try)/.test(type))
  return returns.length === 1 && !branches ? returns[0]?.['argument'] : undefined
}

/** The depth of functions that return functions: one may return itself. */
const DEPTH = 8

/** The object that a configuration is, or that a function makes it. */
function findObject(tree: ModuleTree, value: unknown): Node | undefined {
  let node = resolve(tree, value)
  for (let depth = 0; depth < DEPTH; depth++) {
    if (node?.type === 'ObjectExpression') return node
    const isFunction = /^(?:Arrow)?FunctionExpression$/.test(node?.type ?? '')
    if (node === undefined || !isFunction) return undefined
    node = resolve(tree, findResult(node))
  }
  return undefined
}

/** Reads a configuration; nothing where its text is not understood. */
export function readConfiguration(text: string, path: string): Configuration | undefined {
  const tree = readTree(text, path)
  if (tree === undefined) return undefined
  const imports = readImports(tree)
  const names = ownNames(imports)
  const found = topCalls(tree)
    .filter(({ callee }) => names.includes(nameIn(callee) ?? ''))
    .flatMap((call) => {
      const [given] = toNodes(call['arguments'])
      const object = findObject(tree, given)
      const list = object && resolve(tree, findProperty(object, 'providers')?.['value'])
      const isMade = resolve(tree, given)?.type !== 'ObjectExpression'
      return object && list?.type === 'ArrayExpression' ? [{ call, object, isMade, list }] : []
    })
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  const elements = only.list['elements']
  // A hole in a list is a mistake.
  if (!Array.isArray(elements) || elements.includes(null)) return undefined
  const basePath = nameIn(findProperty(only.object, 'basePath')?.['value'])
  return {
    tree,
    ...only,
    imports,
    ...(basePath !== undefined && { basePath }),
  }
}

/** A text to put in at a place. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Puts texts in, each at its place. */
export const insert = (text: string, insertions: readonly Insertion[]): string =>
  insertions
    .toSorted((one, other) => other.at - one.at)
    .reduce((rest, { at, text: added }) => rest.slice(0, at) + added + rest.slice(at), text)

/** The end of a line after a place, where nothing but a comment follows; else the place. */
function lineEndAfter(text: string, at: number): number {
  const rest = /^[ \t]*,?[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(at))?.[0]
  return rest === undefined ? at : at + rest.length
}

/** Puts a name at the end of a list, in the way the list is written. */
export function insertElement(
  { text }: ModuleTree,
  list: Node,
  name: string,
): readonly Insertion[] {
  const last = toNodes(list['elements']).at(-1)
  if (last === undefined) return [{ at: list.start + 1, text: name }]
  const indent = /(?<=^|\n)[ \t]*$/.exec(text.slice(0, last.start))?.[0]
  if (indent === undefined) return [{ at: last.end, text: `, ${name}` }]
  const end = lineEndAfter(text, last.end)
  const line = `${lineEnd(text)}${indent}${name}`
  if (end === last.end && !/^\r?\n/.test(text.slice(end))) {
    return [{ at: last.end, text: `,${line}` }]
  }
  const closed = /^\s*,/.test(text.slice(last.end, end))
  if (closed) return [{ at: end, text: `${line},` }]
  // With a comment after it, the comma belongs before the comment.
  return end === last.end
    ? [{ at: end, text: `,${line}` }]
    : [
        { at: last.end, text: ',' },
        { at: end, text: line },
      ]
}

function insertImport(
  configuration: Configuration,
  { module, from }: NewProvider,
  name: string,
): readonly Insertion[] {
  const other = configuration.imports.findLast(isProvider)
  const base = other?.source.replace(/\/[^/]+$/, '') ?? from
  return insertImportLine(configuration, name, `${base}/${module}`, other)
}

/** Puts an import after another one, the last where none is given, and in its style. */
export function insertImportLine(
  { tree, imports }: Configuration,
  names: string,
  source: string,
  after: Imported | undefined = imports.at(-1),
): readonly Insertion[] {
  const { text } = tree
  if (after === undefined) return []
  const written = text.slice(after.node.start, after.node.end)
  const quote = written.includes('"') ? '"' : "'"
  const end = written.endsWith(';') ? ';' : ''
  const line = `import ${names} from ${quote}${source}${quote}${end}`
  return [{ at: lineEndAfter(text, after.node.end), text: `${lineEnd(text)}${line}` }]
}

/** Whether a list has a provider, with options or without. */
const isListed = (list: Node, name: string): boolean =>
  toNodes(list['elements']).some((element) => {
    const node = unwrap(element)
    return nameIn(node) === name || nameIn(node?.['callee']) === name
  })

/** What became of a configuration. */
export type Added =
  | { readonly kind: 'added'; readonly text: string; readonly basePath?: string }
  | { readonly kind: 'present'; readonly basePath?: string }
  | { readonly kind: 'unclear' }

const UNCLEAR: Added = { kind: 'unclear' }

/** Whether a changed text is a configuration with one provider more, and that is the new one. */
function holds(changed: string, path: string, { list }: Configuration, name: string): boolean {
  const after = readConfiguration(changed, path)?.list
  if (after === undefined) return false
  const more = toNodes(after['elements']).length - toNodes(list['elements']).length
  return more === 1 && isListed(after, name)
}

/**
 * Adds a provider to the text of a configuration: an import and an entry of `providers`, and nothing else.
 *
 * @param path - the name of the file
 * @returns `unclear` where the text is not understood, so that nothing should be changed
 */
export function addProvider(text: string, path: string, provider: NewProvider): Added {
  const before = readConfiguration(text, path)
  if (before === undefined) return UNCLEAR
  const { tree, list, imports, basePath } = before
  const found = basePath === undefined ? {} : { basePath }
  const imported = imports
    .find((one) => isProvider(one) && one.source.endsWith(`/${provider.module}`))
    ?.names.get('default')
  if (imported !== undefined && isListed(list, imported)) return { kind: 'present', ...found }
  const { factory } = provider
  const name = imported ?? [factory, `${factory}Provider`].find((one) => !isNameUsed(tree, one))
  if (name === undefined) return UNCLEAR
  const line = imported === undefined ? insertImport(before, provider, name) : []
  const changed = insert(text, [...insertElement(tree, list, name), ...line])
  return holds(changed, path, before, name) ? { kind: 'added', text: changed, ...found } : UNCLEAR
}
