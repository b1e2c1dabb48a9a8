import { type OpenSqlAdapterOptions, openSqlAdapter } from '../src/index.ts'
import type { TestDatabase } from './sqlite-file.ts'

/** An adapter that is opened by URL, with its tables made; it drops the database when it is closed. */
export async function openMigrated<const Options extends OpenSqlAdapterOptions>(
  database: TestDatabase,
  options: Options,
) {
  const adapter = openSqlAdapter(database.url, options)
  await adapter.migrate()
  const close = async (): Promise<void> => {
    await adapter.close()
    await database.drop()
  }
  return { ...adapter, close }
}
