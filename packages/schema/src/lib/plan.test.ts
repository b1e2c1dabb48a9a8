import { type RecordTable, storedLength } from '@latchstring/core/adapters'
import { describe, expect, it } from 'vitest'
import {
  type Present,
  type PresentColumn,
  type PresentIndex,
  type Query,
  type Step,
  checkPlan,
  describeSchema,
  findTable,
  inspect,
  plan,
  tableSql,
} from '../index.ts'
import { typeSize } from './plan-type-families.ts'

const DIALECTS = ['postgres', 'mysql', 'sqlite'] as const
const NOTHING: Present = { tables: [], names: new Set(), notTables: new Set() }

const column = (name: string, type: string, more: Partial<PresentColumn> = {}): PresentColumn => ({
  name,
  type,
  nullable: true,
  filled: false,
  virtual: false,
  ...more,
})

const index = (
  name: string,
  keys: readonly string[],
  more: Partial<PresentIndex> = {},
): PresentIndex => ({
  name,
  keys,
  unique: true,
  primary: false,
  whole: true,
  valid: true,
  ...more,
})

const containing = (text: string): unknown => expect.stringContaining(text)
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/** A table of verification tokens, which needs no other one. */
function tokens(columns: readonly PresentColumn[], indexes: readonly PresentIndex[] = []): Present {
  return {
    tables: [{ name: 'verification_tokens', columns, indexes, foreignKeys: [] }],
    names: new Set(['verification_tokens', ...indexes.map(({ name }) => name)]),
    notTables: new Set<string>(),
  }
}

const KEY = index('key', ['identifier', 'token'], { primary: true })
const EXPIRES = index('x', ['expires'], { unique: false })

const TEXTS = [column('identifier', 'text'), column('token', 'text')]

const ofTokens = (steps: readonly Step[]) =>
  steps.filter(({ table }) => table === 'verification_tokens')

const refuseToAnswer: Query = () => Promise.reject(new Error('Nothing is to be asked.'))

describe.each(DIALECTS)('a plan for an empty database of %s', (dialect) => {
  it('creates users first, then the tables that refer to them, with online steps only', () => {
    const { steps, refused, notes } = plan(dialect, NOTHING, describeSchema())
    expect(steps.filter(({ kind }) => kind === 'createTable').map(({ name }) => name)).toEqual([
      'users',
      'accounts',
      'sessions',
      'verification_tokens',
      'authenticators',
    ])
    expect(steps.every(({ online, alone }) => online && !alone)).toBe(true)
    expect([refused, notes]).toEqual([[], []])
  })

  it('gives a reason for every step, and runs the check for duplicates with parameters', async () => {
    const { steps } = plan(dialect, NOTHING, describeSchema({ userFields: { role: 'text' } }))
    expect(steps.every(({ why }) => why.endsWith('.'))).toBe(true)
    const checked = await checkPlan(refuseToAnswer, plan(dialect, NOTHING, describeSchema()))
    expect(checked).toEqual(plan(dialect, NOTHING, describeSchema()))
  })
})

