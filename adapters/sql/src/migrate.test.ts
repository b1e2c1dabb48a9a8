import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describeSchema, tableSql } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { record } from '../test/recording.ts'
import { DATABASES, type TestDatabase, createSqliteFile } from '../test/stores.ts'
import { type OpenSqlAdapterOptions, openSqlAdapter, sqlAdapter, sqlFor } from './index.ts'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

async function createDatabase(create: () => Promise<TestDatabase>): Promise<string> {
  const database = await create()
  cleanUps.push(() => database.drop())
  return database.url
}

function open(url: string, options?: OpenSqlAdapterOptions): ReturnType<typeof openSqlAdapter> {
  const adapter = openSqlAdapter(url, options)
  cleanUps.push(() => adapter.close())
  return adapter
}

const user = (custom: object = {}) => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  emailVerified: null,
  ...custom,
})

describe.each(DATABASES)('migrate on $dialect', ({ dialect, create }) => {
  /** Makes the tables by the statements that the schema describes. */
  async function createTables(db: Kysely<object>): Promise<void> {
    for (const table of describeSchema().tables) {
      for (const statement of tableSql(dialect, describeSchema(), table)) {
        await sql.raw(statement).execute(db)
      }
    }
  }

  it('creates the tables, returns what it applied, and has nothing to do afterwards', async () => {
    const url = await createDatabase(create)
    const first = open(url)
    expect(await first.migrate()).toEqual([1])
    const { id } = await first.createUser(user())
    expect(await first.migrate()).toEqual([])
    expect(await open(url).migrate()).toEqual([])
    expect(await first.getUser(id)).not.toBeNull()
  })

  it('is applied once when several instances start at the same time', async () => {
    const url = await createDatabase(create)
    const instances = Array.from({ length: 6 }, () => open(url))
    const applied = await Promise.all(instances.map((instance) => instance.migrate()))
    expect(applied.flat()).toEqual([1])
    for (const instance of instances) await instance.createUser(user())
  })

  it('creates the tables under the given names beside others with the default names', async () => {
    const url = await createDatabase(create)
    const { db } = record(dialect, url)
    cleanUps.push(() => db.destroy())
    await sql`create table users (placeholder text)`.execute(db)
    const adapter = sqlAdapter({ db, dialect, tables: { users: 'auth_users' } })
    await adapter.migrate()
    const created = await adapter.createUser(user())
    expect(await adapter.getUserByEmail(created.email)).toEqual(created)
  })

  it('changes nothing when it fails half-way', async () => {
    const url = await createDatabase(create)
    const { db } = record(dialect, url)
    cleanUps.push(() => db.destroy())
    await sql`create table authenticators (placeholder text)`.execute(db)
    const adapter = sqlAdapter({ db, dialect })
    await expect(adapter.migrate()).rejects.toThrow(/authenticators/)
    await sql`drop table authenticators`.execute(db)
    expect(await adapter.migrate()).toEqual([1])
  })

  it('accepts tables of the right shape that another tool created', async () => {
    const url = await createDatabase(create)
    const { db } = record(dialect, url)
    cleanUps.push(() => db.destroy())
    await createTables(db)
    const adapter = sqlAdapter({ db, dialect, userFields: { role: 'text' } })
    expect(await adapter.migrate()).toEqual([])
    expect(await adapter.migrate()).toEqual([])
    const { id } = await adapter.createUser(user({ role: 'admin' }))
    expect(await adapter.getUser(id)).toMatchObject({ role: 'admin' })
  })

  it('refuses tables that lack a column', async () => {
    const url = await createDatabase(create)
    const { db } = record(dialect, url)
    cleanUps.push(() => db.destroy())
    await createTables(db)
    await sql`alter table accounts drop column additional`.execute(db)
    await expect(sqlAdapter({ db, dialect }).migrate()).rejects.toThrow(/users/)
  })

  it('adds the columns of custom members, also to existing tables', async () => {
    const url = await createDatabase(create)
    await open(url).migrate()
    const adapter = open(url, { userFields: { favouriteColour: 'text' } })
    await adapter.migrate()
    await adapter.migrate()
    const created = await adapter.createUser(user({ favouriteColour: 'green' }))
    expect(await adapter.getUser(created.id)).toMatchObject({ favouriteColour: 'green' })
  })

  it('creates the same tables as the statements of sqlFor', async () => {
    const url = await createDatabase(create)
    const { db } = record(dialect, url)
    cleanUps.push(() => db.destroy())
    const userFields = { role: 'text' } as const
    const text = sqlFor(dialect, { userFields })
    for (const statement of text.split(/;\n/).filter((part) => part.trim() !== '')) {
      await sql.raw(statement).execute(db)
    }
    const adapter = sqlAdapter({ db, dialect, userFields })
    expect(await adapter.migrate()).toEqual([])
    const created = await adapter.createUser(user({ role: 'admin' }))
    expect(await adapter.getUser(created.id)).toMatchObject({ role: 'admin' })
  })
})

describe('a SQLite file that another process writes to', () => {
  const script = fileURLToPath(new URL('../test/hold-write-lock.mjs', import.meta.url))

  /** Another process in the middle of a transaction on the file. */
  async function holdWriteLock(url: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [script, url], { stdio: ['pipe', 'pipe', 'inherit'] })
    cleanUps.push(async () => {
      if (child.exitCode !== null) return
      const closed = once(child, 'close')
      child.kill()
      await closed
    })
    await once(child.stdout, 'data')
    return child
  }

  it('is migrated and written to as soon as the other process is done', async () => {
    const url = await createDatabase(createSqliteFile)
    const adapter = open(url)
    const other = await holdWriteLock(url)
    const calls = adapter.migrate().then(() => adapter.createUser(user()))
    other.stdin?.end()
    expect(await adapter.getUser((await calls).id)).not.toBeNull()
  })

  it('can be read meanwhile, and a write times out with an error that names the file', async () => {
    const url = await createDatabase(createSqliteFile)
    const adapter = open(url, { timeout: 50 })
    await adapter.migrate()
    const { id } = await adapter.createUser(user())
    await holdWriteLock(url)
    expect(await adapter.getUser(id)).not.toBeNull()
    await expect(adapter.createUser(user())).rejects.toThrow(
      `The SQLite database ${url} has been locked by another process for 50 ms.`,
    )
    await expect(adapter.transaction(async () => Promise.resolve())).rejects.toThrow(/locked/)
  })
})

describe('transactions on one SQLite file in one process', () => {
  it('fail while another one never ends, and work after it has ended', async () => {
    const url = await createDatabase(createSqliteFile)
    const adapter = open(url, { timeout: 50 })
    await adapter.migrate()
    const error = await adapter.transaction(async (within) => {
      await within.createUser(user())
      return adapter.createUser(user()).catch((reason: unknown) => reason)
    })
    expect(String(error)).toMatch(
      /held by another transaction .* only the adapter that work receives/,
    )
    await expect(adapter.createUser(user())).resolves.toBeDefined()
  })
})
