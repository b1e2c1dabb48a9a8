import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files by path, relative to the folder. */
export type Files = Readonly<Record<string, string>>

/** A folder with files, in the temporary folder. */
export interface ProjectFolder {
  readonly folder: string
  /** Writes more files. */
  add(files: Files): Promise<void>
  read(path: string): Promise<string>
  /** Every file, but for those of git. */
  all(): Promise<Files>
  remove(): Promise<void>
}

/** Makes a folder with files. */
export async function makeProject(files: Files): Promise<ProjectFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-project-'))
  const add = async (more: Files): Promise<void> => {
    for (const [path, text] of Object.entries(more)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
  }
  await add(files)
  const read = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')
  return {
    folder,
    add,
    read,
    async all() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const paths = entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
        .filter((path) => !path.startsWith('.git/'))
      const texts = await Promise.all(paths.map(async (path) => [path, await read(path)] as const))
      return Object.fromEntries(texts)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A package.json with dependencies. */
export const manifest = (dependencies: Files, more: object = {}): string =>
  JSON.stringify({ name: 'app', dependencies, ...more }, undefined, 2)
