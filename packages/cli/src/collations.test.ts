import { cleanUpAfterEach } from '../test/clean-ups.ts'
import { describeSchema } from '@latchstring/schema'
import { describe, expect, it } from 'vitest'
import { LAX_TABLES, type LaxTables } from '../../../test/collations/lax-tables.ts'
import { DATABASES, type TestDatabase } from '../test/databases.ts'
import { createWith, migrate, readPlan } from '../test/migrating.ts'

const cleanUps = cleanUpAfterEach()

async function open({ dialect, statements }: LaxTables): Promise<TestDatabase> {
  const found = DATABASES.find((one) => one.dialect === dialect)
  if (found === undefined) throw new Error(`There is no database for ${dialect}.`)
  return cleanUps.open(found.create, statements(describeSchema()))
}

const KEYS = [
  'users.id',
  'accounts.user_id',
  'accounts.provider',
  'accounts.provider_account_id',
  'sessions.session_token',
  'sessions.user_id',
  'verification_tokens.identifier',
  'verification_tokens.token',
  'authenticators.credential_id',
  'authenticators.user_id',
]

/** What is said about collations, by column. */
async function notesOf(database: TestDatabase): Promise<ReadonlyMap<string, string>> {
  const { notes } = await readPlan(database)
  return new Map(
    notes
      .filter(({ text }) => text.startsWith('Its collation'))
      .map(({ table, column, text }) => [`${table}.${column}`, text]),
  )
}

describe('(ALT-07) Tables whose collation treats different keys as equal', () => {
  it.each(LAX_TABLES)(
    'are accepted with a note of column, collation and fix: $name',
    async (tables) => {
      const database = await open(tables)
      const notes = await notesOf(database)
      expect([...notes.keys()]).toEqual(expect.arrayContaining(KEYS))
      const collation =
        /utf8mb4\w+|lax|citext|nocase|rtrim/.exec(tables.statements(describeSchema()).join(' ')) ??
        []
      for (const text of notes.values()) {
        expect(text).toContain(collation[0])
        expect(text).toMatch(/By hand: .*(?:alter table|Create the table again)/)
      }
      const { code, out } = await migrate(database, '--plan')
      expect(code).toBe(0)
      for (const key of KEYS) expect(out).toContain(`${key}: Its collation`)
    },
  )

  it.each(LAX_TABLES.filter(({ dialect }) => dialect !== 'sqlite'))(
    'have no note once the suggested statement has run: $name',
    async (tables) => {
      const database = await open(tables)
      const key = 'verification_tokens.token'
      const text = (await notesOf(database)).get(key) ?? ''
      const [statement = ''] = /alter table .+(?=\.$)/.exec(text) ?? []
      await database.query(statement)
      const left = await notesOf(database)
      expect(left.has(key)).toBe(false)
      expect(left.has('verification_tokens.identifier')).toBe(true)
    },
  )

  it.each(DATABASES)('are never created by migrate, in $dialect', async ({ create }) => {
    const database = await createWith(create)
    cleanUps.push(() => database.drop())
    expect((await migrate(database, '--apply', '--yes')).code).toBe(0)
    expect((await notesOf(database)).size).toBe(0)
  })
})
