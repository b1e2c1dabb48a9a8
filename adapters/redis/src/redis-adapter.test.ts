import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sentDuring } from '../../../test/wire/statements.ts'
import {
  ACCOUNT,
  ADA,
  AUTHENTICATOR,
  HOUR,
  inAnHour,
  expectSeparate,
  OF_ALL_KINDS,
} from '../../../test/adapters/samples.ts'
import { createApp } from '../../../test/adapters/github-app.ts'
import { CLIENTS, type Connection, lookFromOutside, type Outside } from '../test/clients.ts'
import { isUniqueViolation, type RedisAdapter, redisAdapter } from './index.ts'

let outside: Outside
beforeAll(() => {
  outside = lookFromOutside()
})
afterAll(() => outside.close())

describe.each(CLIENTS)('redisAdapter over $name', ({ connect }) => {
  let connection: Connection
  let adapter: RedisAdapter
  beforeEach(async () => {
    connection = await connect()
    adapter = redisAdapter(connection.client, { prefix: connection.prefix })
  })
  afterEach(() => connection.close())

  const keys = (): Promise<readonly string[]> => outside.keys(connection.prefix)
  const redisKey = (name: string): string => `${connection.prefix}:${name}`

  const ends = async (): Promise<readonly number[]> =>
    Promise.all(
      ['{user:ada}:session:one', '{user:ada}:sessions', '{session:one}'].map((name) =>
        outside.redis.pexpiretime(redisKey(name)),
      ),
    )

  async function commandsOf(work: () => Promise<unknown>): Promise<number> {
    const commands = await sentDuring(connection, work)
    // The server may not have a script yet; the command that brings it comes once in its life.
    return commands.filter((name) => name !== 'EVAL').length
  }

  async function fill(): Promise<void> {
    await adapter.createUser(ADA)
    await adapter.linkAccount(ACCOUNT)
    await adapter.linkAccount({ ...ACCOUNT, provider: 'gitlab' })
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: inAnHour() })
    await adapter.createSession({ sessionToken: 'two', userId: 'ada', expires: inAnHour() })
    await adapter.createAuthenticator({ ...AUTHENTICATOR, userId: 'ada' })
  }

  describe('keys', () => {
    it('are those the README lists', async () => {
      await fill()
      await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires: inAnHour() })
      expect(await keys()).toEqual([
        '{account:["github","1"]}',
        '{account:["gitlab","1"]}',
        '{authenticator:a/b+c==}',
        '{email:ada@example.com}',
        '{session:one}',
        '{session:two}',
        '{token:["a","b"]}',
        '{user:ada}',
        '{user:ada}:accounts',
        '{user:ada}:authenticators',
        '{user:ada}:session:one',
        '{user:ada}:session:two',
        '{user:ada}:sessions',
      ])
    })

    it('are all deleted by deleteUser', async () => {
      await fill()
      await adapter.deleteUser('ada')
      expect(await keys()).toEqual([])
    })

    it('of other users stay when a user is deleted', async () => {
      await fill()
      const before = await keys()
      await adapter.createUser({ id: 'eve', email: 'eve@example.com', emailVerified: null })
      await adapter.linkAccount({ ...ACCOUNT, providerAccountId: '2', userId: 'eve' })
      await adapter.deleteUser('eve')
      expect(await keys()).toEqual(before)
    })

    it('of two prefixes are separate', async () => {
      await fill()
      const other = await connect()
      try {
        const apart = redisAdapter(other.client, { prefix: other.prefix })
        await expectSeparate(adapter, apart)
      } finally {
        await other.close()
      }
    })

    it('of sessions alone, and of the very prefix, are deleted by deleteAllSessions', async () => {
      const prefix = `${connection.prefix}:a?[bc]*\\d`
      const odd = redisAdapter(connection.client, { prefix })
      const alike = redisAdapter(connection.client, { prefix: `${connection.prefix}:axbcd` })
      const literal = redisAdapter(connection.client, { prefix: `${connection.prefix}:axb\\d` })
      for (const each of [odd, alike, literal]) {
        await each.createUser(ADA)
        const expires = inAnHour()
        await each.createSession({ sessionToken: '%}[*', userId: 'ada', expires })
        await each.createVerificationToken({ identifier: 'a', token: 'b', expires })
      }
      const left = async (): Promise<readonly number[]> =>
        Promise.all(
          [odd, alike, literal].map(
            async (each) => (await each.listSessionsByUserId('ada')).length,
          ),
        )
      await odd.deleteAllSessions?.()
      expect(await left()).toEqual([0, 1, 1])
      expect(await odd.getSessionAndUser('%}[*')).toBeNull()
      expect((await outside.redis.keys('*')).filter((key) => key.startsWith(prefix))).toHaveLength(
        3,
      )
    })

    it('of similar ids are distinguished', async () => {
      await adapter.createUser(ADA)
      await adapter.linkAccount({ ...ACCOUNT, provider: 'a', providerAccountId: 'b","c' })
      expect(
        await adapter.getUserByAccount({ provider: 'a","b', providerAccountId: 'c' }),
      ).toBeNull()
    })
  })

  describe('expiry', () => {
    it('removes a session, its list entry and a verification token', async () => {
      await adapter.createUser(ADA)
      const expires = new Date(Date.now() + 1_500)
      await adapter.createSession({ sessionToken: 'short', userId: 'ada', expires })
      await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires })
      const found = await adapter.getSessionAndUser('short')
      // On a busy machine it may have ended before it is read.
      if (Date.now() < expires.getTime()) expect(found).toMatchObject({ session: { expires } })
      await expect
        .poll(keys, { timeout: 10_000 })
        .toEqual(['{email:ada@example.com}', '{user:ada}'])
    })

    it('stay those of the user when an update gives an empty one, which it refuses', async () => {
      await fill()
      const session = { sessionToken: 'one', userId: '', expires: inAnHour() }
      await expect(adapter.updateSession(session)).rejects.toThrow(/belongs to another user/)
      await expect(adapter.updateAccount({ ...ACCOUNT, userId: '' })).rejects.toThrow(
        /The user of the account does not exist/,
      )
      expect((await adapter.getSessionAndUser('one'))?.user.id).toBe('ada')
      expect(await adapter.listAccountsByUserId('ada')).toHaveLength(2)
      expect(await adapter.getAccount(ACCOUNT.providerAccountId, ACCOUNT.provider)).toMatchObject({
        userId: 'ada',
      })
    })

    it('of a session with an empty token are deleted by deleteSessionsByUserId', async () => {
      await fill()
      await adapter.createSession({ sessionToken: '', userId: 'ada', expires: inAnHour() })
      expect(await adapter.deleteSessionsByUserId('ada', 'one')).toBe(2)
      await adapter.createSession({ sessionToken: '', userId: 'ada', expires: inAnHour() })
      expect(await adapter.deleteSessionsByUserId('ada')).toBe(2)
      expect(await adapter.getSessionAndUser('')).toBeNull()
    })

    it('follows updateSession and compareAndSetSession', async () => {
      await adapter.createUser(ADA)
      const first = new Date(Date.now() + HOUR)
      const second = new Date(Date.now() + 2 * HOUR)
      const third = new Date(Date.now() + 3 * HOUR)
      await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: first })
      expect(await ends()).toEqual([first, first, first].map(Number))
      await adapter.updateSession({ sessionToken: 'one', expires: second })
      expect(await ends()).toEqual([second, second, second].map(Number))
      await adapter.compareAndSetSession({ sessionToken: 'one', from: second, to: third })
      expect(await ends()).toEqual([third, third, third].map(Number))
    })

    it('of one session leaves the other sessions in the list', async () => {
      await adapter.createUser(ADA)
      const expires = new Date(Date.now() + 200)
      await adapter.createSession({ sessionToken: 'long', userId: 'ada', expires: inAnHour() })
      await adapter.createSession({ sessionToken: 'short', userId: 'ada', expires })
      const tokens = async (): Promise<readonly string[]> =>
        (await adapter.listSessionsByUserId('ada')).map(({ sessionToken }) => sessionToken)
      await expect.poll(tokens, { timeout: 10_000 }).toEqual(['long'])
      await adapter.createSession({ sessionToken: 'new', userId: 'ada', expires: inAnHour() })
      expect(await outside.redis.zrange(redisKey('{user:ada}:sessions'), 0, -1)).not.toContain(
        'short',
      )
    })
  })

  describe('values', () => {
    it('of all kinds are returned unchanged', async () => {
      const user = { ...ADA, ...OF_ALL_KINDS }
      await adapter.createUser(user)
      expect(await adapter.getUser('ada')).toEqual(user)
      expect(await adapter.updateUser({ id: 'ada', name: null })).toEqual({ ...user, name: null })
    })

    it.each([
      ['a function', { greet: () => 'hello' }],
      ['a Map', { map: new Map() }],
      ['NaN', { count: Number.NaN }],
      ['a Date inside an object', { nested: { at: new Date() } }],
      ['an invalid Date', { at: new Date(Number.NaN) }],
      ['a name the adapter uses', { '#email': 'eve@example.com' }],
    ])('that Redis cannot store are refused: %s', async (_, members) => {
      await expect(adapter.createUser({ ...ADA, ...members })).rejects.toThrow(TypeError)
      expect(await keys()).toEqual([])
    })

    it('of several users without an address are stored', async () => {
      // Providers may give no address, whatever the type says.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      const withoutEmail = { emailVerified: null } as typeof ADA
      await adapter.createUser({ ...withoutEmail, id: 'a' })
      await adapter.createUser({ ...withoutEmail, id: 'b' })
      expect(await adapter.getUser('b')).toEqual({ id: 'b', email: null, emailVerified: null })
      expect(await keys()).toEqual(['{user:a}', '{user:b}'])
    })
  })

  describe('unique keys', () => {
    it('are reported as unique violations, and other failures are not', async () => {
      await fill()
      const failures = [
        adapter.createUser({ ...ADA, id: 'other', email: 'aDA@example.com' }),
        adapter.createUser({ ...ADA, email: 'other@example.com' }),
        adapter.linkAccount(ACCOUNT),
        adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: inAnHour() }),
      ]
      for (const failure of failures) await expect(failure).rejects.toSatisfy(isUniqueViolation)
      const orphan = adapter.linkAccount({ ...ACCOUNT, provider: 'other', userId: 'nobody' })
      await expect(orphan).rejects.toThrow('does not exist')
      await expect(orphan).rejects.not.toSatisfy(isUniqueViolation)
    })

    it('include the address that a user changes to', async () => {
      await fill()
      await adapter.createUser({ id: 'eve', email: 'eve@example.com', emailVerified: null })
      const taking = adapter.updateUser({ id: 'eve', email: 'ADA@example.com', name: 'Ada' })
      await expect(taking).rejects.toSatisfy(isUniqueViolation)
      expect(await adapter.getUser('eve')).not.toHaveProperty('name')
      await adapter.updateUser({ id: 'ada', email: 'ADA@EXAMPLE.COM' })
      expect((await adapter.getUserByEmail(ADA.email))?.email).toBe('ADA@EXAMPLE.COM')
    })

    it('of users that were removed without deleteUser are free', async () => {
      await fill()
      await outside.redis.del(redisKey('{user:ada}'))
      expect(await adapter.getUserByEmail(ADA.email)).toBeNull()
      expect(await adapter.getUserByAccount(ACCOUNT)).toBeNull()
      expect(await adapter.getSessionAndUser('one')).toBeNull()
      await adapter.createUser({ ...ADA, id: 'next' })
      await adapter.linkAccount({ ...ACCOUNT, userId: 'next' })
      expect((await adapter.getUserByAccount(ACCOUNT))?.id).toBe('next')
    })
  })

  describe('sign-ins', () => {
    it('and session checks send the commands that the README lists', async () => {
      const app = await createApp(adapter)
      const browser = app.openBrowser()
      // One of them asks once how the server evicts keys.
      expect(await commandsOf(() => browser.signIn(app.github))).toBe(11)
      expect(await commandsOf(() => browser.session())).toBe(1)
      expect(await commandsOf(() => app.openBrowser().signIn(app.github))).toBe(8)
      expect(await browser.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
    })

    it('of one person, 32 at once, create one user and one account', async () => {
      const app = await createApp(adapter)
      const browsers = Array.from({ length: 32 }, () => app.openBrowser())
      await Promise.all(browsers.map((browser) => browser.signIn(app.github)))
      const names = await keys()
      expect(names.filter((name) => /^\{user:[^}]*\}$/.test(name))).toHaveLength(1)
      expect(names.filter((name) => name.startsWith('{account:'))).toHaveLength(1)
      const sessions = await Promise.all(browsers.map((browser) => browser.session()))
      expect(sessions.some((session) => session !== null)).toBe(true)
      // A call between the two writes of the winner got an error, and succeeds when repeated.
      for (const browser of browsers) {
        if ((await browser.session()) === null) await browser.signIn(app.github)
        expect(await browser.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
      }
      const [user = ''] = names.filter((name) => /^\{user:[^}]*\}$/.test(name))
      await adapter.deleteUser(user.slice('{user:'.length, -1))
      expect(await keys()).toEqual([])
    })
  })
})

describe('redisAdapter', () => {
  it('refuses objects that are not Redis clients, and prefixes with braces', () => {
    // A caller without types may pass these values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
    const other = { get: () => null } as unknown as Connection['client']
    expect(() => redisAdapter(other)).toThrow('"ioredis" or "redis"')
    for (const prefix of ['', '{a}', 'a}b']) {
      expect(() => redisAdapter(outside.redis, { prefix })).toThrow('braces')
    }
  })

  it('is frozen', () => {
    const adapter = redisAdapter(outside.redis)
    expect(Object.isFrozen(adapter)).toBe(true)
    expect(Object.isFrozen(adapter.capabilities)).toBe(true)
  })
})
