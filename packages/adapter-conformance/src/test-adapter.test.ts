import type { Adapter } from '@latchstring/core/adapters'
import * as vitest from 'vitest'
import { createMemoryAdapter } from '../test/memory-adapter.ts'
import { EVERYTHING, runSuite } from '../test/run-suite.ts'
import { toSeconds } from '../test/defects.ts'
import { testAdapter } from './index.ts'

const { describe, expect, it } = vitest

testAdapter({
  name: 'a store in memory',
  create: createMemoryAdapter,
  capabilities: EVERYTHING,
  runner: vitest,
})

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

describe('the conformance suite for a correct store', () => {
  it('passes with users and accounts alone', async () => {
    const sound = usersAndAccounts()
    const relinking: Adapter = {
      ...sound,
      async linkAccount(account) {
        await sound.unlinkAccount?.(account)
        await sound.linkAccount?.(account)
      },
    }
    const { passed, failed } = await runSuite(relinking, { capabilities: {} })
    expect(failed).toEqual([])
    expect(passed).toContain('does not have transactions')
  })

  it('fails unless the store declares unique constraints', async () => {
    expect((await runSuite(usersAndAccounts(), { capabilities: {} })).failed).toEqual([
      'without uniqueConstraints, a second user or account with the same key is stored',
    ])
  })

  it('fails unless the store declares its methods', async () => {
    const { failed } = await runSuite(createMemoryAdapter(), {
      capabilities: {},
      onlyGroup: 'declarations',
    })
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

  it('passes with unique constraints and without transactions', async () => {
    const { transaction: _, ...adapter } = createMemoryAdapter()
    const capabilities = { ...EVERYTHING, transactions: false }
    const declared = { ...adapter, capabilities: { ...adapter.capabilities, transactions: false } }
    expect((await runSuite(declared, { capabilities })).failed).toEqual([])
  })
})

describe('the options of the conformance suite', () => {
  it('create the adapter once and close it after the tests', async () => {
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

  it('skip only the sign-ins through the core', () => {
    const titlesOf = (options: { readonly throughTheCore?: boolean }): readonly string[] => {
      const headings: string[] = []
      testAdapter({
        name: 'listed',
        create: createMemoryAdapter,
        capabilities: EVERYTHING,
        ...options,
        runner: {
          describe(heading, define) {
            headings.push(heading)
            define()
          },
          it: () => undefined,
        },
      })
      return headings
    }
    const left = titlesOf({ throughTheCore: false })
    const gone = titlesOf({}).filter((heading) => !left.includes(heading))
    expect(gone).toEqual(['concurrency through the core', 'faults through the core'])
    expect(titlesOf({ throughTheCore: true })).toEqual(titlesOf({}))
  })

  it('accept a store whose times have whole seconds', async () => {
    const sound = createMemoryAdapter()
    const adapter: Adapter = {
      ...sound,
      createSession: (session) =>
        sound.createSession({ ...session, expires: toSeconds(session.expires) }),
    }
    const { failed } = await runSuite(adapter, { datePrecision: 1000 })
    expect(failed).toEqual([])
  })
})
