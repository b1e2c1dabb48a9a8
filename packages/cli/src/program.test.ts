import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, createPostgresDatabase } from '../test/databases.ts'
import { containing, parse } from '../test/run.ts'
import {
  buildProgram,
  installWithoutDrivers,
  readManifest,
  runProgram,
  runUnread,
} from '../test/program.ts'

const cleanUps = cleanUpAfterEach()
const { open } = cleanUps

beforeAll(buildProgram)

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchstring-program-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const CANARY = 'canary-7f3a'

describe('the program latchstring', () => {
  it.each([
    { argv: ['--help'], says: ['Usage: latchstring COMMAND', 'migrate', 'schema'] },
    {
      argv: ['migrate', '--help'],
      says: ['--plan', '--apply', '--lock-timeout SECONDS', 'Exit codes:', 'DATABASE_URL'],
    },
    { argv: ['schema', '-h'], says: ['--dialect NAME', '--format NAME', '--user-field NAME:KIND'] },
    { argv: ['help'], says: ['Usage: latchstring COMMAND', 'migrate', 'schema'] },
    { argv: ['help', 'migrate'], says: ['Usage: latchstring migrate', '--lock-timeout SECONDS'] },
  ])('explains $argv', async ({ argv, says }) => {
    const { code, out, err } = await runProgram(argv)
    for (const text of says) expect(out).toContain(text)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n').every((line) => line.length <= 120)).toBe(true)
  })

  it('ends quietly where a reader has enough of its output', async () => {
    expect(await runUnread(['providers', '--json'])).toBe('')
  })

  it('prints its version', async () => {
    const { code, out } = await runProgram(['--version'])
    expect(code).toBe(0)
    expect(JSON.parse(await readManifest())).toMatchObject({ version: out.trim() })
  })

  it.each([
    { argv: [], says: 'Usage:' },
    { argv: ['migrat'], says: 'Did you mean migrate?' },
    { argv: ['migrate', '--plna'], says: 'Unknown option --plna. Did you mean --plan?' },
    { argv: ['migrate', '-x'], says: 'Unknown option -x.' },
    { argv: ['migrate', '--plan', 'users'], says: '"users" is not expected here' },
    { argv: ['migrate', '--plan=1'], says: '--plan has no value' },
    { argv: ['migrate', '--url', '--plan'], says: '--url needs a value: --url URL' },
    { argv: ['migrate', '--plan', '--apply'], says: 'either --plan or --apply' },
    { argv: ['help', 'migrat'], says: 'Did you mean migrate?' },
    { argv: ['migrate', '--yes'], says: '--yes is for --apply' },
    { argv: ['migrate'], says: 'Set DATABASE_URL' },
    { argv: ['migrate', '--plan', '--url', 'file:a', '--url', 'file:b'], says: 'given twice' },
    { argv: ['migrate', '--plan', '--url', 'oracle://h/d'], says: 'postgres://user:password@host' },
    { argv: ['migrate', '--plan', '--url', 'mysql://h'], says: 'names no database' },
    { argv: ['migrate', '--plan', '--url', 'file:a', '--wait', 'long'], says: 'number of seconds' },
    { argv: ['schema'], says: '--dialect is missing' },
    { argv: ['schema', '--dialect', 'postgre'], says: 'Did you mean postgres?' },
    { argv: ['schema', '--dialect', 'sqlite', '--format', 'x'], says: 'sql, drizzle, prisma' },
    { argv: ['schema', '--dialect', 'sqlite', '--ids', 'uid'], says: 'Did you mean uuid?' },
    { argv: ['schema', '--dialect', 'sqlite', '--names', 'nextauth'], says: 'next-auth?' },
    { argv: ['schema', '--dialect', 'sqlite', '--tables', 'user=a'], says: 'Did you mean users?' },
    { argv: ['schema', '--dialect', 'sqlite', '--tables', 'users'], says: 'not a name=value' },
    { argv: ['schema', '--dialect', 'sqlite', '--tables', 'users=a b'], says: 'digits' },
    { argv: ['schema', '--dialect', 'sqlite', '--user-field', 'a:txt'], says: 'Did you mean text' },
    { argv: ['schema', '--dialect', 'sqlite', '--user-field', 'email:text'], says: 'already' },
    { argv: ['schema', '--dialect', 'sqlite', '--config', 'none.json'], says: 'cannot be read' },
  ])('reports what is wrong with $argv', async ({ argv, says }) => {
    const { code, out, err } = await runProgram(argv)
    expect(err).toContain(says)
    expect(err).not.toMatch(/^ {4}at /m)
    expect({ code, out }).toEqual({ code: 1, out: '' })
  })

  it('writes the schema in every format with the options of a file', async () => {
    const folder = await makeFolder()
    const config = {
      names: 'next-auth',
      tables: { users: 'people', migrations: 'done' },
      userFields: { role: 'text' },
      uniqueConstraints: true,
    }
    await writeFile(join(folder, 'latchstring.schema.json'), JSON.stringify(config))
    const argv = ['schema', '--config', 'latchstring.schema.json', '--dialect']
    const sql = await runProgram([...argv, 'mariadb', '--ids', 'uuid'], { folder })
    expect(sql.out).toContain('create table `people` (\n  `id` char(36)')
    expect(sql.out).toContain('`role` text')
    const json = await runProgram([...argv, 'mariadb', '--ids', 'uuid', '--json'], { folder })
    expect(JSON.parse(json.out)).toEqual({ dialect: 'mariadb', format: 'sql', text: sql.out })
    const drizzle = await runProgram([...argv, 'sqlite', '--format', 'drizzle'], { folder })
    expect(drizzle.out).toContain("from 'drizzle-orm/sqlite-core'")
    const prisma = await runProgram([...argv, 'postgres', '--format', 'prisma'], { folder })
    expect(prisma.out).toContain('@@map("people")')
    expect([sql.code, drizzle.code, prisma.code]).toEqual([0, 0, 0])
    for (const [text, says] of [
      ['{ "table": {} }', 'Did you mean tables?'],
      ['{ "userFields": { "a": 1 } }', 'userFields.a'],
      ['{ "columns": { "users": { "email": 7 } } }', 'columns.users.email has to be a string'],
      ['[]', 'has to be an object'],
      ['{', 'is not JSON'],
    ] as const) {
      await writeFile(join(folder, 'latchstring.schema.json'), text)
      const { code, err } = await runProgram([...argv, 'sqlite'], { folder })
      expect({ code, says: err.includes(says) }).toEqual({ code: 1, says: true })
    }
  })

  it.each([
    { name: 'pg', url: 'postgres://u@127.0.0.1/d' },
    { name: 'mysql2', url: 'mysql://u@127.0.0.1/d' },
    { name: '@libsql/client', url: 'file:data.db' },
  ])('names the missing driver $name', async ({ name, url }) => {
    const installed = await installWithoutDrivers()
    const { file, folder } = installed
    cleanUps.push(() => installed.remove())
    const { code, err } = await runProgram(['migrate', '--plan', '--url', url], { file, folder })
    expect(err).toContain(`The package ${name} is not installed. Run: npm install ${name}`)
    expect(code).toBe(1)
  })

  it('does not colour output that is not written to a terminal', async () => {
    const { url } = await open(createPostgresDatabase)
    const { out } = await runProgram(['migrate', '--plan'], {
      env: { DATABASE_URL: url, NO_COLOR: '1' },
    })
    expect(out).not.toContain('\u001B')
  })

  it('does not create a SQLite file by planning', async () => {
    const folder = await makeFolder()
    const { code } = await runProgram(['migrate', '--plan', '--url', 'file:data.db'], { folder })
    expect(code).toBe(2)
    expect(await readdir(folder)).toEqual([])
    const argv = ['migrate', '--apply', '--yes', '--url', 'file:./data.db']
    expect((await runProgram(argv, { folder })).code).toBe(0)
    expect(await readdir(folder)).toContain('data.db')
  })
})

