import type { AdapterUser } from '@latchstring/core/adapters'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catchFailure } from '../../../test/adapters/expectations.ts'
import { inAnHour } from '../../../test/adapters/samples.ts'
import { type Recording, explain, record } from '../test/recording.ts'
import { DATABASES, type TestDatabase } from '../test/stores.ts'
import {
  type SchemaOptions,
  type SqlAdapter,
  type UserFields,
  isUniqueViolation,
  sqlAdapter,
} from './index.ts'

const newUser = (members: Partial<AdapterUser> = {}): AdapterUser => ({
  id: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@example.com`,
  emailVerified: null,
  ...members,
})

/** A user with members the type does not know. */
const withCustom = (custom: object): AdapterUser => ({ ...newUser(), ...custom })

describe.each(DATABASES)('sqlAdapter on $dialect', ({ dialect, create }) => {
  let database: TestDatabase
  let recording: Recording
  let adapter: SqlAdapter

  beforeAll(async () => {
    database = await create()
    recording = record(dialect, database.url)
    adapter = sqlAdapter({
      db: recording.db,
      dialect,
      userFields: {
        role: 'text',
        loginCount: 'integer',
        newsletter: 'boolean',
        bornAt: 'timestamp',
        settings: 'json',
      },
    })
    await adapter.migrate()
  })

  afterAll(async () => {
    await recording?.db.destroy()
    await database?.drop()
  })

  /** The statements a call sent to the driver. */
  async function statementsOf(call: () => unknown): Promise<readonly CompiledQuery[]> {
    const before = recording.statements.length
    await call()
    return recording.statements.slice(before)
  }

  describe('a user', () => {
    it('stores the custom members that userFields lists', async () => {
      const custom = {
        role: 'admin',
        loginCount: 3,
        newsletter: false,
        bornAt: new Date('1815-12-10T01:02:03.004Z'),
        settings: { theme: 'dark', sizes: [1, 2.5], quote: "it's" },
      }
      const user = { ...newUser(), ...custom }
      await adapter.createUser(user)
      expect(await adapter.getUser(user.id)).toEqual({ name: null, image: null, ...user })
    })

    it('stores text, null and falsy values of a JSON member', async () => {
      for (const settings of ['text', null, false, 0, '']) {
        const user = { ...newUser(), settings }
        await adapter.createUser(user)
        expect(await adapter.getUser(user.id)).toMatchObject({ settings })
      }
    })

    it('is refused with a member that has no column', async () => {
      const user = { ...newUser(), favouriteColour: 'green' }
      await expect(adapter.createUser(user)).rejects.toThrow(
        /The user has the member "favouriteColour", which has no column\. .*userFields/,
      )
      expect(await adapter.getUser(user.id)).toBeNull()
    })

    it('is refused with a member of another type, without repeating its value', async () => {
      const error = await catchFailure(() =>
        adapter.createUser(withCustom({ loginCount: 'secret' })),
      )
      expect(String(error)).toBe(
        'TypeError: The user: "loginCount" must be a whole number, not a string.',
      )
    })

    it('may have members that are undefined', async () => {
      const user = { ...newUser(), favouriteColour: undefined }
      await expect(adapter.createUser(user)).resolves.toMatchObject({ id: user.id })
    })

    it('may have no address, as some providers give none', async () => {
      const users = [newUser(), newUser()].map((user) => ({ ...user, email: null }))
      for (const user of users) {
        // @ts-expect-error -- what the profile of such a provider amounts to
        await adapter.createUser(user)
        expect(await adapter.getUser(user.id)).toMatchObject(user)
      }
    })

    it('that does not exist cannot be updated', async () => {
      await expect(adapter.updateUser({ id: 'nobody', name: 'x' })).rejects.toThrow(/No user/)
    })
  })

  describe('an account', () => {
    it('stores further members that the provider sent', async () => {
      const { id: userId } = await adapter.createUser(newUser())
      const account = {
        userId,
        provider: 'example',
        providerAccountId: crypto.randomUUID(),
        type: 'oidc',
        token_type: 'bearer',
        expires_at: 1_924_992_000,
        refresh_token_expires_in: 15_811_200,
        authorization_details: [{ type: 'payment', locations: ['https://example.com'] }],
        ok: false,
        ['__proto__x']: 'not a prototype',
      } as const
      await adapter.linkAccount(account)
      expect(await adapter.getAccount(account.providerAccountId, 'example')).toEqual(account)
    })

    it('stores a known member whose value has an unusual type', async () => {
      const { id: userId } = await adapter.createUser(newUser())
      const key = { provider: 'odd', providerAccountId: crypto.randomUUID() }
      // Token responses are whatever a server sends.
      const odd = { scope: ['a', 'b'], expires_at: 1.5, session_state: null } as object
      await adapter.linkAccount({ userId, ...key, type: 'oauth', ...odd })
      expect(await adapter.getAccount(key.providerAccountId, 'odd')).toEqual({
        userId,
        ...key,
        type: 'oauth',
        ...odd,
      })
    })
  })

  describe('deleteExpired', () => {
    it('deletes expired rows, returns their number, and leaves the rest', async () => {
      const now = new Date('2001-02-03T04:05:06.789Z')
      const later = new Date(now.getTime() + 1)
      const { id: userId } = await adapter.createUser(newUser())
      const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
      await adapter.createSession({ sessionToken: old, userId, expires: now })
      await adapter.createSession({ sessionToken: young, userId, expires: later })
      const identifier = 'ada@example.com'
      await adapter.createVerificationToken({ identifier, token: old, expires: now })
      await adapter.createVerificationToken({ identifier, token: young, expires: later })

      expect(await adapter.deleteExpired(now)).toEqual({ sessions: 1, verificationTokens: 1 })
      expect(await adapter.getSessionAndUser(old)).toBeNull()
      expect(await adapter.getSessionAndUser(young)).not.toBeNull()
      expect(await adapter.useVerificationToken({ identifier, token: old })).toBeNull()
      expect(await adapter.useVerificationToken({ identifier, token: young })).not.toBeNull()
    })

    it('deletes no more rows than asked for, the oldest first, and no more in a transaction than fit (PERF-16)', async () => {
      const { id: userId } = await adapter.createUser(newUser())
      const tokens = Array.from({ length: 320 }, (_, index) => `${userId} ${index}`)
      for (const [index, sessionToken] of tokens.entries()) {
        await adapter.createSession({ sessionToken, userId, expires: new Date(index) })
      }
      const now = new Date(1_000_000)
      expect(await adapter.deleteExpired({ now, limit: 7 })).toEqual({
        sessions: 7,
        verificationTokens: 0,
      })
      const left = await adapter.listSessionsByUserId(userId)
      expect(left.map(({ sessionToken }) => sessionToken)).not.toContain(tokens[6])
      expect(left).toHaveLength(313)
      const statements = await statementsOf(() => adapter.deleteExpired(now))
      const deletions = statements.filter(({ sql }) => sql.startsWith('delete from'))
      expect(deletions.length).toBeGreaterThan(2)
      expect(await adapter.listSessionsByUserId(userId)).toEqual([])
      await expect(adapter.deleteExpired({ limit: -1 })).rejects.toThrow('-1 is not a whole number')
    })

    it('uses the current time by default', async () => {
      const { id: userId } = await adapter.createUser(newUser())
      const [old, young] = [crypto.randomUUID(), crypto.randomUUID()]
      await adapter.createSession({ sessionToken: old, userId, expires: new Date(0) })
      await adapter.createSession({ sessionToken: young, userId, expires: inAnHour() })
      await adapter.deleteExpired()
      expect(await adapter.getSessionAndUser(old)).toBeNull()
      expect(await adapter.getSessionAndUser(young)).not.toBeNull()
    })
  })

  describe('errors', () => {
    it('of the driver stay recognisable as unique violations, also when wrapped', async () => {
      const user = await adapter.createUser(newUser())
      const sameAddress = await catchFailure(() =>
        adapter.createUser(newUser({ email: user.email })),
      )
      const sameId = await catchFailure(() => adapter.createUser(newUser({ id: user.id })))
      expect(isUniqueViolation(sameAddress)).toBe(true)
      expect(isUniqueViolation(sameId)).toBe(true)
      expect(isUniqueViolation(new Error('wrapped', { cause: sameAddress }))).toBe(true)
    })

    it('of another kind are not unique violations', async () => {
      const orphan = await catchFailure(() =>
        adapter.createSession({
          sessionToken: crypto.randomUUID(),
          userId: 'nobody',
          expires: inAnHour(),
        }),
      )
      expect(orphan).toBeInstanceOf(Error)
      expect(isUniqueViolation(orphan)).toBe(false)
      expect(isUniqueViolation('23505')).toBe(false)
    })
  })

  describe('a transaction', () => {
    it('that ends with a unique violation leaves no row', async () => {
      const user = newUser()
      const { email } = await adapter.createUser(newUser())
      const error = await catchFailure(() =>
        adapter.transaction(async (within) => {
          await within.createUser(user)
          await within.createUser(newUser({ email }))
        }),
      )
      expect(isUniqueViolation(error)).toBe(true)
      expect(await adapter.getUser(user.id)).toBeNull()
    })

    it('deletes a user with everything, as part of itself', async () => {
      const { id } = await adapter.createUser(newUser())
      await adapter
        .transaction(async (within) => {
          await within.deleteUser(id)
          expect(await within.getUser(id)).toBeNull()
          throw new Error('no')
        })
        .catch(() => undefined)
      expect(await adapter.getUser(id)).not.toBeNull()
    })

    it('gives its work an adapter that declares no transactions', async () => {
      await adapter.transaction(async (within) => {
        expect(within).not.toHaveProperty('transaction')
        expect(within.capabilities).toMatchObject({ transactions: false, atomicConsume: true })
        await Promise.resolve()
      })
    })

    it('gives its work an adapter that rejects calls after the end', async () => {
      const kept = await adapter.transaction(async (within) => Promise.resolve(within))
      await expect(kept.createUser(newUser())).rejects.toThrow(/committed/i)
    })
  })

  describe('the adapter', () => {
    it('is frozen, and its methods work without `this`', async () => {
      expect(Object.isFrozen(adapter)).toBe(true)
      const { createUser, getUser } = adapter
      const user = await createUser(newUser())
      expect(await getUser(user.id)).toEqual(expect.objectContaining(user))
    })

    it('checks a session with one query', async () => {
      const { id: userId } = await adapter.createUser(newUser())
      const sessionToken = crypto.randomUUID()
      await adapter.createSession({ sessionToken, userId, expires: inAnHour() })
      const statements = await statementsOf(() => adapter.getSessionAndUser(sessionToken))
      expect(statements).toHaveLength(1)
    })

    it('sends values as parameters, never as SQL', async () => {
      const poison = "x' or '1'='1"
      const statements = await statementsOf(() => adapter.getUserByEmail(poison))
      expect(statements.map(({ sql }) => sql).join()).not.toContain(poison)
      expect(await adapter.getUserByEmail(poison)).toBeNull()
    })
  })

  describe('an index serves', () => {
    const key = { provider: 'p', providerAccountId: 'a' }
    const token = { identifier: 'i', token: 't' }
    const from = new Date(0)
    const lookUps: Readonly<Record<string, () => unknown>> = {
      getUser: () => adapter.getUser('x'),
      getUserByEmail: () => adapter.getUserByEmail('x'),
      getUserByAccount: () => adapter.getUserByAccount(key),
      updateUser: () => adapter.updateUser({ id: 'x', name: 'y' }).catch(() => undefined),
      deleteUser: () => adapter.deleteUser('x'),
      unlinkAccount: () => adapter.unlinkAccount(key),
      getAccount: () => adapter.getAccount('a', 'p'),
      getSessionAndUser: () => adapter.getSessionAndUser('x'),
      updateSession: () => adapter.updateSession({ sessionToken: 'x', expires: from }),
      compareAndSetSession: () =>
        adapter.compareAndSetSession({ sessionToken: 'x', from, to: from }),
      deleteSession: () => adapter.deleteSession('x'),
      useVerificationToken: () => adapter.useVerificationToken(token),
      getAuthenticator: () => adapter.getAuthenticator('x'),
      listAuthenticatorsByUserId: () => adapter.listAuthenticatorsByUserId('x'),
      listSessionsByUserId: () => adapter.listSessionsByUserId('x'),
      deleteSessionsByUserId: () => adapter.deleteSessionsByUserId('x', 'y'),
      listAccountsByUserId: () => adapter.listAccountsByUserId('x'),
      updateAccount: () => adapter.updateAccount({ ...key, scope: 'x' }),
      updateAuthenticatorCounter: () =>
        adapter.updateAuthenticatorCounter('x', 1).catch(() => undefined),
      deleteExpired: () => adapter.deleteExpired(from),
    }

    const index = { sqlite: /index/i, postgres: /index/i, mysql: /"key":"|const table/ }[dialect]
    const fullScan = {
      sqlite: /\bSCAN\b/,
      postgres: /Seq Scan/,
      mysql: /"type":"(?:ALL|index)"/,
    }[dialect]

    const planOf = async (statement: CompiledQuery): Promise<string> =>
      JSON.stringify((await explain(dialect, database.url, statement)).rows)

    it.each(Object.keys(lookUps))('%s', async (method) => {
      const statements = await statementsOf(() => lookUps[method]?.())
      const queries = statements.filter(({ sql }) => /^(?:select|update|delete)/.test(sql))
      expect(queries.length).toBeGreaterThan(0)
      for (const query of queries) {
        const plan = await planOf(query)
        expect(plan).toMatch(index)
        expect(plan).not.toMatch(fullScan)
      }
    })

    it('but not a look-up without one, which the plans show', async () => {
      const plan = await planOf(CompiledQuery.raw("select * from users where name = 'x'"))
      expect(plan).toMatch(fullScan)
    })
  })
})

describe('options of the SQL adapter', () => {
  const { db } = record('sqlite', 'file:never-opened.db')

  it.each([
    [{ tables: { users: 'users; drop table x' } }, /tables\.users: "users; drop table x" must/],
    [{ tables: { sessions: '' } }, /tables\.sessions: "" must/],
    [{ userFields: { 'a b': 'text' } }, /userFields: "a b" must/],
    [{ userFields: { email: 'text' } }, /userFields\.email: every user has a member of this name/],
    [{ userFields: { email_verified: 'text' } }, /"email_verified" is taken/],
    [{ userFields: { emailLower: 'text' } }, /"email_lower" is taken/],
    [{ columns: { users: { name: 'full name' } } }, /columns\.users\.name: "full name" must/],
    [{ tables: { migrations: 'a-b' } }, /tables\.migrations: "a-b" must/],
  ] satisfies readonly [SchemaOptions, RegExp][])('%o are refused', (options, message) => {
    expect(() => sqlAdapter<object, UserFields>({ db, dialect: 'sqlite', ...options })).toThrow(
      message,
    )
  })
})
