import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { createRequire } from 'node:module'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument, type TranslateConfig } from '@aws-sdk/lib-dynamodb'
import { dynamodbTable } from '../src/index.ts'

const require = createRequire(import.meta.url)

/** An item of the table. */
export type Row = Readonly<Record<string, unknown>>

/**
 * A command that fails: which, counted from 1, and whether the server carries it out all the same; `unanswered` is one that
 * the SDK sends again.
 */
export interface Fault {
  readonly command: number
  readonly when: 'before' | 'after' | 'unanswered'
}

/** A dynalite server in this process, with one empty table. */
export interface Connection {
  readonly client: DynamoDBDocument
  /** Names of the commands that were sent, in order. */
  readonly commands: readonly string[]
  /** Names of the commands that arrived at the server, from whomever, in order. */
  readonly received: readonly string[]
  readonly tableName: string
  /**
   * Makes one of the commands from now on fail, without an effect or after it; `null` for none.
   *
   * @returns whether the fault that was armed before has happened
   */
  arm(fault: Fault | null): boolean
  /** Another client of the same table, whose commands are not counted. */
  another(): DynamoDBDocument
  /** Makes the server hang up on the next request. */
  hangUp(): void
  /** Ends all connections and takes no new ones, until what it gives is called. */
  suspend(): () => void
  /** Remembers all items. What it gives brings them back, as a restored backup does. */
  keep(): Promise<() => Promise<void>>
  /** Looks at the table from outside. */
  scan(): Promise<readonly Row[]>
  close(): Promise<void>
}

/** Version of the server. */
export function dynaliteVersion(): string {
  const manifest: unknown = require('dynalite/package.json')
  const known = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return `dynalite ${known ? String(manifest.version) : 'unknown'}`
}

async function listen(): Promise<{ readonly server: Server; readonly endpoint: string }> {
  // The package has no types.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const dynalite = require('dynalite') as (options: object) => Server
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return { server, endpoint: `http://127.0.0.1:${address.port}` }
}

/** Options of {@link connect}. */
export interface ConnectOptions {
  readonly translate?: TranslateConfig
  readonly tableName?: string
}

/** Starts a server and makes the table. */
export async function connect({
  translate = {},
  tableName = 'next-auth',
}: ConnectOptions = {}): Promise<Connection> {
  const { server, endpoint } = await listen()
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  const inner = new DynamoDBClient({ endpoint, region: 'local', credentials })
  await inner.send(new CreateTableCommand(dynamodbTable({ tableName })))
  const outside = DynamoDBDocument.from(inner)
  const counted = new DynamoDBClient({ endpoint, region: 'local', credentials })
  const others: DynamoDBClient[] = []
  const commands: string[] = []
  const received: string[] = []
  server.on('request', ({ headers }: IncomingMessage) => {
    received.push(String(headers['x-amz-target']).replace(/^.*\./, ''))
  })
  let isAway = false
  server.on('connection', (socket: Socket) => {
    if (isAway) socket.destroy()
  })
  let armed: (Fault & { readonly from: number }) | null = null
  counted.middlewareStack.add(
    (next, { commandName = 'unknown' }) =>
      async (args) => {
        commands.push(commandName.replace(/Command$/, ''))
        const hit = armed !== null && commands.length === armed.from + armed.command
        const when = hit ? armed?.when : undefined
        if (when === 'before') throw new Error('The network failed before the command.')
        const result = await next(args)
        if (when === 'unanswered') throw Object.assign(new Error('lost'), { $retryable: {} })
        if (when === 'after') throw new Error('The network failed after the command.')
        return result
      },
    // After the SDK's own retries, so that every request counts.
    { step: 'finalizeRequest', priority: 'low' },
  )
  async function scan(): Promise<readonly Row[]> {
    const rows: Row[] = []
    let start: Record<string, unknown> | undefined
    do {
      const { Items = [], LastEvaluatedKey } = await outside.scan({
        TableName: tableName,
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      })
      rows.push(...Items)
      start = LastEvaluatedKey
    } while (start !== undefined)
    return rows
  }

  return {
    client: DynamoDBDocument.from(counted, translate),
    commands,
    received,
    tableName,
    arm(fault) {
      const happened = armed !== null && commands.length >= armed.from + armed.command
      armed = fault && { ...fault, from: commands.length }
      return happened
    },
    another() {
      const client = new DynamoDBClient({ endpoint, region: 'local', credentials })
      others.push(client)
      return DynamoDBDocument.from(client, translate)
    },
    hangUp() {
      server.once('request', ({ socket }: IncomingMessage) => socket.destroy())
    },
    suspend() {
      isAway = true
      server.closeAllConnections()
      return () => {
        isAway = false
      }
    },
    async keep() {
      const kept = await scan()
      return async () => {
        for (const { pk, sk } of await scan()) {
          await outside.delete({ TableName: tableName, Key: { pk, sk } })
        }
        for (const Item of kept) await outside.put({ TableName: tableName, Item })
      }
    },
    scan,
    async close() {
      inner.destroy()
      counted.destroy()
      for (const client of others) client.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
