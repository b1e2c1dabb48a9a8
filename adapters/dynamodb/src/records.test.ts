import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { NOTES } from '@latchstring/adapter-conformance'
import type { Adapter, RecordTable } from '@latchstring/core/adapters'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  attackRecords,
  changedTo,
  findAll,
  LINKS,
  linkOf,
  noteOf,
  rowOf,
} from '../../../test/adapters/record-attacks.ts'
import { HOUR } from '../../../test/adapters/samples.ts'
import { type Connection, connect, type Row } from '../test/server.ts'
import { holdCommands } from '../test/steps.ts'
import { type DynamodbAdapter, dynamodbAdapter } from './index.ts'
import { IN_FULL } from '../../../test/kit/src/in-part.ts'

let connection: Connection
let adapter: DynamodbAdapter
let other: DynamodbAdapter
beforeAll(async () => {
  connection = await connect()
  adapter = dynamodbAdapter(connection.client)
  other = dynamodbAdapter(connection.another())
})
afterAll(() => connection.close())
afterEach(() => {
  vi.useRealTimers()
})

const some = (): string => crypto.randomUUID()

async function createOwner(): Promise<string> {
  const email = `${some()}@example.com`
  return (await adapter.createUser({ id: some(), email, emailVerified: null })).id
}

async function commandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = connection.commands.length
  await work()
  return connection.commands.slice(before)
}

const leftOf = async (...texts: readonly string[]): Promise<readonly Row[]> =>
  (await connection.scan()).filter((row) => texts.some((one) => JSON.stringify(row).includes(one)))

/** Moves the clock of the adapter, and nothing else of time. */
function passTime(milliseconds: number): void {
  const now = Date.now() + milliseconds
  vi.useFakeTimers({ toFake: ['Date'], now })
}

