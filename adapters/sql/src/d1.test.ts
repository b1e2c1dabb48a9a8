import { createRequire } from 'node:module'
import { testAdapter } from '@latchstring/adapter-conformance'
import { Kysely } from 'kysely'
import * as runner from 'vitest'
import { type Listening, countDuring, sentDuring } from '../../../test/wire/statements.ts'
import { CONTROL, RECORDS, WITH_TRANSACTIONS } from '../../../test/adapters/samples.ts'
import { USER_FIELDS, countRows, write } from '../test/subjects.ts'
import { type D1Worker, startD1Worker } from '../test/d1-worker.ts'
import { listenToD1 } from '../test/traffic.ts'
import { type D1Database, d1Adapter, d1Dialect } from './d1.ts'
import { isUniqueViolation } from './index.ts'

const { afterAll, beforeAll, describe, expect, it } = runner

let worker: D1Worker
let d1: D1Database
let listening: Listening

const bindingOf = (name: string): D1Database => worker.open(name)

beforeAll(() => {
  worker = startD1Worker(['DB', 'OTHER', 'THIRD'])
  const listened = listenToD1(bindingOf('DB'))
  d1 = listened.d1
  listening = listened
})

afterAll(() => worker?.close())

/** D1 does not say what it is, so that the version is that of the program. */
async function version(): Promise<string> {
  const found: unknown = createRequire(import.meta.url)('miniflare/package.json')
  const number: unknown =
    typeof found === 'object' && found !== null ? Reflect.get(found, 'version') : ''
  return Promise.resolve(`Miniflare ${String(number)}`)
}

testAdapter({
  name: 'D1',
  async create() {
    const adapter = d1Adapter(d1, {
      userFields: USER_FIELDS,
      sessionControl: true,
      records: RECORDS,
    })
    await adapter.migrate()
    return adapter
  },
  capabilities: { ...WITH_TRANSACTIONS, ...CONTROL, transactions: false },
  runner,
  userFields: USER_FIELDS,
  countRows: () => countRows(new Kysely<object>({ dialect: d1Dialect(d1) })),
  report: {
    adapter: 'sql',
    store: 'Cloudflare D1',
    version,
    write,
    countQueries: (work) => countDuring(listening, work),
  },
})

const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }

describe('the adapter for D1', () => {
  it('creates its tables once when several instances migrate at the same time', async () => {
    const other = bindingOf('OTHER')
    const instances = Array.from({ length: 6 }, () => d1Adapter(other))
    const applied = await Promise.all(instances.map((instance) => instance.migrate()))
    expect(applied.flat()).toEqual([1])
    for (const instance of instances) expect(await instance.migrate()).toEqual([])
  })

  it('adds columns of custom members, also from several instances at once', async () => {
    const other = bindingOf('OTHER')
    const userFields = { role: 'text' } as const
    const instances = Array.from({ length: 4 }, () => d1Adapter(other, { userFields }))
    await Promise.all(instances.map((instance) => instance.migrate()))
    const [instance] = instances
    await instance?.createUser({ ...user, role: 'admin' })
    expect(await instance?.getUser(user.id)).toMatchObject({ role: 'admin' })
  })

  it('says why tables cannot be created, and creates none', async () => {
    const third = bindingOf('THIRD')
    await third.prepare('create table authenticators (placeholder text)').all()
    await expect(d1Adapter(third).migrate()).rejects.toThrow(/authenticators/)
    await third.prepare('drop table authenticators').all()
    expect(await d1Adapter(third).migrate()).toEqual([1])
  })

  it('reports a duplicate user as a unique violation', async () => {
    const adapter = d1Adapter(bindingOf('OTHER'))
    const error: unknown = await adapter
      .createUser({ ...user, id: crypto.randomUUID() })
      .catch((reason: unknown) => reason)
    expect(isUniqueViolation(error)).toBe(true)
  })

  it('deletes a user with everything in one batch', async () => {
    const batches: number[] = []
    const other = bindingOf('OTHER')
    const adapter = d1Adapter({
      prepare: (sql) => other.prepare(sql),
      batch(batch) {
        batches.push(batch.length)
        return other.batch(batch)
      },
    })
    await adapter.deleteUser(user.id)
    expect(batches).toEqual([4])
    expect(await adapter.getUser(user.id)).toBeNull()
  })

  it('refuses a transaction, which D1 does not have', async () => {
    const db = new Kysely<object>({ dialect: d1Dialect(d1) })
    await expect(db.transaction().execute(async () => Promise.resolve())).rejects.toThrow(
      /D1 has no transactions that stay open/,
    )
  })

  it('sends one call to D1 for a query, and one batch for a deletion', async () => {
    const { d1: database, ...listened } = listenToD1(bindingOf('OTHER'))
    const adapter = d1Adapter(database)
    const { id } = await adapter.createUser({ ...user, email: 'grace@example.com' })
    const get = () => adapter.getUser(id)
    expect(await sentDuring(listened, get)).toEqual([expect.stringMatching(/^select /)])
    const [batch, ...more] = await sentDuring(listened, () => adapter.deleteUser(id))
    expect(batch?.match(/delete from/g)).toHaveLength(4)
    expect(more).toEqual([])
  })
})
