import { openSqlAdapter } from '@latchstring/adapter-sql'
import { Redis } from 'ioredis'
import { Client } from 'pg'
import { startPostgres } from '../../../tools/servers/postgres.mjs'
import type { PrivateServer } from '../../../tools/servers/private-server.mjs'
import { startRedis } from '../../../tools/servers/stores.mjs'

/** What a store holds that belongs to nothing, and how much there is of everything. */
export interface Rows {
  readonly users: number
  readonly accounts: number
  readonly sessions: number
  readonly usersWithoutAccount: number
  readonly accountsWithoutUser: number
  readonly sessionsWithoutUser: number
}

/** A store on a server of its own, seen from outside. */
export interface Store {
  readonly name: string
  /** Whether user and account are stored as one. */
  readonly transactions: boolean
  readonly server: PrivateServer
  /** What the server says it is. */
  version(): Promise<string>
  rows(): Promise<Rows>
  clear(): Promise<void>
}

async function query<Row extends object>(url: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function use<Result>(url: string, work: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(url)
  try {
    return await work(client)
  } finally {
    client.disconnect()
  }
}

/** What a server of PostgreSQL says it is. */
export async function postgresVersion(url: string): Promise<string> {
  const [row] = await query<{ server_version: string }>(url, 'show server_version')
  return `PostgreSQL ${row?.server_version.split(' ')[0]}`
}

/** What a server of Redis says it is. */
export function redisVersion(url: string): Promise<string> {
  return use(url, async (client) => {
    const [, version] = /redis_version:(\S+)/.exec(await client.info('server')) ?? []
    return `Redis ${version}`
  })
}

const ROWS = `select
  (select count(*)::int from users) as "users",
  (select count(*)::int from accounts) as "accounts",
  (select count(*)::int from sessions) as "sessions",
  (select count(*)::int from users u where not exists (select from accounts a where a.user_id = u.id)) as "usersWithoutAccount",
  (select count(*)::int from accounts a where not exists (select from users u where u.id = a.user_id)) as "accountsWithoutUser",
  (select count(*)::int from sessions s where not exists (select from users u where u.id = s.user_id)) as "sessionsWithoutUser"`

/** Starts PostgreSQL and makes the tables. */
export async function openPostgres(): Promise<Store> {
  const server = await startPostgres()
  const adapter = openSqlAdapter(server.url)
  await adapter.migrate()
  await adapter.close()

  return {
    name: 'PostgreSQL',
    transactions: true,
    server,
    version: () => postgresVersion(server.url),
    async rows() {
      const [row] = await query<Rows>(server.url, ROWS)
      if (!row) throw new Error('A query without a table gives one row.')
      return row
    },
    clear: async () => void (await query(server.url, 'truncate users cascade')),
  }
}

/** Starts Redis, which keeps what is written. */
export async function openRedis(): Promise<Store> {
  const server = await startRedis({ durable: true })

  /** Ids of the records of a kind, each with the user it belongs to. */
  async function owners(client: Redis, kind: string): Promise<ReadonlyMap<string, string | null>> {
    const start = `latchstring:{${kind}:`
    const read = async (key: string): Promise<string | null> => {
      if (kind === 'user') return null
      return kind === 'session' ? client.get(key) : client.hget(key, '#user')
    }
    const keys = await client.keys(`${start}*}`)
    return new Map(
      await Promise.all(
        keys.map(async (key): Promise<[string, string | null]> => [
          key.slice(start.length, -1),
          await read(key),
        ]),
      ),
    )
  }

  return {
    name: 'Redis',
    transactions: false,
    server,
    version: () => redisVersion(server.url),
    rows: () =>
      use(server.url, async (client) => {
        const users = await owners(client, 'user')
        const accounts = [...(await owners(client, 'account')).values()]
        const sessions = [...(await owners(client, 'session')).values()]
        const stray = (all: readonly (string | null)[]): number =>
          all.filter((owner) => owner === null || !users.has(owner)).length
        return {
          users: users.size,
          accounts: accounts.length,
          sessions: sessions.length,
          usersWithoutAccount: [...users.keys()].filter((id) => !accounts.includes(id)).length,
          accountsWithoutUser: stray(accounts),
          sessionsWithoutUser: stray(sessions),
        }
      }),
    clear: () => use(server.url, async (client) => void (await client.flushall())),
  }
}