describe.each(DATABASES)('the program latchstring with $dialect', ({ dialect, create }) => {
  it('exits with the code for each state from a plan to nothing left, and prints only JSON', async () => {
    const { url } = await open(create)
    const env = { DATABASE_URL: url }
    const planned = await runProgram(['migrate', '--plan', '--json'], { env })
    expect(planned).toMatchObject({ code: 2, err: '' })
    const plan: unknown = JSON.parse(planned.out)
    expect(plan).toMatchObject({ dialect, refused: [], notes: [] })
    expect(plan).toHaveProperty('steps[0]', {
      kind: 'createTable',
      ...(dialect === 'postgres' && { schema: 'public' }),
      table: 'users',
      name: 'users',
      sql: containing('create table'),
      online: true,
      why: containing('.'),
    })
    const applied = await runProgram(['migrate', '--apply', '--yes', '--json'], { env })
    expect(applied.code).toBe(0)
    expect(JSON.parse(applied.out)).toMatchObject({ left: [], refused: [], undone: false })
    expect(parse(applied.out).applied[0]?.seconds).toBeGreaterThanOrEqual(0)
    expect(applied.err).toContain('Step 1 of ')
    expect((await runProgram(['migrate', '--plan'], { env })).code).toBe(0)
    expect((await runProgram(['migrate', '--plan', '--ids', 'integer'], { env })).code).toBe(3)
  })

  it('applies steps once when it runs twice at the same time', async () => {
    const { url } = await open(create)
    const argv = ['migrate', '--apply', '--yes', '--json', '--url', url]
    const both = await Promise.all([runProgram(argv), runProgram(argv), runProgram(argv)])
    expect(both.map(({ code }) => code)).toEqual([0, 0, 0])
    const applied = both.map(({ out }) => parse(out).applied.length)
    expect(applied.filter((count) => count > 0)).toHaveLength(1)
  })
})

