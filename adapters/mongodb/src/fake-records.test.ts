import { NOTES } from '@latchstring/adapter-conformance'
import { MongoClient, ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attackRecords,
  changedTo,
  LINKS,
  linkOf,
  noteOf,
} from '../../../test/adapters/record-attacks.ts'
import { type Connection, connect } from '../test/connection.ts'
import type { FakeDocument } from '../test/fake-mongodb-store.ts'
import { type MongodbAdapter, mongodbAdapter } from './index.ts'

// Against a FAKE server: what is asserted of commands is what the driver sends, not what MongoDB makes of it.

let connection: Connection
let adapter: MongodbAdapter
let other: MongodbAdapter
beforeAll(async () => {
  connection = await connect()
  adapter = mongodbAdapter(connection.client)
  other = mongodbAdapter(connection.another())
  await adapter.createIndexes()
})
afterAll(() => connection.close())

async function createOwner(): Promise<string> {
  const email = `${crypto.randomUUID()}@example.com`
  return (await adapter.createUser({ id: '', email, emailVerified: null })).id
}

async function commandsOf(work: () => Promise<unknown>): Promise<readonly FakeDocument[]> {
  const before = connection.commands.length
  await work()
  return connection.commands.slice(before)
}

const nameOf = (command: FakeDocument | undefined): string | undefined =>
  Object.keys(command ?? {})[0]

describe('rows in MongoDB', () => {
  attackRecords(async () => ({ adapter, other, owner: await createOwner() }))

  it('take one command each, and insert one more for the owner; they ask the primary and wait for a majority', async () => {
    const options = { readPreference: 'secondaryPreferred', w: 1, monitorCommands: true } as const
    const client = new MongoClient(connection.server.url, options)
    const commands: FakeDocument[] = []
    client.on('commandStarted', ({ command }) => commands.push(command))
    try {
      const { records } = mongodbAdapter(client)
      const owner = await createOwner()
      const [note, link] = [noteOf(owner, 'one', 'two'), linkOf(owner, ['a', 'b'], 'c')]
      const next = changedTo(note, { text: 'new' })
      await client.connect()
      const written = { w: 'majority' }
      const steps = [
        ['insert', written, () => records.insert(NOTES, note, 0), 'find'],
        ['update', written, () => records.insert(LINKS, link, 0), 'find'],
        ['find', undefined, () => records.get(NOTES, note.values)],
        ['find', undefined, () => records.find(NOTES, { field: 'topic', value: 'two', limit: 5 })],
        ['update', written, () => records.change(NOTES, next, note.version)],
        ['delete', written, () => records.drop(NOTES, note.values, next.version)],
        ['delete', written, () => records.clear(LINKS, 'client', 'c')],
      ] as const
      for (const [name, writeConcern, work, ...then] of steps) {
        commands.length = 0
        await work()
        expect(commands.map(nameOf)).toEqual([name, ...then])
        expect(commands[0]?.['writeConcern']).toEqual(writeConcern)
        // What a primary is asked for by default has no preference.
        for (const command of commands) expect(command['$readPreference']).toBeUndefined()
      }
    } finally {
      await client.close()
    }
  })

  it('of no id that the database can have made are refused without a command', async () => {
    const commands = await commandsOf(async () => {
      const note = noteOf(crypto.randomUUID(), 'one', 'two')
      expect(await adapter.records.insert(NOTES, note, 0)).toBe('no-owner')
    })
    expect(commands).toEqual([])
  })

  it('of a user who is not there are refused, and leave nothing', async () => {
    const owner = new ObjectId().toHexString()
    for (const [table, row] of [
      [NOTES, noteOf(owner, 'one', 'two')],
      [LINKS, linkOf(owner, ['a', owner], 'c')],
    ] as const) {
      expect(await adapter.records.insert(table, row, 0)).toBe('no-owner')
      expect(await adapter.records.get(table, row.values)).toBeNull()
    }
  })

  it('are no part of a transaction, but deleteUser within one deletes them as a part of it', async () => {
    const transactional = mongodbAdapter(connection.client, { transactions: true })
    const owner = await createOwner()
    const note = noteOf(owner, 'one', 'two')
    await adapter.records.insert(NOTES, note, 0)
    const commands = await commandsOf(async () => {
      await transactional.transaction?.(async (within) => {
        expect(within.records).toBeUndefined()
        await within.deleteUser?.(owner)
      })
    })
    expect(await adapter.records.get(NOTES, note.values)).toBeNull()
    expect(commands.map(nameOf).at(-1)).toBe('commitTransaction')
    expect(commands.some((command) => command['delete'] === 'auth_records')).toBe(true)
    // A server refuses a command within a transaction that says what it waits for.
    const within = commands.filter((command) => nameOf(command) !== 'commitTransaction')
    expect(within.filter((command) => 'writeConcern' in command)).toEqual([])
    expect(within.filter((command) => command['autocommit'] !== false)).toEqual([])
  })

  it('are in the collection that the options name', async () => {
    const named = mongodbAdapter(connection.client, { collections: { records: 'rows' } })
    const note = noteOf(await createOwner(), 'one', 'two')
    await named.records.insert(NOTES, note, 0)
    expect(connection.server.collections.get('rows')).toHaveLength(1)
    expect(await adapter.records.get(NOTES, note.values)).toBeNull()
  })

  it('that are damaged are an error without their content', async () => {
    const note = noteOf(await createOwner(), 'damaged', 'two')
    await adapter.records.insert(NOTES, note, 0)
    const rows = connection.client.db().collection('auth_records')
    await rows.updateOne(
      { 'values.id': 'damaged' },
      { $set: { 'values.data': 'a secret that is no JSON' } },
    )
    const reading = adapter.records.get(NOTES, note.values)
    await expect(reading).rejects.toThrow(/damaged/)
    await expect(reading).rejects.not.toThrow(/secret/)
  })
})
