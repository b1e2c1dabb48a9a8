import { NOTES } from '@latchstring/adapter-conformance'
import { passkeyNames } from '@latchstring/core/adapters'
import { describeSchema, type IdType, prismaSchema, tableSql } from '@latchstring/schema'
import { afterAll, describe, expect, it } from 'vitest'
import {
  expectNoneLeftBehind,
  expectNoRowOfNoUser,
  expectOneSpelling,
  expectSameJson,
  notesOf,
  ownerOf,
  storeNote,
} from '../../../test/adapters/database-records.ts'
import { newUser, RECORDS } from '../../../test/adapters/samples.ts'
import { createDatabase } from '../test/databases.ts'
import { type Connected, generateClient } from '../test/generated-client.ts'
import { type PrismaClientLike, prismaAdapter } from './index.ts'

type Client = Connected['client']

interface Setup {
  readonly ids?: IdType
  /** Whether Prisma keeps relations, and not the database. */
  readonly bare?: boolean
  /** Whether lookups are of a type that ignores letter case. */
  readonly lax?: boolean
}

const closing: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

async function open({ ids = 'text', bare = false, lax = false }: Setup) {
  const described = describeSchema({ ids, records: RECORDS })
  const tables = described.tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => ({ ...index, ignoresCase: false })),
  }))
  const schema = { ...described, tables }
  const database = await createDatabase()
  const statements = tables.flatMap((table) => tableSql('postgres', schema, table))
  const without = (statement: string): string =>
    bare
      ? statement.replaceAll(/,\s*foreign key \([^)]*\) references [^,)]*\([^)]*\)[^,)]*/g, '')
      : statement
  const topic = (statement: string): string =>
    lax ? statement.replace('"topic" text', '"topic" citext') : statement
  await database.run(['create extension citext', ...statements.map(without).map(topic)])
  const models = prismaSchema('postgres', schema)
  const options = { joins: false, ...(bare ? { relationMode: 'prisma' as const } : {}) }
  const generated = await generateClient(models, options)
  const { client, close } = generated.connect(database.url)
  closing.push(async () => {
    await close()
    await generated.remove()
    await database.drop()
  })
  return client
}

const opened = new Map<string, Promise<Client>>()

/** The client of a setup, generated once. */
function connect(setup: Setup = {}): Promise<Client> {
  const key = JSON.stringify(setup)
  const client = opened.get(key) ?? open(setup)
  opened.set(key, client)
  return client
}

/** A client with other methods of one model, also within its transactions. */
function withMethods(client: Client, name: string, methods: (model: object) => object): Client {
  return new Proxy(client, {
    get(target, member): unknown {
      const own: unknown = Reflect.get(target, member, target)
      if (member === '$transaction') {
        const run = (work: (models: Client) => unknown, limits: unknown): unknown =>
          Reflect.apply(target.$transaction, target, [
            (models: Client) => work(withMethods(models, name, methods)),
            limits,
          ])
        return run
      }
      if (member !== name || typeof own !== 'object' || own === null) return own
      const other = methods(own)
      return new Proxy(own, {
        get: (model, method): unknown => Reflect.get(method in other ? other : model, method),
      })
    },
  })
}

/** What a method of a model gives. */
const callOf = (model: object, method: string, args: unknown): Promise<unknown> =>
  // A model has the methods that the cases name.
  Promise.resolve(Reflect.apply(Reflect.get(model, method) as () => unknown, model, [args]))

describe('The verbs on records of prismaAdapter', () => {
  it.each(['text', 'uuid', 'integer'] as const)(
    'know a user by one spelling of an id: %s',
    async (ids) => {
      const adapter = prismaAdapter(await connect({ ids }))
      // A client does not show which texts are UUIDs, and of those one that was read has to be known for a change.
      await expectOneSpelling(adapter, ids !== 'uuid')
    },
  )

  it('give back JSON as it was, whatever it looks like', async () => {
    await expectSameJson(prismaAdapter(await connect()))
  })

  it('read from the primary of a client whose replicas lag', async () => {
    const client = await connect()
    const behind = withMethods(client, 'authConformanceNotes', () => ({
      findMany: async () => [],
      findFirst: async () => null,
      findUnique: async () => null,
    }))
    const replicated = new Proxy(behind, {
      get: (target, name): unknown =>
        name === '$primary' ? () => client : Reflect.get(target, name, target),
    })
    const adapter = prismaAdapter(replicated)
    const row = await storeNote(adapter)
    expect(await adapter.records.get(NOTES, row.values)).toEqual(row)
    expect(await notesOf(adapter, ownerOf(row))).toEqual([row])
  })

  it('leave rows whose lookup a collation takes for the same', async () => {
    const adapter = prismaAdapter(await connect({ lax: true }))
    const one = await storeNote(adapter, { topic: 'Topic' })
    const other = await storeNote(adapter, { topic: 'topic' })
    const find = async (value: string) =>
      (await adapter.records.find(NOTES, { field: 'topic', value, limit: 10 })).rows
    expect(await find('Topic')).toEqual([one])
    await adapter.records.clear(NOTES, 'topic', 'TOPIC')
    await adapter.records.clear(NOTES, 'topic', 'Topic')
    expect(await find('Topic')).toEqual([])
    expect(await find('topic')).toEqual([other])
  })
})

