import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describe, expect, it } from 'vitest'
import { DATABASES, type TestDatabase } from '../test/databases.ts'
import { migrate, places, readPlan } from '../test/migrating.ts'
import { containing, parse } from '../test/run.ts'

const { open } = cleanUpAfterEach()

/** Tables as adapters of next-auth have them, with columns in camel case and texts as ids. */
const camelCase = (names: readonly [string, string, string, string]): readonly string[] => {
  const [users, accounts, sessions, tokens] = names
  return [
    `create table ${users} (id varchar(64) primary key, name varchar(255), email varchar(255) unique,
      "emailVerified" timestamp(3), image varchar(255))`,
    `create table ${accounts} ("userId" varchar(64) not null, type varchar(255) not null,
      provider varchar(160) not null, "providerAccountId" varchar(160) not null,
      access_token varchar(2048), refresh_token varchar(2048), expires_at bigint, token_type varchar(255),
      scope varchar(255), id_token varchar(2048), session_state varchar(255),
      primary key (provider, "providerAccountId"))`,
    `create table ${sessions} ("sessionToken" varchar(160) primary key, "userId" varchar(64) not null,
      expires timestamp(3))`,
    `create table ${tokens} (identifier varchar(160) not null, token varchar(160) not null,
      expires timestamp(3), primary key (identifier, token))`,
    `insert into ${users} (id, email) values ('u1', 'ada@example.com')`,
    `insert into ${accounts} ("userId", type, provider, "providerAccountId") values ('u1', 'oidc', 'p', '7')`,
  ]
}

/** Names in double quotes are names everywhere. */
async function openQuoted(
  { dialect, create }: (typeof DATABASES)[number],
  statements: readonly string[],
): Promise<TestDatabase> {
  const first = dialect === 'mysql' ? ["set sql_mode = 'ANSI_QUOTES'"] : []
  const sqlite = (text: string): string =>
    dialect === 'sqlite' ? text.replaceAll('timestamp(3)', 'datetime') : text
  return open(create, [...first, ...statements.map(sqlite)])
}

/** The options that a refusal gives. */
const optionsIn = (byHand = ''): readonly string[] =>
  /--.+?(?=\. |\.$)/.exec(byHand)?.[0].split(' ') ?? []

describe.each(DATABASES)(
  'migrate on $dialect, over tables that match another description,',
  (database) => {
    it.each([
      { names: ['users', 'accounts', 'sessions', 'verification_token'] },
      { names: ['"user"', 'account', 'session', '"verificationToken"'] },
      { names: ['"User"', '"Account"', '"Session"', '"VerificationToken"'] },
    ] as const)('refuses them with the options that fit: $names', async ({ names }) => {
      const opened = await openQuoted(database, camelCase(names))
      const planned = await migrate(opened, '--plan')
      expect(planned.code).toBe(3)
      expect(planned.out).toMatch(/0 steps to do, \d+ refused/)
      const applied = await migrate(opened, '--apply', '--yes', '--json')
      expect(applied.code).toBe(3)
      expect(parse(applied.out).applied).toEqual([])
      const { refused, steps } = await readPlan(opened)
      expect(steps).toEqual([])
      expect(new Set(refused.map(({ kind }) => kind))).toEqual(new Set(['description']))
      const options = optionsIn(refused[0]?.byHand)
      expect(options).toContain('next-auth')
      const right = await migrate(opened, '--apply', '--yes', ...options)
      expect(right).toMatchObject({ code: 0, err: '' })
      const [account] = await opened.query(`select * from ${names[1]}`)
      expect(Object.keys(account ?? {})).not.toContain('user_id')
      expect((await readPlan(opened, ...options)).steps).toEqual([])
    })

    it('refuses them in the other direction, too', async () => {
      const opened = await open(database.create)
      await migrate(opened, '--apply', '--yes')
      const { refused, steps } = await readPlan(opened, '--names', 'next-auth')
      expect(steps).toEqual([])
      expect(optionsIn(refused[0]?.byHand)).toEqual(['--names', 'latchstring'])
    })

    it('ignores them when other names are given or they have another shape', async () => {
      const names = ['"User"', '"Account"', '"Session"', '"VerificationToken"'] as const
      const mine = 'users=u,accounts=a,sessions=s,verificationTokens=v'
      const apart = await openQuoted(database, camelCase(names))
      expect((await migrate(apart, '--apply', '--yes', '--tables', mine)).code).toBe(0)
      const same = 'users=users,accounts=accounts,sessions=sessions'
      const tokens = 'verificationTokens=verification_tokens'
      const { refused, steps } = await readPlan(apart, '--tables', `${same},${tokens}`)
      expect([refused, steps.length > 0]).toEqual([[], true])
      const ledger = 'create table account (number integer primary key, owner varchar(20))'
      expect((await readPlan(await open(database.create, [ledger]))).refused).toEqual([])
    })

    it('refuses them although empty columns were added', async () => {
      const names = ['users', 'accounts', 'sessions', 'verification_token'] as const
      const opened = await openQuoted(database, camelCase(names))
      const added = ['user_id', 'provider_account_id']
      for (const name of added) await opened.query(`alter table accounts add ${name} varchar(255)`)
      expect((await migrate(opened, '--plan')).code).toBe(3)
      expect((await readPlan(opened)).refused[0]?.byHand).toContain('--names next-auth')
    })

    it('refuses them for a column without values once they have rows', async () => {
      const opened = await open(database.create)
      await migrate(opened, '--apply', '--yes')
      await opened.query('drop table sessions')
      await opened.query(`create table sessions (session_token varchar(255) not null primary key,
      user_id varchar(255) not null, expires ${
        { sqlite: 'integer', postgres: 'timestamptz(3)', mysql: 'datetime(3)' }[database.dialect]
      } not null, tenant varchar(20) not null)`)
      await migrate(opened, '--apply', '--yes')
      const empty = await readPlan(opened)
      expect(empty.refused).toEqual([])
      expect(empty.notes).toContainEqual(
        expect.objectContaining({
          table: 'sessions',
          column: 'tenant',
          text: containing('has no default'),
        }),
      )
      await opened.query(`insert into users (id) values ('1')`)
      await opened.query(`insert into sessions values ('s', '1', '2030-01-01 00:00:00', 't')`)
      const { refused, notes } = await readPlan(opened)
      expect(places(refused)).toEqual(['required sessions.tenant'])
      expect(notes.map(({ column }) => column)).not.toContain('tenant')
      expect((await migrate(opened, '--plan')).code).toBe(3)
    })
  },
)
