import { lineEnd } from '../env-file.ts'
import { type ServerCall, serverCalls } from './client-calls.ts'
import { type Named, readMentions, readNames } from './mentions.ts'
import type { AuthModule } from './auth-module.ts'
import { mockEdits } from './mocks.ts'
import {
  type ImportedOperation,
  clientReadEdits,
  importedOperations,
  operationEdits,
} from './server-calls.ts'
import { type Reading, callAt, findCall, readEdits } from './session-call.ts'
import type { Resolver } from './resolver.ts'
import { freeName, preferredEnd, withName, withoutNames } from './statements.ts'
import { type TokenUse, readsBySession, tokenReadEdits, tokenUses } from './token-reads.ts'
import type { Edit, Node, Source } from './tree.ts'
import { inner, items, nameIn, preferredQuote, references, contains, unwrap } from './tree.ts'

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

/** A name as an import has it. */
const renamed = (name: string, local: string): string =>
  name === local ? name : `${name} as ${local}`

interface Wanted {
  readonly source: Source
  readonly home: AuthModule
  readonly resolver: Resolver
  /** What is imported: `auth`, and functions of the sign-in page. */
  readonly names: readonly string[]
}

/** Imports `auth` where the options are imported, instead of them where nothing else uses them. */
function importAuth(
  { source, home, resolver, names }: Wanted,
  options: Imported | undefined,
  used: readonly Node[],
  before: Node,
): readonly Edit[] {
  const text = names.join(', ')
  if (options === undefined) {
    const quote = preferredQuote(source.text)
    const from = resolver.specifier(source.path, home.after)
    const line = `import { ${text} } from ${quote}${from}${quote}${preferredEnd(source.text)}`
    const { start, end } = before
    if (emptiedImports(source, home).has(start)) return [{ start, end, text: line }]
    return [{ start, end: start, text: `${line}${lineEnd(source.text)}` }]
  }
  const { statement, named } = options
  const { specifier, local } = named
  const open = references(source, local).filter(
    ({ start }) => !used.some((node) => node.start <= start && start < node.end),
  )
  if (open.length > 0) return [withName(statement, text)]
  const { start, end } = specifier
  if (specifier.type === 'ImportSpecifier') return [{ start, end, text }]
  const alone = items(statement, 'specifiers').length === 1
  return alone ? [{ start, end, text: `{ ${text} }` }] : [withName(statement, text)]
}

/** Takes out imports of the options that nothing uses any more. */
function withoutIdle(
  source: Source,
  options: readonly Imported[],
  used: readonly Node[],
): readonly Edit[] {
  const idle = options.filter(({ named }) =>
    references(source, named.local).every(({ start }) =>
      used.some((node) => node.start <= start && start < node.end),
    ),
  )
  return removals(source, idle)
}

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
  readonly operations: readonly ImportedOperation[]
}

const findReads = (source: Source, home: AuthModule): Reads => ({
  readers: readersIn(importsIn(source)),
  calls: serverCalls(source).filter((call) => clientReadEdits(source, call, 'auth') !== undefined),
  tokens: readsBySession(source, home.members) ? tokenUses(source) : [],
  operations: importedOperations(source),
})

/** Imports whose names are taken out. */
const goneImports = (
  source: Source,
  { readers, calls, tokens, operations }: Reads,
): readonly Imported[] => [
  ...readers,
  ...idleImports(source, [...calls, ...tokens]),
  ...operations
    .filter(({ isIdle }) => isIdle)
    .flatMap(({ calls: [one] }) => one ?? [])
    .map(({ statement, named }) => ({ statement, named, specifier: '' })),
]

