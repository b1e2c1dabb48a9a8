import { lineEnd } from '../env-file.ts'
import { type Named, readMentions, readNames } from './imports.ts'
import type { Resolver } from './resolver.ts'
import { freeName, preferredEnd, withName, withoutNames } from './statements.ts'
import {
  type Edit,
  type Node,
  NotUnderstood,
  type Source,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
} from './tree.ts'

/** The module that gives `auth` after the move. */
export interface Home {
  /** Where the options are before. */
  readonly before: string
  /** Where they are after. */
  readonly after: string
  /** What the options are exported as, and their name in the module. */
  readonly exported: string | undefined
  readonly local: string | undefined
  /** The sign-in page that it names. */
  readonly signIn: string | undefined
}

/** What reads the session in version 4. */
export const SESSION_READS: ReadonlySet<string> = new Set([
  'getServerSession',
  'unstable_getServerSession',
])

interface Imported {
  readonly statement: Node
  readonly named: Named
  readonly specifier: string
}

/** Imports of values by name, with the modules that they are from. */
const importsIn = (source: Source): readonly Imported[] =>
  readMentions(source)
    .filter(({ node }) => node.type === 'ImportDeclaration')
    .flatMap(({ node, source: specifier }) =>
      readNames(node).map((named) => ({ statement: node, named, specifier })),
    )

/** The call that a use of a name is the function of. */
function callAt(source: Source, use: Node): Node {
  const call = source.nodes.find(
    (node) => node.type === 'CallExpression' && inner(node, 'callee')?.start === use.start,
  )
  if (call !== undefined && inner(call, 'typeArguments') === undefined) return call
  throw new NotUnderstood(use.start, 'The function that reads the session is not just called here.')
}

interface Reading {
  readonly edits: readonly Edit[]
  /** The use of the options. */
  readonly options: Node | undefined
}

const UNCLEAR_READ =
  'It does not show which options the session is read with: write `auth()`, imported from the configuration.'

/** What a call is given besides the request and the response: the options, last. */
function takeOptions(list: readonly Node[], end: number): readonly Edit[] {
  const [first, second, third] = list
  if (second !== undefined && third !== undefined) {
    return [{ start: second.end, end: third.end, text: '' }]
  }
  return first === undefined ? [] : [{ start: first.start, end, text: '' }]
}

/** A call that reads the session, without the options. */
function readEdits(call: Node, name: string, isOptions: (node: Node) => boolean): Reading {
  const { start, end } = inner(call, 'callee') ?? call
  const list = items(call, 'arguments')
  const options = list.at(-1)
  const known = options === undefined || isOptions(options)
  const spread = list.some(({ type }) => type === 'SpreadElement')
  if (spread || !known || ![0, 1, 3].includes(list.length)) {
    throw new NotUnderstood(call.start, UNCLEAR_READ)
  }
  return { edits: [{ start, end, text: name }, ...takeOptions(list, call.end - 1)], options }
}

interface Wanted {
  readonly source: Source
  readonly home: Home
  readonly resolver: Resolver
  readonly name: string
}

/** Imports `auth` where the options are imported, instead of them where nothing else uses them. */
function importAuth(
  { source, home, resolver, name }: Wanted,
  options: Imported | undefined,
  used: readonly Node[],
  before: Node,
): readonly Edit[] {
  const text = name === 'auth' ? 'auth' : `auth as ${name}`
  if (options === undefined) {
    const quote = preferredQuote(source.text)
    const from = resolver.specifier(source.path, home.after)
    const line = `import { ${text} } from ${quote}${from}${quote}${preferredEnd(source.text)}`
    return [{ start: before.start, end: before.start, text: `${line}${lineEnd(source.text)}` }]
  }
  const { statement, named } = options
  const { specifier, local } = named
  const open = references(source, local).filter(
    ({ start }) => !used.some((node) => node.start === start),
  )
  if (open.length > 0) return [withName(statement, text)]
  const { start, end } = specifier
  if (specifier.type === 'ImportSpecifier') return [{ start, end, text }]
  const alone = items(statement, 'specifiers').length === 1
  return alone ? [{ start, end, text: `{ ${text} }` }] : [withName(statement, text)]
}

/**
 * What turns the reads of the session of version 4 into `auth`.
 *
 * @throws NotUnderstood where one is not read by the options of the application
 */
export function sessionReadEdits(source: Source, home: Home, resolver: Resolver): readonly Edit[] {
  const imports = importsIn(source)
  const readers = imports.filter(
    ({ specifier, named }) =>
      /^next-auth(?:\/next)?$/.test(specifier) && SESSION_READS.has(named.imported),
  )
  const [reader] = readers
  if (reader === undefined) return []
  const own = source.path === home.before
  const options = imports.find(
    ({ specifier, named }) =>
      named.imported === home.exported && resolver.resolve(specifier, source.path) === home.before,
  )
  const local = own ? home.local : options?.named.local
  const name = own
    ? 'auth'
    : freeName(source, ['auth', 'getAuth', 'readSession'], reader.statement.start)
  const reads = readers
    .flatMap(({ named }) => references(source, named.local))
    .map((use) =>
      readEdits(callAt(source, use), name, (node) => local !== undefined && nameIn(node) === local),
    )
  const used = reads.flatMap((read) => read.options ?? [])
  const statements = new Map(readers.map(({ statement }) => [statement.start, statement]))
  return [
    ...reads.flatMap(({ edits }) => edits),
    ...[...statements.values()].flatMap((statement) =>
      withoutNames(
        source,
        statement,
        readers.filter((one) => one.statement === statement).map(({ named }) => named),
      ),
    ),
    ...(own || reads.length === 0
      ? []
      : importAuth({ source, home, resolver, name }, options, used, reader.statement)),
  ]
}

/** Import statements of which nothing stays, as only reads of the session were imported. */
export const emptiedImports = (source: Source): ReadonlySet<number> =>
  new Set(
    readMentions(source)
      .filter(({ node, source: module }) => {
        const names = node.type === 'ImportDeclaration' ? readNames(node) : []
        const reads = names.every(({ imported }) => SESSION_READS.has(imported))
        return names.length > 0 && reads && /^next-auth(?:\/next)?$/.test(module)
      })
      .map(({ node }) => node.start),
  )