describe('a password in the database URL', () => {
  it.each([
    `postgres://user:${CANARY}@127.0.0.1:1/d`,
    `mysql://user:${CANARY}@127.0.0.1:1/d`,
    `postgres://user:${CANARY}%2F@127.0.0.1:1/d?sslpassword=${CANARY}-long`,
    `postgres://user:${CANARY}@[half/d`,
    `oracle://user:${CANARY}@h/d`,
    CANARY,
    `file:///no/such/folder/${CANARY}.db?authToken=${CANARY}`,
  ])('is in no output (%s)', async (url) => {
    for (const options of [[], ['--json'], ['--apply', '--yes']]) {
      const argv = ['migrate', ...(options.includes('--apply') ? [] : ['--plan']), ...options]
      const ran = await runProgram(argv, { env: { DATABASE_URL: url } })
      const given = await runProgram([...argv, '--url', url])
      expect([ran.code === 0, given.code === 0]).toEqual([false, false])
      const all = [ran.out, ran.err, given.out, given.err].join('\n')
      // The path of a file is no secret, but what follows it is.
      expect(all.replaceAll(`${CANARY}.db`, '')).not.toContain(CANARY)
    }
  })

  it('is in no output when the server refuses it', async () => {
    const { url } = await open(createPostgresDatabase)
    const wrong = new URL(url)
    wrong.username = `${CANARY}x`
    wrong.password = CANARY
    const { code, out, err } = await runProgram([
      'migrate',
      '--plan',
      '--json',
      '--url',
      wrong.href,
    ])
    expect(code).toBe(1)
    expect(JSON.parse(out)).toHaveProperty('error.message', containing('No connection'))
    expect(out + err).not.toContain(CANARY)
  })
})
