import { lineEnd } from '../env-file.ts'
import { type ServerCall, authArguments, serverCalls } from './client-calls.ts'
import { type Named, readMentions, readNames } from './imports.ts'
import type { AuthModule } from './auth-module.ts'
import { mockEdits } from './mocks.ts'
import type { Resolver } from './resolver.ts'
import { freeName, preferredEnd, withName, withoutNames } from './statements.ts'
import { type TokenUse, tokenReadEdits, tokenUses } from './token-reads.ts'
import type { Edit, Remark, Node, Source } from './tree.ts'
import {
  NotUnderstood,
  inner,
  items,
  nameIn,
  preferredQuote,
  references,
  contains,
  remarkAt,
} from './tree.ts'

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

/** The call whose callee is the use of a name. */
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

/** The last argument of a call, which is the options. */
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
  readonly home: AuthModule
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

/** A call of the client on a server, as a read of the session; nothing where it cannot be one. */
function clientReadEdits(
  source: Source,
  { call, named }: ServerCall,
  name: string,
): readonly Edit[] | undefined {
  const given = named.imported === 'getSession' ? authArguments(source, call) : undefined
  if (given === undefined) return undefined
  return [{ start: call.start, end: call.end, text: `${name}(${given.text})` }, ...given.edits]
}

const notOnServer = ({ imported }: Named): string =>
  imported === 'getSession'
    ? '`getSession` asks over HTTP, which it does not do on a server here: write `auth(request, response)`, imported from the configuration.'
    : `\`${imported}\` asks over HTTP, which it does not do on a server here: call it in the browser, in an effect.`

/**
 * Calls that reject on a server from now on, as they ask over HTTP.
 *
 * @param isMoved - whether those that read the session become `auth`
 */
export const serverCallFindings = (source: Source, isMoved: boolean): readonly Remark[] =>
  serverCalls(source)
    .filter((call) => !isMoved || clientReadEdits(source, call, 'auth') === undefined)
    .map(({ call, named }) => remarkAt(source, call.start, notOnServer(named)))

const isServerModule = (module: string): boolean => /^next-auth(?:\/next)?$/.test(module)

/** The functions of a module that read the session by the options. */
const readersIn = (imports: readonly Imported[]): readonly Imported[] =>
  imports.filter(
    ({ specifier, named }) => isServerModule(specifier) && SESSION_READS.has(named.imported),
  )

/** Imports that are unused once the calls on the server are replaced. */
function idleImports(
  source: Source,
  calls: readonly Pick<ServerCall, 'statement' | 'named'>[],
): readonly Imported[] {
  return importsIn(source).filter(({ statement, named }) => {
    const own = calls.filter(
      (one) => one.statement.start === statement.start && one.named.local === named.local,
    )
    return own.length > 0 && own.length === references(source, named.local).length
  })
}

/** Imports whose names are taken out, by the statement. */
const removals = (source: Source, gone: readonly Imported[]): readonly Edit[] => {
  const statements = new Map(gone.map(({ statement }) => [statement.start, statement]))
  return [...statements.values()].flatMap((statement) =>
    withoutNames(
      source,
      statement,
      gone.filter((one) => one.statement === statement).map(({ named }) => named),
    ),
  )
}

/** The reads of the session of version 4 in a module. */
interface Reads {
  readonly readers: readonly Imported[]
  readonly calls: readonly ServerCall[]
  readonly tokens: readonly TokenUse[]
}

const findReads = (source: Source): Reads => ({
  readers: readersIn(importsIn(source)),
  calls: serverCalls(source).filter((call) => clientReadEdits(source, call, 'auth') !== undefined),
  tokens: tokenUses(source),
})

/** Imports whose names are taken out. */
const goneImports = (source: Source, { readers, calls, tokens }: Reads): readonly Imported[] => [
  ...readers,
  ...idleImports(source, [...calls, ...tokens]),
]

/** A use of a function that reads the session; in tests also one that mocks it. */
function serverRead(
  source: Source,
  use: Node,
  {
    name,
    isMocked,
    isOptions,
  }: { name: string; isMocked: boolean; isOptions: (node: Node) => boolean },
): Reading {
  const called = source.nodes.some(
    (node) => node.type === 'CallExpression' && inner(node, 'callee')?.start === use.start,
  )
  if (called || !isMocked) return readEdits(callAt(source, use), name, isOptions)
  const end = use.start + (nameIn(use)?.length ?? 0)
  return { edits: [{ start: use.start, end, text: name }], options: undefined }
}

/**
 * What turns the reads of the session of version 4 into `auth`.
 *
 * @throws NotUnderstood where one is not read by the options of the application
 */
export function sessionReadEdits(
  source: Source,
  home: AuthModule,
  resolver: Resolver,
): readonly Edit[] {
  const imports = importsIn(source)
  const found = findReads(source)
  const { readers, calls, tokens } = found
  const mocks = mockEdits(source, home, resolver, SESSION_READS)
  const before = [...readers, ...calls, ...tokens][0]?.statement
  if (before === undefined) return mocks.edits
  const own = source.path === home.before
  const options = imports.find(
    ({ specifier, named }) =>
      named.imported === home.exported && resolver.resolve(specifier, source.path) === home.before,
  )
  const local = own ? home.local : options?.named.local
  const name = own ? 'auth' : freeName(source, ['auth', 'getAuth', 'readSession'], before.start)
  const isOptions = (node: Node): boolean => local !== undefined && nameIn(node) === local
  const how = { name, isOptions, isMocked: mocks.handled.size > 0 }
  const reads = [
    ...readers
      .flatMap(({ named }) => references(source, named.local))
      .filter((use) => !(own && home.helpers.some(({ statement }) => contains(statement, use))))
      .map((use) => serverRead(source, use, how)),
    ...calls.map((call) => ({
      edits: clientReadEdits(source, call, name) ?? [],
      options: undefined,
    })),
    ...tokens.map((use) => ({
      edits: tokenReadEdits(source, use, name, home.members),
      options: undefined,
    })),
  ]
  const used = reads.flatMap((read) => read.options ?? [])
  return [
    ...mocks.edits,
    ...reads.flatMap(({ edits }) => edits),
    ...removals(source, goneImports(source, found)),
    ...(own || reads.length === 0
      ? []
      : importAuth({ source, home, resolver, name }, options, used, before)),
  ]
}

/** Import statements that import reads of the session alone, and are removed. */
export function emptiedImports(source: Source): ReadonlySet<number> {
  const gone = goneImports(source, findReads(source))
  const emptied = gone.filter(({ statement }) =>
    readNames(statement).every(({ local }) =>
      gone.some((one) => one.statement.start === statement.start && one.named.local === local),
    ),
  )
  return new Set(emptied.map(({ statement }) => statement.start))
}
