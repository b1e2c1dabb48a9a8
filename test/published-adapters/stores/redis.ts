import { Redis } from 'ioredis'
import { type Contents, type OpenStore, type Row, serverUrl } from './store.ts'

/** Keys of one adapter on the server of the tests. */
export interface Keyspace {
  readonly prefix: string
  readonly client: Redis
  readonly watched: Pick<OpenStore, 'look' | 'clear' | 'version'>
}

/** The adapters for Redis spell their keys alike; those that only point elsewhere are left out. */
const PATTERNS: Readonly<Record<keyof Contents, RegExp>> = {
  users: /^user:[0-9a-f-]{36}$/,
  accounts: /^user:account:(?!by-user-id:)/,
  sessions: /^user:session:(?!by-user-id:)/,
  tokens: /^user:token:/,
}

function parse(text: string | null): Row {
  // Both adapters write records as JSON.
  return JSON.parse(text ?? '{}') as Row
}

/** Opens a part of the server that belongs to one test file. */
export function openKeyspace(): Keyspace {
  const client = new Redis(serverUrl('LATCHSTRING_TEST_REDIS_URL'))
  const prefix = `published:${crypto.randomUUID()}:`
  const rowsOf = async (pattern: RegExp): Promise<readonly Row[]> => {
    const keys = await client.keys(`${prefix}*`)
    const known = keys.filter((key) => pattern.test(key.slice(prefix.length)))
    return Promise.all(known.map(async (key) => parse(await client.get(key))))
  }
  return {
    prefix,
    client,
    watched: {
      look: async () => ({
        users: await rowsOf(PATTERNS.users),
        accounts: await rowsOf(PATTERNS.accounts),
        sessions: await rowsOf(PATTERNS.sessions),
        tokens: await rowsOf(PATTERNS.tokens),
      }),
      async version() {
        const [, version] = /redis_version:(\S+)/.exec(await client.info('server')) ?? []
        return `Redis ${version}`
      },
      async clear() {
        const keys = await client.keys(`${prefix}*`)
        if (keys.length > 0) await client.del(...keys)
      },
    },
  }
}
