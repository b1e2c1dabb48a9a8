import { type SyntaxNode, nameText, parseModule, unwrap as unwrapped } from './doctor/syntax.ts'
import { isObject } from './values.ts'

/** A node of a syntax tree, with its place in the text. */
export interface Node extends SyntaxNode {
  readonly start: number
  readonly end: number
}

/** A module that was read. */
export interface ModuleTree {
  readonly text: string
  /** Its statements. */
  readonly body: readonly Node[]
}

/** A value of the tree as a node. */
export const toNode = (value: unknown): Node | undefined =>
  isObject(value) &&
  typeof value['type'] === 'string' &&
  typeof value['start'] === 'number' &&
  typeof value['end'] === 'number'
    ? { ...value, type: value['type'], start: value['start'], end: value['end'] }
    : undefined

/** The nodes of a list. */
export const toNodes = (value: unknown): readonly Node[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => toNode(item) ?? [])

/** The name of an identifier, or the text of a literal. */
export const nameIn = (value: unknown): string | undefined => nameText(toNode(value))

/** An expression without what only types see, and without `await`. */
export const unwrap = (value: unknown): Node | undefined => toNode(unwrapped(toNode(value)))

/** The declarations at the top of a module, exported or not. */
export const declarations = ({ body }: ModuleTree): readonly Node[] =>
  body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
      ? (toNode(node['declaration']) ?? [])
      : [node],
  )

/** The variables at the top of a module. */
const variables = (tree: ModuleTree): readonly Node[] =>
  declarations(tree).flatMap((node) =>
    node.type === 'VariableDeclaration' ? toNodes(node['declarations']) : [],
  )

/** What a constant at the top of a module is, or the expression itself where it is not a name. */
export function resolve(tree: ModuleTree, value: unknown): Node | undefined {
  const node = unwrap(value)
  if (node?.type !== 'Identifier') return node
  const found = variables(tree).find(({ id }) => nameIn(id) === node['name'])
  return unwrap(found?.['init'])
}

/** The property of an object literal, which may be written in short. */
export const findProperty = (object: Node, name: string): Node | undefined =>
  toNodes(object['properties']).find(
    (node) => node.type === 'Property' && node['computed'] !== true && nameIn(node['key']) === name,
  )

/** An import of a module. */
export interface Imported {
  readonly node: Node
  readonly source: string
  /** Local names by what they are there; `default` for the default export. */
  readonly names: ReadonlyMap<string, string>
}

/** The imports of values. */
export const readImports = ({ body }: ModuleTree): readonly Imported[] =>
  body
    .filter((node) => node.type === 'ImportDeclaration' && node['importKind'] !== 'type')
    .map((node) => {
      const names = toNodes(node['specifiers']).flatMap((specifier) => {
        const local = nameIn(specifier['local'])
        if (local === undefined) return []
        const there =
          specifier.type === 'ImportDefaultSpecifier' ? 'default' : nameIn(specifier['imported'])
        return [[there ?? '*', local] as const]
      })
      return { node, source: nameIn(node['source']) ?? '', names: new Map(names) }
    })

/** Whether a name is used anywhere in a module, so that a new one would clash. */
export const isNameUsed = ({ text }: ModuleTree, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$.])${name}(?![\w$])`).test(
    text.replaceAll(/'[^'\n]*'|"[^"\n]*"|\/\/.*|\/\*[^]*?\*\//g, ' '),
  )

/**
 * Reads a module of TypeScript or JavaScript.
 *
 * @param path - its name, by which it may have JSX
 * @returns nothing where it cannot be read
 */
export function readTree(text: string, path: string): ModuleTree | undefined {
  try {
    return { text, body: toNodes(parseModule(text, path)['body']) }
  } catch {
    return undefined
  }
}
