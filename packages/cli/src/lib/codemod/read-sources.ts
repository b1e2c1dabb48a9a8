import type { AppFile } from './files.ts'
import { readMentions } from './imports.ts'
import { isNextAuth } from './names.ts'
import { type Remark, type Source, lineAt, readSource } from './tree.ts'

/** Options of version 4 may name no module at all. */
const OPTIONS = /\bproviders\s*[:,]/

const MENTIONED = /next-?auth|@auth\/core|authjs\.|@latchstring\/next\/react/i

/** The modules that may have to do with next-auth. */
export interface ReadSources {
  readonly sources: readonly Source[]
  /** Files that cannot be read. */
  readonly left: readonly Remark[]
}

/** Reads the modules that name next-auth, also in a path. */
export function readSources(files: readonly AppFile[]): ReadSources {
  const sources: Source[] = []
  const left: Remark[] = []
  for (const { path, text } of files) {
    if (path.endsWith('package.json')) continue
    if (text === undefined) {
      left.push({ path, line: 1, reason: 'It is not in UTF-8.' })
      continue
    }
    const mentioned = MENTIONED.test(text)
    if (!mentioned && !OPTIONS.test(text)) continue
    try {
      sources.push(readSource(path, text))
    } catch (error) {
      if (!mentioned) continue
      const at = error instanceof SyntaxError && 'pos' in error ? Number(error.pos) : 0
      left.push({ path, line: lineAt(text, at), reason: 'Its syntax is not understood.' })
    }
  }
  return { sources, left }
}

/** Whether a module imports, loads or augments one of next-auth. */
export const usesNextAuth = (source: Source): boolean =>
  readMentions(source).some(({ source: module }) => isNextAuth(module))

/** The packages that the files that were left name. */
export function neededPackages(
  sources: readonly Source[],
  left: readonly Remark[],
): ReadonlySet<string> {
  const paths = new Set(left.map(({ path }) => path))
  return new Set(
    sources
      .filter(({ path }) => paths.has(path))
      .flatMap(readMentions)
      .filter(({ source }) => isNextAuth(source))
      .map(({ source }) =>
        source
          .split('/')
          .slice(0, source.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
}
