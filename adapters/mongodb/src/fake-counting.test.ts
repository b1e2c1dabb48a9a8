import { ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/connection.ts'
import { mongodbAdapter } from './index.ts'

// Against a FAKE server: only what is sent to it says anything.

let connection: Connection
beforeEach(async () => {
  connection = await connect()
})
afterEach(() => connection.close())

describe('the count of commands sent to MongoDB', () => {
  it('equals what the server receives, including the end of a transaction', async () => {
    const adapter = mongodbAdapter(connection.client, { transactions: true })
    await adapter.createIndexes()
    const [counted, received] = [connection.commands.length, connection.server.received.length]
    const id = new ObjectId().toHexString()
    await adapter.transaction?.(async (within) => {
      await within.createUser?.({ id, email: 'ada@example.com', emailVerified: null })
    })
    const names = connection.commands.slice(counted).map((command) => Object.keys(command)[0])
    // It begins with the first command of the work.
    expect(names).toEqual(['find', 'insert', 'commitTransaction'])
    // By itself the driver asks now and then how the server is.
    const arrived = connection.server.received.slice(received)
    expect(arrived.filter((name) => name !== 'hello')).toEqual(names)
  })
})
