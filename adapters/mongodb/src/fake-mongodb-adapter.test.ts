import { devices } from '@latchstring/core/adapters'
import { MongoClient, ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/connection.ts'
import type { FakeDocument } from '../test/fake-mongodb-store.ts'
import { isUniqueViolation, type MongodbAdapter, mongodbAdapter } from './index.ts'

// Against a FAKE server: what is asserted of commands is what the driver sends, not what MongoDB makes of it.

const ID = '64b5f0a1c2d3e4f5a6b7c8d9'
const ADA = { id: ID, email: 'Ada@Example.com', emailVerified: null }
const ACCOUNT = { provider: 'github', providerAccountId: '1', type: 'oauth', userId: ID } as const
const KEY = { provider: 'github', providerAccountId: '1' }
const EXPIRES = new Date('2030-01-01T00:00:00.123Z')
const SESSION = { sessionToken: 'one', userId: ID, expires: EXPIRES }

let connection: Connection
let adapter: MongodbAdapter
beforeEach(async () => {
  connection = await connect()
  adapter = mongodbAdapter(connection.client)
})
afterEach(() => connection.close())

async function commandsOf(work: () => Promise<unknown>): Promise<readonly FakeDocument[]> {
  const before = connection.commands.length
  await work()
  return connection.commands.slice(before)
}

async function sent(work: () => Promise<unknown>): Promise<readonly (readonly unknown[])[]> {
  const commands = await commandsOf(work)
  return commands.map((command) => Object.entries(command)[0] ?? [])
}

/** The driver sends keys of indexes as maps, which keep their order. */
const plain = (indexes: unknown): unknown =>
  JSON.parse(
    JSON.stringify(indexes, (_, value: unknown): unknown =>
      value instanceof Map ? Object.fromEntries(value) : value,
    ),
  )

async function fill(): Promise<void> {
  await adapter.createIndexes()
  await adapter.createUser(ADA)
  await adapter.linkAccount(ACCOUNT)
  await adapter.createSession(SESSION)
}

describe('the commands that mongodbAdapter sends', () => {
  it('are one aggregate for a session check', async () => {
    await fill()
    const commands = await commandsOf(() => adapter.getSessionAndUser('one'))
    expect(commands).toHaveLength(1)
    expect(commands[0]).toMatchObject({
      aggregate: 'sessions',
      pipeline: [
        { $match: { sessionToken: { $eq: 'one' } } },
        { $limit: 1 },
        { $lookup: { from: 'users', localField: 'userId', foreignField: '_id', as: 'user' } },
        { $unwind: '$user' },
      ],
    })
  })

  it('are one aggregate for getUserByAccount', async () => {
    await fill()
    expect(await sent(() => adapter.getUserByAccount(KEY))).toEqual([['aggregate', 'accounts']])
  })

  it('delete and return a verification token in one', async () => {
    const token = { identifier: 'a', token: 'b', expires: EXPIRES }
    await adapter.createVerificationToken(token)
    const ids = { identifier: 'a', token: 'b' }
    const [command, ...more] = await commandsOf(async () => {
      expect(await adapter.useVerificationToken(ids)).toEqual(token)
    })
    expect(more).toEqual([])
    expect(command).toMatchObject({
      findAndModify: 'verification_tokens',
      remove: true,
      query: { identifier: { $eq: 'a' }, token: { $eq: 'b' } },
    })
  })

  it('compare the stored expiry when a session is extended', async () => {
    await fill()
    const to = new Date('2031-01-01')
    const move = { sessionToken: 'one', from: EXPIRES, to }
    const [command, ...more] = await commandsOf(async () => {
      expect(await adapter.compareAndSetSession(move)).toBe(true)
    })
    expect(await adapter.compareAndSetSession(move)).toBe(false)
    expect(more).toEqual([])
    expect(command).toMatchObject({
      update: 'sessions',
      updates: [
        {
          q: { sessionToken: { $eq: 'one' }, expires: { $eq: EXPIRES } },
          u: { $set: { expires: to } },
        },
      ],
    })
  })

  it('are those the README lists for creating and deleting', async () => {
    const creating = await sent(() => adapter.createUser(ADA))
    expect(creating).toEqual([
      ['find', 'users'],
      ['insert', 'users'],
    ])
    expect(await sent(() => adapter.createSession(SESSION))).toEqual([
      ['insert', 'sessions'],
      ['find', 'users'],
    ])
    expect(await sent(() => adapter.deleteUser(ID))).toEqual([
      ['delete', 'users'],
      ['delete', 'sessions'],
      ['delete', 'accounts'],
      ['delete', 'authenticators'],
      ['delete', 'auth_records'],
    ])
  })

  it('read everything that decides from the primary, whatever the client prefers (REV-01, REV-05)', async () => {
    const options = { readPreference: 'secondaryPreferred', monitorCommands: true } as const
    const client = new MongoClient(connection.server.url, options)
    const modes: unknown[] = []
    client.on('commandStarted', ({ commandName, command: { $readPreference: preference } }) => {
      if (commandName === 'find') modes.push(preference)
    })
    try {
      const [at, expires] = [new Date(0), EXPIRES]
      const entry = { kind: 'user', key: ID, generation: 2, reason: 'admin', at, expires } as const
      const replicated = mongodbAdapter(client)
      await replicated.appendRevocations([entry])
      expect(await replicated.getRevocation(entry)).toEqual(entry)
      expect(await replicated.listRevocations({ limit: 10 })).toMatchObject([entry])
      const token = { identifier: 'one', token: 'two' }
      for (const read of [
        () => replicated.getUser(ID),
        () => replicated.getUserByEmail('ada@example.com'),
        () => replicated.getUserByAccount({ provider: 'one', providerAccountId: 'two' }),
        () => replicated.getAccount('two', 'one'),
        () => replicated.getSessionAndUser('one'),
        () => replicated.listSessionsByUserId(ID),
        () => replicated.getVerificationToken(token),
        () => replicated.getAuthenticator('one'),
        () => replicated.listAuthenticatorsByUserId(ID),
        () => replicated.records.find(devices, { field: 'userId', value: ID, limit: 1 }),
      ]) {
        await read()
      }
      // What a primary is asked for by default has no preference.
      expect(modes.length).toBeGreaterThanOrEqual(10)
      expect(new Set(modes)).toEqual(new Set([undefined]))
    } finally {
      await client.close()
    }
  })

  it('never treat a value as an operator', async () => {
    await fill()
    // An application that passes on parsed JSON may pass this value.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const operator = { $ne: '' } as unknown as string
    expect(await adapter.getSessionAndUser(operator)).toBeNull()
    const taken = await adapter.useVerificationToken({ identifier: operator, token: operator })
    expect(taken).toBeNull()
  })
})

describe('createIndexes of mongodbAdapter', () => {
  it('creates unique indexes, indexes for look-ups and TTL indexes', async () => {
    const commands = await commandsOf(() => adapter.createIndexes())
    const indexes = commands
      .filter((command) => 'createIndexes' in command)
      .map((command) => [command['createIndexes'], plain(command['indexes'])] as const)
    expect(Object.fromEntries(indexes)).toEqual({
      users: [
        { key: { emailKey: 1 }, name: 'emailKey_1', unique: true, sparse: true },
        { key: { email: 1 }, name: 'email_1' },
      ],
      accounts: [
        {
          key: { provider: 1, providerAccountId: 1 },
          name: 'provider_1_providerAccountId_1',
          unique: true,
        },
        { key: { userId: 1 }, name: 'userId_1' },
      ],
      sessions: [
        { key: { sessionToken: 1 }, name: 'sessionToken_1', unique: true },
        { key: { userId: 1 }, name: 'userId_1' },
        { key: { expires: 1 }, name: 'expires_1', expireAfterSeconds: 0 },
      ],
      verification_tokens: [
        { key: { identifier: 1, token: 1 }, name: 'identifier_1_token_1', unique: true },
        { key: { expires: 1 }, name: 'expires_1', expireAfterSeconds: 0 },
      ],
      authenticators: [
        { key: { credentialID: 1 }, name: 'credentialID_1', unique: true },
        { key: { userId: 1 }, name: 'userId_1' },
      ],
      revocations: [
        { key: { kind: 1, key: 1, generation: -1 }, name: 'kind_1_key_1_generation_-1' },
        { key: { expires: 1 }, name: 'expires_1', expireAfterSeconds: 0 },
      ],
      limit_budgets: [{ key: { expires: 1 }, name: 'expires_1', expireAfterSeconds: 0 }],
      auth_records: [
        { key: { owner: 1 }, name: 'owner_1', sparse: true },
        { key: { lookups: 1, _id: 1 }, name: 'lookups_1__id_1' },
        { key: { expires: 1 }, name: 'expires_1', expireAfterSeconds: 86_400 },
      ],
    })
  })

  it('rejects with the error of the driver when there are duplicates', async () => {
    const users = connection.client.db().collection('users')
    await users.insertMany([{ email: 'ada@example.com' }, { email: 'ADA@example.com' }])
    await expect(adapter.createIndexes()).rejects.toSatisfy(isUniqueViolation)
  })
})

describe('mongodbAdapter on collections of @auth/mongodb-adapter', () => {
  beforeEach(async () => {
    const db = connection.client.db()
    const userId = new ObjectId(ID)
    await db.collection('users').insertOne({
      _id: userId,
      name: 'Ada',
      email: 'ada@example.com',
      image: null,
      emailVerified: EXPIRES,
    })
    await db.collection('accounts').insertOne({ ...ACCOUNT, userId, access_token: 'access' })
    await db.collection('sessions').insertOne({ ...SESSION, userId })
  })

  const user = {
    id: ID,
    name: 'Ada',
    email: 'ada@example.com',
    image: null,
    emailVerified: EXPIRES,
  }

  it('returns their users, accounts and sessions', async () => {
    expect(await adapter.getUser(ID)).toEqual(user)
    expect(await adapter.getUserByEmail('ada@example.com')).toEqual(user)
    expect(await adapter.getUserByAccount(KEY)).toEqual(user)
    expect(await adapter.getSessionAndUser('one')).toEqual({ user, session: SESSION })
    expect(await adapter.listAccountsByUserId(ID)).toEqual([{ ...ACCOUNT, access_token: 'access' }])
  })

  it('keeps addresses unique, after createIndexes in any letter case', async () => {
    const second = { ...ADA, id: new ObjectId().toHexString(), email: 'ada@example.com' }
    await expect(adapter.createUser(second)).rejects.toSatisfy(isUniqueViolation)
    await adapter.createIndexes()
    const shouted = { ...second, email: 'ADA@EXAMPLE.COM' }
    await expect(adapter.createUser(shouted)).rejects.toSatisfy(isUniqueViolation)
    expect(await adapter.getUserByEmail('ADA@EXAMPLE.COM')).toEqual(user)
  })

  it('stores documents in the same layout', async () => {
    await adapter.deleteUser(ID)
    await adapter.createUser(ADA)
    await adapter.linkAccount(ACCOUNT)
    await adapter.createSession(SESSION)
    const { collections } = connection.server
    const objectId = new ObjectId(ID)
    const { id: _, ...members } = ADA
    expect(collections.get('users')).toEqual([
      { _id: objectId, ...members, emailKey: 'ada@example.com' },
    ])
    expect(collections.get('accounts')).toMatchObject([{ ...ACCOUNT, userId: objectId }])
    expect(collections.get('sessions')).toMatchObject([{ ...SESSION, userId: objectId }])
  })

  it('uses the collection names and the database that the options give', async () => {
    const db = connection.client.db('other')
    const named = mongodbAdapter(db, { collections: { users: 'people' } })
    const [command] = await commandsOf(() => named.getUser(ID))
    expect(command).toMatchObject({ find: 'people', $db: 'other' })
    const byName = mongodbAdapter(connection.client, { databaseName: 'third' })
    expect((await commandsOf(() => byName.getUser(ID)))[0]).toMatchObject({ $db: 'third' })
  })
})

describe('ids of users in mongodbAdapter', () => {
  it('are kept where they are ObjectIds and replaced otherwise', async () => {
    expect((await adapter.createUser(ADA)).id).toBe(ID)
    const other = await adapter.createUser({ ...ADA, id: crypto.randomUUID(), email: 'b@b.de' })
    expect(other.id).toMatch(/^[\da-f]{24}$/)
    expect(await adapter.getUser(ID.toUpperCase())).toBeNull()
  })
})

describe('mongodbAdapter, given members of any kind,', () => {
  it.each([
    ['_id', 'x', 'cannot be used'],
    ['emailKey', 'x', 'cannot be used'],
    ['$set', 'x', 'cannot be used'],
    ['a.b', 'x', 'cannot be used'],
    ['born', new Date(Number.NaN), 'neither a JSON value'],
    ['deep', { $gt: 1 }, 'neither a JSON value'],
    ['deep', { in: [new Map()] }, 'neither a JSON value'],
  ])(
    'refuses %s, which MongoDB cannot store, and names the member',
    async (member, value, message) => {
      const creating = adapter.createUser({ ...ADA, [member]: value })
      await expect(creating).rejects.toThrow(message)
      await expect(creating).rejects.toThrow(`"${member}"`)
      expect(connection.commands).toEqual([])
    },
  )
})

describe('mongodbAdapter', () => {
  it('is frozen', () => {
    expect(Object.isFrozen(adapter)).toBe(true)
    expect(Object.isFrozen(adapter.capabilities)).toBe(true)
  })

  it('rejects with the errors of the driver', async () => {
    const options = { serverSelectionTimeoutMS: 100 }
    const lost = new MongoClient('mongodb://127.0.0.1:1', options)
    const call = mongodbAdapter(lost).getUser(ID)
    await expect(call).rejects.toMatchObject({ name: 'MongoServerSelectionError' })
    await lost.close()
  })
})
