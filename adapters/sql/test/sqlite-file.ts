import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { makeDatabaseFolder } from '../../../test/kit/src/database-folder.ts'

/** A database of its own, gone after `drop`. */
export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** SQLite in a file in a folder of its own. */
export async function createSqliteFile(): Promise<TestDatabase & { readonly path: string }> {
  const folder = makeDatabaseFolder()
  const path = join(folder, 'data.db')
  return {
    path,
    url: pathToFileURL(path).href.replace('file://', 'file:'),
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
