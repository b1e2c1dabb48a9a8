import { describeSchema, tableSql } from '@latchstring/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentDuring } from '../../../test/wire/statements.ts'
import { createDatabase, type TestDatabase } from '../test/databases.ts'
import { type Connected, DRIVERS } from '../test/drivers.ts'
import { importSchema } from '../test/written-schema.ts'
import { drizzleAdapter } from './index.ts'

const newUser = () => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  emailVerified: null,
})

describe.each(DRIVERS)('the list of statements sent over $name', (driver) => {
  const { dialect } = driver
  let database: TestDatabase
  let connected: Connected
  let adapter: Awaited<ReturnType<typeof open>>

  async function open() {
    const described = describeSchema()
    await database.run(described.tables.flatMap((table) => tableSql(dialect, described, table)))
    const schema = await importSchema(dialect, described)
    return drizzleAdapter(connected.db, { schema })
  }

  beforeAll(async () => {
    database = await createDatabase(dialect)
    connected = driver.connect(database.url)
    adapter = await open()
    // Whatever opens a connection is not counted.
    await adapter.getUser('nobody')
  })
  afterAll(async () => {
    await connected.close()
    await database.drop()
  })

  const insert: unknown = expect.stringMatching(/^insert into .users/)
  const select: unknown = expect.stringMatching(/^select /)
  // MySQL does not give back what it stored.
  const work = dialect === 'mysql' ? [insert, select] : [insert]

  it('includes BEGIN and COMMIT of a transaction', async () => {
    const sent = await sentDuring(database, async () => {
      await adapter.transaction?.((within) => within.createUser(newUser()))
    })
    expect(
      sent.map((text) => (/^(?:begin|commit)/i.exec(text)?.[0] ?? text).toLowerCase()),
    ).toEqual(['begin', ...work, 'commit'])
  })

  it('includes the ROLLBACK of a transaction', async () => {
    const sent = await sentDuring(database, () =>
      expect(
        adapter.transaction?.(async (within) => {
          await within.createUser(newUser())
          throw new Error('no')
        }),
      ).rejects.toThrow('no'),
    )
    expect(sent.slice(1, -1)).toEqual(work)
    expect([sent[0], sent.at(-1)]).toEqual([
      expect.stringMatching(/^begin/i),
      expect.stringMatching(/^rollback$/i),
    ])
  })
})
