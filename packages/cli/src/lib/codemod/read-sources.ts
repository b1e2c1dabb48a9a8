import { type AppFile, isModule } from './files.ts'
import { readMentions } from './mentions.ts'
import { isNextAuth } from './names.ts'
import { type Remark, type Source, lineAt, readSource } from './tree.ts'

/** Options of version 4 may name no module at all. */
const OPTIONS = /\bproviders\s*[:,]/

const MENTIONED = /next-?auth|@auth\/core|authjs\.|@latchstring\/next(?:\/react)?['"]/i

/** What is reported also where nothing else of a module has to do with next-auth. */
const REPORTED =
  /\bAUTH_URL\b|\/api\/auth\/session\b|generateVerificationToken|redirect:\s*false|[!=]==?\s*["']oauth["']|["']oauth["']\s*[!=]==?/

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
    if (!isModule(path)) continue
    if (text === undefined) {
      left.push({ path, line: 1, reason: 'It is not in UTF-8.' })
      continue
    }
    const mentioned = MENTIONED.test(text)
    if (!mentioned && !OPTIONS.test(text) && !REPORTED.test(text)) continue
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

/** Whether a module imports, loads or augments one of next-auth, or names a type of it in a comment. */
export const usesNextAuth = (source: Source): boolean =>
  readMentions(source).some(({ source: module }) => isNextAuth(module)) ||
  /import\(\s*["'](?:next-auth|@auth\/core)/.test(source.text)

/** The packages that modules name. */
export const neededPackages = (sources: readonly Source[]): ReadonlySet<string> =>
  new Set(
    sources
      .flatMap(readMentions)
      .filter(({ source }) => isNextAuth(source))
      .map(({ source }) =>
        source
          .split('/')
          .slice(0, source.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
