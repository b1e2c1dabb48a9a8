import { type Named, readMentions, readNames } from './mentions.ts'
import { withoutMember } from './package-lists.ts'
import type { Resolver } from './resolver.ts'
import type { AuthModule } from './auth-module.ts'
import { isTest } from './reported.ts'
import { removal } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { inner, items, nameIn, replaceLiteral, unwrap } from './tree.ts'

/** Functions that a test replaces: where the reads of the session were, there is `auth`. */
export interface Mocks {
  readonly edits: readonly Edit[]
  /** Calls that name a module and that these edits change. */
  readonly handled: ReadonlySet<number>
}

const NEXT_AUTH = /^next-auth(?:\/next)?$/

const isStatic = ({ type }: Node): boolean => type === 'ImportDeclaration'

const keyOf = (property: Node): string => nameIn(inner(property, 'key')) ?? ''

/** The names that a factory of a mock gives, where it shows them. */
function mockedProperties(call: Node): readonly Node[] | undefined {
  const [, factory, ...more] = items(call, 'arguments')
  const body = /Function/.test(factory?.type ?? '') ? unwrap(inner(factory, 'body')) : undefined
  if (body?.type !== 'ObjectExpression' || more.length > 0) return undefined
  const properties = items(body, 'properties')
  return properties.some(({ type }) => type !== 'Property') ? undefined : properties
}

const mockedKeys = (call: Node): readonly Node[] | undefined =>
  mockedProperties(call)?.flatMap((one) => inner(one, 'key') ?? [])

/** The names that a mock replaces, as if they were imported. */
export const mockedNames = (call: Node): readonly Named[] | undefined =>
  mockedKeys(call)
    ?.filter((key) => nameIn(key) !== '__esModule')
    .map((specifier) => ({ specifier, imported: nameIn(specifier) ?? '*', local: '' }))

/** What a factory gives beside the reads, which nothing calls where the configuration is replaced as a whole. */
const IDLE = /^(?:default|__esModule)$/

/** Whether everything that a module imports of next-auth reads the session. */
const importsReads = (source: Source, reads: ReadonlySet<string>): boolean => {
  const names = readMentions(source)
    .filter(({ node, source: module }) => isStatic(node) && NEXT_AUTH.test(module))
    .filter(({ node }) => node['importKind'] !== 'type')
    .flatMap(({ node }) => readNames(node))
  return names.length > 0 && names.every(({ imported }) => reads.has(imported))
}

/** The edits of what a mock gives; nothing where it gives more than reads of the session. */
function factoryEdits(
  source: Source,
  call: Node,
  reads: ReadonlySet<string>,
): readonly Edit[] | undefined {
  if (call.type !== 'CallExpression') return undefined
  const [module, ...more] = items(call, 'arguments')
  const object = nameIn(inner(inner(call, 'callee'), 'object'))
  const method = nameIn(inner(inner(call, 'callee'), 'property'))
  if (module !== undefined && more.length === 0 && method === 'mock') {
    const text = `, () => ({ auth: ${object ?? 'vi'}.fn() })`
    const { end } = module
    return importsReads(source, reads) ? [{ start: end, end, text }] : undefined
  }
  const properties = mockedProperties(call) ?? []
  const isRead = (one: Node): boolean => reads.has(keyOf(one))
  const others = properties.filter((one) => !isRead(one))
  if (others.length === properties.length || !others.every((one) => IDLE.test(keyOf(one)))) {
    return undefined
  }
  return [
    ...properties
      .filter(isRead)
      .flatMap((one) => inner(one, 'key') ?? [])
      .map(({ start, end }) => ({ start, end, text: 'auth' })),
    ...others.map((one) => withoutMember(source, one)),
  ]
}

/** `const { getServerSession } = await import('next-auth')` in a test, which takes the mock out of the module. */
function loadedEdits(
  source: Source,
  node: Node,
  reads: ReadonlySet<string>,
): readonly Edit[] | undefined {
  const holder = source.nodes.find((one) => {
    const init = one.type === 'VariableDeclarator' ? inner(one, 'init') : undefined
    return node.type === 'ImportExpression' && inner(init, 'argument')?.start === node.start
  })
  const properties = items(inner(holder, 'id'), 'properties')
  const isOnlyReads = properties.every((one) => reads.has(keyOf(one)))
  if (!isTest(source.path) || properties.length === 0 || !isOnlyReads) return undefined
  return properties.map((one) => {
    const { start } = one
    return one['shorthand'] === true
      ? { start, end: start, text: 'auth: ' }
      : { start, end: inner(one, 'key')?.end ?? start, text: 'auth' }
  })
}

/**
 * `vi.mock('next-auth', () => ({ getServerSession: vi.fn() }))` becomes a mock of `auth` in the module of the configuration. A mock
 * of the options there has no more use.
 *
 * @param reads - names of functions that read the session
 */
export function mockEdits(
  source: Source,
  home: AuthModule,
  resolver: Resolver,
  reads: ReadonlySet<string>,
): Mocks {
  const edits: Edit[] = []
  const handled = new Set<number>()
  for (const { node, literal, source: module } of readMentions(source)) {
    if (!NEXT_AUTH.test(module)) continue
    const factory = factoryEdits(source, node, reads) ?? loadedEdits(source, node, reads)
    if (factory === undefined) continue
    const to = resolver.specifier(source.path, home.after)
    handled.add(node.start)
    edits.push(replaceLiteral(source, literal, to), ...factory)
  }
  return handled.size === 0
    ? { edits, handled }
    : withoutOptions({ source, home, resolver, edits, handled })
}

interface FoundMocks extends Mocks {
  readonly source: Source
  readonly home: AuthModule
  readonly resolver: Resolver
}

/** The later of two mocks of a module would count. */
function withoutOptions({ source, home, resolver, edits, handled }: FoundMocks): Mocks {
  const idle = readMentions(source).flatMap(({ node, source: module }) => {
    const keys = node.type === 'CallExpression' ? (mockedKeys(node) ?? []) : []
    const own = resolver.resolve(module, source.path) === home.before
    const onlyOptions = keys.length === 1 && nameIn(keys[0]) === home.exported
    const statement = source.body.find((one) => inner(one, 'expression')?.start === node.start)
    return own && onlyOptions && statement !== undefined ? [{ node, statement }] : []
  })
  return {
    edits: [...edits, ...idle.map(({ statement }) => removal(source, statement))],
    handled: new Set([...handled, ...idle.map(({ node }) => node.start)]),
  }
}
