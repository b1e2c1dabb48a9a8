import { type SyntaxNode, child, children, nameText, parseModule, unwrap, walk } from './syntax.ts'

/** Where a name of a module was imported from. */
export interface Imported {
  readonly from: string
  /** The name there; `default` and `*` stand for themselves. */
  readonly name: string
}

/** A module of the application, read and not run. */
export interface Module {
  /** Relative to the application, with `/`. */
  readonly file: string
  readonly imports: ReadonlyMap<string, Imported>
  /** Initial values of variables, by name. */
  readonly variables: ReadonlyMap<string, SyntaxNode>
  /** Names that are exported, with the name or the expression behind each. */
  readonly exports: ReadonlyMap<string, SyntaxNode | string>
  readonly program: SyntaxNode
}

function readImport(statement: SyntaxNode): readonly (readonly [string, Imported])[] {
  const from = nameText(child(statement, 'source')) ?? ''
  return children(statement, 'specifiers').flatMap((specifier) => {
    const local = nameText(child(specifier, 'local'))
    if (local === undefined) return []
    if (specifier.type === 'ImportDefaultSpecifier') return [[local, { from, name: 'default' }]]
    if (specifier.type === 'ImportNamespaceSpecifier') return [[local, { from, name: '*' }]]
    return [[local, { from, name: nameText(child(specifier, 'imported')) ?? local }]]
  })
}

/** The module that `require('…')` gives. */
function requiredModule(node: SyntaxNode | undefined): string | undefined {
  const isRequire = node?.type === 'CallExpression' && nameText(child(node, 'callee')) === 'require'
  return isRequire ? nameText(children(node, 'arguments')[0]) : undefined
}

/** `const { createAuth } = require('…')`, or all of it, or its default export. */
function readRequire(declarator: SyntaxNode): readonly (readonly [string, Imported])[] {
  const target = child(declarator, 'id')
  const init = unwrap(child(declarator, 'init'))
  const member = nameText(child(init, 'property'))
  const from = requiredModule(member === undefined ? init : unwrap(child(init, 'object')))
  if (from === undefined) return []
  const local = nameText(target)
  if (local !== undefined) return [[local, { from, name: member ?? '*' }]]
  return children(target, 'properties').flatMap((property) => {
    const name = nameText(child(property, 'key'))
    const own = nameText(child(property, 'value'))
    return name === undefined || own === undefined ? [] : [[own, { from, name }] as const]
  })
}

/** The names that a declaration makes; those of a pattern are members of the expression that is taken apart. */
function readDeclaration(
  declaration: SyntaxNode | undefined,
): readonly (readonly [string, SyntaxNode])[] {
  if (declaration?.type === 'FunctionDeclaration') {
    const name = nameText(child(declaration, 'id'))
    return name === undefined ? [] : [[name, declaration]]
  }
  return children(declaration, 'declarations').flatMap((one) => {
    const init = unwrap(child(one, 'init'))
    const target = child(one, 'id')
    if (init === undefined || target === undefined) return []
    if (target.type !== 'ObjectPattern') {
      const name = nameText(target)
      return name === undefined ? [] : [[name, init] as const]
    }
    return children(target, 'properties').flatMap((property) => {
      const name = nameText(child(property, 'value'))
      const member = { type: 'MemberExpression', object: init, property: child(property, 'key') }
      return name === undefined ? [] : [[name, member] as const]
    })
  })
}

function readExport(statement: SyntaxNode): readonly (readonly [string, SyntaxNode | string])[] {
  if (statement.type === 'ExportDefaultDeclaration') {
    const declaration = unwrap(child(statement, 'declaration'))
    return declaration === undefined ? [] : [['default', declaration]]
  }
  const declared = readDeclaration(child(statement, 'declaration'))
  const listed = children(statement, 'specifiers').flatMap((specifier) => {
    const name = nameText(child(specifier, 'exported'))
    const local = nameText(child(specifier, 'local'))
    return name === undefined || local === undefined ? [] : [[name, local] as const]
  })
  return [...declared, ...listed]
}

/** `export { auth as proxy } from './auth'` names something that is not imported. */
function readReExport(statement: SyntaxNode): readonly (readonly [string, Imported])[] {
  const from = nameText(child(statement, 'source'))
  if (statement.type !== 'ExportNamedDeclaration' || from === undefined) return []
  return children(statement, 'specifiers').flatMap((specifier) => {
    const name = nameText(child(specifier, 'local'))
    return name === undefined ? [] : [[name, { from, name }] as const]
  })
}

const isExport = ({ type }: SyntaxNode): boolean =>
  type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration'

/**
 * Reads a module without running it.
 *
 * @throws SyntaxError where it is not JavaScript or TypeScript
 */
export function readModule(text: string, file: string): Module {
  const program = parseModule(text, file)
  const statements = children(program, 'body')
  const exported = statements.filter(isExport)
  return {
    file,
    program,
    imports: new Map([
      ...statements.filter(({ type }) => type === 'ImportDeclaration').flatMap(readImport),
      ...exported.flatMap(readReExport),
      ...statements.flatMap((one) => children(one, 'declarations')).flatMap(readRequire),
    ]),
    variables: new Map(
      [...statements, ...exported.flatMap((one) => child(one, 'declaration') ?? [])].flatMap(
        readDeclaration,
      ),
    ),
    exports: new Map(exported.flatMap(readExport)),
  }
}

/** The calls of a module, outer ones first. */
export const findCalls = ({ program }: Module): readonly SyntaxNode[] =>
  [...walk(program)].filter(({ type }) => type === 'CallExpression')

/** The names of what is called: of a function, or of an object and its members; nothing where it is something else. */
export function calledNames(call: SyntaxNode): readonly string[] {
  const names: string[] = []
  let callee = unwrap(child(call, 'callee'))
  for (; callee?.type === 'MemberExpression'; callee = unwrap(child(callee, 'object'))) {
    const name = nameText(child(callee, 'property'))
    if (name === undefined) return []
    names.unshift(name)
  }
  const name = nameText(callee)
  return name === undefined ? [] : [name, ...names]
}
