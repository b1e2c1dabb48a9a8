import { drizzleAdapter } from '@latchstring/adapter-drizzle'
import { openSqlAdapter } from '@latchstring/adapter-sql'
import { unstorageAdapter } from '@latchstring/adapter-unstorage'
import type { Adapter } from '@latchstring/core/adapters'
import type { Feature } from '@latchstring/core/features'
import { describeSchema, tableSql } from '@latchstring/schema'
import { createApp } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import { startClock } from '@latchstring/test-kit/test-clock'
import { createStorage } from 'unstorage'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../adapters/drizzle/test/databases.ts'
import { findDriver } from '../../adapters/drizzle/test/drivers.ts'
import { importSchema } from '../../adapters/drizzle/test/written-schema.ts'
import { openGateStore } from './src/gate-world.ts'

/** Tickets are good for a minute. */
const tickets = {
  name: 'auth_tickets_open',
  fields: { id: { kind: 'id' }, expires: { kind: 'time' } },
  key: ['id'],
  expires: 'expires',
} as const

interface TicketsSystem {
  open(id: string): Promise<string>
}

const ticketsFeature = (): Feature<object, TicketsSystem> => ({
  name: 'tickets',
  tables: [tickets],
  system: {
    async open({ records, now }, id) {
      const row = await records.insert(tickets, { id, expires: now() + 60_000 })
      return typeof row === 'string' ? row : 'open'
    },
  },
})

const STORES: Readonly<Record<string, () => Promise<Adapter>>> = {
  'in memory': async () => (await openGateStore()).adapter,
  'of SQL': async () => {
    const adapter = openSqlAdapter(':memory:', { records: [tickets] })
    onTestFinished(async () => adapter.close())
    await adapter.migrate()
    return adapter
  },
  'of Drizzle': async () => {
    const database = await createDatabase('sqlite')
    const schema = describeSchema({ records: [tickets] })
    await database.run(schema.tables.flatMap((table) => tableSql('sqlite', schema, table)))
    const { db, close } = findDriver('sqlite').connect(database.url)
    onTestFinished(async () => {
      await close()
      await database.drop()
    })
    return drizzleAdapter(db, { schema: await importSchema('sqlite', schema) })
  },
  'of unstorage': async () => unstorageAdapter(createStorage(), { singleWriter: true }),
}

/** A program that opens tickets, and looks for them in the store: also for those that have expired. */
function start(adapter: Adapter) {
  const clock = startClock()
  const feature = ticketsFeature()
  const config = { providers: [passwords()], adapter, features: [feature] }
  const { auth, errors } = createApp(config, { clock: clock.now })
  return {
    clock,
    errors,
    open: async (...ids: readonly string[]): Promise<void> => {
      for (const id of ids) expect(await auth.system(feature).open(id)).toBe('open')
    },
    left: async (...ids: readonly string[]): Promise<readonly string[]> => {
      const rows = ids.map(async (id) => (await adapter.records?.get(tickets, { id })) && id)
      return (await Promise.all(rows)).filter((id) => typeof id === 'string')
    },
  }
}

const numbered = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

describe.each(Object.entries(STORES))(
  'Expired rows of a feature, in a store %s,',
  (_, openStore) => {
    test('are deleted when others are stored, and those that are good stay', async () => {
      const { clock, open, left } = start(await openStore())
      const [old, young] = [numbered('old', 10), numbered('young', 10)]
      await open(...old)
      expect(await left(...old)).toEqual(old)
      clock.advance(61)
      await open(...young, 'last')
      expect(await left(...old)).toEqual([])
      expect(await left(...young, 'last')).toEqual([...young, 'last'])
    })
  },
)

test('Expired rows are left to a store that deletes them by itself', async () => {
  const adapter = await STORES['in memory']?.()
  const records = adapter?.records && { ...adapter.records, expires: true as const }
  const { clock, open, left } = start({ ...adapter, ...(records && { records }) })
  await open('old')
  clock.advance(61)
  await open(...numbered('young', 11))
  expect(await left('old')).toEqual(['old'])
})

test('A row is stored also where expired ones cannot be deleted', async () => {
  const adapter = await STORES['in memory']?.()
  const deleteExpired = (): never => {
    throw new Error('the disk is full')
  }
  const records = adapter?.records && { ...adapter.records, deleteExpired }
  const { errors, open, left } = start({ ...adapter, ...(records && { records }) })
  await open('one')
  expect([await left('one'), errors]).toEqual([['one'], []])
})
