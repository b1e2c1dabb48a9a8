import { readMentions } from './imports.ts'
import type { Resolver } from './resolver.ts'
import type { AuthModule } from './auth-module.ts'
import { removal } from './statements.ts'
import type { Edit, Node, Source } from './tree.ts'
import { inner, items, nameIn, replaceLiteral, unwrap } from './tree.ts'

/** Functions that a test replaces: where the reads of the session were, there is `auth`. */
export interface Mocks {
  readonly edits: readonly Edit[]
  /** Calls that name a module and that these edits change. */
  readonly handled: ReadonlySet<number>
}

/** The names that a factory of a mock gives, where it shows them. */
function mockedKeys(call: Node): readonly Node[] | undefined {
  const [, factory, ...more] = items(call, 'arguments')
  const body = /Function/.test(factory?.type ?? '') ? unwrap(inner(factory, 'body')) : undefined
  if (body?.type !== 'ObjectExpression' || more.length > 0) return undefined
  const properties = items(body, 'properties')
  if (properties.some(({ type }) => type !== 'Property')) return undefined
  return properties.flatMap((one) => inner(one, 'key') ?? [])
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
    const keys = node.type === 'CallExpression' ? mockedKeys(node) : undefined
    if (keys === undefined || keys.length === 0) continue
    if (/^next-auth(?:\/next)?$/.test(module)) {
      if (!keys.every((key) => reads.has(nameIn(key) ?? ''))) continue
      const to = resolver.specifier(source.path, home.after)
      handled.add(node.start)
      edits.push(
        replaceLiteral(source, literal, to),
        ...keys.map(({ start, end }) => ({ start, end, text: 'auth' })),
      )
    }
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
