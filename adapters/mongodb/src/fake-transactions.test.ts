import { ObjectId } from 'mongodb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '../test/connection.ts'
import type { FakeDocument } from '../test/fake-mongodb-store.ts'
import { mongodbAdapter } from './index.ts'

// Against a FAKE server, which isolates nothing: only what is sent to it says anything.

const ADA = { email: 'Ada@Example.com', emailVerified: null }

let connection: Connection
beforeEach(async () => {
  connection = await connect()
})
afterEach(() => connection.close())

async function commandsOf(work: () => Promise<unknown>): Promise<readonly FakeDocument[]> {
  const before = connection.commands.length
  await work()
  return connection.commands.slice(before)
}

describe('transactions of mongodbAdapter', () => {
  it('exist only where the option says so', () => {
    expect(mongodbAdapter(connection.client).transaction).toBeUndefined()
    const transactional = mongodbAdapter(connection.client, { transactions: true })
    expect(transactional.capabilities.transactions).toBe(true)
    expect(transactional.transaction).toBeTypeOf('function')
  })

  it('send every command of the work as part of one transaction, and end it', async () => {
    const transactional = mongodbAdapter(connection.client, { transactions: true })
    const run = (fails: boolean): Promise<unknown> =>
      Promise.resolve(
        transactional.transaction?.(async (within) => {
          await within.createUser?.({ ...ADA, id: new ObjectId().toHexString() })
          if (fails) throw new Error('no')
        }),
      )
    const failing = await commandsOf(() => expect(run(true)).rejects.toThrow('no'))
    expect(failing.map((command) => Object.keys(command)[0])).toEqual([
      'find',
      'insert',
      'abortTransaction',
    ])
    const commands = await commandsOf(() => run(false))
    expect(commands.map((command) => Object.keys(command)[0])).toEqual([
      'find',
      'insert',
      'commitTransaction',
    ])
    expect(commands.map((command) => command['autocommit'])).toEqual([false, false, false])
    expect(new Set(commands.map((command) => String(command['txnNumber']))).size).toBe(1)
    expect(commands.map((command) => command['startTransaction'])).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect(connection.server.collections.get('users')).toHaveLength(1)
  })
})
