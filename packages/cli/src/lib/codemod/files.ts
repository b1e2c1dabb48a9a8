import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders with what programs write or install. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'build',
  'coverage',
  'dist',
  'out',
  'storybook-static',
])

const SOURCE = /\.[cm]?[jt]sx?$/

/** What says where modules are. */
const CONFIG = /^(?:ts|js)config(?:\.[\w-]+)?\.json$/

/** Files beyond this are data, or were written by a program. */
const LARGEST = 1_000_000

/** A file of an application. */
export interface AppFile {
  /** Relative to the folder, with `/`. */
  readonly path: string
  /** `undefined` where it is not in UTF-8. */
  readonly text: string | undefined
}

/** Whether a path is that of a module. */
export const isModule = (path: string): boolean => SOURCE.test(path)

/** Sources, `package.json`, `tsconfig.json` and files of variables, without what is installed or built; links are not followed. */
async function listFiles(folder: string, below = ''): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true })
  const found = await Promise.all(
    entries
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        if (entry.isDirectory()) {
          if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return []
          return listFiles(folder, path)
        }
        const wanted =
          [SOURCE, CONFIG].some((one) => one.test(entry.name)) || entry.name === 'package.json'
        return entry.isFile() && wanted ? [path] : []
      }),
  )
  return found.flat()
}

/** Every source of an application. */
export async function readAppFiles(folder: string): Promise<readonly AppFile[]> {
  const files: AppFile[] = []
  for (const path of await listFiles(folder)) {
    const file = join(folder, path)
    if ((await stat(file)).size > LARGEST) continue
    const bytes = await readFile(file)
    const text = bytes.toString()
    files.push({ path, text: Buffer.from(text).equals(bytes) ? text : undefined })
  }
  return files
}
