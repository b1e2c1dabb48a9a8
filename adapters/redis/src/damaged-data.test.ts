import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLIENTS, type Connection, lookFromOutside, type Outside } from '../test/clients.ts'
import { type RedisAdapter, redisAdapter } from './index.ts'

let outside: Outside
beforeAll(() => {
  outside = lookFromOutside()
})
afterAll(() => outside.close())

describe.each(CLIENTS)('redisAdapter on damaged data, over $name,', ({ connect }) => {
  let connection: Connection
  let adapter: RedisAdapter
  beforeEach(async () => {
    connection = await connect()
    adapter = redisAdapter(connection.client, { prefix: connection.prefix })
    const expires = new Date(Date.now() + 3_600_000)
    await adapter.createUser({ id: 'ada', email: 'ada@example.com', emailVerified: null })
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires })
  })
  afterEach(() => connection.close())

  const redisKey = (name: string): string => `${connection.prefix}:${name}`

  it.each([
    ['an expiry that is text', '{user:ada}:session:one', { expires: '"tomorrow"' }],
    ['an expiry that is not a time', '{user:ada}:session:one', { expires: '@soon' }],
    ['something that is not JSON', '{user:ada}:session:one', { userId: 'no-json' }],
    ['the token of another session', '{user:ada}:session:one', { sessionToken: '"two"' }],
    ['the id of another user', '{user:ada}:session:one', { userId: '"eve"' }],
    ['an address that is a number', '{user:ada}', { email: '1' }],
    ['a confirmation that is true', '{user:ada}', { emailVerified: 'true' }],
  ])('throws an error that does not quote %s', async (_, name, members) => {
    await outside.redis.hset(redisKey(name), members)
    const check = adapter.getSessionAndUser('one')
    await expect(check).rejects.toThrow('is damaged')
    await expect(check).rejects.not.toThrow(Object.values(members)[0])
  })

  it('throws where a key has another type', async () => {
    await outside.redis.rpush(redisKey('{session:wrong}'), 'ada')
    await expect(adapter.getSessionAndUser('wrong')).rejects.toThrow('WRONGTYPE')
  })

  it('returns no session for a token whose user is missing or another', async () => {
    await adapter.createUser({ id: 'eve', email: 'eve@example.com', emailVerified: null })
    await outside.redis.set(redisKey('{session:one}'), 'eve')
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    await outside.redis.del(redisKey('{session:one}'))
    expect(await adapter.getSessionAndUser('one')).toBeNull()
    await outside.redis.del(redisKey('{user:ada}:session:one'))
    expect(await adapter.listSessionsByUserId('ada')).toEqual([])
  })

  it('finds no user by an address that the user does not have', async () => {
    await outside.redis.hset(redisKey('{email:eve@example.com}'), { user: 'ada' })
    expect(await adapter.getUserByEmail('eve@example.com')).toBeNull()
  })
})
