import { createReader, type Reader } from './reader.ts'

const COM_QUERY = 0x03
const COM_STMT_EXECUTE = 0x17

function statementIn(packet: Buffer): string | undefined {
  // Packets of a greeting answer the server's, and their numbers go on from those.
  const isCommand = packet.readUInt8(3) === 0
  const command = isCommand && packet.length > 4 ? packet.readUInt8(4) : undefined
  if (command === COM_QUERY) return packet.toString('utf8', 5)
  return command === COM_STMT_EXECUTE ? `statement ${packet.readUInt32LE(5)}` : undefined
}

/** Reads the packets of a client of MySQL or MariaDB. Those that carry out a statement are COM_QUERY and COM_STMT_EXECUTE. */
export const createMysqlReader = (): Reader =>
  createReader((received) => {
    const end = received.length < 4 ? Infinity : received.readUIntLE(0, 3) + 4
    return received.length < end ? null : { statement: statementIn(received.subarray(0, end)), end }
  })
