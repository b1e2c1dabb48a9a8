import {
  type AuthArguments,
  type ServerCall,
  authArguments,
  fromParameters,
  placeOf,
  serverCalls,
} from './client-calls.ts'
import { freeName, isFree } from './statements.ts'
import type { AuthModule } from './auth-module.ts'
import type { Edit, Node, Remark, Source } from './tree.ts'
import { contains, findProperty, inner, items, nameIn, references, remarkAt } from './tree.ts'

/** Functions of the client that the configuration gives to a server under the same names. */
const OPERATIONS: ReadonlySet<string> = new Set(['getProviders', 'getCsrfToken'])

/** A call of the client that becomes one of the configuration. */
export interface OperationCall extends ServerCall {
  readonly given: AuthArguments
}

const CONTEXT = "context: import('next').GetServerSidePropsContext"

/** A context for a function that has no parameter. */
function newContext(source: Source, node: Node): AuthArguments | undefined {
  const open = source.text.indexOf('(', inner(node, 'id')?.end ?? node.start) + 1
  const body = inner(node, 'body')
  if (open === 0 || body === undefined || open > body.start || !isFree(source, 'context')) {
    return undefined
  }
  // A function expression gets the type of what it is given to.
  const holder = source.nodes.find(
    (one) => one.type === 'VariableDeclarator' && inner(one, 'init')?.start === node.start,
  )
  const isTyped = inner(inner(holder, 'id'), 'typeAnnotation') !== undefined
  const isPlain = isTyped || !/\.[cm]?tsx?$/.test(source.path)
  return {
    text: 'context',
    edits: [{ start: open, end: open, text: isPlain ? 'context' : CONTEXT }],
  }
}

/** Request and response, taken out of a context with what else is. */
function patternArguments(source: Source, pattern: Node): AuthArguments | undefined {
  const properties = items(pattern, 'properties')
  const [first] = properties
  if (first === undefined || properties.some(({ type }) => type === 'RestElement')) return undefined
  const request = nameIn(inner(findProperty(pattern, 'req'), 'value'))
  if (request !== undefined) return fromParameters(source, [pattern], request)
  const response = nameIn(inner(findProperty(pattern, 'res'), 'value'))
  const added = response === undefined ? ['req', 'res'] : ['req']
  if (!added.every((name) => isFree(source, name))) return undefined
  const { start } = first
  const text = added.map((name) => `${name}, `).join('')
  return { text: `req, ${response ?? 'res'}`, edits: [{ start, end: start, text }] }
}

/** The context of `getServerSideProps`, by its name or by what is taken out of it. */
function pageArguments(source: Source, node: Node): AuthArguments | undefined {
  const [parameter] = items(node, 'params')
  if (parameter === undefined) return newContext(source, node)
  const name = parameter.type === 'Identifier' ? nameIn(parameter) : undefined
  if (name !== undefined) return { text: name, edits: [] }
  return parameter.type === 'ObjectPattern' ? patternArguments(source, parameter) : undefined
}

/** The functions around a call, outer ones first. */
const functionsAround = ({ nodes }: Source, call: Node): readonly Node[] =>
  nodes.filter((node) => /Function/.test(node.type) && contains(node, call))

/** What a call is given where it has no argument so far. */
function foundArguments(source: Source, call: Node): AuthArguments | undefined {
  const [outer] = functionsAround(source, call)
  const place = placeOf(source, call)
  if (place === 'app-route' || place === 'component') return { text: '', edits: [] }
  if (outer === undefined) return undefined
  if (place === 'getServerSideProps') return pageArguments(source, outer)
  const [request, response] = items(outer, 'params').map(nameIn)
  if (place !== 'pages-route' || request === undefined || response === undefined) return undefined
  return { text: `${request}, ${response}`, edits: [] }
}

