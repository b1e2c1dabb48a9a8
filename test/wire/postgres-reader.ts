import { createReader, type Message, type Reader } from './reader.ts'

// Asked for before the first message of a connection.
const ENCRYPTION: ReadonlySet<number> = new Set([80_877_103, 80_877_104])

/** The texts that a message begins with, each of which ends with a zero. */
function textsIn(body: Buffer): readonly [string, string] {
  const first = body.indexOf(0)
  const second = body.indexOf(0, first + 1)
  return [body.toString('utf8', 0, first), body.toString('utf8', first + 1, second)]
}

/** Remembers statements by the names under which they are carried out: Parse names one, Bind a portal of it. */
function createMemory(): (type: string, body: Buffer) => string | undefined {
  const prepared = new Map<string, string>()
  const portals = new Map<string, string>()
  return (type, body) => {
    const [first, second] = textsIn(body)
    if (type === 'Q') return first
    if (type === 'P') prepared.set(first, second)
    if (type === 'B') portals.set(first, prepared.get(second) ?? 'unknown')
    return type === 'E' ? (portals.get(first) ?? 'unknown') : undefined
  }
}

/**
 * Reads the messages of a client of PostgreSQL (Frontend/Backend Protocol 3). Those that carry out a statement are Query
 * and Execute.
 *
 * @param started - whether what comes first on a connection is over
 */
export function createPostgresReader(started = false): Reader {
  const remember = createMemory()
  let greets = !started
  const greeting = (received: Buffer): Message | null => {
    if (received.length < 8 || received.length < received.readInt32BE(0)) return null
    greets = ENCRYPTION.has(received.readInt32BE(4))
    return { end: received.readInt32BE(0) }
  }
  return createReader((received) => {
    if (greets) return greeting(received)
    const end = received.length < 5 ? Infinity : received.readInt32BE(1) + 1
    if (received.length < end) return null
    return {
      statement: remember(received.toString('latin1', 0, 1), received.subarray(5, end)),
      end,
    }
  })
}
