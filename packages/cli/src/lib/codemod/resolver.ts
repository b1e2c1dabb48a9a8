import { posix } from 'node:path'
import { type SyntaxNode, child, children, nameText, parseModule } from '../doctor/syntax.ts'
import { relativeImport } from './tree.ts'

const ENDS = ['', '.ts', '.tsx', '.js', '.jsx', '.mjs', '.cjs', '.mts'].flatMap((end) =>
  end === '' ? [''] : [end, `/index${end}`],
)

/** A prefix of imports, and the folder it stands for. */
interface Alias {
  readonly prefix: string
  readonly folder: string
}

/** Finds which file an import means, and says how a file is imported. */
export interface Resolver {
  resolve(specifier: string, from: string): string | undefined
  /** How a file imports another one, in the way of an import that it has. */
  specifier(from: string, to: string, like?: string): string
}

const aliasFolder = ({ folder }: Alias): string =>
  posix.normalize(`${folder}/`).replace(/^\.\//, '')

function member(object: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  const found = children(object, 'properties').find((node) => nameText(child(node, 'key')) === name)
  return child(found, 'value')
}

/** The options of a `tsconfig.json`, which is JSON with comments: an expression of JavaScript. */
function readConfig(text: string): { readonly options?: SyntaxNode; readonly extended?: string } {
  try {
    const [statement] = children(parseModule(`(${text.replace(/^\uFEFF/, '')})`, 'x.js'), 'body')
    const object = child(statement, 'expression')
    const options = member(object, 'compilerOptions')
    const extended = nameText(member(object, 'extends'))
    return { ...(options && { options }), ...(extended !== undefined && { extended }) }
  } catch {
    return {}
  }
}

/** The paths of a configuration, with the folder that they begin in. */
function readAliases(folder: string, options: SyntaxNode | undefined): readonly Alias[] {
  const base = posix.join(folder, nameText(member(options, 'baseUrl')) ?? '.')
  const paths = children(member(options, 'paths'), 'properties').flatMap((node) => {
    const key = nameText(child(node, 'key')) ?? ''
    const [first] = children(child(node, 'value'), 'elements')
    const target = nameText(first) ?? ''
    if (!key.endsWith('/*') || !target.endsWith('/*')) return []
    return [{ prefix: key.slice(0, -1), folder: posix.join(base, target.slice(0, -1)) }]
  })
  const plain = member(options, 'baseUrl') === undefined ? [] : [{ prefix: '', folder: base }]
  return [...paths, ...plain]
}

/** How many configurations may extend each other. */
const DEPTH = 4

/** The paths of a configuration, or of the one that it extends. */
function aliasesOf(
  path: string,
  texts: ReadonlyMap<string, string>,
  depth = DEPTH,
): readonly Alias[] {
  const { options, extended } = readConfig(texts.get(path) ?? '')
  const folder = posix.dirname(path)
  const own = readAliases(folder, options)
  if (own.length > 0 || extended?.startsWith('.') !== true || depth === 0) return own
  const next = posix.join(folder, extended)
  return aliasesOf(texts.has(next) ? next : `${next}.json`, texts, depth - 1)
}

const OWN_CONFIG = /(?:^|\/)(?:ts|js)config\.json$/

/** The paths that count in a folder: those of the configuration in it or above it. */
function aliasesByFolder(texts: ReadonlyMap<string, string>): (from: string) => readonly Alias[] {
  const folders = new Map<string, readonly Alias[]>()
  // `tsconfig.json` is read after `jsconfig.json`, and counts.
  for (const path of [...texts.keys()].toSorted()) {
    if (OWN_CONFIG.test(path)) folders.set(posix.dirname(path), aliasesOf(path, texts))
  }
  return (from) => {
    for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
      const found = folders.get(folder)
      if (found !== undefined) return found
      if (folder === '.' || folder === '/') return []
    }
  }
}

/**
 * @param files - every file of the application
 * @param configs - the texts of its configurations of TypeScript, by path
 */
export function createResolver(
  files: ReadonlySet<string>,
  configs: ReadonlyMap<string, string>,
): Resolver {
  const aliasesFor = aliasesByFolder(configs)
  const find = (path: string): string | undefined => {
    const plain = posix.normalize(path)
    // A module of TypeScript may be imported as what it is compiled to.
    const base = plain.replace(/\.[cm]?js$/, '')
    return [plain, base]
      .flatMap((one) => ENDS.map((end) => one + end))
      .find((one) => files.has(one))
  }
  return {
    resolve(specifier, from) {
      if (specifier.startsWith('.')) return find(posix.join(posix.dirname(from), specifier))
      return aliasesFor(from)
        .filter(({ prefix }) => specifier.startsWith(prefix))
        .map(({ prefix, folder }) => find(posix.join(folder, specifier.slice(prefix.length))))
        .find((path) => path !== undefined)
    },
    specifier(from, to, like) {
      const alias = aliasesFor(from).find(
        (one) =>
          (like === undefined ? one.prefix !== '' : like.startsWith(one.prefix)) &&
          !like?.startsWith('.') &&
          to.startsWith(aliasFolder(one)),
      )
      if (alias === undefined) return relativeImport(from, to)
      const rest = to.slice(aliasFolder(alias).length).replace(/\.[cm]?[jt]sx?$/, '')
      return `${alias.prefix}${rest.replace(/\/index$/, '')}`
    },
  }
}
