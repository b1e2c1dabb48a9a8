import { NOTES } from '@latchstring/adapter-conformance'
import type { RecordTable, StoredRecord } from '@latchstring/core/adapters'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  changedTo,
  findAll,
  LINKS,
  linkOf,
  noteOf,
  textOf,
} from '../../../test/adapters/record-attacks.ts'
import { HOUR } from '../../../test/adapters/samples.ts'
import { everyOrder, type Stepper } from '../../../test/adapters/steps.ts'
import { failEvery } from '../test/faults.ts'
import { type Connection, connect } from '../test/server.ts'
import { holdCommands } from '../test/steps.ts'
import { type DynamodbAdapter, dynamodbAdapter } from './index.ts'

let connection: Connection
let outside: ReturnType<Connection['another']>
let adapter: DynamodbAdapter
let one: DynamodbAdapter
let other: DynamodbAdapter
let pair: readonly [Stepper, Stepper]
beforeAll(async () => {
  connection = await connect()
  outside = connection.another()
  adapter = dynamodbAdapter(connection.client)
  const clients = [connection.another(), connection.another()] as const
  one = dynamodbAdapter(clients[0])
  other = dynamodbAdapter(clients[1])
  pair = [holdCommands(clients[0]), holdCommands(clients[1])]
})
afterAll(() => connection.close())

/** A user without an address, who is one item. */
const userItem = (id: string) => ({ pk: `USER#${id}`, sk: `USER#${id}` })

async function putOwner(id: string): Promise<void> {
  await outside.put({
    TableName: connection.tableName,
    Item: { ...userItem(id), id, type: 'USER' },
  })
}

async function leftOf(...texts: readonly string[]) {
  const { tableName: TableName } = connection
  for (const id of texts) await outside.delete({ TableName, Key: userItem(id) })
  const rows = await connection.scan()
  return rows.filter((row) => texts.some((text) => JSON.stringify(row).includes(text)))
}

const later = Date.now() + 100 * HOUR

/** A row of each table, each with the same text as owner, lookup and part of its key. */
const link = (number: string, client = number, until: number | null = later): StoredRecord =>
  linkOf(number, [number, 'one'], client, until)
const note = (number: string, topic = number): StoredRecord => noteOf(number, 'one', topic)

const TABLES: readonly (readonly [
  string,
  RecordTable,
  (number: string, lookup?: string) => StoredRecord,
  string,
])[] = [
  ['begins with the owner', NOTES, note, 'topic'],
  ['does not begin with the owner', LINKS, link, 'client'],
]

/** The row with the key, after it was found by the owner and every lookup if it is there, and by none if it is not. */
async function readEverywhere(
  table: RecordTable,
  wanted: StoredRecord,
  lookups: readonly string[],
): Promise<StoredRecord | null> {
  const { records } = adapter
  const row = await records.get(table, wanted.values)
  for (const field of [table.owner ?? '', ...(table.lookups ?? [])]) {
    for (const value of new Set([textOf(wanted, field), ...lookups])) {
      const found = await findAll(records, table, [field, value])
      expect(found).toEqual(row !== null && row.values[field] === value ? [row] : [])
    }
  }
  return row
}

/** Nothing is left of a text, once a look-up a day later has deleted notes without a row. */
async function assertGone(table: RecordTable, field: string, ...texts: readonly string[]) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * HOUR })
  for (const value of texts) {
    await adapter.records.clear(table, table.owner ?? '', value)
    await adapter.records.clear(table, field, value)
  }
  vi.useRealTimers()
  expect(await leftOf(...texts)).toEqual([])
}

const newOf = (number: string): string => `new-${number}`

