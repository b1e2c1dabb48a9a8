import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import { MikroORM, type Options } from '@mikro-orm/core'
import { createDatabase, watch } from './postgres.ts'
import { disconnect, type PublishedAdapter } from './store.ts'

export const mikroOrm: PublishedAdapter = {
  name: '@auth/mikro-orm-adapter',
  async open() {
    const database = await createDatabase()
    const options: Options = { type: 'postgresql', clientUrl: database.url, debug: false }
    const orm = await MikroORM.init({ ...options, entities: Object.values(defaultEntities) })
    await orm.getSchemaGenerator().createSchema()
    await orm.close()
    const adapter = MikroOrmAdapter(options)
    return {
      adapter,
      ...watch(database, {
        users: '"user"',
        accounts: '"account"',
        sessions: '"session"',
        tokens: '"verification_token"',
      }),
      async close() {
        await disconnect(adapter)
        await database.drop()
      },
    }
  },
}