/** Each change once: two calls may need the same parameter. */
const distinct = (edits: readonly Edit[]): readonly Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start}:${edit.end}:${edit.text}`, edit])).values(),
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
  if (!isMocked || findCall(source, use) !== undefined)
    return readEdits(source, callAt(source, use), name, isOptions)
  const end = use.start + (nameIn(use)?.length ?? 0)
  return { edits: [{ start: use.start, end, text: name }], options: [] }
}

/** Every read of the session, changed. */
function readingsIn(
  source: Source,
  home: AuthModule,
  { readers, calls, tokens }: Reads,
  {
    name,
    locals,
    isMocked,
  }: { name: string; locals: readonly (string | undefined)[]; isMocked: boolean },
): readonly Reading[] {
  const isOptions = (node: Node): boolean => {
    const value = unwrap(node)
    const given = value?.type === 'CallExpression' ? inner(value, 'callee') : value
    return locals.includes(nameIn(given) ?? '')
  }
  const inHelper = (use: Node): boolean =>
    source.path === home.before && home.helpers.some(({ statement }) => contains(statement, use))
  return [
    ...readers
      .flatMap(({ named }) => references(source, named.local))
      .filter((use) => !inHelper(use))
      .map((use) => serverRead(source, use, { name, isOptions, isMocked })),
    ...calls.map((call) => ({ edits: clientReadEdits(source, call, name) ?? [], options: [] })),
    ...tokens.map((use) => ({
      edits: tokenReadEdits(source, use, name, home.members),
      options: [],
    })),
  ]
}

/**
 * What turns the reads of the session of version 4 into `auth`, and functions of the sign-in page into those of the configuration.
 *
 * @throws NotUnderstood where one is not read by the options of the application
 */
export function sessionReadEdits(
  source: Source,
  home: AuthModule,
  resolver: Resolver,
): readonly Edit[] {
  const imports = importsIn(source)
  const reading = findReads(source, home)
  const { readers, calls, tokens, operations } = reading
  const mocks = mockEdits(source, home, resolver, SESSION_READS)
  const moved = operations.flatMap((one) => one.calls)
  const before = [...readers, ...calls, ...tokens, ...moved][0]?.statement
  if (before === undefined) return mocks.edits
  const own = source.path === home.before
  const found = imports.filter(({ specifier, named }) =>
    home.isOptions(source.path, specifier, named.imported),
  )
  const options = found.find(
    ({ specifier }) => resolver.resolve(specifier, source.path) === home.before,
  )
  const locals = own ? [home.local] : found.map(({ named }) => named.local)
  const readsAuth = readers.length + calls.length + tokens.length > 0
  const name =
    own || !readsAuth ? 'auth' : freeName(source, ['auth', 'getAuth', 'readSession'], before.start)
  const isMocked = mocks.handled.size > 0
  const reads = readingsIn(source, home, reading, { name, locals, isMocked })
  const used = reads.flatMap((read) => read.options)
  const names = [
    ...(reads.length === 0 ? [] : [renamed('auth', name)]),
    ...operations.map((one) => renamed(one.imported, one.name)),
  ]
  const isImported = !own && names.length > 0
  const added = isImported
    ? importAuth({ source, home, resolver, names }, options, used, before)
    : []
  const isReplaced = added.some(({ start, end }) => start === before.start && end === before.end)
  const gone = goneImports(source, reading)
  return [
    ...mocks.edits,
    ...distinct([...reads.flatMap(({ edits }) => edits), ...operations.flatMap(operationEdits)]),
    ...removals(source, isReplaced ? gone.filter((one) => one.statement !== before) : gone),
    ...added,
    ...(isImported
      ? withoutIdle(
          source,
          found.filter((one) => one !== options),
          used,
        )
      : []),
  ]
}

/** Import statements that import reads of the session alone, and are removed. */
export function emptiedImports(source: Source, home: AuthModule): ReadonlySet<number> {
  const gone = goneImports(source, findReads(source, home))
  const emptied = gone.filter(({ statement }) =>
    readNames(statement).every(({ local }) =>
      gone.some((one) => one.statement.start === statement.start && one.named.local === local),
    ),
  )
  return new Set(emptied.map(({ statement }) => statement.start))
}
