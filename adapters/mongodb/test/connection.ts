import { MongoClient } from 'mongodb'
import { type FakeServer, startFakeServer } from './fake-mongodb-server.ts'
import type { FakeDocument } from './fake-mongodb-store.ts'

/** The driver, connected to a fake server. */
export interface Connection {
  readonly client: MongoClient
  readonly server: FakeServer
  /** Commands that the driver sent, in order, without those by which it keeps the connection. */
  readonly commands: readonly FakeDocument[]
  /** Another client of the same server. */
  another(): MongoClient
  close(): Promise<void>
}

const OWN: ReadonlySet<string> = new Set(['hello', 'ismaster', 'ping', 'endSessions'])

/** Starts a fake server and connects the driver to it. */
export async function connect(): Promise<Connection> {
  const server = await startFakeServer()
  const client = new MongoClient(server.url, { monitorCommands: true })
  const commands: FakeDocument[] = []
  client.on('commandStarted', ({ commandName, command }) => {
    if (!OWN.has(commandName)) commands.push(command)
  })
  await client.connect()
  const others: MongoClient[] = []
  return {
    client,
    server,
    commands,
    another() {
      const other = new MongoClient(server.url, { serverSelectionTimeoutMS: 5000 })
      others.push(other)
      return other
    },
    async close() {
      for (const other of others) await other.close()
      await client.close()
      await server.close()
    },
  }
}
