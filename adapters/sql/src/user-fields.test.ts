import type { AdapterUser } from '@latchstring/core/adapters'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { type OpenSqlAdapter, type SqlAdapter, openSqlAdapter } from './index.ts'

const userFields = { role: 'text', bornAt: 'timestamp', settings: 'json' } as const

interface Custom {
  role: string | null
  bornAt: Date | null
  settings: unknown
}

const user = { id: crypto.randomUUID(), email: 'ada@example.com', emailVerified: null }

const open = () => openSqlAdapter(':memory:', { userFields })

describe('custom members of users that userFields names', () => {
  let adapter: ReturnType<typeof open>

  beforeAll(async () => {
    adapter = open()
    await adapter.migrate()
  })

  afterAll(async () => {
    await adapter?.close()
  })

  it("are members of the adapter's user type", () => {
    expectTypeOf(adapter).toExtend<OpenSqlAdapter<Custom>>()
    expectTypeOf(adapter).toExtend<SqlAdapter<{ role: string | null }>>()
    expectTypeOf(adapter.getUser).returns.resolves.toEqualTypeOf<(AdapterUser & Custom) | null>()
    // @ts-expect-error -- no such member was named
    expectTypeOf(adapter).toExtend<SqlAdapter<{ colour: string | null }>>()
    // @ts-expect-error -- a text is not a number
    expectTypeOf<{ role: 5 }>().toExtend<Partial<Custom>>()
    expect(adapter.capabilities.ttl).toBe(false)
  })

  it('are returned by every method that returns a user', async () => {
    const created = await adapter.createUser({ ...user, role: 'editor' })
    const sessionToken = crypto.randomUUID()
    await adapter.createSession({ sessionToken, userId: created.id, expires: new Date() })
    const account = { provider: 'p', providerAccountId: '1' }
    await adapter.linkAccount({ ...account, type: 'oauth', userId: created.id })
    const given = [
      created,
      await adapter.getUser(created.id),
      await adapter.getUserByEmail(user.email),
      await adapter.getUserByAccount(account),
      (await adapter.getSessionAndUser(sessionToken))?.user,
      await adapter.transaction((within) => within.getUser(created.id)),
    ]
    expect(given.map((one) => one?.role)).toEqual(given.map(() => 'editor'))
    const bornAt = new Date('1815-12-10T00:00:00.000Z')
    expect((await adapter.updateUser({ id: created.id, bornAt })).bornAt).toEqual(bornAt)
  })

  it('are not members of the user type without userFields', () => {
    const plain = openSqlAdapter(':memory:')
    expectTypeOf(plain.getUser).returns.resolves.toExtend<AdapterUser | null>()
    expectTypeOf(plain.getUser).returns.resolves.not.toHaveProperty('role')
  })
})
