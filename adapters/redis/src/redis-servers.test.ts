import { readFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { CODES, NOTES } from '@latchstring/adapter-conformance'
import { createAuth } from '@latchstring/core'
import { afterEach, describe, expect, it } from 'vitest'
import { catchFailure } from '../../../test/adapters/expectations.ts'
import { openRelay } from '../../../test/wire/relay.ts'
import { sentDuring } from '../../../test/wire/statements.ts'
import { lookFromOutside, redisUrl } from '../test/clients.ts'
import { startServer } from '../test/own-server.ts'
import { findRows, newRow } from '../test/record-tables.ts'
import { type RedisAdapter, redisAdapter, type RedisClient } from './index.ts'

const PASSWORD = 'hunter2hunter2'
const TOKEN = 'secret-session-token'
const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'

const cleanUps: (() => Promise<unknown> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** A port with a server that never says anything, or, once it is closed, without one. */
async function listen(): Promise<{ port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  cleanUps.push(close)
  return { port: address.port, close }
}

function ioRedis(url: string): RedisClient {
  const client = new Redis(url, { maxRetriesPerRequest: 1 })
  client.on('error', () => undefined)
  cleanUps.push(() => client.disconnect())
  return client
}

function nodeRedis(url: string): RedisClient {
  const client = createClient({ url })
  client.on('error', () => undefined)
  client.connect().catch(() => undefined)
  cleanUps.push(() => client.destroy())
  return client
}

/** Everything a log could show of an error. */
const printed = (error: Error): string => inspect(error, { depth: 10, showHidden: true })

describe.each([
  { name: 'ioredis', connect: ioRedis },
  { name: 'redis', connect: nodeRedis },
])('a Redis server, over $name,', ({ connect }) => {
  it.each(['is down', 'never answers'])(
    'that %s causes an error that names the host and no secret',
    async (what) => {
      const { port, close } = await listen()
      if (what === 'is down') await close()
      const client = connect(`redis://ada:${PASSWORD}@127.0.0.1:${port}`)
      const adapter = redisAdapter(client, { timeout: 1_000 })
      const error = await catchFailure(() => adapter.getSessionAndUser(TOKEN))
      expect(error.message).toContain(`Redis at 127.0.0.1:${port} `)
      expect(printed(error)).not.toContain(PASSWORD)
      expect(printed(error)).not.toContain(TOKEN)
    },
  )

  it('that refuses a command causes an error without its arguments', async () => {
    const outside = lookFromOutside()
    const prefix = `test-${crypto.randomUUID()}`
    const key = `${prefix}:{session:${TOKEN}}`
    cleanUps.push(async () => {
      await outside.redis.del(key)
      await outside.close()
    })
    await outside.redis.rpush(key, 'not a string')
    const adapter = redisAdapter(connect(redisUrl()), { prefix })
    const error = await catchFailure(() => adapter.getSessionAndUser(TOKEN))
    expect(error.message).toContain('WRONGTYPE')
    expect(printed(error)).not.toContain(TOKEN)
  })
})

describe('redisAdapter over a restarted server', () => {
  it('sends each script again once', async () => {
    const { url, stop } = await startServer()
    cleanUps.push(stop)
    const relay = await openRelay(url)
    cleanUps.push(() => relay.close())
    const redis = new Redis(relay.url)
    cleanUps.push(() => redis.disconnect())
    const adapter = redisAdapter(redis)
    const getUser = () => adapter.getUser('x')
    await redis.script('FLUSH')
    expect(await sentDuring(relay, getUser)).toEqual(['EVALSHA', 'EVAL'])
    expect(await sentDuring(relay, getUser)).toEqual(['EVALSHA'])
    await redis.script('FLUSH')
    expect(await sentDuring(relay, getUser)).toEqual(['EVALSHA', 'EVAL'])
    expect(await adapter.getUser('x')).toBeNull()
  })
})

describe('a Redis server with an eviction policy', () => {
  it.each([
    ['allkeys-lru', ioRedis, 1],
    ['volatile-ttl', nodeRedis, 1],
    ['noeviction', ioRedis, 0],
  ] as const)('%s is a problem only where it deletes keys', async (policy, connect, count) => {
    const { url, stop } = await startServer({ 'maxmemory-policy': policy })
    cleanUps.push(stop)
    const problems = await redisAdapter(connect(url)).findProblems()
    expect(problems).toHaveLength(count)
    for (const problem of problems) {
      expect(problem).toContain(`"${policy}"`)
      expect(problem).toContain('Set maxmemory-policy to noeviction.')
    }
  })

  it('is logged once as an error when an application starts, over any client', async () => {
    const { url, stop } = await startServer({ 'maxmemory-policy': 'allkeys-lru' })
    cleanUps.push(stop)
    const errors: string[] = []
    const auth = createAuth(
      {
        providers: [],
        adapter: redisAdapter(ioRedis(url)),
        logger: { error: ({ message }) => void errors.push(message), warn: () => undefined },
      },
      { env: { AUTH_SECRET: SECRET, AUTH_URL: 'https://app.example' } },
    )
    const read = () => auth.session({ headers: new Headers() })
    await read()
    await expect.poll(() => errors).toEqual([expect.stringContaining('"allkeys-lru"')])
    await read()
    expect(errors).toHaveLength(1)
  })

  it('that may not be read is no problem', async () => {
    const { url, stop } = await startServer({ 'maxmemory-policy': 'allkeys-lru' })
    cleanUps.push(stop)
    const admin = new Redis(url)
    cleanUps.push(() => admin.disconnect())
    await admin.acl('SETUSER', 'app', 'on', `>${PASSWORD}`, '~*', '+@all', '-info')
    const address = new URL(url)
    Object.assign(address, { username: 'app', password: PASSWORD })
    expect(await redisAdapter(ioRedis(address.href)).findProblems()).toEqual([])
  })
})

/** The rights that the README names. */
async function rightsOfReadme(): Promise<readonly string[]> {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const [, keys, commands] =
    /limited rights \(ACL\) needs `(~\S+)` and\s+`([^`]+)`/.exec(readme) ?? []
  if (keys === undefined || commands === undefined) throw new Error('The README names no rights.')
  return [keys, ...commands.split(/\s+/)]
}

/** Endings and budgets, as the core calls for them. */
async function control(adapter: RedisAdapter, expires: Date): Promise<void> {
  const entry = { kind: 'user', key: 'a', generation: 1, expires } as const
  await adapter.appendRevocations([{ ...entry, reason: 'sign-out', at: new Date() }])
  expect(await adapter.listRevocations({ limit: 10 })).toHaveLength(1)
  expect(await adapter.getRevocation({ kind: 'user', key: 'a' })).toMatchObject({ generation: 1 })
  const spent = await adapter.spend({ key: 'a', interval: 1000, burst: 1000, now: Date.now() })
  expect(spent.allowed).toBe(true)
}

/** Rows of both kinds of tables, of which one expires. */
async function keepRows({ records, ...adapter }: RedisAdapter, expires: Date): Promise<void> {
  const row = newRow(NOTES, { userId: 'a' })
  expect(await records.insert(NOTES, row, Date.now())).toBe('inserted')
  const next = newRow(NOTES, { userId: 'a', count: 2 })
  expect(await records.change(NOTES, next, row.version)).toBe(true)
  expect(await findRows({ records, ...adapter }, NOTES, 'topic', 'red')).toEqual([next])
  await records.clear(NOTES, 'topic', 'red')
  const code = { values: { id: 'code', tries: 0, expires: expires.getTime() }, version: 1 }
  expect(await records.insert(CODES, code, Date.now())).toBe('inserted')
  expect(await records.drop(CODES, code.values, 1)).toBe(true)
}

describe('a Redis user with the permissions that the README lists', () => {
  it.each([
    { name: 'ioredis', connect: ioRedis },
    { name: 'redis', connect: nodeRedis },
  ])('suffices for every method, over $name', async ({ connect }) => {
    const { url, stop } = await startServer()
    cleanUps.push(stop)
    const admin = new Redis(url)
    cleanUps.push(() => admin.disconnect())
    await admin.acl(
      'SETUSER',
      'app',
      'on',
      `>${PASSWORD}`,
      'resetkeys',
      ...(await rightsOfReadme()),
    )
    const address = new URL(url)
    Object.assign(address, { username: 'app', password: PASSWORD })
    const adapter = redisAdapter(connect(address.href))
    const expires = new Date(Date.now() + 60_000)
    const key = { provider: 'x', providerAccountId: '1' }
    await adapter.createUser({ id: 'a', email: 'a@example.com', emailVerified: null })
    await adapter.createUser({ id: 'b', email: 'b@example.com', emailVerified: null })
    await adapter.updateUser({ id: 'a', email: 'c@example.com' })
    expect(await adapter.getUserByEmail('c@example.com')).toMatchObject({ id: 'a' })
    await adapter.linkAccount({ ...key, type: 'oidc', userId: 'a' })
    await adapter.updateAccount({ ...key, userId: 'b' })
    expect(await adapter.getUserByAccount(key)).toMatchObject({ id: 'b' })
    await adapter.unlinkAccount(key)
    await adapter.createSession({ sessionToken: 's', userId: 'a', expires })
    await adapter.compareAndSetSession({ sessionToken: 's', from: expires, to: new Date(expires) })
    expect(await adapter.getSessionAndUser('s')).not.toBeNull()
    expect(await adapter.deleteSessionsByUserId('a')).toBe(1)
    await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires })
    expect(await adapter.useVerificationToken({ identifier: 'a', token: 'b' })).not.toBeNull()
    await keepRows(adapter, expires)
    await adapter.deleteUser('a')
    await adapter.deleteUser('b')
    expect(await admin.keys('*')).toEqual([])
    await control(adapter, expires)
    await adapter.deleteAllSessions?.()
  })
})
