import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { inspect } from 'node:util'
import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { catchFailure } from '../../../test/adapters/expectations.ts'
import { createPostgresDatabase, postgresUrl } from '../test/stores.ts'
import { type OpenSqlAdapterOptions, openSqlAdapter } from './index.ts'

const PASSWORD = 'hunter2hunter2'

const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
  vi.doUnmock('pg')
  vi.doUnmock('postgres')
  vi.doUnmock('mysql2')
  vi.doUnmock('@libsql/client')
})

function open(url: string, options?: OpenSqlAdapterOptions): ReturnType<typeof openSqlAdapter> {
  const adapter = openSqlAdapter(url, options)
  cleanUps.push(() => adapter.close())
  return adapter
}

/** A server on a free port that does with connections what `onConnection` says. */
async function listen(
  onConnection: (socket: Socket) => void,
): Promise<{ port: number; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, server }
}

/** Everything a log could show of an error. */
const printed = (error: Error): string => `${error.message} ${inspect(error, { depth: 10 })}`

describe.each([
  { name: 'PostgreSQL', scheme: 'postgres', driver: undefined },
  { name: 'PostgreSQL', scheme: 'postgresql', driver: 'postgres' },
  { name: 'MySQL', scheme: 'mysql', driver: undefined },
] as const)(
  'a database server that is down: $name, $scheme:, driver $driver',
  ({ name, scheme, driver }) => {
    const chosen = driver === undefined ? {} : { driver }
    const at = (port: number): string => `${scheme}://ada:${PASSWORD}@127.0.0.1:${port}/app`

    it('causes an error that names host and port, and not the password', async () => {
      const { port, server } = await listen(() => undefined)
      await new Promise((resolve) => {
        server.close(resolve)
      })
      const error = await catchFailure(() => open(at(port), chosen).getUser('x'))
      expect(error.message).toMatch(
        new RegExp(`^${name} at 127\\.0\\.0\\.1:${port} cannot be reached: .*ECONNREFUSED`),
      )
      expect(printed(error)).not.toContain(PASSWORD)
    })

    it('fails with a timeout when it accepts connections and never answers', async () => {
      const { port } = await listen(() => undefined)
      const adapter = open(at(port), { ...chosen, timeout: 100 })
      const error = await catchFailure(() => adapter.getSessionAndUser('x'))
      expect(error.message).toContain(`${name} at 127.0.0.1:${port} cannot be reached`)
      expect(printed(error)).not.toContain(PASSWORD)
    })

    it('causes the same error when it closes connections', async () => {
      const { port } = await listen((socket) => socket.destroy())
      const adapter = open(at(port), { ...chosen, timeout: 1000 })
      const error = await catchFailure(() => adapter.transaction(async () => Promise.resolve()))
      expect(error.message).toContain(`${name} at 127.0.0.1:${port} cannot be reached`)
      expect(printed(error)).not.toContain(PASSWORD)
    })
  },
)

async function openDatabase(options?: OpenSqlAdapterOptions) {
  const database = await createPostgresDatabase()
  cleanUps.push(() => database.drop())
  const adapter = open(database.url, options)
  await adapter.migrate()
  const client = new Client({ connectionString: postgresUrl() })
  await client.connect()
  cleanUps.push(() => client.end())
  const name = new URL(database.url).pathname.slice(1)
  /** Ends every connection to the database, and returns when this process has heard of it. */
  const terminate = async (): Promise<void> => {
    const where = 'from pg_stat_activity where datname = $1'
    await client.query(`select pg_terminate_backend(pid) ${where}`, [name])
    while ((await client.query(`select 1 ${where}`, [name])).rows.length > 0) await setTimeout(10)
    await setTimeout(100)
  }
  return { adapter, database, terminate }
}

