import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createMysqlReader } from './mysql-reader.ts'
import { createPostgresReader } from './postgres-reader.ts'
import type { Reader } from './reader.ts'
import { createRedisReader } from './redis-reader.ts'
import type { Listening } from './statements.ts'

/** What stands between a client and its server. */
export interface Relay extends Listening {
  /** For the client, in place of the URL of the server. */
  readonly url: string
  close(): Promise<void>
}

interface Protocol {
  readonly port: number
  readonly createReader: () => Reader
}

const POSTGRES: Protocol = { port: 5432, createReader: () => createPostgresReader() }

const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map([
  ['postgres:', POSTGRES],
  ['postgresql:', POSTGRES],
  ['mysql:', { port: 3306, createReader: createMysqlReader }],
  ['redis:', { port: 6379, createReader: createRedisReader }],
])

function join(one: Socket, other: Socket): void {
  // What one side has to say of an end, the other hears as well.
  one.on('error', () => other.destroy())
  one.on('close', () => other.destroy())
  one.setNoDelay(true)
  one.pipe(other)
}

async function portOf(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port.')
  return address.port
}

/**
 * Hands on everything between clients and a server, and writes down the statements that clients send: whatever
 * library they come from, and whatever it adds of its own. It reads no connection that is encrypted.
 *
 * @param serverUrl - of PostgreSQL, MySQL, MariaDB or Redis
 */
export async function openRelay(serverUrl: string): Promise<Relay> {
  const url = new URL(serverUrl)
  const protocol = PROTOCOLS.get(url.protocol)
  if (protocol === undefined) throw new TypeError(`The protocol ${url.protocol} is not read here.`)
  // An address of IPv6 has brackets in a URL only.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const target = { host, port: Number(url.port || protocol.port) }
  const statements: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const read = protocol.createReader()
    const upstream = connect(target)
    // Before it is forwarded: a caller that waits for an answer finds its statement here.
    client.on('data', (chunk) => statements.push(...read(chunk)))
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    join(client, upstream)
    join(upstream, client)
  })
  url.host = `127.0.0.1:${await portOf(server)}`
  return {
    url: url.href,
    statements,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
