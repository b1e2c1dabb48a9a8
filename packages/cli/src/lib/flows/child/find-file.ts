import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isObject } from '../../values.ts'

const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.jsx', '.json']

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** A file by a path as bundlers take it: without its ending, with that of what it is compiled to, or a folder. */
function complete(path: string): string | undefined {
  const stem = path.replace(/\.([cm]?)jsx?$/, '')
  const candidates = [
    path,
    ...ENDINGS.map((ending) => path + ending),
    ...(stem === path ? [] : ENDINGS.map((ending) => stem + ending)),
    ...ENDINGS.map((ending) => join(path, `index${ending}`)),
  ]
  return candidates.find((candidate) => isFile(candidate))
}

interface Alias {
  readonly pattern: string
  /** Absolute, with the same `*`. */
  readonly targets: readonly string[]
}

function readJson(path: string): Readonly<Record<string, unknown>> {
  try {
    const text = readFileSync(path, 'utf8')
      .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/.*|\/\*[^]*?\*\//g, '$1')
      .replaceAll(/,(?=\s*[}\]])/g, '')
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}

/** `paths` of a configuration of TypeScript, also where it takes them from another file. */
function readPaths(path: string, depth = 0): readonly Alias[] {
  const json = readJson(path)
  const options = isObject(json['compilerOptions']) ? json['compilerOptions'] : {}
  const base = resolve(
    dirname(path),
    typeof options['baseUrl'] === 'string' ? options['baseUrl'] : '.',
  )
  const own = isObject(options['paths']) ? options['paths'] : undefined
  if (own !== undefined) {
    return Object.entries(own).map(([pattern, targets]) => ({
      pattern,
      targets: (Array.isArray(targets) ? targets : []).map((one) => resolve(base, String(one))),
    }))
  }
  const above = json['extends']
  if (typeof above !== 'string' || !above.startsWith('.') || depth > 4) return []
  return readPaths(resolve(dirname(path), above), depth + 1)
}

/** What frameworks write for folders of the application without saying so in a file. */
const usual = (folder: string): readonly Alias[] => [
  { pattern: '$lib/*', targets: [join(folder, 'src/lib/*')] },
  { pattern: '$lib', targets: [join(folder, 'src/lib/index')] },
  ...['@/*', '~/*', '~~/*', '@@/*'].map((pattern) => ({
    pattern,
    targets: ['', 'src', 'app'].map((inner) => join(folder, inner, '*')),
  })),
]

const aliases = ((folder) => [
  ...readPaths(join(folder, 'tsconfig.json')),
  ...readPaths(join(folder, 'jsconfig.json')),
  ...usual(folder),
])(process.cwd())

function fromAlias(specifier: string): string | undefined {
  for (const { pattern, targets } of aliases) {
    const [before = '', after] = pattern.split('*')
    if (after === undefined ? specifier !== pattern : !specifier.startsWith(before)) continue
    const rest = specifier.slice(before.length)
    for (const target of targets) {
      const found = complete(target.replace('*', () => rest))
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** The file of the application that an import means; nothing for a package. */
export async function findFile(specifier: string, parentURL: string): Promise<string | undefined> {
  const [path = ''] = specifier.split('?')
  const near = /^\.{1,2}(?:\/|$)/.test(path)
  const found = near ? complete(resolve(dirname(fileURLToPath(parentURL)), path)) : fromAlias(path)
  return found === undefined ? undefined : pathToFileURL(found).href
}

/** The name in the next package.json above a file. */
function packageName(file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const { name } = readJson(join(folder, 'package.json'))
    if (typeof name === 'string') return name
    if (dirname(folder) === folder) return ''
  }
}

/** Whether a module is one of the library itself. */
export const isOfLibrary = (url: string | undefined): boolean =>
  url?.startsWith('file:') === true &&
  /^@latchstring\/(?!cli$)/.test(packageName(fileURLToPath(url)))
