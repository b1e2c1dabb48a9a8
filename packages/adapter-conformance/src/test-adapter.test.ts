import type { Adapter } from '@latchstring/core/adapters'
import * as vitest from 'vitest'
import { createMemoryAdapter } from '../test/memory-adapter.ts'
import { type ConformanceCapabilities, type TestRunner, testAdapter } from './index.ts'

const { describe, expect, it } = vitest

const EVERYTHING: ConformanceCapabilities = {
  sessions: true,
  verificationTokens: true,
  webauthn: true,
  atomicConsume: true,
  transactions: true,
  uniqueConstraints: true,
  compareAndSet: true,
  revocation: true,
  accountUpdates: true,
}

testAdapter({
  name: 'a store in memory',
  create: createMemoryAdapter,
  capabilities: EVERYTHING,
  runner: vitest,
})

interface Outcome {
  readonly passed: string[]
  readonly failed: string[]
}

/** Runs the suite with a runner that writes down what happened. */
async function runSuite(
  adapter: Adapter,
  capabilities: ConformanceCapabilities,
  onlyGroup?: string,
): Promise<Outcome> {
  const tests: { name: string; run: () => Promise<void> }[] = []
  const path: string[] = []
  const runner: TestRunner = {
    describe(name, define) {
      path.push(name)
      define()
      path.pop()
    },
    it(name, run) {
      if (onlyGroup === undefined || path[1] === onlyGroup) tests.push({ name, run })
    },
  }
  testAdapter({ name: 'collected', create: () => adapter, capabilities, runner })
  const outcome: Outcome = { passed: [], failed: [] }
  for (const { name, run } of tests) {
    try {
      await run()
      outcome.passed.push(name)
    } catch {
      outcome.failed.push(name)
    }
  }
  return outcome
}

const toSeconds = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000)

const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })

interface Defect {
  readonly what: string
  readonly adapter: (sound: Required<Adapter>) => Adapter
  readonly group: string
  readonly fails: string
}

const DEFECTS: readonly Defect[] = [
  {
    what: 'a token that two callers can have',
    adapter: (sound) => {
      const tokens = new Map<string, Date>()
      return {
        ...sound,
        createVerificationToken: (token) => tokens.set(token.token, token.expires),
        async useVerificationToken({ identifier, token }) {
          const expires = tokens.get(token)
          await breathe()
          tokens.delete(token)
          return expires === undefined ? null : { identifier, token, expires }
        },
      }
    },
    group: 'atomic consume',
    fails: 'of 32 simultaneous uses of a token one gets it',
  },
  {
    what: 'a comparison that is not one step with the change',
    adapter: (sound) => ({
      ...sound,
      async compareAndSetSession({ sessionToken, from, to }) {
        const found = await sound.getSessionAndUser(sessionToken)
        if (found?.session.expires.getTime() !== from.getTime()) return false
        await breathe()
        await sound.updateSession({ sessionToken, expires: to })
        return true
      },
    }),
    group: 'compare and set',
    fails: 'of 32 simultaneous calls one moves the expiry',
  },
  {
    what: 'a transaction that keeps what its work did before it failed',
    adapter: (sound) => ({ ...sound, transaction: (work) => work(sound) }),
    group: 'transactions',
    fails: 'a transaction whose work rejects leaves nothing, and rejects with the same error',
  },
  {
    what: 'a transaction that shows unfinished work to others',
    adapter: (sound) => ({ ...sound, transaction: (work) => work(sound) }),
    group: 'transactions',
    fails: 'nobody outside sees what a transaction has not finished',
  },
  {
    what: 'accounts that can be linked twice',
    adapter: (sound) => ({
      ...sound,
      linkAccount: async (account) => {
        await sound.unlinkAccount(account)
        await sound.linkAccount(account)
      },
    }),
    group: 'unique constraints',
    fails: 'linkAccount rejects an account that is linked, also to another user',
  },
  {
    what: 'addresses that are unique only as they are written',
    adapter: (sound) => ({
      ...sound,
      getUserByEmail: async (email) => {
        const user = await sound.getUserByEmail(email)
        return user?.email === email ? user : null
      },
    }),
    group: 'unique constraints',
    fails: 'an address in other letter case is the same address',
  },
  {
    what: 'sessions that outlive their user',
    adapter: (sound) => {
      const kept = new Map<string, Awaited<ReturnType<typeof sound.getSessionAndUser>>>()
      return {
        ...sound,
        async getSessionAndUser(token) {
          const found = (await sound.getSessionAndUser(token)) ?? kept.get(token) ?? null
          kept.set(token, found)
          return found
        },
        async createSession(session) {
          const created = await sound.createSession(session)
          const user = await sound.getUser(session.userId)
          if (user !== null) kept.set(session.sessionToken, { session, user })
          return created
        },
      }
    },
    group: 'sessions',
    fails: 'deleteUser ends every session of the user',
  },
  {
    what: 'times without milliseconds',
    adapter: (sound) => ({
      ...sound,
      createSession: (session) =>
        sound.createSession({ ...session, expires: toSeconds(session.expires) }),
    }),
    group: 'sessions',
    fails: 'getSessionAndUser gives the session with its time, and its user',
  },
  {
    what: 'undefined instead of null',
    adapter: (sound) => ({
      ...sound,
      // @ts-expect-error -- the defect itself, which JavaScript lets through
      getUser: async (id) => (await sound.getUser(id)) ?? undefined,
    }),
    group: 'users and accounts',
    fails: 'getUser gives null for an unknown id',
  },
  {
    what: 'an update that forgets the other members',
    adapter: (sound) => ({
      ...sound,
      async updateUser(user) {
        return sound.updateUser({ name: null, image: null, ...user })
      },
    }),
    group: 'users and accounts',
    fails: 'updateUser changes the members given and leaves the others',
  },
  {
    what: 'capabilities that are not declared',
    adapter: (sound) => ({
      ...sound,
      capabilities: { ...sound.capabilities, transactions: false },
    }),
    group: 'declarations',
    fails: 'adapter.capabilities says the same as the options of this suite',
  },
]

