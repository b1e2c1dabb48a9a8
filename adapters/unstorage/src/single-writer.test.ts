import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AUTHENTICATOR } from '../../../test/adapters/samples.ts'
import { createApp } from '../../../test/adapters/github-app.ts'
import { DRIVERS } from '../test/drivers.ts'
import { openProcess } from '../test/process.ts'
import {
  ACCOUNT,
  ADA,
  EVE,
  fill,
  openStorage,
  createSession,
  TOKEN,
  type Work,
  WORKS,
} from '../test/works.ts'
import {
  isUniqueViolation,
  type KeyValueStorage,
  type UnstorageAdapter,
  unstorageAdapter,
} from './index.ts'

const RACERS = 32

let storage: KeyValueStorage
let close: () => Promise<void>
let adapter: UnstorageAdapter
beforeEach(async () => {
  ;({ storage, close } = await openStorage())
  adapter = unstorageAdapter(storage, { singleWriter: true })
})
afterEach(() => close())

/** All that is stored. */
async function contents(): Promise<unknown> {
  const keys = (await storage.getKeys('')).toSorted()
  return Promise.all(keys.map(async (key) => [key, await storage.getItem(key)]))
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Stores one record of every kind, of Ada. */
async function fillAll(): Promise<void> {
  await fill(storage)
  await adapter.createUser(EVE)
  await adapter.linkAccount({ ...ACCOUNT, userId: 'ada' })
  await adapter.createAuthenticator({ ...AUTHENTICATOR, userId: 'ada' })
  await adapter.createVerificationToken(TOKEN)
}

/** Writes of what {@link fillAll} has stored already, and what the error says. */
const REPEATED: readonly (readonly [string, Work])[] = [
  ['user with the same id', (to) => to.createUser({ ...ADA, email: 'other@example.com' })],
  ['user with the same address', (to) => to.createUser({ ...ADA, id: 'another' })],
  [
    'user with the same address',
    (to) => to.createUser({ ...ADA, id: 'another', email: 'ADA@Example.COM' }),
  ],
  ['user with the same address', (to) => to.updateUser({ id: 'eve', email: 'Ada@example.com' })],
  ['account with the same key', (to) => to.linkAccount({ ...ACCOUNT, userId: 'ada' })],
  ['account with the same key', (to) => to.linkAccount({ ...ACCOUNT, userId: 'eve' })],
  ['session with the same token', (to) => to.createSession(createSession('one'))],
  [
    'session with the same token',
    (to) => to.createSession({ ...createSession('one'), userId: 'eve' }),
  ],
  ['verification token with the same hash', (to) => to.createVerificationToken(TOKEN)],
  [
    'authenticator with the same key',
    (to) => to.createAuthenticator({ ...AUTHENTICATOR, userId: 'eve' }),
  ],
]

describe('unstorageAdapter with the option singleWriter', () => {
  it.each(REPEATED)('refuses a second %s and writes nothing', async (what, write) => {
    await fillAll()
    const before = await contents()
    const process = openProcess(storage, { singleWriter: true })
    const error = await rejection(write(process.adapter))
    expect(String(error)).toContain(what)
    expect(isUniqueViolation(error)).toBe(true)
    expect(await contents()).toEqual(before)
    expect(process.calls.filter((call) => !call.startsWith('get'))).toEqual([])
  })

  it('lets a user change the letter case of its address, and another user take it afterwards', async () => {
    await fillAll()
    await adapter.updateUser({ id: 'ada', email: 'ADA@example.com' })
    expect((await adapter.getUserByEmail('ada@example.com'))?.email).toBe('ADA@example.com')
    await adapter.updateUser({ id: 'ada', email: 'new@example.com' })
    await adapter.updateUser({ id: 'eve', email: 'ada@example.com' })
    expect((await adapter.getUserByEmail('Ada@example.com'))?.id).toBe('eve')
    expect((await adapter.getUserByEmail('new@example.com'))?.id).toBe('ada')
  })

  it('stores several users without an address', async () => {
    await adapter.createUser({ ...ADA, email: '' })
    await adapter.createUser({ ...EVE, email: '' })
    expect(await adapter.getUserByEmail('')).toBeNull()
    await adapter.updateUser({ id: 'eve', email: 'eve@example.com' })
    expect((await adapter.getUserByEmail('eve@example.com'))?.id).toBe('eve')
  })

  it('stores a second user with the same address only without the option', async () => {
    const open = unstorageAdapter(storage)
    expect(open.compareAndSetSession).toBeUndefined()
    await open.createUser(ADA)
    await open.createUser({ ...ADA, id: 'another' })
    expect((await open.getUserByEmail(ADA.email))?.id).toBe('another')
  })
})

describe('simultaneous calls of unstorageAdapter with the option singleWriter', () => {
  it.each(REPEATED.map(([what, write]) => [what, write] as const))(
    `refuse all of ${RACERS} writes where the record exists: %s`,
    async (_, write) => {
      await fillAll()
      const before = await contents()
      const errors = await Promise.all(
        Array.from({ length: RACERS }, () => rejection(write(adapter))),
      )
      expect(errors.every(isUniqueViolation)).toBe(true)
      expect(await contents()).toEqual(before)
    },
  )

  it.each<[string, (index: number) => Promise<unknown>]>([
    [
      'users with one id',
      (n) => adapter.createUser({ ...ADA, id: 'new', email: `${n}@b.example` }),
    ],
    ['users with one address', (n) => adapter.createUser({ ...ADA, id: `${n}`, email: 'A@b.c' })],
    [
      'users who change to the same address',
      (n) => adapter.updateUser({ id: n % 2 ? 'ada' : 'eve', email: 'a@b.c', name: `${n}` }),
    ],
    ['accounts', (n) => adapter.linkAccount({ ...ACCOUNT, provider: 'b', userId: pick(n) })],
    ['sessions', (n) => adapter.createSession({ ...createSession('new'), userId: pick(n) })],
    ['verification tokens', () => adapter.createVerificationToken({ ...TOKEN, token: 'new' })],
    [
      'credentials',
      (n) => adapter.createAuthenticator({ ...AUTHENTICATOR, credentialID: 'b', userId: pick(n) }),
    ],
  ])('let one of %s through', async (what, write) => {
    await fillAll()
    const errors = await Promise.all(
      Array.from({ length: RACERS }, (_, index) => rejection(write(index))),
    )
    // The user with the address can still be changed.
    const through = what.startsWith('users who') ? RACERS / 2 : 1
    expect(errors.filter((error) => error === undefined)).toHaveLength(through)
    expect(errors.filter(isUniqueViolation)).toHaveLength(RACERS - through)
  })

  it('never deadlock', async () => {
    await fillAll()
    const works = Array.from({ length: 200 }, (_, n) => workNumber(n)(adapter))
    await Promise.allSettled(works)
    const users = await Promise.all(['ada', 'eve', 'new'].map((id) => adapter.getUser(id)))
    for (const user of users) {
      if (user === null) continue
      expect((await adapter.getUserByEmail(user.email))?.id).toBe(user.id)
      for (const { userId } of await adapter.listAccountsByUserId(user.id)) {
        expect(userId).toBe(user.id)
      }
    }
    // No call is blocked, so all users can be deleted.
    for (const id of ['ada', 'eve', 'new']) await adapter.deleteUser(id)
    for (const email of ['a@b.c', 'b@b.c']) expect(await adapter.getUserByEmail(email)).toBeNull()
  })

  it('never read a partly written record', async () => {
    await fill(storage)
    const slow: KeyValueStorage = {
      getItem: (key) => storage.getItem(key),
      async setItem(key, value, options) {
        // As the driver for files does: the file is emptied, and then filled.
        await storage.setItem(key, { half: true })
        await new Promise(setImmediate)
        await storage.setItem(key, value, options)
      },
      removeItem: (key) => storage.removeItem(key),
      getKeys: (base) => storage.getKeys(base),
    }
    const here = unstorageAdapter(slow, { singleWriter: true })
    const extending = WORKS.extend(here)
    for (let reads = 0; reads < RACERS; reads += 1) {
      expect((await here.getSessionAndUser('one'))?.user.id).toBe('ada')
      await new Promise(setImmediate)
    }
    await extending
  })
})

describe.each(DRIVERS.filter(({ shared }) => !shared))(
  'unstorageAdapter with the option singleWriter and the driver $name',
  ({ open }) => {
    it('moves an expiry once and lets one call use a verification token', async () => {
      const opened = await open()
      const here = unstorageAdapter(opened.storage, { singleWriter: true })
      await here.createUser(ADA)
      const session = await here.createSession(createSession('one'))
      await here.createVerificationToken(TOKEN)
      const to = new Date(session.expires.getTime() + 1)
      const from = session.expires
      const moves = await Promise.all(
        Array.from({ length: RACERS }, async () =>
          here.compareAndSetSession?.({ sessionToken: 'one', from, to }),
        ),
      )
      expect(moves.filter(Boolean)).toHaveLength(1)
      expect((await here.getSessionAndUser('one'))?.session.expires).toEqual(to)
      const uses = await Promise.all(
        Array.from({ length: RACERS }, () => here.useVerificationToken(TOKEN)),
      )
      expect(uses.filter((use) => use !== null)).toEqual([TOKEN])
      await opened.close()
    })

    it('makes the calls that the README lists', async () => {
      const opened = await open()
      const here = unstorageAdapter(opened.storage, { singleWriter: true })
      const app = await createApp(here)
      const browser = app.openBrowser()
      const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
        const before = opened.calls.length
        await work()
        return opened.calls.length - before
      }
      const calls = [
        await callsOf(() => browser.signIn(app.github)),
        await callsOf(() => app.openBrowser().signIn(app.github)),
        await callsOf(() => browser.session()),
      ]
      expect(calls).toEqual([19, 13, 1])
      await here.createUser(ADA)
      const { expires: from } = await here.createSession(createSession('one'))
      const move = { sessionToken: 'one', from, to: new Date(from.getTime() + 1) }
      expect(await callsOf(async () => here.compareAndSetSession?.(move))).toBe(6)
      expect(await callsOf(() => here.updateUser({ id: 'ada', name: 'Ada' }))).toBe(3 + 5)
      await opened.close()
    })
  },
)

function pick(index: number): string {
  return index % 2 === 0 ? 'ada' : 'eve'
}

/** All kinds of changes, by users who want each other's addresses and accounts. */
function workNumber(n: number): Work {
  const id = ['ada', 'eve', 'new'][n % 3] ?? 'ada'
  const email = n % 4 < 2 ? 'a@b.c' : 'b@b.c'
  const works: readonly Work[] = [
    (to) => to.updateUser({ id, email }),
    (to) => to.createUser({ id, email, emailVerified: null }),
    (to) => to.linkAccount({ ...ACCOUNT, userId: id }),
    (to) => to.createSession({ ...createSession(`${n % 5}`), userId: id }),
    (to) => to.deleteUser(id),
    (to) => to.unlinkAccount(ACCOUNT),
    (to) => to.deleteSessionsByUserId(id),
    (to) => to.updateUser({ id, name: `${n}` }),
    (to) => to.deleteExpired(new Date(Date.now() + 1e9)),
  ]
  return works[(n * 7) % works.length] ?? WORKS.rename
}
