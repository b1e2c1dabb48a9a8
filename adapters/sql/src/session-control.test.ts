import { type AdapterRevocation, devices, type StoredRecord } from '@latchstring/core/adapters'
import { describeSchema, tableSql } from '@latchstring/schema'
import { type Kysely, sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
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
  const count = async (table: string): Promise<number> => {
    const { rows } = await sql<{ found: unknown }>`select count(*) as found from ${sql.table(
      table,
    )}`.execute(db)
    return Number(rows[0]?.found)
  }
  return { db, dialect, count, adapter: sqlAdapter({ db, dialect, sessionControl: true }) }
}

const ENTRY: AdapterRevocation = {
  kind: 'session',
  key: 'one',
  generation: 0,
  reason: 'sign-out',
  at: new Date('2030-01-02T03:04:05.678Z'),
  expires: new Date('2030-02-02T03:04:05.678Z'),
}

const DEVICE: StoredRecord = {
  values: {
    userId: 'ada',
    session: 'hash',
    sessionId: 'one',
    createdAt: ENTRY.at.getTime(),
    lastSeenAt: ENTRY.at.getTime(),
    expires: ENTRY.expires.getTime(),
    label: null,
    place: null,
    provider: null,
    providerSession: 'hash',
    providerSubject: null,
  },
  version: 1,
}

const OF_ADA = { field: 'userId', value: 'ada', limit: 10 }

const BUDGET = { key: 'budget', interval: 1000, burst: 5000, now: ENTRY.at.getTime() }

const ADA = { id: 'ada', email: 'ada@example.com', emailVerified: null }

describe.each(DATABASES)('the option sessionControl on $dialect', (database) => {
  it('is off by default and adds no table, method or capability', async () => {
    const { db, dialect, count } = await open(database)
    const adapter = sqlAdapter({ db, dialect })
    expect(await adapter.migrate()).toEqual([1])
    await expect(count('revocations')).rejects.toThrow()
    expect(sqlFor(dialect)).not.toContain('revocations')
    const { revocationFeed, records, counters } = adapter.capabilities
    expect([revocationFeed, records, counters]).toEqual([false, false, false])
    expect([adapter.appendRevocations, adapter.records, adapter.spend]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('names the command to run where its tables are missing', async () => {
    const { db, dialect, adapter } = await open(database)
    await sqlAdapter({ db, dialect }).migrate()
    const missing = /^\w+\(\) needs a table .*`latchstring migrate --apply`/
    await expect(adapter.appendRevocations?.([ENTRY])).rejects.toThrow(missing)
    await expect(adapter.records?.find(devices, OF_ADA)).rejects.toThrow(missing)
    await expect(adapter.spend?.(BUDGET)).rejects.toThrow(missing)
  })

  it('adds its tables once to a database that is in use', async () => {
    const { db, dialect, adapter, count } = await open(database)
    const before = sqlAdapter({ db, dialect })
    await before.migrate()
    await before.createUser(ADA)
    expect(await adapter.migrate()).toEqual([2])
    expect(await adapter.migrate()).toEqual([])
    expect(await before.migrate()).toEqual([])
    expect(await adapter.getUser('ada')).toMatchObject(ADA)
    expect(await count('limit_budgets')).toBe(0)
  })

  it('has the table of devices once, also where the option records names it', async () => {
    const { db, dialect, count } = await open(database)
    const adapter = sqlAdapter({ db, dialect, sessionControl: true, records: [devices] })
    await adapter.migrate()
    expect(await count('auth_sessions_devices')).toBe(0)
    const alone = sqlAdapter({ db, dialect, records: [devices] })
    expect([alone.records?.keeps(devices), alone.capabilities.revocationFeed]).toEqual([
      true,
      false,
    ])
  })

  it('deletes the devices of a user with the user', async () => {
    const { adapter, count } = await open(database)
    await adapter.migrate()
    await adapter.createUser(ADA)
    await adapter.records?.insert(devices, DEVICE, 0)
    await adapter.deleteUser('ada')
    expect(await count('auth_sessions_devices')).toBe(0)
    expect(await adapter.records?.insert(devices, DEVICE, 0)).toBe('no-owner')
  })

  it('uses tables that another tool created, without changing them', async () => {
    const { db, dialect, adapter } = await open(database)
    const schema = describeSchema({ sessionControl: true })
    for (const table of schema.tables) {
      for (const statement of tableSql(dialect, schema, table)) {
        await sql.raw(statement).execute(db)
      }
    }
    expect(await adapter.migrate()).toEqual([])
    await adapter.appendRevocations?.([ENTRY])
    expect(await adapter.listRevocations?.({ limit: 10 })).toEqual([{ ...ENTRY, cursor: '1' }])
  })

  it('deletes endings, devices and budgets only after they have expired (REV-18)', async () => {
    const { adapter, count } = await open(database)
    await adapter.migrate()
    await adapter.createUser(ADA)
    await adapter.appendRevocations?.([ENTRY, { ...ENTRY, key: 'two', kind: 'user' }])
    expect(adapter.records?.keeps(devices)).toBe(true)
    expect(await adapter.records?.insert(devices, DEVICE, 0)).toBe('inserted')
    expect((await adapter.records?.find(devices, OF_ADA))?.rows).toEqual([DEVICE])
    await adapter.spend?.(BUDGET)
    const earlier = { revocations: 0, records: 0, budgets: 0 }
    const before = new Date(BUDGET.now + BUDGET.interval - 1)
    expect(await adapter.deleteExpired(before)).toMatchObject(earlier)
    const full = new Date(BUDGET.now + BUDGET.interval)
    expect(await adapter.deleteExpired(full)).toMatchObject({ ...earlier, budgets: 1 })
    const almost = new Date(ENTRY.expires.getTime() - 1)
    expect(await adapter.deleteExpired(almost)).toMatchObject(earlier)
    const last = await adapter.deleteExpired(ENTRY.expires)
    expect(last).toMatchObject({ revocations: 2, records: 1, budgets: 0 })
    const tables = ['revocations', 'auth_sessions_devices', 'limit_budgets']
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0])
  })

  it('never reuses the number of a feed entry, even after all entries were deleted (REV-07)', async () => {
    const { adapter } = await open(database)
    await adapter.migrate()
    await adapter.appendRevocations?.([ENTRY, ENTRY])
    const [, last] = (await adapter.listRevocations?.({ limit: 10 })) ?? []
    await adapter.deleteExpired(ENTRY.expires)
    await adapter.appendRevocations?.([{ ...ENTRY, key: 'later' }])
    const after = last?.cursor ?? ''
    expect(await adapter.listRevocations?.({ after, limit: 10 })).toMatchObject([{ key: 'later' }])
  })

  it('refuses a feed cursor that is not a whole number and a budget with a fractional interval', async () => {
    const { adapter } = await open(database)
    await adapter.migrate()
    for (const after of ['x', '', '1.5', ' 1']) {
      await expect(adapter.listRevocations?.({ after, limit: 10 })).rejects.toThrow(TypeError)
    }
    await expect(adapter.spend?.({ ...BUDGET, interval: 0.5 })).rejects.toThrow(/whole number/)
  })
})
