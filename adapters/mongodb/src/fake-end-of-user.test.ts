import { NOTES } from '@latchstring/adapter-conformance'
import type { Collection, Db } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSteps,
  exploreEnd,
  type Stepped,
  type UserStore,
} from '../../../test/adapters/end-of-user.ts'
import { LINKS, linkOf, noteOf } from '../../../test/adapters/record-attacks.ts'
import { type Connection, connect } from '../test/connection.ts'
import { mongodbAdapter } from './index.ts'

// Against a FAKE server, whose commands are atomic and in the order in which they arrive.

let connection: Connection
let store: UserStore

type Pass = ReturnType<typeof createSteps>['pass']

/** A collection whose commands that end in a promise pass. */
const passing = (collection: Collection, pass: Pass): Collection =>
  new Proxy(collection, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: readonly unknown[]): unknown => {
        const send = (): unknown => Reflect.apply(member, target, given)
        return name === 'find' || name === 'aggregate' ? send() : pass(async () => send())
      }
    },
  })

/** An adapter over a client of its own. */
function openStepped(): Stepped {
  const { take, pass } = createSteps()
  const db = new Proxy(connection.another().db(), {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: readonly unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, given)
        // What a database gives by this name.
        return name === 'collection' ? passing(result as Collection, pass) : result
      }
    },
  })
  return { adapter: mongodbAdapter(db satisfies Db), take }
}

beforeAll(async () => {
  connection = await connect()
  const adapter = mongodbAdapter(connection.client)
  await adapter.createIndexes()
  store = {
    inserting: openStepped(),
    deleting: openStepped(),
    adapter,
    async createUser() {
      const email = `${crypto.randomUUID()}@example.com`
      return (await adapter.createUser({ id: '', email, emailVerified: null })).id
    },
    leftOf: async (id) =>
      [...connection.server.collections.values()]
        .flat()
        .filter((document) => JSON.stringify(document).includes(id)),
  }
})
afterAll(() => connection.close())

describe.each([
  ['never expires', NOTES, (userId: string) => noteOf(userId, 'one', userId)],
  ['may expire', LINKS, (userId: string) => linkOf(userId, [userId, '1'], userId)],
] as const)('a row of MongoDB that %s', (_, table, make) => {
  it('goes with its user for every order of the commands of insert and deleteUser, and where either is stopped', async () => {
    const { orders, bad } = await exploreEnd(store, table, make, ['crash'])
    expect(bad).toEqual([])
    expect(orders.length).toBeGreaterThan(50)
  })
})