describe.each(TABLES)('a failing command in a table whose key %s', (_, table, make, field) => {
  const rows = new Map<string, StoredRecord>()
  const prepare = async (number: string): Promise<void> => {
    const row = make(number)
    rows.set(number, row)
    await putOwner(number)
    expect(await adapter.records.insert(table, row, 0)).toBe('inserted')
  }
  const of = (number: string): StoredRecord => rows.get(number) ?? make(number)

  it('in insert leaves the row with all that it is found by, or none', async () => {
    await failEvery(
      connection,
      (number) => {
        const row = make(number)
        rows.set(number, row)
        return adapter.records.insert(table, row, 0)
      },
      async (number) => {
        const there = await readEverywhere(table, of(number), [newOf(number)])
        if (there !== null) expect(there).toEqual(of(number))
        const next = make(number, newOf(number))
        const answer = await adapter.records.insert(table, next, 0)
        expect(answer).toBe(there === null ? 'inserted' : 'taken')
        expect(await readEverywhere(table, next, [number])).toEqual(there ?? next)
        await assertGone(table, field, number, newOf(number))
      },
      putOwner,
    )
  })

  it('in insert of a key that is taken leaves the row', async () => {
    await failEvery(
      connection,
      (number) => adapter.records.insert(table, make(number, newOf(number)), 0),
      async (number) => {
        expect(await readEverywhere(table, of(number), [newOf(number)])).toEqual(of(number))
        await assertGone(table, field, number, newOf(number))
      },
      prepare,
    )
  })

  it('in drop leaves the row with all that it is found by, or none', async () => {
    await failEvery(
      connection,
      (number) => adapter.records.drop(table, of(number).values, of(number).version),
      async (number) => {
        const there = await readEverywhere(table, of(number), [])
        if (there !== null) expect(there).toEqual(of(number))
        const next = make(number)
        if (there === null) expect(await adapter.records.insert(table, next, 0)).toBe('inserted')
        expect(await readEverywhere(table, next, [])).toEqual(there ?? next)
        await assertGone(table, field, number)
      },
      prepare,
    )
  })

  it('in change leaves the row as it was or as it is to be', async () => {
    const changes = new Map<string, StoredRecord>()
    await failEvery(
      connection,
      async (number) => {
        const next = changedTo(of(number), table === LINKS ? { until: null } : { text: 'new' })
        changes.set(number, next)
        expect(await adapter.records.change(table, next, of(number).version)).toBe(true)
      },
      async (number) => {
        const there = await readEverywhere(table, of(number), [])
        expect([of(number), changes.get(number)]).toContainEqual(there)
        await assertGone(table, field, number)
      },
      prepare,
    )
  })

  it('in clear or deleteUser is repaired by the next call', async () => {
    for (const verb of ['clear', 'deleteUser'] as const) {
      const remove = async (number: string): Promise<unknown> =>
        verb === 'clear' ? adapter.records.clear(table, field, number) : adapter.deleteUser(number)
      await failEvery(
        connection,
        remove,
        async (number) => {
          // Half-way `deleteUser` has deleted the user, and may have deleted what rows are found by.
          if (verb === 'clear') await readEverywhere(table, of(number), [])
          await remove(number)
          expect(await readEverywhere(table, of(number), [])).toBeNull()
          // Nothing has to be looked for a day later where the end of a user was repeated.
          if (verb === 'clear') await assertGone(table, field, number)
          expect(await leftOf(number)).toEqual([])
        },
        prepare,
      )
    }
  })
})

describe('a failing command after the row in DynamoDB', () => {
  it('does not change what insert, drop and change answer', async () => {
    const { records } = adapter
    const number = crypto.randomUUID()
    await putOwner(number)
    const old = link(number, number, 1000)
    await records.insert(LINKS, old, 0)
    connection.arm({ command: 3, when: 'before' })
    const next = link(number, newOf(number))
    expect(await records.insert(LINKS, next, 1000)).toBe('inserted')
    expect(connection.arm({ command: 4, when: 'before' })).toBe(true)
    expect(await records.insert(LINKS, link(number), 0)).toBe('taken')
    expect(connection.arm({ command: 2, when: 'before' })).toBe(true)
    expect(await records.drop(LINKS, next.values, next.version)).toBe(true)
    expect(connection.arm(null)).toBe(true)
    await assertGone(LINKS, 'client', number, newOf(number))
  })
})

describe('rows of DynamoDB, for every order of the commands of two calls,', () => {
  type Call = (by: DynamodbAdapter, number: string, row: StoredRecord) => Promise<unknown>
  const insert: Call = (by, number) => by.records.insert(LINKS, link(number, newOf(number)), 0)
  const drop: Call = (by, _, row) => by.records.drop(LINKS, row.values, row.version)
  const clear: Call = (by, number) => by.records.clear(LINKS, 'client', number)
  const clearOwner: Call = (by, number) => by.records.clear(LINKS, 'userId', number)
  const change: Call = (by, _, row) =>
    by.records.change(LINKS, changedTo(row, { until: later + HOUR }), row.version)
  const expire: Call = (by) => by.records.deleteExpired(LINKS, 1000, 10)
  const replace: Call = (by, number) => by.records.insert(LINKS, link(number, newOf(number)), 1000)

  it.each<[string, Call, Call, (number: string) => StoredRecord | null]>([
    ['two insert', insert, insert, () => null],
    ['one drops, the other inserts', drop, insert, link],
    ['one inserts, the other clears', insert, clear, link],
    ['one inserts, the other clears by owner', insert, clearOwner, link],
    ['one drops, the other changes', drop, change, link],
    ['two change', change, change, link],
    ['one clears, the other changes', clear, change, link],
    ['two replace an expired row', replace, replace, (number) => link(number, number, 500)],
    [
      'one deletes what expired, the other replaces it',
      expire,
      replace,
      (number) => link(number, number, 500),
    ],
  ])(
    'are found by all that they are inserted with, and by nothing else: %s',
    async (_, first, second, before) => {
      await everyOrder(pair, async (begin) => {
        const number = crypto.randomUUID()
        await putOwner(number)
        const row = before(number) ?? link(number)
        if (before(number) !== null) await adapter.records.insert(LINKS, row, 0)
        const meeting = await begin(
          () => first(one, number, row),
          () => second(other, number, row),
        )
        const outcomes = await meeting.end()
        for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'fulfilled' })
        await readEverywhere(LINKS, row, [newOf(number)])
        await adapter.records.clear(LINKS, 'userId', number)
        expect(await leftOf(number)).toEqual([])
      })
    },
  )
})
