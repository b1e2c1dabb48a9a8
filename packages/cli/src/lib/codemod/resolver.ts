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

/** The paths of a `tsconfig.json`, which is JSON with comments: an expression of JavaScript. */
export function readAliases(text: string): readonly Alias[] {
  try {
    const [statement] = children(parseModule(`(${text.replace(/^\uFEFF/, '')})`, 'x.js'), 'body')
    const options = member(child(statement, 'expression'), 'compilerOptions')
    const base = nameText(member(options, 'baseUrl')) ?? '.'
    const paths = children(member(options, 'paths'), 'properties').flatMap((node) => {
      const key = nameText(child(node, 'key')) ?? ''
      const [first] = children(child(node, 'value'), 'elements')
      const target = nameText(first) ?? ''
      if (!key.endsWith('/*') || !target.endsWith('/*')) return []
      return [{ prefix: key.slice(0, -1), folder: posix.join(base, target.slice(0, -1)) }]
    })
    const plain = member(options, 'baseUrl') === undefined ? [] : [{ prefix: '', folder: base }]
    return [...paths, ...plain]
  } catch {
    return []
  }
}

/**
 * @param files - every file of the application
 * @param config - the text of its `tsconfig.json` or `jsconfig.json`
 */
export function createResolver(files: ReadonlySet<string>, config: string): Resolver {
  const aliases = readAliases(config)
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
      return aliases
        .filter(({ prefix }) => specifier.startsWith(prefix))
        .map(({ prefix, folder }) => find(posix.join(folder, specifier.slice(prefix.length))))
        .find((path) => path !== undefined)
    },
    specifier(from, to, like) {
      const alias = aliases.find(
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