describe('rows in DynamoDB', () => {
  attackRecords(async () => ({ adapter, other, owner: await createOwner() }))

  it('take the commands that the README lists', async () => {
    const [owner, { records }] = [await createOwner(), adapter]
    const topic = some()
    const [note, link] = [noteOf(owner, some(), topic), linkOf(owner, [some(), '1'], some())]
    const bare = rowOf({ id: some(), tries: 0, expires: Date.now() + HOUR })
    const CODES: RecordTable = {
      name: 'auth_attack_codes',
      fields: { id: { kind: 'id' }, tries: { kind: 'int' }, expires: { kind: 'time' } },
      key: ['id'],
      expires: 'expires',
    }
    const next = changedTo(note, { text: 'new' })
    const later = changedTo(link, { until: Date.now() + HOUR })
    const page = { limit: 5 }
    for (const [work, commands] of [
      [() => records.insert(CODES, bare, 0), ['PutItem']],
      [() => records.drop(CODES, bare.values, bare.version), ['DeleteItem']],
      [() => records.insert(NOTES, note, 0), ['BatchWriteItem', 'PutItem', 'GetItem']],
      [() => records.insert(LINKS, link, 0), ['BatchWriteItem', 'PutItem', 'GetItem']],
      [() => records.get(NOTES, note.values), ['GetItem']],
      [() => records.find(NOTES, { field: 'userId', value: owner, ...page }), ['Query']],
      [
        () => records.find(NOTES, { field: 'topic', value: topic, ...page }),
        ['Query', 'BatchGetItem'],
      ],
      [() => records.change(NOTES, next, note.version), ['UpdateItem']],
      [
        () => records.change(LINKS, later, link.version),
        ['GetItem', 'UpdateItem', 'UpdateItem', 'UpdateItem'],
      ],
      [() => records.drop(NOTES, note.values, next.version), ['DeleteItem', 'BatchWriteItem']],
    ] as const) {
      expect(await commandsOf(work)).toEqual(commands)
    }
  })

  it('are exact whatever the client makes of numbers and empty texts', async () => {
    const exact = await connect({
      translate: {
        marshallOptions: { convertEmptyValues: true },
        unmarshallOptions: { wrapNumbers: true },
      },
    })
    const { records, createUser } = dynamodbAdapter(exact.client)
    await createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
    const number = Number.MAX_SAFE_INTEGER
    const row = {
      ...rowOf({ ...noteOf('ada', 'one', 'two').values, text: '', count: -number, at: number }),
      version: number,
    }
    const data = { data: { '': '', tiny: 5e-324, large: 1.7e308, 'a.b': { $c: [] } } }
    await records.insert(NOTES, row, 0)
    expect(await records.get(NOTES, row.values)).toEqual(row)
    const next = { ...changedTo(row, data), version: number - 1 }
    expect(await records.change(NOTES, next, number - 2)).toBe(false)
    expect(await records.change(NOTES, next, number)).toBe(true)
    expect(await findAll(records, NOTES, ['topic', 'two'])).toEqual([next])
    expect(await records.drop(NOTES, next.values, number)).toBe(false)
    expect(await records.drop(NOTES, next.values, number - 1)).toBe(true)
    await exact.close()
  })

  it('begin no page after a text that is of no page, and have no key that does not fit', async () => {
    const { records } = adapter
    const query = { field: 'topic', value: 'one', limit: 5 }
    await expect(records.find(NOTES, { ...query, after: 'USER#ada' })).rejects.toThrow(TypeError)
    const long = Array.from({ length: 8 }, (_, at) => `part${at}`)
    const fields = Object.fromEntries(long.map((name) => [name, { kind: 'id' } as const]))
    const table = (parts: readonly string[]): RecordTable => ({
      name: `auth_${'x'.repeat(46)}`,
      fields,
      key: ['part0', ...parts],
      lookups: ['part1'],
    })
    expect(records.keeps(table(long.slice(1)))).toBe(false)
    const longest = table(long.slice(1, 7))
    expect(records.keeps(longest)).toBe(true)
    const row = rowOf(Object.fromEntries(long.map((name) => [name, '~'.repeat(128)])))
    expect(await records.insert(longest, row, 0)).toBe('inserted')
    expect(await findAll(records, longest, ['part1', '~'.repeat(128)])).toEqual([row])
  })

  it('that are damaged are an error without their content', async () => {
    const note = noteOf(await createOwner(), some(), some())
    await adapter.records.insert(NOTES, note, 0)
    const item = (await connection.scan()).find(({ version }) => version === String(note.version))
    const damaged = [{ values: { data: 'a secret that is no JSON' } }, { values: 'a secret' }]
    for (const attributes of damaged) {
      await connection.another().put({ TableName: 'next-auth', Item: { ...item, ...attributes } })
      const reading = adapter.records.get(NOTES, note.values)
      await expect(reading).rejects.toThrow(/damaged/)
      await expect(reading).rejects.not.toThrow(/secret/)
    }
  })

  it('leave the published deleteUser and updateUser of this adapter to the sessions of the user', async () => {
    const owner = await createOwner()
    const expires = new Date(Date.now() + HOUR)
    await adapter.createSession({ sessionToken: owner, userId: owner, expires })
    for (let at = 0; at < 40; at += 1) {
      await adapter.records.insert(NOTES, noteOf(owner, `${at}`, owner), 0)
      await adapter.records.insert(LINKS, linkOf(owner, [some(), `${at}`], owner), 0)
    }
    await adapter.updateUser({ id: owner, name: 'Ada' })
    expect((await adapter.getSessionAndUser(owner))?.user.name).toBe('Ada')
    // It has every method that is called here.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const published = DynamoDBAdapter(connection.another()) as unknown as Required<Adapter>
    await published.deleteUser(owner)
    expect(await adapter.getUser(owner)).toBeNull()
    expect(await adapter.getSessionAndUser(owner)).toBeNull()
    await adapter.deleteUser(owner)
    expect(await findAll(adapter.records, NOTES, ['userId', owner])).toEqual([])
    expect(await findAll(adapter.records, NOTES, ['topic', owner])).toEqual([])
    expect(await findAll(adapter.records, LINKS, ['client', owner])).toEqual([])
  })
})

