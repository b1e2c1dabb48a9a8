import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  ADA,
  AUTHENTICATOR,
  inAnHour,
  expectSeparate,
  OF_ALL_KINDS,
} from '../../../test/adapters/samples.ts'
import { createApp } from '../../../test/adapters/github-app.ts'
import { DRIVERS, type TestStorage } from '../test/drivers.ts'
import { type UnstorageAdapter, unstorageAdapter } from './index.ts'

/** What is stored of a record. */
interface Stored {
  readonly members: object
  readonly dates: readonly string[]
  readonly user?: Stored
}

describe.each(DRIVERS)('unstorageAdapter with the driver $name', ({ open, ttl }) => {
  let opened: TestStorage
  let adapter: UnstorageAdapter
  beforeEach(async () => {
    opened = await open()
    adapter = unstorageAdapter(opened.storage, { ttl })
  })
  afterEach(() => opened.close())

  /** All keys, but for those that say for a while which sessions have ended where records expire. */
  const keys = async (): Promise<readonly string[]> =>
    (await opened.storage.getKeys())
      .filter((key) => !(ttl && key.startsWith('latchstring:ended:')))
      .toSorted()
  /** The only key of a kind. */
  const keyOf = async (kind: string): Promise<string> => {
    const [key, ...others] = await opened.storage.getKeys(`latchstring:${kind}`)
    if (key === undefined || others.length > 0) throw new Error(`There is not one ${kind}.`)
    return key
  }

  /** Changes what is stored as the only record of a kind. */
  async function change(kind: string, changes: (stored: Stored) => object): Promise<void> {
    const key = await keyOf(kind)
    const stored = await opened.storage.getItem<Stored>(key)
    if (stored === null) throw new Error(`There is no ${kind}.`)
    await opened.storage.setItem(key, { ...stored, ...changes(stored) })
  }

  async function fill(): Promise<void> {
    await adapter.createUser(ADA)
    await adapter.linkAccount(ACCOUNT)
    await adapter.createSession({ sessionToken: 'one', userId: 'ada', expires: inAnHour() })
    await adapter.createAuthenticator({ ...AUTHENTICATOR, userId: 'ada' })
  }

  async function callsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const before = opened.calls.length
    await work()
    return opened.calls.slice(before)
  }

  it('leaves no record of a user after deleteUser', async () => {
    await fill()
    expect((await keys()).length).toBe(8)
    await adapter.deleteUser('ada')
    expect(await keys()).toEqual([])
  })

  it('has no token, address or id in its keys', async () => {
    await fill()
    expect((await keys()).join('\n')).not.toMatch(/one|ada|example|a\/b/i)
  })

  it('keeps two prefixes separate', async () => {
    await fill()
    const apart = unstorageAdapter(opened.storage, { ttl, prefix: 'other:app' })
    await expectSeparate(adapter, apart)
  })

  it.each([
    ['case', 'token', 'TOKEN'],
    ['separators', 'a/b', 'a:b'],
    ['a suffix like a query', 'a?b', 'a?c'],
    ['dots', '..', '.'],
    ['length', 'x'.repeat(5_000), 'x'.repeat(5_001)],
  ])('distinguishes keys by %s', async (_, one, other) => {
    await fill()
    await adapter.createSession({ sessionToken: one, userId: 'ada', expires: inAnHour() })
    expect(await adapter.getSessionAndUser(other)).toBeNull()
    expect((await adapter.getSessionAndUser(one))?.session.sessionToken).toBe(one)
  })

  it('returns values of all kinds unchanged', async () => {
    const user = { ...ADA, ...OF_ALL_KINDS }
    await adapter.createUser(user)
    expect(await adapter.getUser('ada')).toEqual(user)
    const eve = { ...ADA, id: 'eve', greet: () => 'hello' }
    await expect(adapter.createUser(eve)).rejects.toThrow('"greet"')
    expect(await adapter.getUser('eve')).toBeNull()
  })

  it.each([
    ['an expiry that is text', { expires: 'tomorrow' }],
    ['an id that is not text', { userId: 7 }],
    ['the id of another user', { userId: 'eve' }],
  ])('refuses a damaged session: %s', async (_, members) => {
    await fill()
    await change('session', (stored) => ({ members: { ...stored.members, ...members } }))
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('is damaged')
  })

  it.each([
    ['nothing', () => null],
    ['a text', () => 'ada'],
    ['one without a record', () => ({ revision: 'one' })],
    [
      'one with a number for an address',
      (user: Stored) => ({ ...user, members: { id: 'ada', email: 1 } }),
    ],
    ['one with a number for a revision', (user: Stored) => ({ ...user, revision: 1 })],
    [
      'one of another user',
      (user: Stored) => ({ ...user, members: { ...user.members, id: 'eve' } }),
    ],
  ])('refuses a session with a damaged copy of its user: %s', async (_, damage) => {
    await fill()
    await change('session', ({ user }) => ({ user: damage(user ?? { members: {}, dates: [] }) }))
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('is damaged')
  })

  it('refuses a damaged user, and copies it to no session', async () => {
    await fill()
    await change('user', ({ members }) => ({ members: { ...members, email: 1 } }))
    await expect(adapter.getUser('ada')).rejects.toThrow('is damaged')
    const expires = inAnHour()
    const another = adapter.createSession({ sessionToken: 'two', userId: 'ada', expires })
    await expect(another).rejects.toThrow('is damaged')
    expect(await adapter.getSessionAndUser('two')).toBeNull()
  })

  it('reads sessions without a copy of their user', async () => {
    for (const work of [
      () => adapter.updateSession({ sessionToken: 'one', expires: inAnHour() }),
      () => adapter.updateUser({ id: 'ada', name: 'Ada' }),
    ]) {
      await fill()
      await change('session', () => ({ user: undefined }))
      await change('user', () => ({ revision: undefined }))
      expect(await adapter.getSessionAndUser('one')).toMatchObject({
        session: { sessionToken: 'one' },
        user: ADA,
      })
      expect(await callsOf(() => adapter.getSessionAndUser('one'))).toEqual(['getItem', 'getItem'])
      await work()
      expect(await adapter.getSessionAndUser('one')).toMatchObject({
        session: { sessionToken: 'one' },
        user: ADA,
      })
      expect(await callsOf(() => adapter.getSessionAndUser('one'))).toEqual(['getItem'])
      await adapter.deleteUser('ada')
    }
  })

  it('does not move a session to another user or create one without a user', async () => {
    await fill()
    const moving = adapter.updateSession({ sessionToken: 'one', userId: 'eve' })
    await expect(moving).rejects.toThrow('cannot be moved')
    const before = await keys()
    const expires = inAnHour()
    const creating = adapter.createSession({ sessionToken: 'two', userId: 'eve', expires })
    await expect(creating).rejects.toThrow('does not exist')
    expect(await keys()).toEqual(before)
  })

  it('refuses values that are not records, and a session under the key of another', async () => {
    await fill()
    await change('session', ({ members }) => ({ members: { ...members, sessionToken: 'two' } }))
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('not under its own key')
    await opened.storage.setItem(await keyOf('session'), 'a text')
    await expect(adapter.getSessionAndUser('one')).rejects.toThrow('is damaged')
  })

  it('reads one item for a session check, and signs in with the calls that the README lists', async () => {
    const app = await createApp(adapter)
    const browser = app.openBrowser()
    const first = await callsOf(() => browser.signIn(app.github))
    const repeated = await callsOf(() => app.openBrowser().signIn(app.github))
    expect(await callsOf(() => browser.session())).toEqual(['getItem'])
    expect([first.length, repeated.length]).toEqual(ttl ? [12, 9] : [11, 8])
    expect(await browser.session()).toMatchObject({ user: { email: 'octocat@github.com' } })
  })
})

describe('a record that was changed in part', () => {
  const [memory] = DRIVERS

  it('does not lead to another user', async () => {
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

  it('does not take an account from the user it was moved to', async () => {
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
  it('refuses a prefix that the storage would change', async () => {
    if (DRIVERS[0] === undefined) throw new Error('There is a driver.')
    const { storage, close } = await DRIVERS[0].open()
    for (const prefix of ['', 'a/b', ':a', 'a::b', 'a?b', '..']) {
      expect(() => unstorageAdapter(storage, { prefix })).toThrow('prefix')
    }
    expect(Object.isFrozen(unstorageAdapter(storage))).toBe(true)
    await close()
  })
})