describe('prismaAdapter over a database without foreign keys', () => {
  it('refuses a row of no user, and deletes the rows of a user', async () => {
    const adapter = prismaAdapter(await connect({ bare: true }))
    await expectNoRowOfNoUser(adapter, crypto.randomUUID())
  })

  it('deletes the rows of a user in a table that was only asked for', async () => {
    const client = await connect({ bare: true })
    const before = prismaAdapter(client)
    const row = await storeNote(before)
    // Prisma keeps the relation as well, so only the call of the adapter is looked at.
    let asked = 0
    const counting = withMethods(client, 'authConformanceNotes', (model) => ({
      deleteMany: (args: unknown) => {
        asked += 1
        return callOf(model, 'deleteMany', args)
      },
    }))
    const other = prismaAdapter(counting)
    expect(other.records?.keeps(NOTES)).toBe(true)
    await other.deleteUser(ownerOf(row))
    expect(asked).toBeGreaterThan(0)
    expect(await notesOf(before, ownerOf(row))).toEqual([])
  })

  it('leaves no row behind that is stored while its user is deleted', async () => {
    await expectNoneLeftBehind(prismaAdapter(await connect({ bare: true })))
  })

  it('leaves none behind that is stored before, or after, the last look at the user', async () => {
    const client = await connect({ bare: true })
    const plain = prismaAdapter(client)
    const owners: string[] = []
    const deletesMeanwhile = withMethods(client, 'authConformanceNotes', (model) => ({
      create: async (args: unknown) => {
        const created = await callOf(model, 'create', args)
        await plain.deleteUser(owners.at(-1) ?? '')
        return created
      },
    }))
    const storesMeanwhile = withMethods(client, 'user', (model) => ({
      deleteMany: async (args: unknown) => {
        const note = { userId: owners.at(-1), id: 'late', topic: 'a', count: 1, done: true }
        await callOf(client.authConformanceNotes, 'create', { data: { ...note, version: 1 } })
        return callOf(model, 'deleteMany', args)
      },
    }))
    owners.push((await plain.createUser(newUser())).id)
    const values = { userId: owners[0] ?? '', id: 'x', topic: 'a', count: 1, done: true }
    const row = { values: { ...values, text: null, at: null, data: null }, version: 7 }
    const answer = await prismaAdapter(deletesMeanwhile).records.insert(NOTES, row, Date.now())
    expect(answer).toBe('no-owner')
    expect(await notesOf(plain, owners[0] ?? '')).toEqual([])
    owners.push((await plain.createUser(newUser())).id)
    await prismaAdapter(storesMeanwhile).deleteUser(owners[1] ?? '')
    expect(await notesOf(plain, owners[1] ?? '')).toEqual([])
  })
})

describe('prismaAdapter over a database with foreign keys', () => {
  it('leaves no row behind that is stored while its user is deleted', async () => {
    await expectNoneLeftBehind(prismaAdapter(await connect()))
  })
})

/** A client as far as the adapter looks at it before the first call. */
function clientWith(model: string, fields: Readonly<Record<string, string>>) {
  const typed = (types: Readonly<Record<string, string>>) => ({
    fields: Object.fromEntries(
      Object.entries(types).map(([name, typeName]) => [name, { typeName, isList: false }]),
    ),
  })
  const models = { user: typed({ id: 'String' }), account: typed({}), [model]: typed(fields) }
  // Its models have no methods, because none is called.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return { ...models, $transaction: () => undefined } as unknown as Required<PrismaClientLike>
}

const NAMES = { userId: 'String', passkey: 'String', name: 'String', version: 'BigInt' }

describe('The capability `records` of prismaAdapter', () => {
  it('is there for a model of a table that is data', () => {
    const adapter = prismaAdapter(clientWith('authPasskeysNames', NAMES))
    expect(adapter.capabilities.records).toBe(true)
    expect(adapter.records.keeps(passkeyNames)).toBe(true)
    expect(adapter.records.keeps(NOTES)).toBe(false)
  })

  it.each([
    ['another name', 'author', NAMES],
    ['no version', 'authPasskeysNames', { ...NAMES, version: '' }],
    ['a version that ends too early', 'authPasskeysNames', { ...NAMES, version: 'Int' }],
  ])('is not there for a model with %s', (_, name, fields) => {
    const adapter = prismaAdapter(clientWith(name, fields))
    expect(adapter.capabilities.records).toBe(false)
    expect(adapter).not.toHaveProperty('records')
  })

  const { name: _, ...lacking } = NAMES
  it.each([
    ['lacks a field', lacking],
    ['has a field of another type', { ...NAMES, name: 'Int' }],
    ['has another type of ids of users', { ...NAMES, userId: 'BigInt' }],
  ])('keeps no table whose model %s, and says so', async (_unfit, fields) => {
    const { records } = prismaAdapter(clientWith('authPasskeysNames', fields))
    expect(records.keeps(passkeyNames)).toBe(false)
    await expect(records.get(passkeyNames, { userId: '1', passkey: '2' })).rejects.toThrow(
      'has no model for the table auth_passkeys_names, or one that lacks fields',
    )
  })

  it('is not there within a transaction', async () => {
    const adapter = prismaAdapter(await connect())
    await adapter.transaction?.(async (within) => {
      expect(within.capabilities.records).toBe(false)
      expect(within).not.toHaveProperty('records')
      await Promise.resolve()
    })
  })
})