/** Calls of the client on a server that become those of the configuration. */
export const operationCalls = (source: Source): readonly OperationCall[] =>
  serverCalls(source).flatMap((one) => {
    const { call, named } = one
    if (!OPERATIONS.has(named.imported)) return []
    // A component cannot set the cookie of a token.
    if (named.imported === 'getCsrfToken' && placeOf(source, call) === 'component') return []
    const isGiven = items(call, 'arguments').length > 0
    const given = isGiven ? authArguments(source, call) : foundArguments(source, call)
    return given === undefined ? [] : [{ ...one, given }]
  })

/** The names that a configuration has to export for such calls. */
export const operationNames = (sources: readonly Source[]): readonly string[] =>
  [...new Set(sources.flatMap(operationCalls).map(({ named }) => named.imported))].toSorted()

/** A function that a module imports from the configuration instead. */
export interface ImportedOperation {
  readonly imported: string
  /** What it is called in the module. */
  readonly name: string
  readonly calls: readonly OperationCall[]
  /** Nothing of the client uses the name any more: types follow the function. */
  readonly isIdle: boolean
}

/** The functions that a module imports from the configuration instead of the client. */
export function importedOperations(source: Source): readonly ImportedOperation[] {
  const calls = operationCalls(source)
  const locals = new Map(calls.map(({ named }) => [named.local, named]))
  return [...locals.values()].map(({ imported, local, specifier }) => {
    const own = calls.filter(({ named }) => named.local === local)
    const isIdle = references(source, local).every(
      ({ start }) =>
        own.some(({ call }) => inner(call, 'callee')?.start === start) ||
        source.nodes.some(
          (node) => node.type === 'TSTypeQuery' && inner(node, 'exprName')?.start === start,
        ),
    )
    const name = isIdle ? local : freeName(source, [`${imported}OnServer`], specifier.start)
    return { imported, name, calls: own, isIdle }
  })
}

/** Calls of the client that become those of the configuration. */
export function operationEdits({ name, calls }: ImportedOperation): readonly Edit[] {
  return calls.flatMap(({ call, given }) => [
    { start: call.start, end: call.end, text: `${name}(${given.text})` },
    ...given.edits,
  ])
}

/** A call of the client on a server, as a read of the session; nothing where it cannot be one. */
export function clientReadEdits(
  source: Source,
  { call, named }: ServerCall,
  name: string,
): readonly Edit[] | undefined {
  const given = named.imported === 'getSession' ? authArguments(source, call) : undefined
  if (given === undefined) return undefined
  return [{ start: call.start, end: call.end, text: `${name}(${given.text})` }, ...given.edits]
}

/** What to do instead of such a call. */
function notOnServer(source: Source, { call, named: { imported } }: ServerCall): string {
  const what = `\`${imported}\` asks over HTTP, which it does not do on a server here:`
  if (imported === 'getSession') {
    return `${what} write \`auth(request, response)\`, imported from the configuration.`
  }
  if (imported === 'getCsrfToken' && placeOf(source, call) === 'component') {
    return '`getCsrfToken` sets a cookie, which a server component cannot: use a form with a server action that calls `signIn`.'
  }
  const more = imported === 'getProviders' ? ' Without a request it needs `AUTH_URL`.' : ''
  return `${what} export \`${imported}\` of the configuration, and give it the context, or request and response.${more}`
}

/**
 * Calls that reject on a server from now on, as they ask over HTTP.
 *
 * @param home - the module of the configuration, if it gives what is called on the server instead
 */
export const serverCallFindings = (
  source: Source,
  home: AuthModule | undefined,
): readonly Remark[] => {
  const moved = new Set(operationCalls(source).map(({ call }) => call))
  return serverCalls(source)
    .filter((one) => home === undefined || !moved.has(one.call))
    .filter((one) => home === undefined || clientReadEdits(source, one, 'auth') === undefined)
    .map((one) => remarkAt(source, one.call.start, notOnServer(source, one), 'session'))
}
