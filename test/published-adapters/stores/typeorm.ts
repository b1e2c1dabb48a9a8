import { TypeORMAdapter } from '@auth/typeorm-adapter'
import { SNAKE_CASE_TABLES, createDatabase, watch } from './postgres.ts'
import { disconnect, type PublishedAdapter } from './store.ts'

export const typeorm: PublishedAdapter = {
  name: '@auth/typeorm-adapter',
  async open() {
    const database = await createDatabase('create extension if not exists "uuid-ossp"')
    // The adapter makes the tables of its entities by itself, as its documentation has it for development.
    const adapter = TypeORMAdapter({ type: 'postgres', url: database.url, synchronize: true })
    // Makes the tables.
    await adapter.getUser?.(crypto.randomUUID())
    return {
      adapter,
      ...watch(database, SNAKE_CASE_TABLES),
      async close() {
        await disconnect(adapter)
        await database.drop()
      },
    }
  },
}
