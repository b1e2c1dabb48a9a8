import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import type { Adapter } from '@latchstring/core/adapters'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/server.ts'
import { type DynamodbAdapter, dynamodbAdapter, isUniqueViolation } from './index.ts'

const ACCOUNT = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const
const KEY = { provider: 'github', providerAccountId: '1' }
const expires = new Date(Date.now() + 3_600_123)

let connection: Connection
let adapter: DynamodbAdapter
let published: Required<Adapter>
beforeEach(async () => {
  connection = await connect({ translate: { marshallOptions: { removeUndefinedValues: true } } })
  adapter = dynamodbAdapter(connection.client)
  // It has every method that is called here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  published = DynamoDBAdapter(connection.client) as unknown as Required<Adapter>
})
afterEach(() => connection.close())

/** What an application that ran on the published adapter has in its table. */
async function fill(): Promise<string> {
  const { id } = await published.createUser({
    id: 'suggested',
    email: 'ada@example.com',
    emailVerified: new Date('2025-01-01T00:00:00.250Z'),
    name: 'Ada',
  })
  await published.linkAccount({ ...ACCOUNT, userId: id, access_token: 'access' })
  await published.createSession({ sessionToken: 'one', userId: id, expires })
  await published.createVerificationToken({ identifier: 'a', token: 'b', expires })
  return id
}

