import { createReader, type Reader } from './reader.ts'

/** The line that begins at a place, without its sign, and where the next begins. */
function lineAt(received: Buffer, start: number): { length: number; end: number } | null {
  const end = received.indexOf('\r\n', start)
  if (end === -1) return null
  return { length: Number(received.toString('latin1', start + 1, end)), end: end + 2 }
}

/** Reads the commands of a client of Redis (RESP): arrays of texts, of which the first is the name. */
export const createRedisReader = (): Reader =>
  createReader((received) => {
    const texts: string[] = []
    const head = lineAt(received, 0)
    let end = head?.end ?? 0
    for (let left = head?.length ?? 1; left > 0; left -= 1) {
      const line = lineAt(received, end)
      if (head === null || line === null || received.length < line.end + line.length + 2)
        return null
      texts.push(received.toString('utf8', line.end, line.end + line.length))
      end = line.end + line.length + 2
    }
    return { statement: texts[0]?.toUpperCase(), end }
  })
