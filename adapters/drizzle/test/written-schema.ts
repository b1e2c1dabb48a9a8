import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { drizzleSchema, type Schema, type SqlDialect } from '@latchstring/schema'
import type { DrizzleTables } from '../src/index.ts'

/**
 * Writes the file of Drizzle for a schema, and imports it.
 *
 * @returns its exports, which are the tables
 */
export async function importSchema(
  dialect: SqlDialect,
  schema: Schema,
): Promise<Required<DrizzleTables>> {
  // Inside the tree, where the file finds Drizzle.
  const folder = await mkdtemp(fileURLToPath(new URL('./written-', import.meta.url)))
  try {
    const file = join(folder, 'schema.ts')
    await writeFile(file, drizzleSchema(dialect, schema))
    const exported: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href)
    // That it has the tables is what the tests are about.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    return exported as Required<DrizzleTables>
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