const usersAndAccounts = (): Adapter => {
  const sound = createMemoryAdapter()
  return {
    createUser: (user) => sound.createUser(user),
    getUser: (id) => sound.getUser(id),
    getUserByEmail: (email) => sound.getUserByEmail(email),
    getUserByAccount: (key) => sound.getUserByAccount(key),
    updateUser: (user) => sound.updateUser(user),
    deleteUser: (id) => sound.deleteUser(id),
    linkAccount: (account) => sound.linkAccount(account),
    unlinkAccount: (key) => sound.unlinkAccount(key),
  }
}

describe('a sound store', () => {
  it('passes with users and accounts alone', async () => {
    const sound = usersAndAccounts()
    const relinking: Adapter = {
      ...sound,
      async linkAccount(account) {
        await sound.unlinkAccount?.(account)
        await sound.linkAccount?.(account)
      },
    }
    const { passed, failed } = await runSuite(relinking, {})
    expect(failed).toEqual([])
    expect(passed).toContain('does not have transactions')
  })

  it('is told to declare that it refuses duplicates', async () => {
    expect((await runSuite(usersAndAccounts(), {})).failed).toEqual([
      'without uniqueConstraints, a second user or account with the same key is stored',
    ])
  })

  it('is told to declare the methods it has', async () => {
    const { failed } = await runSuite(createMemoryAdapter(), {}, 'declarations')
    expect(failed).toEqual(
      expect.arrayContaining([
        'does not have sessions',
        'does not have verificationTokens',
        'does not have webauthn',
        'does not have transactions',
        'does not have compareAndSet',
        'does not have revocation',
        'does not have accountUpdates',
      ]),
    )
  })

  it('is run against unique constraints without transactions, too', async () => {
    const { transaction: _, ...adapter } = createMemoryAdapter()
    const capabilities = { ...EVERYTHING, transactions: false }
    const declared = { ...adapter, capabilities: { ...adapter.capabilities, transactions: false } }
    expect((await runSuite(declared, capabilities)).failed).toEqual([])
  })
})

describe('the suite finds', () => {
  it.each(DEFECTS)('$what', async ({ adapter, group, fails }) => {
    const sound = createMemoryAdapter()
    expect((await runSuite(sound, EVERYTHING, group)).failed).toEqual([])
    const { failed } = await runSuite(adapter(createMemoryAdapter()), EVERYTHING, group)
    expect(failed).toContain(fails)
  })

  it('methods that are missing', async () => {
    const { deleteUser: _, getAccount: __, ...adapter } = createMemoryAdapter()
    const { failed } = await runSuite(adapter, EVERYTHING, 'declarations')
    expect(failed).toEqual(['has the methods every adapter has', 'has the methods of webauthn'])
  })
})

describe('the options', () => {
  it('make the adapter once and close it after the tests', async () => {
    const calls: string[] = []
    const after: (() => Promise<void>)[] = []
    const tests: (() => Promise<void>)[] = []
    testAdapter({
      name: 'counted',
      create: () => {
        calls.push('create')
        return createMemoryAdapter()
      },
      destroy: () => {
        calls.push('destroy')
      },
      capabilities: EVERYTHING,
      runner: {
        describe: (_, define) => {
          define()
        },
        it: (_, run) => tests.push(run),
        after: (run) => after.push(run),
      },
    })
    for (const run of tests.slice(0, 5)) await run()
    for (const run of after) await run()
    expect(calls).toEqual(['create', 'destroy'])
  })

  it('accept a store whose times have whole seconds', async () => {
    const sound = createMemoryAdapter()
    const adapter: Adapter = {
      ...sound,
      createSession: (session) =>
        sound.createSession({ ...session, expires: toSeconds(session.expires) }),
    }
    const failed: string[] = []
    const tests: { name: string; run: () => Promise<void> }[] = []
    testAdapter({
      name: 'whole seconds',
      create: () => adapter,
      capabilities: EVERYTHING,
      datePrecision: 1000,
      runner: {
        describe: (_, define) => {
          define()
        },
        it: (name, run) => tests.push({ name, run }),
      },
    })
    for (const { name, run } of tests) await run().catch(() => failed.push(name))
    expect(failed).toEqual([])
  })
})
