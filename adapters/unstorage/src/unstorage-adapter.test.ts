import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../test/app.ts'
import { DRIVERS, type TestStorage } from '../test/drivers.ts'
import { type UnstorageAdapter, unstorageAdapter } from './index.ts'

const ADA = { id: 'ada', email: 'Ada@Example.com', emailVerified: null }
const ACCOUNT = {
  provider: 'github',
  providerAccountId: '1',
  type: 'oauth',
  userId: 'ada',
} as const
const HOUR = 3_600_000

const inAnHour = (): Date => new Date(Date.now() + HOUR)

describe.each(DRIVERS)('with the driver $name', ({ open, ttl }) => {
  let opened: TestStorage
  let adapter: UnstorageAdapter
  beforeEach(async () => {
    opened = await open()
    adapter = unstorageAdapter(opened.storage, { ttl })
  })
  afterEach(() => opened.close())

  const keys = async (): Promise<readonly string[]> => (await opened.storage.getKeys()).toSorted()
  /** The only key of a kind. */
  const keyOf = async (kind: string): Promise<string> => {
    const [key, ...others] = await opened.storage.getKeys(`latchstring:${kind}`)
    if (key === undefined || others.length > 0) throw new Error(`There is not one ${kind}.`)
    return key
  }

  async function fill(): Promise<void> {
    await adapter.createUser(ADA)
    await adapter.linkAccount(ACCOUNT)
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: inAnHour() })
    await adapter.createAuthenticator({
      credentialID: 'a/b+c==',
      userId: 'ada',
      providerAccountId: '1',
      credentialPublicKey: 'key',
      counter: 0,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
      transports: null,
    })
  }

  async function callsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = opened.calls.length
    await work()
    return opened.calls.slice(before)
  }

  it('leaves nothing of a user behind after deleteUser', async () => {
    await fill()
    expect((await keys()).length).toBe(8)
    await adapter.deleteUser('ada')
    expect(await keys()).toEqual([])
  })

  it('has no key with a token, an address or an id in it', async () => {
    await fill()
    expect((await keys()).join('\n')).not.toMatch(/one|ada|example|a\/b/i)
  })

  it('keeps two prefixes apart', async () => {
    await fill()
    const apart = unstorageAdapter(opened.storage, { ttl, prefix: 'other:app' })
    expect(await apart.getUser('ada')).toBeNull()
    expect(await apart.getUserByEmail(ADA.email)).toBeNull()
    expect(await apart.getSessionAndUser('one')).toBeNull()
    await apart.createUser({ ...ADA, id: 'another-ada' })
    await apart.deleteUser('ada')
    expect((await adapter.getUserByEmail(ADA.email))?.id).toBe('ada')
  })

  it.each([
    ['case', 'token', 'TOKEN'],
    ['separators', 'a/b', 'a:b'],
    ['what looks like a query', 'a?b', 'a?c'],
    ['dots', '..', '.'],
    ['length', 'x'.repeat(5_000), 'x'.repeat(5_001)],
  ])('tells keys apart by %s', async (_, one, other) => {
    await fill()
    await adapter.createSession({ sessionToken: one, userId: 'ada', expires: inAnHour() })
    expect(await adapter.getSessionAndUser(other)).toBeNull()
    expect((await adapter.getSessionAndUser(one))?.session.sessionToken).toBe(one)
  })

  it('gives values of all kinds back as they were', async () => {
    const user = {
      ...ADA,
      emailVerified: new Date(1_700_000_000_123),
      name: '{"not":"parsed"}',
      image: '2026-01-01T00:00:00.000Z',
      visits: 12_345_678_901_234,
      nothing: null,
      tags: [],
      settings: { dark: true, sizes: [1, 2] },
      lastSeen: new Date(1),
    }
    await adapter.createUser(user)
    expect(await adapter.getUser('ada')).toEqual(user)
    const eve = { ...ADA, id: 'eve', greet: () => 'hello' }
    await expect(adapter.createUser(eve)).rejects.toThrow('"greet"')
    expect(await adapter.getUser('eve')).toBeNull()
  })

  it.each([
    ['an expiry that is text', 'session', { expires: 'tomorrow' }],
    ['the id of nobody', 'session', { userId: 7 }],
    ['an address that is a number', 'user', { email: 1 }],
  ])('refuses a damaged record: %s', async (_, kind, members) => {
    await fill()
    const key = await keyOf(kind)
    const stored = await opened.storage.getItem<{ members: object; dates: string[] }>(key)
    const damage = { ...stored, members: { ...stored?.members, ...members } }
    await opened.storage.setItem(key, damage)
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('is damaged')
  })

  it('refuses what is no record, and a session under the key of another', async () => {
    await fill()
    const key = await keyOf('session')
    const stored = await opened.storage.getItem<{ members: object; dates: string[] }>(key)
    const moved = { ...stored, members: { ...stored?.members, sessionToken: 'two' } }
    await opened.storage.setItem(key, moved)
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('not under its own key')
    await opened.storage.setItem(key, 'a text')
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('is damaged')
  })

  it('reads two items for a session check, and signs in with the calls the README says', async () => {
    const app = await createApp(adapter)
    const browser = app.openBrowser()
    const first = await callsOf(() => browser.signIn(app.github))
    const repeated = await callsOf(() => app.openBrowser().signIn(app.github))
    expect(await callsOf(() => browser.session())).toEqual(['getItem', 'getItem'])
    expect([first.length, repeated.length]).toEqual([8, 4])
    expect(await browser.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
  })
})

