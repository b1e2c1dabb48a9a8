import { NOTES } from '@latchstring/adapter-conformance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSteps,
  exploreEnd,
  type Stepped,
  type UserStore,
} from '../../../test/adapters/end-of-user.ts'
import { LINKS, linkOf, noteOf } from '../../../test/adapters/record-attacks.ts'
import { type Connection, connect } from '../test/server.ts'
import { dynamodbAdapter } from './index.ts'

let connection: Connection
let store: UserStore

/** An adapter over a client of its own. */
function openStepped(): Stepped {
  const client = connection.another()
  const { take, pass } = createSteps()
  client.middlewareStack.add((next) => (args) => pass(() => next(args)), {
    step: 'finalizeRequest',
    priority: 'low',
  })
  return { adapter: dynamodbAdapter(client), take }
}

beforeAll(async () => {
  connection = await connect()
  const adapter = dynamodbAdapter(connection.client)
  store = {
    inserting: openStepped(),
    deleting: openStepped(),
    adapter,
    async createUser() {
      const id = crypto.randomUUID()
      await adapter.createUser({
        id,
        email: `${crypto.randomUUID()}@example.com`,
        emailVerified: null,
      })
      return id
    },
    leftOf: async (id) =>
      (await connection.scan()).filter((row) => JSON.stringify(row).includes(id)),
  }
})
afterAll(() => connection.close())

describe.each([
  ['begins with its owner', NOTES, (userId: string) => noteOf(userId, 'one', userId)],
  [
    'does not begin with its owner',
    LINKS,
    (userId: string) => linkOf(userId, [userId, '1'], userId),
  ],
] as const)('a row of DynamoDB whose key %s', (_, table, make) => {
  it('goes with its user for every order of the commands of insert and deleteUser', async () => {
    const { orders, bad } = await exploreEnd(store, table, make)
    expect(bad).toEqual([])
    expect(orders.length).toBeGreaterThan(50)
  })
})
