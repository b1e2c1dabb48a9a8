import { tsPlugin } from '@sveltejs/acorn-typescript'
import { Parser } from 'acorn'
import { isObject } from '../values.ts'

/** A node of a syntax tree (ESTree), whose members depend on its type. */
export interface SyntaxNode {
  readonly type: string
  readonly [member: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  isObject(value) && typeof value['type'] === 'string'

/** A member of a node that is a node. */
export function child(node: SyntaxNode | undefined, member: string): SyntaxNode | undefined {
  const value = node?.[member]
  return isNode(value) ? value : undefined
}

/** A member of a node that is a list of nodes. */
export function children(node: SyntaxNode | undefined, member: string): readonly SyntaxNode[] {
  const value = node?.[member]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier, or the text of a literal. */
export function nameText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type === 'Identifier') return String(node['name'])
  const value = node?.type === 'Literal' ? node['value'] : undefined
  return typeof value === 'string' ? value : undefined
}

const WRAPPERS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
  'AwaitExpression',
])

/** An expression without what only concerns types, and without `await`. */
export function unwrap(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let inner = node
  while (inner !== undefined && WRAPPERS.has(inner.type)) {
    inner = child(inner, inner.type === 'AwaitExpression' ? 'argument' : 'expression')
  }
  return inner
}

const nodesIn = (value: unknown): readonly SyntaxNode[] =>
  (Array.isArray(value) ? value : [value]).filter(isNode)

/** Every node of a tree, outer ones first. A tree may be deeper than calls can be. */
export function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  const open = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    open.push(...Object.values(next).flatMap(nodesIn).toReversed())
  }
}

const WITHOUT_JSX = Parser.extend(tsPlugin())
const WITH_JSX = Parser.extend(tsPlugin({ jsx: true }))

/**
 * The syntax tree of a module of JavaScript or TypeScript.
 *
 * @throws SyntaxError where it cannot be read
 */
export function parseModule(text: string, file: string): SyntaxNode {
  const parser = /\.[cm]?ts$/.test(file) ? WITHOUT_JSX : WITH_JSX
  const program: unknown = parser.parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
  })
  if (isNode(program)) return program
  throw new SyntaxError(`${file} has no syntax tree.`)
}