describe('records that expire', () => {
  const [memory, , redis] = DRIVERS

  it('disappear by themselves where the driver lets them', async () => {
    if (redis === undefined) throw new Error('There is a driver for Redis.')
    const { storage, close } = await redis.open()
    const adapter = unstorageAdapter(storage, { ttl: true })
    expect(adapter.capabilities.ttl).toBe(true)
    await adapter.createUser(ADA)
    const expires = new Date(Date.now() + 1_500)
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires })
    await adapter.createVerificationToken({ identifier: 'a', token: 'b', expires })
    expect(await storage.getKeys()).toHaveLength(5)
    await expect.poll(() => storage.getKeys(), { timeout: 10_000 }).toHaveLength(2)
    await close()
  })

  it('are deleted by deleteExpired elsewhere, and nothing else is', async () => {
    if (memory === undefined) throw new Error('There is a driver for the memory.')
    const { storage, close } = await memory.open()
    const adapter = unstorageAdapter(storage)
    expect(adapter.capabilities.ttl).toBe(false)
    await adapter.createUser(ADA)
    const before = new Date(Date.now() - 1)
    for (const [token, expires] of [
      ['old', before],
      ['new', inAnHour()],
    ] as const) {
      await adapter.createSession({ sessionToken: token, userId: 'ada', expires })
      await adapter.createVerificationToken({ identifier: 'a', token, expires })
    }
    expect(await adapter.deleteExpired()).toEqual({ sessions: 1, verificationTokens: 1 })
    expect(await adapter.getSessionAndUser('old')).toBeNull()
    expect(await adapter.getSessionAndUser('new')).not.toBeNull()
    expect(await adapter.deleteExpired()).toEqual({ sessions: 0, verificationTokens: 0 })
    await adapter.deleteUser('ada')
    expect(await storage.getKeys()).toHaveLength(1)
    await close()
  })
})

describe('a record that was changed by half', () => {
  const [memory] = DRIVERS

  it('does not lead to somebody else', async () => {
    if (memory === undefined) throw new Error('There is a driver for the memory.')
    const { storage, close } = await memory.open()
    const adapter = unstorageAdapter(storage)
    await adapter.createUser(ADA)
    const [address = ''] = await storage.getKeys('latchstring:email')
    const noted = await storage.getItem(address)
    await adapter.updateUser({ id: 'ada', email: 'new@example.com' })
    await storage.setItem(address, noted)
    expect(await adapter.getUserByEmail(ADA.email)).toBeNull()
    expect((await adapter.getUserByEmail('new@example.com'))?.id).toBe('ada')
    await close()
  })

  it('and an account that went to another user stays with that one', async () => {
    if (memory === undefined) throw new Error('There is a driver for the memory.')
    const { storage, close } = await memory.open()
    const adapter = unstorageAdapter(storage)
    await adapter.createUser(ADA)
    await adapter.createUser({ id: 'eve', email: 'eve@example.com', emailVerified: null })
    await adapter.linkAccount(ACCOUNT)
    await adapter.linkAccount({ ...ACCOUNT, userId: 'eve' })
    expect(await adapter.listAccountsByUserId('ada')).toEqual([])
    await adapter.deleteUser('ada')
    expect((await adapter.getUserByAccount(ACCOUNT))?.id).toBe('eve')
    await close()
  })
})

describe('unstorageAdapter', () => {
  it('refuses a prefix that a storage would change', async () => {
    if (DRIVERS[0] === undefined) throw new Error('There is a driver.')
    const { storage, close } = await DRIVERS[0].open()
    for (const prefix of ['', 'a/b', ':a', 'a::b', 'a?b', '..']) {
      expect(() => unstorageAdapter(storage, { prefix })).toThrow('prefix')
    }
    expect(Object.isFrozen(unstorageAdapter(storage))).toBe(true)
    await close()
  })
})
