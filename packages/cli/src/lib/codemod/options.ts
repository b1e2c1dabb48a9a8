import { lineEnd } from '../env-file.ts'
import type { Edit, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  contains,
  declaredAt,
  findProperty,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
  unwrap,
} from './tree.ts'

/** What a name at the top of a module is declared as. */
export function findDeclaration({ body }: Source, name: string): Node | undefined {
  return body
    .map((node) =>
      node.type === 'ExportNamedDeclaration' ? (inner(node, 'declaration') ?? node) : node,
    )
    .flatMap((node) => (node.type === 'VariableDeclaration' ? items(node, 'declarations') : [node]))
    .find((node) => nameIn(inner(node, 'id')) === name)
}

/** What a function returns, where that does not depend on conditions. */
function returned(node: Node): Node | undefined {
  const body = inner(node, 'body')
  if (body?.type !== 'BlockStatement') return body
  const returns = items(body, 'body').filter(({ type }) => type === 'ReturnStatement')
  const branches = items(body, 'body').some(({ type }) => /^(?:If|Switch|Try)/.test(type))
  return returns.length === 1 && !branches ? inner(returns[0], 'argument') : undefined
}

/** The depth of functions that return functions: one may return itself. */
const DEPTH = 8

/** The object literal that an expression is, or that a name or a function stands for. */
export function configObject(source: Source, value: Node | undefined): Node | undefined {
  let node = unwrap(value)
  for (let depth = 0; depth < DEPTH; depth++) {
    if (node?.type === 'ObjectExpression') return node
    if (node?.type === 'Identifier') {
      const declared = findDeclaration(source, String(node['name']))
      node = declared?.type === 'FunctionDeclaration' ? declared : unwrap(inner(declared, 'init'))
    } else if (/Function(?:Expression|Declaration)$/.test(node?.type ?? '')) {
      node = node === undefined ? undefined : unwrap(returned(node))
    } else {
      return undefined
    }
  }
  return undefined
}

/** Whether a name is assigned to, or to a member of it, or given to `Object.assign` and the like: it may not be what it was declared as. */
export function isNameChanged(source: Source, name: string): boolean {
  const targets = source.nodes.flatMap((one) => {
    if (/^(?:Assignment|Update)Expression$/.test(one.type) || one['operator'] === 'delete') {
      return [inner(one, 'left') ?? inner(one, 'argument') ?? one]
    }
    const callee = one.type === 'CallExpression' ? inner(one, 'callee') : undefined
    const isObjects = /^(?:Object|Reflect)$/.test(nameIn(inner(callee, 'object')) ?? '')
    return isObjects ? items(one, 'arguments').slice(0, 1) : []
  })
  // A function that has a parameter of that name changes something else.
  const others = source.nodes.filter(
    (one) =>
      /Function/.test(one.type) &&
      declaredAt({ ...source, nodes: [{ ...one, id: undefined }] }, name) !== undefined,
  )
  return references(source, name)
    .filter((use) => !others.some((one) => contains(one, use)))
    .some((use) => targets.some((target) => contains(target, use)))
}

/** Whether an expression is a name for something that may not be what it was declared as. */
export function isChanged(source: Source, value: Node | undefined): boolean {
  const node = unwrap(value)
  return node?.type === 'Identifier' && isNameChanged(source, nameIn(node) ?? '')
}

/** Whether something is a function, which a spread would make nothing of. */
export function isFunction(source: Source, value: Node | undefined): boolean {
  const node = unwrap(value)
  if (node?.type === 'Identifier') {
    const declared = findDeclaration(source, String(node['name']))
    return declared?.type === 'FunctionDeclaration' || isFunction(source, inner(declared, 'init'))
  }
  return /Function(?:Expression|Declaration)$/.test(node?.type ?? '')
}

/** Members, put in at the beginning of an object literal, in the way it is written. */
export function addMembers(
  { text }: Source,
  object: Node,
  members: readonly string[],
): readonly Edit[] {
  const at = object.start + 1
  const [first] = items(object, 'properties')
  if (members.length === 0) return []
  if (first === undefined) {
    return [{ start: at, end: object.end - 1, text: ` ${members.join(', ')} ` }]
  }
  const indent = /\n([ \t]*)(?:\/\*[^\r\n]*?\*\/[ \t]*)*$/.exec(text.slice(0, first.start))?.[1]
  if (indent === undefined) return [{ start: at, end: at, text: ` ${members.join(', ')},` }]
  const end = lineEnd(text)
  // A comment beside the brace stays there.
  const beside = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/[ \t]*)?(?=\r?\n)/.exec(
    text.slice(at),
  )
  const place = at + (beside?.[0].length ?? 0)
  const lines = members.map((member) => `${end}${indent}${member},`).join('')
  return [{ start: place, end: place, text: lines }]
}