describe.runIf(IN_FULL)('a note in DynamoDB whose row was never put', () => {
  /** Interrupts an insert between note and row. */
  async function leaveNote(owner: string, topic: string): Promise<void> {
    connection.arm({ command: 2, when: 'before' })
    await expect(adapter.records.insert(NOTES, noteOf(owner, 'one', topic), 0)).rejects.toThrow(
      'network',
    )
    connection.arm(null)
  }

  it.each(['find', 'clear'] as const)(
    'finds nothing, and is deleted by %s a day later',
    async (verb) => {
      const { records } = adapter
      const [owner, topic] = [some(), some()]
      await leaveNote(owner, topic)
      await leaveNote(owner, topic)
      const look = async () =>
        verb === 'find'
          ? expect(await findAll(records, NOTES, ['topic', topic])).toEqual([])
          : records.clear(NOTES, 'topic', topic)
      await look()
      passTime(23 * HOUR)
      await look()
      expect(await leftOf(topic)).toHaveLength(2)
      passTime(2 * HOUR)
      await look()
      expect(await leftOf(topic)).toEqual([])
    },
  )

  it('stays beside the row that another call puts there, which is found once, and goes alone', async () => {
    const { records } = adapter
    const [owner, topic] = [await createOwner(), some()]
    await leaveNote(owner, topic)
    const row = noteOf(owner, 'one', topic)
    expect(await records.insert(NOTES, row, 0)).toBe('inserted')
    expect(await findAll(records, NOTES, ['topic', topic])).toEqual([row])
    expect(await findAll(records, NOTES, ['topic', topic], 1)).toEqual([row])
    passTime(25 * HOUR)
    expect(await findAll(records, NOTES, ['topic', topic])).toEqual([row])
    expect(await leftOf(topic)).toHaveLength(2)
    await records.clear(NOTES, 'topic', topic)
    await adapter.deleteUser(owner)
    expect(await leftOf(topic, owner)).toEqual([])
  })

  it('is followed by its row within the hour, or never', async () => {
    const client = connection.another()
    const stepper = holdCommands(client)
    const { records } = dynamodbAdapter(client)
    const [owner, topic] = [some(), some()]
    const row = noteOf(owner, 'one', topic)
    const late = stepper.start(() => records.insert(NOTES, row, 0))
    passTime(2 * HOUR)
    const outcome = await late.finish()
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: new Error('The insertion of a row in DynamoDB took too long.'),
    })
    expect(await adapter.records.get(NOTES, row.values)).toBeNull()
  })
})

describe.runIf(IN_FULL)('the TTL attribute of rows in DynamoDB', () => {
  const ttlOf = async (...texts: readonly string[]): Promise<readonly number[]> =>
    (await leftOf(...texts))
      .filter((item) => 'expires' in item)
      .map((item) => Number(item['expires']))
      .toSorted((one, next) => one - next)

  it('is whole seconds a day after the expiry, and that of notes never earlier', async () => {
    const { records } = adapter
    const [owner, client, now] = [await createOwner(), some(), 1_700_000_000_001]
    const day = 86_400
    const first = linkOf(owner, [some(), '1'], client, now)
    await records.insert(LINKS, first, 0)
    expect(await ttlOf(owner, client)).toEqual([
      1_700_000_001 + day,
      1_700_000_001 + day,
      1_700_000_001 + day,
    ])
    const later = changedTo(first, { until: now + 10_000 })
    expect(await records.change(LINKS, later, first.version)).toBe(true)
    const sooner = changedTo(first, { until: now + 5000 })
    expect(await records.change(LINKS, sooner, later.version)).toBe(true)
    const seconds = await ttlOf(owner, client)
    expect(seconds).toEqual([1_700_000_006 + day, 1_700_000_011 + day, 1_700_000_011 + day])
    const never = changedTo(first, { until: null })
    expect(await records.change(LINKS, never, first.version)).toBe(false)
    expect(await ttlOf(owner, client)).toEqual(seconds)
    expect(await records.change(LINKS, never, sooner.version)).toBe(true)
    for (const ttl of await ttlOf(owner, client)) expect(ttl).toBeGreaterThan(4_000_000_000)
  })
})
