import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { Client } from 'pg'
import { createConnection } from 'mysql2/promise'
import { createClient } from '@libsql/client'
import { expect, it } from 'vitest'
import {
  type TestDatabase,
  createMysqlDatabase,
  createPostgresDatabase,
  createSqliteDatabase,
} from '../test/databases.ts'
import { containing, run } from '../test/run.ts'

const cleanUps = cleanUpAfterEach()
const { open } = cleanUps

const apply = ({ url }: TestDatabase, ...options: readonly string[]) =>
  run(['migrate', '--apply', '--yes', '--lock-timeout', '1', '--url', url, ...options])

async function openPostgres({ url }: TestDatabase): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  cleanUps.push(() => client.end())
  return client
}

it('migrate stops at a locked table of PostgreSQL, lists the applied steps, and continues in the next run', async () => {
  const database = await open(createPostgresDatabase)
  await apply(database)
  await database.query('drop index sessions_expires_idx')
  const holder = await openPostgres(database)
  await holder.query('begin')
  await holder.query('lock table users in access share mode')
  const fields = ['--user-field', 'role:text']
  const { code, out, err } = await apply(database, ...fields)
  expect(code).toBe(1)
  expect(out).toContain('Step 1 of 2: add column role on public.users … failed')
  expect(err).toContain('lock timeout')
  expect(err).toContain('Try again when the database is less busy')
  expect(err).toContain('Applied before it: nothing.')
  expect(err).toContain('Not tried: create index sessions_expires_idx on public.sessions.')
  expect(err).toContain('run the same command again')
  await holder.query('rollback')
  expect((await apply(database, ...fields)).code).toBe(0)
  expect((await run(['migrate', '--plan', '--url', database.url, ...fields])).code).toBe(0)
})

it('migrate stops at a locked table of MariaDB, and continues in the next run', async () => {
  const database = await open(createMysqlDatabase)
  await apply(database)
  const holder = await createConnection(database.url)
  cleanUps.push(() => holder.end())
  await holder.query('begin')
  await holder.query('select * from sessions')
  await database.query('alter table accounts drop column additional')
  await database.query('insert into users (id) values (1)')
  const drop = `drop index sessions_expires_idx on sessions`
  await holder.query('commit')
  await database.query(drop)
  await holder.query('begin')
  await holder.query('select * from sessions')
  const { code, err } = await apply(database)
  expect(code).toBe(1)
  expect(err).toContain('Failed: create index sessions_expires_idx on sessions')
  expect(err).toContain('Applied before it: add column additional on accounts.')
  await holder.query('commit')
  const { code: after, out } = await apply(database)
  expect(after).toBe(0)
  expect(out).toContain('Step 1 of 1: create index sessions_expires_idx')
})

it('migrate rolls a SQLite file back when a step fails', async () => {
  const database = await open(createSqliteDatabase)
  await database.query('create virtual table accounts using fts5(type, provider)')
  const { code, out, err } = await apply(database, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({
    applied: [{ name: 'users' }, { name: 'users_email_key' }],
    failed: { kind: 'addColumn', table: 'accounts', message: containing('virtual') },
    undone: true,
  })
  expect(err).toContain('Nothing has changed: the steps before it are undone.')
  expect(await database.query(`select name from sqlite_master where name = 'users'`)).toEqual([])
  await database.query('drop table accounts')
  expect((await apply(database)).code).toBe(0)
})

it('migrate drops the remains of an interrupted index in PostgreSQL and creates the index again', async () => {
  const database = await open(createPostgresDatabase)
  await apply(database)
  await database.query('drop index users_email_key')
  await database.query(
    `insert into users (id, email) values ('1', 'a@b.example'), ('2', 'A@b.example')`,
  )
  const unfinished = 'create unique index concurrently users_email_key on users (lower(email))'
  await expect(database.query(unfinished)).rejects.toThrow()
  const planned = await run(['migrate', '--plan', '--url', database.url])
  expect(planned.out).toContain('drop index concurrently "users_email_key"')
  expect(planned.code).toBe(3)
  await database.query(`delete from users where id = '2'`)
  const applied = await apply(database)
  expect(applied.out).toContain('Step 1 of 2: drop unfinished index users_email_key')
  expect(applied.code).toBe(0)
  expect((await run(['migrate', '--plan', '--url', database.url])).code).toBe(0)
})

it('migrate waits for another program no longer than --wait', async () => {
  const database = await open(createPostgresDatabase)
  const other = await openPostgres(database)
  await other.query(`select pg_advisory_lock(hashtext('latchstring migrate'))`)
  const { code, out, err } = await apply(database, '--wait', '0')
  expect(code).toBe(1)
  expect(err).toContain('Another program is changing the tables.')
  expect(out).not.toContain('Step 1 of')
  const waiting = apply(database, '--wait', '20')
  await other.query('select pg_sleep(0.5)')
  await other.query(`select pg_advisory_unlock(hashtext('latchstring migrate'))`)
  expect(await waiting).toMatchObject({ code: 0 })
})

it('migrate waits for another writer of a SQLite file', async () => {
  const database = await open(createSqliteDatabase)
  const client = createClient({ url: database.url })
  cleanUps.push(() => client.close())
  const writing = await client.transaction('write')
  const { code, err } = await apply(database, '--wait', '0')
  expect(code).toBe(1)
  expect(err).toContain('Another program is changing the tables.')
  await writing.commit()
  expect((await apply(database)).code).toBe(0)
})

const insert = (token: string) =>
  `insert into sessions values ('${token}', '1', now() + interval '1 day')`

it('migrate lets the application write to a table of PostgreSQL while it creates an index', async () => {
  const database = await open(createPostgresDatabase)
  await apply(database)
  await database.query('drop index sessions_expires_idx')
  await database.query(`insert into users (id) values ('1')`)
  const slow = await openPostgres(database)
  await slow.query('begin')
  await slow.query(insert('slow'))
  const applying = apply(database)
  // The index waits for earlier transactions, and later ones use it already.
  const waiting = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
    and query like 'create index concurrently%'`
  await expect.poll(() => database.query(waiting), { timeout: 10_000 }).toEqual([{ waiting: 1 }])
  await database.query(`set lock_timeout = '1s'`)
  await database.query(insert('quick'))
  await slow.query('commit')
  expect(await applying).toMatchObject({ code: 0 })
  expect(await database.query('select count(*)::int as count from sessions')).toEqual([
    { count: 2 },
  ])
})
