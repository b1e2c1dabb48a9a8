import SequelizeAdapter from '@auth/sequelize-adapter'
import { Sequelize } from 'sequelize'
import { createDatabase, watch } from './postgres.ts'
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
      ...watch(database, {
        users: 'users',
        accounts: 'accounts',
        sessions: 'sessions',
        tokens: 'verification_tokens',
      }),
      async close() {
        await client.close()
        await database.drop()
      },
    }
  },
}
