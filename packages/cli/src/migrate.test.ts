import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { inPart } from '@latchstring/test-kit/in-part'
import type { Plan } from '@latchstring/schema'
import { describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase, createPostgresDatabase } from '../test/databases.ts'
import { type Where, parse, run } from '../test/run.ts'

const { open } = cleanUpAfterEach()

const migrate = (database: TestDatabase, ...options: readonly string[]) =>
  run(['migrate', '--url', database.url, ...options])

async function planOf(database: TestDatabase, ...options: readonly string[]): Promise<Plan> {
  const { out } = await migrate(database, '--plan', '--json', ...options)
  return parse(out)
}

const kindsOf = ({ steps }: Plan) => steps.map(({ kind, name }) => `${kind} ${name}`)

const inSchema = { postgres: 'public.', mysql: '', sqlite: '' } as const

const alter = (table: string, change: string) => `alter table ${table} ${change}`

describe.each(inPart(DATABASES, ({ dialect }) => dialect !== 'mysql'))(
  'migrate with $dialect',
  ({ dialect, create }) => {
    it('plans every table for an empty database without changing it', async () => {
      const database = await open(create)
      const planned = await migrate(database, '--plan')
      expect(planned.code).toBe(2)
      expect(planned.out).toContain(`create table ${inSchema[dialect]}users [online]`)
      expect(planned.out).toMatch(/create table [`"]users[`"] \(/)
      expect(planned.err).toBe('')
      expect(planned.out).toMatch(/\nTo apply them, run the same command with --apply\.\n$/)
      expect((await migrate(database, '--plan')).out).toBe(planned.out)
      expect(await migrate(database)).toEqual(planned)
    })

    it('applies a plan, shows its progress, and finds nothing to do in the next run', async () => {
      const database = await open(create)
      const applied = await migrate(database, '--apply', '--yes', '--user-field', 'role:text')
      expect(applied).toMatchObject({ code: 0, err: '' })
      expect(applied.out).toMatch(/Step 1 of \d+: create table (?:public\.)?users … \d+\.\d s\n/)
      expect(applied.out).toMatch(/Done: \d+ steps applied/)
      const again = await migrate(database, '--plan', '--user-field', 'role:text')
      expect(again.code).toBe(0)
      expect(again.out).toContain('nothing to do')
      expect((await migrate(database, '--apply', '--user-field', 'role:text')).code).toBe(0)
      await database.query(
        `insert into users (id, email, role) values ('1', 'a@b.example', 'admin')`,
      )
      await expect(
        database.query(`insert into users (id, email) values ('2', 'A@b.example')`),
      ).rejects.toThrow()
    })

    it('adds only the tables of --session-control to an existing database, without a stop', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes')
      await database.query(`insert into users (id, email) values ('1', 'a@b.example')`)
      expect(await planOf(database)).toMatchObject({ steps: [], refused: [] })
      const { steps, refused } = await planOf(database, '--session-control')
      expect(refused).toEqual([])
      expect(steps.every(({ online }) => online)).toBe(true)
      expect(steps.filter(({ kind }) => kind === 'createTable').map(({ name }) => name)).toEqual([
        'revocations',
        'limit_budgets',
        'auth_sessions_devices',
      ])
      const options = ['--session-control', '--tables', 'budgets=attempts'] as const
      expect((await migrate(database, '--apply', '--yes', ...options)).code).toBe(0)
      expect((await migrate(database, '--plan', ...options)).code).toBe(0)
      expect(await database.query('select * from attempts')).toEqual([])
      expect(await database.query('select id from users')).toEqual([{ id: '1' }])
    })

    it('adds only the tables of --records to an existing database, without a stop', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes')
      await database.query(`insert into users (id, email) values ('1', 'a@b.example')`)
      const { steps, refused } = await planOf(database, '--records', 'passkeys')
      expect(refused).toEqual([])
      expect(steps.every(({ online }) => online)).toBe(true)
      expect(steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
        'createTable auth_passkeys_names',
      ])
      expect((await migrate(database, '--apply', '--yes', '--records', 'passkeys')).code).toBe(0)
      expect((await migrate(database, '--plan', '--records', 'passkeys')).code).toBe(0)
      const values = `('1', 'a1', 'Phone', 7)`
      await database.query(
        `insert into auth_passkeys_names (user_id, passkey, name, version) values ${values}`,
      )
      await database.query('delete from users')
      expect(await database.query('select name from auth_passkeys_names')).toEqual([])
      const unknown = await migrate(database, '--plan', '--records', 'passkey')
      expect(unknown.code).toBe(1)
      expect(unknown.err).toContain(
        '--records: "passkey" is not known. There are: all, passkeys, mails, proofs, devices, waiting',
      )
    })

    it('adds a missing column and a missing index, and keeps the rows', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes')
      await database.query(`insert into users (id, email) values ('1', 'a@b.example')`)
      await database.query(
        `insert into accounts (user_id, type, provider, provider_account_id) values ('1', 'oidc', 'p', '7')`,
      )
      await database.query(alter('accounts', 'drop column additional'))
      const drop = `drop index sessions_expires_idx${dialect === 'mysql' ? ' on sessions' : ''}`
      await database.query(drop)
      const plan = await planOf(database, '--user-field', 'age:integer')
      expect(kindsOf(plan)).toEqual([
        'addColumn age',
        'addColumn additional',
        'createIndex sessions_expires_idx',
      ])
      expect(plan.steps.map(({ online }) => online)).toEqual([true, true, dialect !== 'sqlite'])
      expect(
        (await migrate(database, '--apply', '--yes', '--user-field', 'age:integer')).code,
      ).toBe(0)
      expect((await planOf(database, '--user-field', 'age:integer')).steps).toEqual([])
      const [account] = await database.query('select provider_account_id, additional from accounts')
      expect(account).toEqual({ provider_account_id: '7', additional: null })
    })

    it('refuses a unique index over duplicates, with their number and a query that finds them', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes')
      const drop = `drop index users_email_key${dialect === 'mysql' ? ' on users' : ''}`
      await database.query(drop)
      for (const [id, email] of [
        ['1', 'one@b.example'],
        ['2', 'ONE@b.example'],
        ['3', 'two@b.example'],
        ['4', 'two@b.example'],
        ['5', 'five@b.example'],
      ]) {
        await database.query(`insert into users (id, email) values ('${id}', '${email}')`)
      }
      await database.query(`insert into users (id) values ('6')`)
      await database.query(`insert into users (id) values ('7')`)
      const planned = await migrate(database, '--plan')
      expect(planned.code).toBe(3)
      expect(planned.out).toContain('2 values occur more than once')
      const { refused } = await planOf(database)
      expect(refused).toHaveLength(1)
      const [find = ''] = /select .+ having count\(\*\) > 1/.exec(refused[0]?.byHand ?? '') ?? []
      expect(await database.query(find)).toHaveLength(2)
      expect((await migrate(database, '--apply', '--yes')).code).toBe(3)
      await database.query(`delete from users where id in ('2', '4')`)
      expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
      expect((await planOf(database)).steps).toEqual([])
    })

    it('never changes a type or adds a constraint, but accepts the table or refuses it', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes')
      await database.query(alter('sessions', 'add column mine varchar(20) not null default 0'))
      await database.query(alter('users', 'add column born text'))
      await database.query(`insert into users (id, born) values ('1', 'in May')`)
      const { steps, refused } = await planOf(database, '--user-field', 'born:timestamp')
      expect(steps).toEqual([])
      expect(refused).toEqual([
        expect.objectContaining({ kind: 'type', table: 'users', name: 'born' }),
      ])
      expect((await migrate(database, '--apply', '--user-field', 'born:timestamp')).code).toBe(3)
      expect(await database.query('select born from users')).toEqual([{ born: 'in May' }])
    })

    it('names the type of id in a table that differs from the described one', async () => {
      const database = await open(create)
      await migrate(database, '--apply', '--yes', '--ids', 'integer')
      const { refused } = await planOf(database)
      expect(refused[0]?.byHand).toContain('--ids integer')
      expect((await planOf(database, '--ids', 'integer')).steps).toEqual([])
    })

    it('applies steps once when two programs run at the same time', async () => {
      const database = await open(create)
      const both = await Promise.all([
        migrate(database, '--apply', '--yes', '--json'),
        migrate(database, '--apply', '--yes', '--json'),
      ])
      expect(both.map(({ code }) => code)).toEqual([0, 0])
      const applied = both.map(({ out }) => parse(out).applied.length)
      expect(Math.min(...applied)).toBe(0)
      expect(Math.max(...applied)).toBeGreaterThan(5)
      expect((await planOf(database)).steps).toEqual([])
    })

    it('stops at the first failing step, lists the remaining steps, and continues in the next run', async () => {
      const database = await open(create)
      await database.query(
        'create table users (id varchar(36) not null primary key, email varchar(255))',
      )
      // Whatever is called so is in the way of the table.
      await database.query('create view accounts as select * from users')
      const refused = await migrate(database, '--plan', '--ids', 'uuid')
      expect(refused.code).toBe(3)
      expect(refused.out).toContain('accounts: Something that is not a table has this name')
      const applied = await migrate(database, '--apply', '--yes', '--json')
      expect(applied.code).toBe(3)
      await database.query('drop view accounts')
      expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
      expect((await planOf(database)).steps).toEqual([])
    })

    it('applies only the plan that was confirmed', async () => {
      const database = await open(create)
      const { code, err } = await run(['migrate', '--url', database.url, '--apply'], {
        async typed() {
          await migrate(database, '--apply', '--yes')
          await database.query(alter('accounts', 'drop column additional'))
          return 'y\n'
        },
      })
      expect(code).toBe(1)
      expect(err).toContain('The tables have changed since the plan was made')
      expect(kindsOf(await planOf(database))).toEqual(['addColumn additional'])
    })

    it('asks for confirmation at a terminal, and changes nothing when it is refused', async () => {
      const database = await open(create)
      const argv = ['migrate', '--url', database.url, '--apply']
      const refused: Where = { typed: () => 'n\n' }
      const declined = await run(argv, refused)
      expect(declined.code).toBe(1)
      expect(declined.err).toContain('Apply these steps?')
      expect(declined.err).toContain('Nothing was applied.')
      expect((await planOf(database)).steps.length).toBeGreaterThan(5)
      const silent = await run(argv)
      expect(silent.code).toBe(1)
      expect(silent.err).toContain('--yes')
      expect((await run(argv, { typed: () => 'y\n' })).code).toBe(0)
      expect((await planOf(database)).steps).toEqual([])
    })
  },
)

