import type { Module } from './module.ts'
import { type SyntaxNode, child, children, nameText, unwrap } from './syntax.ts'

/** What an expression is, as far as its text says. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'flag'; readonly flag: boolean }
  | { readonly kind: 'number'; readonly number: number }
  | {
      readonly kind: 'object'
      readonly members: ReadonlyMap<string, Value>
      /** Members may come from elsewhere, too. */
      readonly open: boolean
    }
  | {
      readonly kind: 'list'
      readonly items: readonly Value[]
      /** What is spread into it and is not read. */
      readonly spread: readonly Value[]
      /** It has items that are not read. */
      readonly open: boolean
    }
  | {
      readonly kind: 'call'
      readonly callee: string
      /** The module that the function is from, if it is imported. */
      readonly from: string
      readonly args: readonly Value[]
    }
  | { readonly kind: 'name'; readonly name: string; readonly from: string }
  /** `returns` is missing where a function returns nothing. */
  | { readonly kind: 'function'; readonly returns?: Value }
  | { readonly kind: 'environment'; readonly variable: string; readonly otherwise?: Value }
  | { readonly kind: 'other' }

/** A module, with those that it imports from the application itself. */
export interface Scope {
  readonly module: Module
  /** The scope of a module of the application, by what is written in an import. */
  readonly load: (from: string) => Scope | undefined
}

const OTHER: Value = { kind: 'other' }
/** Deeper than any configuration that people write. */
const DEPTH = 24

function readObject(node: SyntaxNode, scope: Scope, depth: number): Value {
  const members = new Map<string, Value>()
  let open = false
  for (const property of children(node, 'properties')) {
    const name = property['computed'] === true ? undefined : nameText(child(property, 'key'))
    if (property.type === 'SpreadElement') {
      const spread = readValue(child(property, 'argument'), scope, depth)
      if (spread.kind !== 'object') open = true
      else for (const [key, value] of spread.members) members.set(key, value)
      open ||= spread.kind === 'object' && spread.open
    } else if (name === undefined) open = true
    else members.set(name, readValue(child(property, 'value'), scope, depth))
  }
  return { kind: 'object', members, open }
}

function readList(node: SyntaxNode, scope: Scope, depth: number): Value {
  const items: Value[] = []
  const spread: Value[] = []
  for (const element of children(node, 'elements')) {
    const isSpread = element.type === 'SpreadElement'
    const value = readValue(isSpread ? child(element, 'argument') : element, scope, depth)
    if (!isSpread) items.push(value)
    else if (value.kind === 'list') {
      items.push(...value.items)
      spread.push(...value.spread)
    } else spread.push(value)
  }
  return { kind: 'list', items, spread, open: spread.length > 0 }
}

/** The expression that a function returns first. */
function readFunction(node: SyntaxNode, scope: Scope, depth: number): Value {
  const body = unwrap(child(node, 'body'))
  if (body?.type !== 'BlockStatement') {
    return { kind: 'function', returns: readValue(body, scope, depth) }
  }
  const statements = children(body, 'body')
  const result = statements.findLast(({ type }) => type === 'ReturnStatement')
  if (result !== undefined) {
    return { kind: 'function', returns: readValue(child(result, 'argument'), scope, depth) }
  }
  // A branch may return, and what it returns is not looked for.
  const plain = statements.every(({ type }) =>
    ['ExpressionStatement', 'LabeledStatement', 'VariableDeclaration'].includes(type),
  )
  return plain ? { kind: 'function' } : { kind: 'function', returns: OTHER }
}

function readName(name: string, scope: Scope, depth: number): Value {
  // Modules may export names of each other in a circle.
  if (depth <= 0) return OTHER
  const declared = scope.module.variables.get(name)
  if (declared !== undefined) return readValue(declared, scope, depth)
  const imported = scope.module.imports.get(name)
  if (imported === undefined) return { kind: 'name', name, from: '' }
  const there = scope.load(imported.from)
  const exported = there?.module.exports.get(imported.name)
  if (there === undefined || exported === undefined) {
    return { kind: 'name', name: imported.name, from: imported.from }
  }
  return typeof exported === 'string'
    ? readName(exported, there, depth - 1)
    : readValue(exported, there, depth)
}

function readCall(node: SyntaxNode, scope: Scope, depth: number): Value {
  const callee = unwrap(child(node, 'callee'))
  const object = child(callee, 'object')
  const name = nameText(callee) ?? nameText(child(callee, 'property')) ?? ''
  const imported = scope.module.imports.get(nameText(callee) ?? nameText(object) ?? '')
  const args = children(node, 'arguments').map((arg) => readValue(arg, scope, depth))
  // It returns what it is given.
  if (imported?.name === 'defineConfig') return args[0] ?? OTHER
  return { kind: 'call', callee: name, from: imported?.from ?? '', args }
}

/** `process.env.NAME`, `process.env['NAME']` and `import.meta.env.NAME`. */
function readMember(node: SyntaxNode): Value {
  const env = unwrap(child(node, 'object'))
  const variable = nameText(child(node, 'property'))
  if (variable === undefined || nameText(child(env, 'property')) !== 'env') return OTHER
  return { kind: 'environment', variable }
}

function readLiteral({ value }: SyntaxNode): Value {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (typeof value === 'number') return { kind: 'number', number: value }
  return typeof value === 'boolean' ? { kind: 'flag', flag: value } : OTHER
}

/** `7 * 24 * 60 * 60`, as people write seconds. */
function readProduct(node: SyntaxNode, scope: Scope, depth: number): Value {
  const left = readValue(child(node, 'left'), scope, depth)
  const right = readValue(child(node, 'right'), scope, depth)
  return node['operator'] === '*' && left.kind === 'number' && right.kind === 'number'
    ? { kind: 'number', number: left.number * right.number }
    : OTHER
}

/** `process.env.NAME ?? 'file:./data.db'` */
function readLogical(node: SyntaxNode, scope: Scope, depth: number): Value {
  const left = readValue(child(node, 'left'), scope, depth)
  if (left.kind !== 'environment') return OTHER
  return { ...left, otherwise: readValue(child(node, 'right'), scope, depth) }
}

const READERS: Readonly<Record<string, (node: SyntaxNode, scope: Scope, depth: number) => Value>> =
  {
    Literal: readLiteral,
    ObjectExpression: readObject,
    ArrayExpression: readList,
    ArrowFunctionExpression: readFunction,
    FunctionExpression: readFunction,
    FunctionDeclaration: readFunction,
    CallExpression: readCall,
    NewExpression: readCall,
    MemberExpression: readMember,
    BinaryExpression: readProduct,
    LogicalExpression: readLogical,
    Identifier: (node, scope, depth) => readName(nameText(node) ?? '', scope, depth),
  }

/** Reads what an expression is, following names within the application. */
export function readValue(
  node: SyntaxNode | undefined,
  scope: Scope,
  depth: number = DEPTH,
): Value {
  const inner = unwrap(node)
  const read = inner && READERS[inner.type]
  return inner === undefined || read === undefined || depth === 0
    ? OTHER
    : read(inner, scope, depth - 1)
}

/** A member of an object. */
export const memberValue = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === 'object' ? value.members.get(name) : undefined

/** The text of a member of an object. */
export function memberText(value: Value | undefined, name: string): string | undefined {
  const member = memberValue(value, name)
  return member?.kind === 'text' ? member.text : undefined
}
