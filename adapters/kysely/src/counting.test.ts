import { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentDuring } from '../../../test/wire/statements.ts'
import { openPostgres, openSqlite, type Store } from '../test/stores.ts'
import { kyselyAdapter } from './index.ts'

const user = (id: string) => ({ id, email: `${id}@example.com`, emailVerified: null })

describe.each([
  { name: 'SQLite', open: openSqlite },
  { name: 'PostgreSQL', open: openPostgres },
])('the list of statements sent to $name', ({ open }) => {
  let store: Store
  let db: Kysely<object>
  let adapter: ReturnType<typeof kyselyAdapter>

  beforeAll(async () => {
    store = await open()
    db = new Kysely<object>({ dialect: store.dialect })
    adapter = kyselyAdapter(db)
    await adapter.migrate()
  })
  afterAll(async () => {
    await db.destroy()
    await store.drop()
  })

  it('includes BEGIN and COMMIT of a transaction', async () => {
    const sent = await sentDuring(store, () =>
      adapter.transaction((within) => within.createUser(user('ada'))),
    )
    expect(sent).toEqual(['begin', expect.stringMatching(/^insert into "users"/), 'commit'])
  })

  it('includes the ROLLBACK of a transaction', async () => {
    const sent = await sentDuring(store, () =>
      expect(
        adapter.transaction(async (within) => {
          await within.createUser(user('grace'))
          throw new Error('no')
        }),
      ).rejects.toThrow('no'),
    )
    expect(sent).toEqual(['begin', expect.stringMatching(/^insert into "users"/), 'rollback'])
  })

  it('counts a single statement as one', async () => {
    expect(await sentDuring(store, () => adapter.getUser('ada'))).toEqual([
      expect.stringMatching(/^select /),
    ])
  })
})
