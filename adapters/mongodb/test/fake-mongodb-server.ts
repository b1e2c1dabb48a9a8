import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'
import { createFakeStore, type FakeDocument, type FakeStore } from './fake-mongodb-store.ts'

const OP_REPLY = 1
const OP_QUERY = 2004
const OP_MSG = 2013
const HEADER = 16

/** FAKE: speaks as much of MongoDB's wire protocol as the driver needs to send its commands. It is not MongoDB. */
export interface FakeServer extends Pick<FakeStore, 'collections' | 'keep'> {
  readonly url: string
  /** Names of the commands that arrived, in order. */
  readonly received: readonly string[]
  /** Ends all connections and takes no new ones, until what it gives is called. */
  suspend(): () => void
  close(): Promise<void>
}

/** Both messages that carry a command: the first of a connection, and all others. */
function readCommand(message: Buffer): FakeDocument {
  if (message.readInt32LE(12) === OP_QUERY) {
    const end = message.indexOf(0, HEADER + 4)
    return BSON.deserialize(message.subarray(end + 1 + 8))
  }
  let command: FakeDocument = {}
  let at = HEADER + 4
  while (at < message.length) {
    const kind = message.readUInt8(at)
    const size = message.readInt32LE(at + 1)
    const section = message.subarray(at + 1, at + 1 + size)
    if (kind === 0) command = { ...BSON.deserialize(section), ...command }
    else command = { ...command, ...readSequence(section) }
    at += 1 + size
  }
  return command
}

/** Documents that are sent beside the command rather than in it. */
function readSequence(section: Buffer): FakeDocument {
  const end = section.indexOf(0, 4)
  const documents: FakeDocument[] = []
  for (let at = end + 1; at < section.length;) {
    const size = section.readInt32LE(at)
    documents.push(BSON.deserialize(section.subarray(at, at + size)))
    at += size
  }
  return { [section.toString('utf8', 4, end)]: documents }
}

function writeAnswer(request: Buffer, answer: FakeDocument): Buffer {
  const body = Buffer.from(BSON.serialize(answer))
  const legacy = request.readInt32LE(12) === OP_QUERY
  const prefix = Buffer.alloc(HEADER + (legacy ? 20 : 5))
  prefix.writeInt32LE(prefix.length + body.length, 0)
  prefix.writeInt32LE(request.readInt32LE(4), 8)
  prefix.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12)
  // One document follows.
  if (legacy) prefix.writeInt32LE(1, HEADER + 16)
  return Buffer.concat([prefix, body])
}

const greeting = (host: string): FakeDocument => ({
  ok: 1,
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  setName: 'fake',
  setVersion: 1,
  hosts: [host],
  primary: host,
  me: host,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  logicalSessionTimeoutMinutes: 30,
  minWireVersion: 0,
  maxWireVersion: 25,
})

const GREETINGS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster'])
const ACKNOWLEDGED: ReadonlySet<string> = new Set(['ping', 'endSessions', 'killCursors'])

function serve(socket: Socket, answer: (command: FakeDocument) => FakeDocument): void {
  let received = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (data) => {
    received = Buffer.concat([received, data])
    while (received.length >= HEADER && received.length >= received.readInt32LE(0)) {
      const message = received.subarray(0, received.readInt32LE(0))
      received = received.subarray(message.length)
      socket.write(writeAnswer(message, answer(readCommand(message))))
    }
  })
}

/** Starts a server on a free port. */
export async function startFakeServer(): Promise<FakeServer> {
  const store = createFakeStore()
  const sockets = new Set<Socket>()
  const received: string[] = []
  let host = ''
  let isAway = false
  const server = createServer((socket) => {
    if (isAway) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, (command) => {
      const [name = ''] = Object.keys(command)
      received.push(name)
      if (GREETINGS.has(name)) return greeting(host)
      if (ACKNOWLEDGED.has(name)) return { ok: 1 }
      try {
        return store.run(command)
      } catch (error) {
        return { ok: 0, code: 2, codeName: 'BadValue', errmsg: String(error) }
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  host = `127.0.0.1:${address.port}`
  return {
    url: `mongodb://${host}/app?replicaSet=fake`,
    received,
    get collections() {
      return store.collections
    },
    keep: () => store.keep(),
    suspend() {
      isAway = true
      for (const socket of sockets) socket.destroy()
      return () => {
        isAway = false
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
