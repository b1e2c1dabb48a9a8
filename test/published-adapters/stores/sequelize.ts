import SequelizeAdapter from '@auth/sequelize-adapter'
import { Sequelize } from 'sequelize'
import { SNAKE_CASE_TABLES, createDatabase, watch } from './postgres.ts'
import type { PublishedAdapter } from './store.ts'

export const sequelize: PublishedAdapter = {
  name: '@auth/sequelize-adapter',
  async open() {
    const database = await createDatabase()
    const client = new Sequelize(database.url, { logging: false })
    const adapter = SequelizeAdapter(client, { synchronize: false })
    await client.sync()
    return {
      adapter,
      ...watch(database, SNAKE_CASE_TABLES),
      async close() {
        await client.close()
        await database.drop()
      },
    }
  },
}
