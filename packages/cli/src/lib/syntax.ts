import { isObject } from './values.ts'

/** A node of a syntax tree, as ESTree has it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
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
export function nameIn(value: unknown): string | undefined {
  const node = toNode(value)
  if (node?.type === 'Identifier') return String(node['name'])
  return node?.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined
}

/** An expression without what only types see. */
export function unwrap(value: unknown): Node | undefined {
  const node = toNode(value)
  const typed = ['TSSatisfiesExpression', 'TSAsExpression', 'TSNonNullExpression']
  return node !== undefined && typed.includes(node.type) ? unwrap(node['expression']) : node
}

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
export const isTaken = ({ text }: ModuleTree, name: string): boolean =>
  new RegExp(String.raw`(?<![\w$.])${name}(?![\w$])`).test(
    text.replaceAll(/'[^'\n]*'|"[^"\n]*"|\/\/.*|\/\*[^]*?\*\//g, ' '),
  )

/**
 * Reads a module of TypeScript or JavaScript.
 *
 * @param path - its name, by which it may have JSX
 * @returns nothing where it cannot be read
 */
export async function parseModule(text: string, path: string): Promise<ModuleTree | undefined> {
  const [{ Parser }, { tsPlugin }] = await Promise.all([
    import('acorn'),
    import('@sveltejs/acorn-typescript'),
  ])
  try {
    const jsx = /\.(?:[jt]sx|m?js)$/.test(path)
    const program = Parser.extend(tsPlugin({ jsx })).parse(text, {
      sourceType: 'module',
      ecmaVersion: 'latest',
      locations: true,
    })
    return { text, body: toNodes(program.body) }
  } catch {
    return undefined
  }
}