describe.each(DIALECTS)('a column for a sealed text on %s', (dialect) => {
  const sealed = (max: number): RecordTable => ({
    name: 'auth_vault_keys',
    fields: {
      userId: { kind: 'id' },
      secret: { kind: 'text', max, secret: 'sealed' },
      hash: { kind: 'text', max, secret: 'hash' },
    },
    key: ['userId'],
    owner: 'userId',
  })

  it.each([1, 100, 255, 2474])('has room for what %i characters are once sealed', (max) => {
    const schema = describeSchema({ records: [sealed(max)] })
    const table = findTable(schema, 'auth_vault_keys')
    const [, secret, hash] = table?.columns ?? []
    if (!table || !secret) throw new Error('There is no such column.')
    const stored = storedLength({ kind: 'text', max, secret: 'sealed' })
    expect(stored).toBeGreaterThan(max)
    expect(stored).toBeLessThanOrEqual(10_000)
    expect(secret.values).toMatchObject({ least: stored, most: stored })
    expect(hash?.values).toMatchObject({ least: max, most: max })
    const [, type = ''] =
      /["`]secret["`] ([a-z]+(?:\(\d+\))?)/.exec(tableSql(dialect, schema, table)[0] ?? '') ?? []
    expect(type).toMatch(/^(text|varchar|mediumtext)/)
    expect(typeSize(dialect, type)).toBeGreaterThanOrEqual(stored)
  })
})

describe('a plan for an existing table', () => {
  const schema = describeSchema()

  it('creates indexes of PostgreSQL concurrently and outside a transaction', () => {
    const present = tokens([...TEXTS, column('expires', 'timestamp with time zone')])
    expect(ofTokens(plan('postgres', present, schema).steps)).toEqual([
      expect.objectContaining({
        sql: 'create unique index concurrently "verification_tokens_identifier_token_key" on "verification_tokens" ("identifier", "token")',
        alone: true,
        online: true,
        duplicates: { sql: containing('count(*)'), find: containing('select') },
      }),
      expect.objectContaining({
        sql: 'create index concurrently "verification_tokens_expires_idx" on "verification_tokens" ("expires")',
        alone: true,
      }),
    ])
  })

  it('has MySQL refuse a change that would lock the table', () => {
    const text = 'varchar(255) character set utf8mb4 collate utf8mb4_bin'
    const present = tokens([column('identifier', text), column('expires', 'datetime(3)')])
    const steps = ofTokens(plan('mysql', present, schema).steps)
    expect(steps.map(({ sql }) => sql)).toEqual([
      matching(/add column `token` .*, algorithm = instant$/),
      matching(/ algorithm = inplace lock = none$/),
      matching(/ algorithm = inplace lock = none$/),
    ])
  })

  it('warns that SQLite blocks writes while it creates an index', () => {
    const present = tokens([...TEXTS, column('expires', 'integer')], [KEY])
    expect(ofTokens(plan('sqlite', present, schema).steps)).toEqual([
      expect.objectContaining({ kind: 'createIndex', online: false }),
    ])
  })

  it.each([
    {
      name: 'a unique index over the columns in another order',
      there: index('a', ['token', 'identifier']),
      serves: true,
    },
    { name: 'a unique index over one of the columns', there: index('a', ['token']), serves: true },
    {
      name: 'a unique index over one more column',
      there: index('a', ['token', 'identifier', 'expires']),
      serves: false,
    },
    {
      name: 'an index that is not unique',
      there: index('a', ['identifier', 'token'], { unique: false }),
      serves: false,
    },
    {
      name: 'an index over some rows',
      there: index('a', ['identifier', 'token'], { whole: false }),
      serves: false,
    },
    {
      name: 'an index that was never finished',
      there: index('a', ['identifier', 'token'], { valid: false }),
      serves: false,
    },
  ])('accepts $name as the key: $serves', ({ there, serves }) => {
    const present = tokens([...TEXTS, column('expires', 'timestamptz')], [there, EXPIRES])
    expect(ofTokens(plan('postgres', present, schema).steps)).toHaveLength(serves ? 0 : 1)
  })

  it('accepts an index that begins with the column, and no other', () => {
    const columns = [...TEXTS, column('expires', 'timestamptz')]
    const wide = tokens(columns, [KEY, index('i', ['expires', 'token'], { unique: false })])
    expect(ofTokens(plan('postgres', wide, schema).steps)).toEqual([])
    const other = tokens(columns, [KEY, index('i', ['token', 'expires'], { unique: false })])
    expect(ofTokens(plan('postgres', other, schema).steps)).toHaveLength(1)
  })

  it('gives an index another name when its name is taken', () => {
    const taken = index('verification_tokens_expires_idx', ['token'], { unique: false })
    const present = tokens([...TEXTS, column('expires', 'timestamptz')], [KEY, taken])
    expect(ofTokens(plan('postgres', present, schema).steps)).toEqual([
      expect.objectContaining({ name: 'verification_tokens_expires_idx_2' }),
    ])
  })

  it.each([
    { dialect: 'postgres', type: 'integer', refused: true },
    { dialect: 'postgres', type: 'date', refused: true },
    { dialect: 'postgres', type: 'timestamp(3) without time zone', refused: false },
    { dialect: 'mysql', type: 'bigint(20)', refused: true },
    { dialect: 'mysql', type: 'timestamp', refused: false },
    { dialect: 'sqlite', type: 'text', refused: true },
    { dialect: 'sqlite', type: 'datetime', refused: false },
    { dialect: 'sqlite', type: 'bigint', refused: false },
  ] as const)('refuses times as $type with $dialect: $refused', ({ dialect, type, refused }) => {
    const present = tokens([...TEXTS, column('expires', type)], [KEY, EXPIRES])
    const { refused: all, steps } = plan(dialect, present, schema)
    expect(all.map(({ name, kind }) => ({ name, kind }))).toEqual(
      refused ? [{ name: 'expires', kind: 'type' }] : [],
    )
    expect(ofTokens(steps)).toEqual([])
  })

  it('refuses an index over a long text of MySQL', () => {
    const long = column('token', 'longtext character set utf8mb4 collate utf8mb4_bin')
    const text = 'varchar(255) character set utf8mb4 collate utf8mb4_bin'
    const present = tokens(
      [column('identifier', text), long, column('expires', 'datetime(3)')],
      [EXPIRES],
    )
    const { refused } = plan('mysql', present, schema)
    expect(refused).toEqual([
      expect.objectContaining({
        why: containing('longtext'),
        byHand: containing('modify `token` varchar(255)'),
      }),
    ])
  })

  it('notes keys that MySQL compares as words', () => {
    const words = 'varchar(255) character set utf8mb4 collate utf8mb4_general_ci'
    const columns = [column('identifier', words), column('token', words)]
    const present = tokens([...columns, column('expires', 'datetime(3)')], [KEY, EXPIRES])
    const { notes } = plan('mysql', present, schema)
    expect(notes.map(({ column: name }) => name)).toEqual(['identifier', 'token'])
  })

  it('creates no table that refers to ids of another type than described', () => {
    const users = {
      name: 'users',
      columns: [column('id', 'uuid', { nullable: false }), column('email', 'text')],
      indexes: [index('users_pkey', ['id'], { primary: true })],
      foreignKeys: [],
    }
    const present = {
      tables: [users],
      names: new Set(['users', 'users_pkey']),
      notTables: new Set<string>(),
    }
    const { refused, steps } = plan('postgres', present, schema)
    expect(refused.map(({ kind, table }) => `${kind} ${table}`)).toEqual([
      'type users',
      'reference accounts',
      'reference sessions',
      'reference authenticators',
    ])
    expect(refused[0]?.byHand).toContain('--ids uuid')
    expect(steps.some(({ table }) => table === 'verification_tokens')).toBe(true)
    expect(plan('postgres', present, describeSchema({ ids: 'uuid' })).refused).toEqual([])
  })

  it('refuses to generate ids for existing rows', () => {
    const users = {
      name: 'users',
      columns: [column('email', 'text')],
      indexes: [],
      foreignKeys: [],
    }
    const { refused } = plan(
      'sqlite',
      { tables: [users], names: new Set(['users']), notTables: new Set<string>() },
      schema,
    )
    expect(refused[0]).toMatchObject({ kind: 'key', table: 'users', name: 'id' })
  })

  it('warns when MariaDB would rewrite a table to add a column', () => {
    const text = 'varchar(255) character set utf8mb4 collate utf8mb4_bin'
    const users = {
      name: 'users',
      columns: [
        column('id', text, { nullable: false }),
        column('email', text),
        column('email_lower', text, { virtual: true, filled: true }),
      ],
      indexes: [index('PRIMARY', ['id']), index('lower', ['email_lower'])],
      foreignKeys: [],
    }
    const { steps } = plan(
      'mysql',
      { tables: [users], names: new Set(['users']), notTables: new Set<string>() },
      schema,
    )
    expect(steps[0]).toMatchObject({
      kind: 'addColumn',
      online: false,
      sql: containing('lock = shared'),
    })
  })
})

it('plan ignores a table created while the catalogue is read', () => {
  const present: Present = { ...NOTHING, names: new Set(['users']) }
  expect(plan('sqlite', present, describeSchema()).refused).toEqual([])
  const view: Present = { ...present, notTables: new Set(['users']) }
  expect(plan('sqlite', view, describeSchema()).refused[0]).toMatchObject({ kind: 'name' })
})

describe('checks of a plan', () => {
  it('turn steps that existing rows prevent into refusals', async () => {
    const present = tokens([...TEXTS, column('expires', 'integer')], [EXPIRES])
    const unchecked = plan('sqlite', present, describeSchema())
    const asked: string[] = []
    const answer =
      (duplicates: number): Query =>
      (statement) => {
        asked.push(statement)
        return Promise.resolve([{ duplicates }])
      }
    const { steps, refused } = await checkPlan(answer(1), unchecked)
    expect(asked).toHaveLength(1)
    expect(ofTokens(steps)).toEqual([])
    expect(refused).toEqual([
      expect.objectContaining({
        kind: 'duplicates',
        why: containing('1 value occurs more than once'),
        byHand: containing('select "identifier", "token", count(*)'),
      }),
    ])
    expect(ofTokens((await checkPlan(answer(0), unchecked)).steps)).toHaveLength(1)
  })
})

describe('inspect of a database', () => {
  it('reads only the catalogue', async () => {
    for (const dialect of DIALECTS) {
      const asked: string[] = []
      const query: Query = (statement) => {
        asked.push(statement.trim())
        return Promise.resolve([])
      }
      expect(await inspect(dialect, query, describeSchema())).toMatchObject(NOTHING)
      expect(asked.every((statement) => statement.startsWith('select'))).toBe(true)
      expect(asked.join()).toContain("'verification_tokens'")
    }
  })
})