it('migrate writes colours to a terminal unless NO_COLOR is set', async () => {
  const database = await open(DATABASES[2].create)
  const argv = ['migrate', '--plan', '--url', database.url]
  const coloured = await run(argv, { typed: () => '' })
  expect(coloured.out).toContain('\u001B[32monline\u001B[0m')
  const plain = await run(argv, { typed: () => '', env: { NO_COLOR: '1' } })
  expect(plain.out).not.toContain('\u001B')
})

describe('migrate with a search_path of PostgreSQL that has several schemas', () => {
  const people = `create table public.users (id text primary key, name text, email text)`

  async function openPath(path: string, ...statements: readonly string[]) {
    const database = await open(createPostgresDatabase)
    for (const statement of statements) await database.query(statement)
    const url = new URL(database.url)
    url.searchParams.set('options', `-c search_path=${path}`)
    return { database, url: url.href }
  }

  it('refuses the table of another application in a later schema, and changes nothing (SCH-01)', async () => {
    const { database, url } = await openPath('tenant,public', 'create schema tenant', people)
    const { code, out } = await run(['migrate', '--apply', '--yes', '--url', url])
    expect(code).toBe(3)
    expect(out).toContain('tenant.users: The schema "tenant" has no such table, but "public"')
    const columns = await database.query(
      `select count(*)::int as count from information_schema.columns where table_schema in ('public', 'tenant')`,
    )
    expect(columns).toEqual([{ count: 3 }])
  })

  it('makes the tables in the first schema where the later ones have none, and names it in each line (SCH-01)', async () => {
    const { database, url } = await openPath('tenant,public', 'create schema tenant')
    const { code, out } = await run(['migrate', '--apply', '--yes', '--url', url])
    expect(code).toBe(0)
    expect(out).toContain('create table tenant.users')
    await database.query(people)
    expect((await run(['migrate', '--plan', '--url', url])).code).toBe(0)
  })

  it('refuses a first schema that does not exist (SCH-01)', async () => {
    const { url } = await openPath('tenant,public')
    const { code, out } = await run(['migrate', '--plan', '--url', url])
    expect(code).toBe(3)
    expect(out).toContain('begins with "tenant", which does not exist')
  })
})