/** A message of PostgreSQL: its type, its length and its content. */
const frame = (type: string, content: string | Buffer): Buffer => {
  const body = Buffer.from(content)
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

describe('a PostgreSQL server that ends each connection as it opens it', () => {
  it('causes an error, and does not end the process', async () => {
    const { port } = await listen((socket) => {
      socket.once('data', () => {
        const ended = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'
        const opened = [frame('R', Buffer.alloc(4)), frame('Z', 'I')]
        socket.end(Buffer.concat([...opened, frame('E', ended)]))
      })
    })
    const adapter = open(`postgres://ada@127.0.0.1:${port}/app`, { timeout: 2000 })
    const error = await catchFailure(() => adapter.getUser('x'))
    expect(error.message).toContain('cannot be reached')
    await setTimeout(50)
  })
})

describe('openSqlAdapter over a PostgreSQL server', () => {
  it('connects again after the server ended every idle connection', async () => {
    const { adapter, terminate } = await openDatabase()
    await terminate()
    expect(await adapter.getUser('x')).toBeNull()
  })

  it('rejects a transaction whose connection was lost, and runs the next', async () => {
    const { adapter, terminate } = await openDatabase()
    const user = { id: 'a', email: 'a@example.com', emailVerified: null }
    await expect(
      adapter.transaction(async (within) => {
        await within.createUser(user)
        await terminate()
        await within.getUser('a')
      }),
    ).rejects.toThrow(/^PostgreSQL at .* cannot be reached/)
    expect(await adapter.getUser('a')).toBeNull()
  })

  it('gives up on a statement that is never answered, and does not reuse its connection', async () => {
    const { adapter, database } = await openDatabase({ timeout: 300, poolSize: 1 })
    const blocker = new Client({ connectionString: database.url })
    await blocker.connect()
    blocker.on('error', () => undefined)
    cleanUps.push(() => blocker.end())
    await blocker.query('begin')
    await blocker.query('lock table users in access exclusive mode')
    const error = await catchFailure(() => adapter.getUser('x'))
    expect(error.message).toMatch(/^PostgreSQL at .* cannot be reached: /)
    // The one connection the pool may have is still waiting; this needs another table and a new one.
    const token = { identifier: 'ada@example.com', token: 'x' }
    expect(await adapter.useVerificationToken(token)).toBeNull()
  })
})

describe('a SQLite file that cannot be opened', () => {
  it('causes an error that names the file and what to check', async () => {
    const path = join(tmpdir(), crypto.randomUUID(), 'data.db')
    const error = await catchFailure(() => open(`file:${path}`).getUser('x'))
    expect(error.message).toBe(
      `The SQLite database file:${path} cannot be opened. ` +
        'Its folder has to exist and both have to be writable.',
    )
  })
})

describe('the URL of openSqlAdapter', () => {
  it.each([
    [`mssql://ada:${PASSWORD}@localhost/app`, /mssql: is not supported\. Use file:/],
    [`mysql://ada:${PASSWORD}@[broken/app`, /cannot be read.*percent-encoded/],
    ['./data.db', /without a scheme is not supported\. Use file:\.\/data\.db/],
    ['', /without a scheme/],
    [`postgres://ada:${PASSWORD}@[broken/app`, /cannot be read.*percent-encoded/],
  ])('%s is refused without repeating the password', (url, message) => {
    let caught: unknown
    try {
      openSqlAdapter(url)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(TypeError)
    expect(String(caught)).toMatch(message)
    expect(inspect(caught)).not.toContain(PASSWORD)
  })

  it('file::memory: is a database in memory', async () => {
    const adapter = open('file::memory:')
    await adapter.migrate()
    expect(await adapter.getUser('x')).toBeNull()
  })
})

describe('a database driver that cannot be loaded', () => {
  it.each([
    ['pg', 'postgres://localhost/app', undefined],
    ['postgres', 'postgres://localhost/app', 'postgres'],
    ['mysql2', 'mariadb://localhost/app', undefined],
    ['@libsql/client', ':memory:', undefined],
  ] as const)('is named in the error of the first call: %s', async (name, url, driver) => {
    vi.doMock(name, () => {
      throw new Error('the binding does not fit')
    })
    const adapter = open(url, driver === undefined ? {} : { driver })
    const error = await catchFailure(() => adapter.getUser('x'))
    expect(error.message).toBe(`The package ${name} is installed but cannot be loaded.`)
    expect(inspect(error.cause)).toContain('the binding does not fit')
  })
})

describe('close of openSqlAdapter', () => {
  it('ends the connection, and later calls reject', async () => {
    const adapter = openSqlAdapter(':memory:')
    await adapter.migrate()
    await adapter.close()
    await adapter.close()
    await expect(adapter.getUser('x')).rejects.toThrow()
  })

  it('of an adapter that was never used does nothing', async () => {
    await expect(openSqlAdapter('postgres://localhost/app').close()).resolves.toBeUndefined()
  })
})
