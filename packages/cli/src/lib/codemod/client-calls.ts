import { type Named, readMentions, readNames } from './mentions.ts'
import { isFree } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { findProperty, inner, items, literalText, nameIn, references, contains } from './tree.ts'

/** Functions of the client that ask over HTTP. Version 4 does that on a server as well; here they reject there. */
const ASKING: ReadonlySet<string> = new Set(['getSession', 'getProviders', 'getCsrfToken'])

/** A call of such a function on a server. */
export interface ServerCall {
  readonly statement: Node
  readonly named: Named
  readonly call: Node
}

const PAGES_ROUTE = /(?:^|\/)pages\/api\/.+\.\w+$/
const APP_ROUTE = /(?:^|\/)app\/(?:.+\/)?route\.\w+$/
const COMPONENT = /(?:^|\/)app\/(?:.+\/)?(?:page|layout|template|default)\.\w+$/
const SERVER_FUNCTION = /^get(?:ServerSide|Static|Initial)Props$/

const isForBrowser = ({ body: [first] }: Source): boolean =>
  first?.type === 'ExpressionStatement' && literalText(inner(first, 'expression')) === 'use client'

/** What a node gives a name to. */
function givenName(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression') {
    return nameIn(inner(inner(node, 'left'), 'property'))
  }
  const names = ['VariableDeclarator', 'FunctionDeclaration'].includes(node.type)
  return names ? nameIn(inner(node, 'id')) : undefined
}

/** The function of Next.js that runs a call on a server. */
const serverFunction = ({ nodes }: Source, call: Node): string | undefined =>
  nodes
    .filter((node) => contains(node, call))
    .map(givenName)
    .find((name) => name !== undefined && SERVER_FUNCTION.test(name))

/** Whether a call is given the request of a server. */
function takesRequest(call: Node): boolean {
  const [argument] = items(call, 'arguments')
  return argument?.type === 'ObjectExpression' && findProperty(argument, 'req') !== undefined
}

/** Where on a server a call is made: in a route or a component, or in a function of a page. */
export function placeOf(source: Source, call: Node): string | undefined {
  const { path } = source
  if (APP_ROUTE.test(path)) return 'app-route'
  if (PAGES_ROUTE.test(path)) return 'pages-route'
  if (COMPONENT.test(path) && !isForBrowser(source)) return 'component'
  return serverFunction(source, call)
}

const isOnServer = (source: Source, call: Node): boolean =>
  takesRequest(call) || placeOf(source, call) !== undefined

/** Calls of the client that are made on a server. */
export function serverCalls(source: Source): readonly ServerCall[] {
  const imports = readMentions(source).filter(
    ({ node, source: module }) =>
      node.type === 'ImportDeclaration' && /^(?:next-auth|@latchstring\/next)\/react$/.test(module),
  )
  return imports.flatMap(({ node: statement }) =>
    readNames(statement)
      .filter(({ imported }) => ASKING.has(imported))
      .flatMap((named) =>
        references(source, named.local).flatMap(({ start }) => {
          const call = source.nodes.find(
            (node) => node.type === 'CallExpression' && inner(node, 'callee')?.start === start,
          )
          return call !== undefined && isOnServer(source, call) ? [{ statement, named, call }] : []
        }),
      ),
  )
}

/** What `auth` is given instead, and what has to be changed for that. */
export interface AuthArguments {
  readonly text: string
  readonly edits: readonly Edit[]
}

/** Request and response, where a function has both of them. */
export function fromParameters(
  source: Source,
  [first, second]: readonly Node[],
  request: string,
): AuthArguments | undefined {
  if (first?.type === 'ObjectPattern') {
    const property = findProperty(first, 'req')
    if (property === undefined || nameIn(inner(property, 'value')) !== request) return undefined
    const response = nameIn(inner(findProperty(first, 'res'), 'value'))
    if (response !== undefined) return { text: `${request}, ${response}`, edits: [] }
    if (!isFree(source, 'res')) return undefined
    const { end } = property
    return { text: `${request}, res`, edits: [{ start: end, end, text: ', res' }] }
  }
  const response = nameIn(second)
  if (nameIn(first) !== request || response === undefined) return undefined
  return { text: `${request}, ${response}`, edits: [] }
}

/**
 * What `auth` is given in place of what a call of `getSession` is given.
 *
 * @returns nothing where it does not show where request and response are
 */
export function authArguments(source: Source, call: Node): AuthArguments | undefined {
  const [argument, ...more] = items(call, 'arguments')
  // That one runs in the browser, too, where there is no request.
  const isBoth = serverFunction(source, call) === 'getInitialProps'
  if (argument === undefined || more.length > 0 || isBoth) return undefined
  const parameters = source.nodes
    .filter((node) => /Function/.test(node.type) && contains(node, call))
    .toReversed()
    .map((node) => items(node, 'params'))
  if (argument.type === 'Identifier') {
    const name = nameIn(argument) ?? ''
    const isPage = serverFunction(source, call) === 'getServerSideProps'
    const isContext = isPage && parameters.some(([first]) => nameIn(first) === name)
    return isContext ? { text: name, edits: [] } : undefined
  }
  const property = argument.type === 'ObjectExpression' ? findProperty(argument, 'req') : undefined
  return fromRequest(source, inner(property, 'value'), parameters)
}

/** By `context.req`, or by the name of the request. */
function fromRequest(
  source: Source,
  value: Node | undefined,
  parameters: readonly (readonly Node[])[],
): AuthArguments | undefined {
  if (value?.type === 'MemberExpression' && nameIn(inner(value, 'property')) === 'req') {
    const context = nameIn(inner(value, 'object'))
    return context === undefined ? undefined : { text: context, edits: [] }
  }
  const request = value?.type === 'Identifier' ? nameIn(value) : undefined
  if (request === undefined) return undefined
  return parameters
    .map((list) => fromParameters(source, list, request))
    .find((found) => found !== undefined)
}