/** The domain of session cookies, as it is written. */
function domainText(source: Source, object: Node): string | undefined {
  const path = ['cookies', 'sessionToken', 'options', 'domain']
  let node: Node | undefined = object
  for (const name of path) {
    const found: Node | undefined = node && configObject(source, node)
    const property: Node | undefined = found && findProperty(found, name)
    node = inner(property, 'value')
  }
  return node && source.text.slice(node.start, node.end)
}

/** The function that gives an object as its result. */
function giverOf(source: Source, object: Node): Node | undefined {
  const isThatObject = (node: Node | undefined): boolean =>
    node?.start === object.start && node.type === object.type
  return source.nodes.findLast(
    (node) =>
      /Function/.test(node.type) &&
      contains(node, object) &&
      (isThatObject(inner(node, 'body')) ||
        items(inner(node, 'body'), 'body').some(
          (one) => one.type === 'ReturnStatement' && isThatObject(inner(one, 'argument')),
        )),
  )
}

/** Whether nothing says which type an object has, so that its texts are texts of any kind. */
function isUntyped(source: Source, object: Node): boolean {
  if (!/\.[cm]?tsx?$/.test(source.path)) return false
  const giver = giverOf(source, object)
  if (giver !== undefined && inner(giver, 'returnType') !== undefined) return false
  if (giver?.type === 'FunctionDeclaration') return true
  const value = giver ?? object
  return source.nodes.some((node) => {
    const init = node.type === 'VariableDeclarator' ? inner(node, 'init') : undefined
    const isValue = init?.start === value.start && init.type === value.type
    return isValue && inner(inner(node, 'id'), 'typeAnnotation') === undefined
  })
}

/** The option that takes sessions over. */
export function migrateMember(source: Source, until: string, object?: Node): string {
  const quote = preferredQuote(source.text)
  const domain = object === undefined ? undefined : domainText(source, object)
  const more = domain === undefined ? '' : `, domain: ${domain}`
  const type = object !== undefined && isUntyped(source, object) ? ' as const' : ''
  return `migrate: { from: ${quote}next-auth${quote}${type}, until: ${quote}${until}${quote}${more} }`
}

/** Whether there is no such member yet, as far as the object itself shows. */
export const lacks = (object: Node, name: string): boolean =>
  findProperty(object, name) === undefined

/** What a configuration is to get. */
export interface MigrateContext {
  readonly until: string
  /** Members beside `migrate`, each with its name. */
  readonly members: readonly string[]
  /** Whether a name that is imported is an object, as far as its module shows. */
  readonly elsewhere: (name: string) => boolean
}

/**
 * What makes a configuration take sessions over.
 *
 * @param argument - what the initializer is called with
 * @throws NotUnderstood where it does not show what the configuration is
 */
export function migrateEdits(
  source: Source,
  argument: Node,
  { until, members, elsewhere }: MigrateContext,
): readonly Edit[] {
  const object = configObject(source, argument)
  if (object !== undefined) {
    const more = members.filter((text) => lacks(object, /^\w+/.exec(text)?.[0] ?? ''))
    const own = lacks(object, 'migrate') ? [migrateMember(source, until, object)] : []
    return addMembers(source, object, [...own, ...more])
  }
  const node = unwrap(argument)
  const name = nameIn(node)
  const plain = node?.type === 'Identifier' && !isFunction(source, node)
  const known =
    plain && name !== undefined && (findDeclaration(source, name) !== undefined || elsewhere(name))
  if (!known) {
    throw new NotUnderstood(argument.start, 'It does not show what the configuration is.')
  }
  const { start, end } = argument
  const text = source.text.slice(start, end)
  const first = members.map((one) => `${one}, `).join('')
  return [{ start, end, text: `{ ${first}...${text}, ${migrateMember(source, until)} }` }]
}