describe('dynamodbAdapter on a table of @auth/dynamodb-adapter', () => {
  it('returns its users, accounts, sessions and verification tokens', async () => {
    const id = await fill()
    const user = await adapter.getUser(id)
    expect(user).toEqual({
      id,
      email: 'ada@example.com',
      emailVerified: new Date('2025-01-01T00:00:00.250Z'),
      name: 'Ada',
    })
    expect(await adapter.getUserByEmail('ada@example.com')).toEqual(user)
    expect(await adapter.getUserByAccount(KEY)).toEqual(user)
    expect(await adapter.getSessionAndUser('one')).toEqual({
      session: { sessionToken: 'one', userId: id, expires },
      user,
    })
    const account = { ...ACCOUNT, userId: id, access_token: 'access' }
    expect(await adapter.listAccountsByUserId(id)).toEqual([account])
    expect(await adapter.getAccount('1', 'github')).toEqual(account)
    expect(await adapter.useVerificationToken({ identifier: 'a', token: 'b' })).toEqual({
      identifier: 'a',
      token: 'b',
      expires,
    })
  })

  it('keeps addresses and accounts unique', async () => {
    const id = await fill()
    const second = { id: 'second', email: 'ada@example.com', emailVerified: null }
    await expect(adapter.createUser(second)).rejects.toSatisfy(isUniqueViolation)
    await adapter.createUser({ ...second, email: 'eve@example.com' })
    const taking = adapter.updateUser({ id: 'second', email: 'ada@example.com' })
    await expect(taking).rejects.toSatisfy(isUniqueViolation)
    for (const userId of [id, 'second']) {
      const linking = adapter.linkAccount({ ...ACCOUNT, userId })
      await expect(linking).rejects.toSatisfy(isUniqueViolation)
    }
    expect((await adapter.getUserByAccount(KEY))?.id).toBe(id)
  })

  it('returns an account with a member called id', async () => {
    const userId = await fill()
    const account = { ...ACCOUNT, providerAccountId: '2', userId, id: 'https://example.com/2' }
    await adapter.linkAccount(account)
    expect(await adapter.getAccount('2', 'github')).toEqual(account)
  })

  it('updates its users, accounts and sessions', async () => {
    const id = await fill()
    await adapter.updateUser({ id, name: 'Ada Lovelace' })
    expect((await adapter.getSessionAndUser('one'))?.user.name).toBe('Ada Lovelace')
    expect((await adapter.getUserByEmail('ada@example.com'))?.name).toBe('Ada Lovelace')
    const second = { id: 'second', email: 'ada@example.com', emailVerified: null }
    await expect(adapter.createUser(second)).rejects.toSatisfy(isUniqueViolation)
    await adapter.updateAccount({ ...KEY, access_token: 'renewed' })
    expect(await adapter.getAccount('1', 'github')).toMatchObject({ access_token: 'renewed' })
    const to = new Date(expires.getTime() + 60_001)
    const moves = [1, 2].map(() =>
      adapter.compareAndSetSession({ sessionToken: 'one', from: expires, to }),
    )
    expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1)
    expect((await adapter.getSessionAndUser('one'))?.session.expires).toEqual(to)
    await adapter.unlinkAccount(KEY)
    expect(await adapter.getUserByAccount(KEY)).toBeNull()
    await adapter.linkAccount({ ...ACCOUNT, userId: id })
    expect((await adapter.getUserByAccount(KEY))?.id).toBe(id)
  })

  it('finds a changed user in any letter case, and not by its former address', async () => {
    const { id } = await published.createUser({
      id: 'suggested',
      email: 'Eve@Example.com',
      emailVerified: null,
    })
    expect(await adapter.getUserByEmail('eve@example.com')).toBeNull()
    await adapter.updateUser({ id, name: 'Eve' })
    expect((await adapter.getUserByEmail('eve@example.com'))?.id).toBe(id)
    // It changes the user, and leaves the index as it was.
    await published.updateUser({ id, email: 'new@example.com' })
    expect(await adapter.getUserByEmail('Eve@Example.com')).toBeNull()
  })

  it('checks a session with one command once its user was changed', async () => {
    const id = await fill()
    const commandsOfCheck = async (): Promise<number> => {
      const before = connection.commands.length
      await adapter.getSessionAndUser('one')
      return connection.commands.length - before
    }
    expect(await commandsOfCheck()).toBe(2)
    await adapter.updateUser({ id, name: 'Ada Lovelace' })
    expect(await commandsOfCheck()).toBe(1)
    expect((await adapter.getSessionAndUser('one'))?.user.name).toBe('Ada Lovelace')
    const expiries = (await connection.scan())
      .filter(({ GSI1PK }) => GSI1PK === 'SESSION#one')
      .map((row) => row['expires'])
    expect(expiries).toEqual([expires.getTime() / 1000, expires.getTime() / 1000])
    await adapter.deleteSession('one')
    expect((await connection.scan()).filter(({ GSI1PK }) => GSI1PK === 'SESSION#one')).toEqual([])
  })

  it('unlinks an account that the published adapter has linked', async () => {
    const id = await fill()
    await adapter.createUser({ id: 'second', email: 'second@example.com', emailVerified: null })
    const ids = { provider: 'github', providerAccountId: '2' }
    await adapter.linkAccount({ ...ids, type: 'oauth', userId: id })
    await published.unlinkAccount(ids)
    await published.linkAccount({ ...ids, type: 'oauth', userId: 'second' })
    expect((await adapter.getUserByAccount(ids))?.id).toBe('second')
    await adapter.unlinkAccount(ids)
    expect(await adapter.getUserByAccount(ids)).toBeNull()
    expect(await adapter.listAccountsByUserId('second')).toEqual([])
  })

  it('deletes a user with everything', async () => {
    const id = await fill()
    await adapter.deleteUser(id)
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    expect((await connection.scan()).map(({ pk }) => pk)).toEqual(['VT#a'])
  })

  it('leaves items that the published adapter still reads', async () => {
    const user = { id: 'eve', email: 'eve@example.com', emailVerified: null, name: 'Eve' }
    await adapter.createUser(user)
    await adapter.linkAccount({ ...ACCOUNT, userId: 'eve' })
    await adapter.createSession({ sessionToken: 'two', userId: 'eve', expires })
    expect(await published.getUser('eve')).toMatchObject(user)
    expect(await published.getUserByEmail('eve@example.com')).toMatchObject(user)
    expect(await published.getUserByAccount(KEY)).toMatchObject(user)
    const found = await published.getSessionAndUser('two')
    expect(found).toMatchObject({ user, session: { sessionToken: 'two', userId: 'eve' } })
    const later = new Date(Math.ceil(expires.getTime() / 1000) * 1000 + 60_250)
    await published.updateSession({ sessionToken: 'two', expires: later })
    expect((await adapter.getSessionAndUser('two'))?.session.expires).toEqual(later)
    await published.deleteUser('eve')
    expect(await adapter.getUserByEmail('eve@example.com')).toBeNull()
    await adapter.createUser({ ...user, id: 'next' })
    expect((await adapter.getUserByEmail('eve@example.com'))?.id).toBe('next')
  })
})
