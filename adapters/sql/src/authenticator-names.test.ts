import { describeSchema, tableSql } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { AUTHENTICATOR } from '../../../test/adapters/samples.ts'
import { record } from '../test/recording.ts'
import { DATABASES } from '../test/stores.ts'
import { sqlAdapter, sqlFor } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function open({ dialect, create }: (typeof DATABASES)[number]) {
  const database = await create()
  cleanUps.push(() => database.drop())
  const { db }: { db: Kysely<object> } = record(dialect, database.url)
  cleanUps.push(() => db.destroy())
  return { db, dialect, adapter: sqlAdapter({ db, dialect, authenticatorNames: true }) }
}

const ADA = { id: 'ada', email: 'ada@example.com', emailVerified: null }
const KEY = { ...AUTHENTICATOR, userId: ADA.id }
const RENAME = { credentialID: KEY.credentialID, userId: ADA.id, name: 'Phone' }

describe.each(DATABASES)('the option authenticatorNames on $dialect', (database) => {
  it('is off by default and adds no column, method or capability', async () => {
    const { db, dialect } = await open(database)
    const adapter = sqlAdapter({ db, dialect })
    await adapter.migrate()
    await adapter.createUser(ADA)
    expect(await adapter.createAuthenticator(KEY)).toEqual(KEY)
    await expect(adapter.createAuthenticator({ ...KEY, name: 'Phone' })).rejects.toThrow(
      'The authenticator has the member "name", which has no column.',
    )
    expect(adapter.capabilities.authenticatorNames).toBe(false)
    expect(adapter.renameAuthenticator).toBeUndefined()
  })

  it('names the command to run where its column is missing', async () => {
    const { db, dialect, adapter } = await open(database)
    const before = sqlAdapter({ db, dialect })
    await before.migrate()
    await before.createUser(ADA)
    const missing = /^\w+\(\) needs a table or a column .*`latchstring migrate --apply`/
    await expect(adapter.createAuthenticator({ ...KEY, name: 'Phone' })).rejects.toThrow(missing)
    await expect(adapter.renameAuthenticator?.(RENAME)).rejects.toThrow(missing)
  })

  it('adds its column once to a database that is in use, which goes on without it', async () => {
    const { db, dialect, adapter } = await open(database)
    const before = sqlAdapter({ db, dialect })
    expect(await before.migrate()).toEqual([1])
    await before.createUser(ADA)
    await before.createAuthenticator(KEY)
    await adapter.migrate()
    await adapter.migrate()
    expect(await adapter.getAuthenticator(KEY.credentialID)).toEqual({ ...KEY, name: null })
    await adapter.renameAuthenticator?.(RENAME)
    expect(await adapter.getAuthenticator(KEY.credentialID)).toEqual({ ...KEY, name: 'Phone' })
    expect(await before.getAuthenticator(KEY.credentialID)).toEqual(KEY)
    expect(await before.updateAuthenticatorCounter(KEY.credentialID, 5)).toMatchObject({
      counter: 5,
    })
    expect(await before.migrate()).toEqual([])
    expect(await adapter.getAuthenticator(KEY.credentialID)).toMatchObject({ name: 'Phone' })
  })

  it('is in the tables of a new database, and in those that are only described', async () => {
    const { adapter, dialect } = await open(database)
    expect(await adapter.migrate()).toEqual([1])
    await adapter.createUser(ADA)
    const named = { ...KEY, name: 'Phone' }
    expect(await adapter.createAuthenticator(named)).toEqual(named)
    const text = (options: object): number => sqlFor(dialect, options).split(/\bname\b/).length
    expect(text({ authenticatorNames: true })).toBe(text({}) + 1)
  })

  it('uses a column that another tool created', async () => {
    const { db, dialect, adapter } = await open(database)
    const schema = describeSchema({ authenticatorNames: true })
    for (const table of schema.tables) {
      for (const statement of tableSql(dialect, schema, table)) {
        await sql.raw(statement).execute(db)
      }
    }
    expect(await adapter.migrate()).toEqual([])
    await adapter.createUser(ADA)
    await adapter.createAuthenticator(KEY)
    await adapter.renameAuthenticator?.(RENAME)
    expect(await adapter.getAuthenticator(KEY.credentialID)).toMatchObject({ name: 'Phone' })
  })
})
