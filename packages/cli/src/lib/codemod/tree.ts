import { posix } from 'node:path'
import { type SyntaxNode, children, child, nameText, parseModule, walk } from '../doctor/syntax.ts'
import { findProperty, nameIn, type Node, unwrap } from '../syntax.ts'

export { findProperty, nameIn, type Node, unwrap }

/** A module of the application that was read. */
export interface Source {
  /** Relative to the folder of the application, with `/`. */
  readonly path: string
  readonly text: string
  /** Every node, outer ones first. */
  readonly nodes: readonly Node[]
  /** The statements. */
  readonly body: readonly Node[]
}

/** A piece of a text, and what replaces it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What a remark is about, in order of harm. */
export type RemarkKind =
  | 'configuration'
  | 'guard'
  | 'mail'
  | 'person'
  | 'session'
  | 'import'
  | 'type'
  | 'other'

/** Something in a file that a person has to look at. */
export interface Remark {
  readonly path: string
  readonly line: number
  readonly reason: string
  /** Default: `import`. */
  readonly kind?: RemarkKind
}

/** Why a file cannot be changed as a whole. */
export class NotUnderstood extends Error {
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.name = 'NotUnderstood'
    this.at = at
  }
}

const isPlaced = (node: SyntaxNode): node is Node =>
  typeof node['start'] === 'number' && typeof node['end'] === 'number'

/** A member of a node that is a node. */
export function inner(node: Node | undefined, member: string): Node | undefined {
  const found = child(node, member)
  return found !== undefined && isPlaced(found) ? found : undefined
}

/** A member of a node that is a list of nodes. */
export const items = (node: Node | undefined, member: string): readonly Node[] =>
  children(node, member).filter(isPlaced)

/** Whether a node is another one or in it. */
export const contains = (outer: Node, node: Node): boolean =>
  outer.start <= node.start && node.end <= outer.end

/** The line of a place, from 1. */
export const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

/** A place of a source, as it is reported. */
export const remarkAt = (
  { path, text }: Source,
  at: number,
  reason: string,
  kind: RemarkKind = 'import',
): Remark => ({ path, line: lineAt(text, at), reason, kind })

/** @throws SyntaxError where the text cannot be read */
export function readSource(path: string, text: string): Source {
  const program = parseModule(text, path)
  return {
    path,
    text,
    nodes: [...walk(program)].filter(isPlaced),
    body: children(program, 'body').filter(isPlaced),
  }
}

/**
 * A text with pieces replaced. Two edits of one piece are a mistake of this program, and change nothing.
 *
 * @throws Error where edits overlap
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((one, other) => one.start - other.start || one.end - other.end)
  let done = ''
  let at = 0
  for (const { start, end, text: added } of sorted) {
    if (start < at) throw new Error(`Two changes meet at character ${start}.`)
    done += text.slice(at, start) + added
    at = end
  }
  return done + text.slice(at)
}

/** A literal, replaced by another text in the quotes it has. */
export function replaceLiteral({ text }: Source, literal: Node, value: string): Edit {
  const quote = text.charAt(literal.start)
  return { start: literal.start, end: literal.end, text: `${quote}${value}${quote}` }
}

/** The quote that a text prefers. */
export const preferredQuote = (text: string): '"' | "'" =>
  (text.match(/from "/g)?.length ?? 0) > (text.match(/from '/g)?.length ?? 0) ? '"' : "'"

/** The key of a member that is written as a name: no use of a variable. */
const KEYS: Readonly<Record<string, string>> = {
  Property: 'key',
  MemberExpression: 'property',
  PropertyDefinition: 'key',
  MethodDefinition: 'key',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  JSXAttribute: 'name',
}

/** Places where a name is a key and not a variable. A property in short form is both. */
function keyPlaces(nodes: readonly Node[]): ReadonlySet<number> {
  return new Set(
    nodes.flatMap((node) => {
      const member = KEYS[node.type]
      const key =
        member === undefined || node['computed'] === true ? undefined : inner(node, member)
      return key === undefined || node['shorthand'] === true ? [] : [key.start]
    }),
  )
}

/** Every use of a name, without its import. */
export function references({ nodes }: Source, name: string): readonly Node[] {
  const keys = keyPlaces(nodes)
  const imports = nodes.filter(({ type }) => type === 'ImportDeclaration')
  const found = nodes.filter(
    (node) =>
      (node.type === 'Identifier' || node.type === 'JSXIdentifier') &&
      node['name'] === name &&
      !keys.has(node.start) &&
      !imports.some(({ start, end }) => start <= node.start && node.end <= end),
  )
  // A name in short form is there twice, as key and as value.
  return [...new Map(found.map((node) => [node.start, node])).values()]
}

/** Kinds of nodes that declare a name of their own. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  CatchClause: ['param'],
}

/** The names that a pattern binds. */
function boundNames(pattern: Node | undefined): readonly Node[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern]
    case 'ObjectPattern':
      return items(pattern, 'properties').flatMap((node) =>
        boundNames(inner(node, node.type === 'RestElement' ? 'argument' : 'value')),
      )
    case 'ArrayPattern':
      return items(pattern, 'elements').flatMap(boundNames)
    case 'AssignmentPattern':
      return boundNames(inner(pattern, 'left'))
    case 'RestElement':
      return boundNames(inner(pattern, 'argument'))
    default:
      return []
  }
}

/** Where a name is declared anew, besides imports. */
export function declaredAt({ nodes }: Source, name: string): number | undefined {
  for (const node of nodes) {
    for (const member of DECLARING[node.type] ?? []) {
      const patterns = [inner(node, member), ...items(node, member)]
      const found = patterns.flatMap(boundNames).find((bound) => bound['name'] === name)
      if (found !== undefined) return found.start
    }
  }
  return undefined
}

/** A path from one file to another, as an import says it: without the end of the name. */
export function relativeImport(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to).replace(/\.[cm]?[jt]sx?$/, '')
  return path.startsWith('.') ? path : `./${path}`
}

/** The text of a literal. */
export const literalText = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' ? nameText(node) : undefined
