import { recordVerbs } from '../../../../../test/adapters/memory-records.ts'
import { passkeyNames } from '../records/passkey-names.ts'
import { describe, expect, it, vi } from 'vitest'
import { AuthError } from '../errors/auth-error.ts'
import { AccessDenied } from '../errors/classes.ts'
import { createLog } from '../logger/logger.ts'
import type { Adapter, AdapterUser } from '../types/adapter.ts'
import { METHODS, wrapAdapter } from './adapter.ts'
import { missingMethods } from './store.ts'

const ADA: AdapterUser = { id: '1', email: 'ada@example.com', emailVerified: null }
const BOB: AdapterUser = { id: '2', email: 'bob@example.com', emailVerified: null }
const LINK = { provider: 'acme', providerAccountId: 'Ada-1' }

function matching(form: RegExp): unknown {
  return expect.stringMatching(form)
}

interface Wrapped {
  readonly adapter: Adapter
  readonly warn: ReturnType<typeof vi.fn>
  readonly debug: ReturnType<typeof vi.fn>
}

function wrap(adapter: Adapter): Wrapped {
  const warn = vi.fn()
  const debug = vi.fn()
  return { adapter: wrapAdapter(adapter, createLog({ warn, debug }, true)), warn, debug }
}

describe('An adapter wrapped by the library', () => {
  it('has its methods and capabilities, and is frozen', () => {
    const capabilities = { ttl: true }
    const { adapter } = wrap({ getUser: () => ADA, capabilities })
    expect(Object.keys(adapter).toSorted()).toEqual(['capabilities', 'getUser'])
    expect(adapter.capabilities).toBe(capabilities)
    expect(Object.isFrozen(adapter)).toBe(true)
    expect(Object.keys(wrap({}).adapter)).toEqual([])
    // As JavaScript may have it.
    const odd = { getUser: 'no function', transaction: true } as unknown as Adapter
    expect(Object.keys(wrap(odd).adapter)).toEqual([])
  })

  it('has every method that adapters can have', () => {
    const names = (
      'createUser getUser getUserByEmail getUserByAccount updateUser deleteUser linkAccount unlinkAccount ' +
      'createSession getSessionAndUser updateSession deleteSession createVerificationToken useVerificationToken ' +
      'getVerificationToken useAuthenticator deleteAuthenticator ' +
      'getAccount getAuthenticator createAuthenticator listAuthenticatorsByUserId updateAuthenticatorCounter ' +
      'compareAndSetSession listSessionsByUserId deleteSessionsByUserId listAccountsByUserId updateAccount transaction ' +
      'appendRevocations listRevocations getRevocation deleteAllSessions spend spendAll'
    ).split(' ')
    const all: Adapter = Object.fromEntries(names.map((name) => [name, () => null]))
    expect(Object.keys(wrap(all).adapter).toSorted()).toEqual(names.toSorted())
    // A transaction is not called, but run.
    const called = names.filter((name) => name !== 'transaction')
    expect(METHODS.toSorted()).toEqual(called.toSorted())
  })

  it('has the verbs of frozen records, whose failures are named after them', async () => {
    const get = vi.fn(() => null)
    const drop = (): never => {
      throw new Error('the disk is full')
    }
    const records = Object.freeze({ ...recordVerbs({ records: new Map() }, () => true), get, drop })
    const { adapter } = wrap({ capabilities: { records: true }, records })
    const key = { userId: 'ada', passkey: 'a1' }
    expect(adapter.records?.keeps(passkeyNames)).toBe(true)
    expect(await adapter.records?.get(passkeyNames, key)).toBeNull()
    expect(get).toHaveBeenCalledWith(passkeyNames, key)
    await expect(adapter.records?.drop(passkeyNames, key, 1)).rejects.toMatchObject({
      type: 'AdapterError',
      message: 'The adapter failed in records.drop().',
    })
    expect(wrap({ records }).adapter.records).toBeUndefined()
  })

  it('is called with its own `this`, and the debug log names only the method', async () => {
    class Store {
      readonly user = ADA
      getUser(): AdapterUser {
        return this.user
      }
    }
    const { adapter, debug } = wrap(new Store())
    expect(await adapter.getUser?.('1')).toBe(ADA)
    expect(debug.mock.calls).toEqual([['adapter.getUser', undefined]])
  })

  it('rejects with its own error, or with one that names the method without arguments', async () => {
    const own = new AccessDenied('Not today.')
    const foreign = new Error('duplicate key "secret"')
    const failing = (error: unknown): Adapter => ({
      getUser: () => {
        throw error
      },
      transaction: async () => {
        throw error
      },
    })
    await expect(wrap(failing(own)).adapter.getUser?.('1')).rejects.toBe(own)
    const { adapter } = wrap(failing(foreign))
    for (const [name, attempt] of [
      ['getUser', async () => adapter.getUser?.('secret')],
      ['transaction', async () => adapter.transaction?.(async () => null)],
    ] as const) {
      await expect(attempt()).rejects.toMatchObject({
        type: 'AdapterError',
        message: `The adapter failed in ${name}().`,
        cause: { err: foreign },
      })
    }
    expect(own).toBeInstanceOf(AuthError)
  })

  it.each<[string, object]>([
    ['an adapter of this project', { code: 'VALUE_TOO_LONG' }],
    ['PostgreSQL, for a column', { code: '22001' }],
    ['PostgreSQL, for an index', { code: '54000' }],
    ['MySQL', { code: 'ER_DATA_TOO_LONG', errno: 1406 }],
    ['Prisma', { code: 'P2000' }],
    ['a driver, in the error of another library', { cause: { code: 'ER_DATA_TOO_LONG' } }],
    [
      'DynamoDB, for a key',
      {
        name: 'ValidationException',
        message: 'Size of sortkey has exceeded the maximum size limit of1024 bytes',
      },
    ],
  ])(
    'a value that is refused as too long by %s is a request that is refused, and no outage',
    async (_, members) => {
      const failure = Object.assign(new Error('refused'), members)
      const { adapter } = wrap({ linkAccount: async () => Promise.reject(failure) })
      const account = { userId: '1', type: 'oidc', provider: 'a', providerAccountId: 'b' } as const
      await expect(adapter.linkAccount?.(account)).rejects.toMatchObject({
        type: 'ValueTooLong',
        message: 'A value is longer than the store can keep, in linkAccount().',
        cause: { err: failure },
      })
    },
  )

  it('asks a store again that was away, after a transaction that was refused in it', async () => {
    let now = 0
    let isAway = true
    const getUser = (): AdapterUser => {
      if (!isAway) return ADA
      now += 2000
      throw new Error('timeout')
    }
    const clock = (): number => now
    const log = createLog({ warn: vi.fn() }, false)
    const adapter = wrapAdapter({ getUser, transaction: async (work) => work({}) }, log, false, {
      clock,
      steady: clock,
    })
    await expect(adapter.getUser?.('1')).rejects.toThrow('getUser()')
    isAway = false
    now += 2000
    const refused = new AccessDenied('Not today.')
    await expect(adapter.transaction?.(async () => Promise.reject(refused))).rejects.toBe(refused)
    expect(await adapter.getUser?.('1')).toBe(ADA)
  })

  it('wraps the adapter of a transaction, and returns the result', async () => {
    const inner: Adapter = { getUser: () => BOB }
    const { adapter, warn } = wrap({ transaction: async (work) => work(inner) })
    expect(await adapter.transaction?.(async (within) => within.getUser?.('1'))).toBeNull()
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'adapter-keys',
      expect.stringMatching(
        /^getUser\(\) found a record with another key.*binary collation.*migrate/,
      ),
    )
    expect(await adapter.transaction?.(async () => 7)).toBe(7)
  })

  it('reports a change of another record', async () => {
    const { adapter, warn } = wrap({ updateUser: () => BOB })
    await expect(adapter.updateUser?.({ id: '1' })).rejects.toMatchObject({
      type: 'AdapterError',
      message: matching(/another record in updateUser\(\)\. .*binary/),
    })
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('(ALT-07) The user of an account', () => {
  type Methods = Pick<Adapter, 'getAccount' | 'listAccountsByUserId'>
  const account = { ...LINK, type: 'oauth' as const, userId: '1' }
  const find = async (methods: Methods, answer: AdapterUser | null = ADA) => {
    const wrapped = wrap({ getUserByAccount: () => answer, ...methods })
    const user = await wrapped.adapter.getUserByAccount?.(LINK)
    return { user, warned: wrapped.warn.mock.calls.map(([code]) => String(code)) }
  }

  it('is null without the account, whatever methods the adapter has', async () => {
    const never = (): never => {
      throw new Error('No user was found.')
    }
    const methods = { getAccount: never, listAccountsByUserId: never }
    expect(await find(methods, null)).toEqual({ user: null, warned: [] })
    expect(await find({}, null)).toEqual({ user: null, warned: [] })
  })

  it('is its owner', async () => {
    const owner = { user: ADA, warned: ['adapter-keys'] }
    expect(await find({ getAccount: () => account })).toEqual(owner)
    expect(await find({ listAccountsByUserId: () => [account] })).toEqual(owner)
  })

  describe('whose store is checked once', () => {
    const open = (adapter: Adapter) => {
      const asked: string[] = []
      const wrapped = wrap({
        getAccount: (providerAccountId) => ({ ...account, providerAccountId }),
        ...adapter,
        getUserByAccount: (key) => {
          asked.push(key.providerAccountId)
          return adapter.getUserByAccount?.(key) ?? null
        },
      })
      const signIn = (providerAccountId: string) =>
        wrapped.adapter.getUserByAccount?.({ provider: 'acme', providerAccountId })
      return { ...wrapped, asked, signIn }
    }
    const lowerCase: Adapter['getUserByAccount'] = ({ providerAccountId: id }) =>
      id.toLowerCase() === 'ada' ? ADA : null

    it('is warned of before a look-alike comes, and each account is found', async () => {
      const { asked, signIn, warn } = open({ getUserByAccount: lowerCase })
      expect([await signIn('ada'), await signIn('ada')]).toEqual([ADA, ADA])
      expect(asked).toEqual(['ada', 'ADA', 'ada'])
      expect(warn).toHaveBeenCalledExactlyOnceWith(
        'adapter-keys',
        expect.stringMatching(/^getUserByAccount\(\) /),
      )
    })

    it.each([
      ['no user', null],
      ['another user', BOB],
    ])('is not warned of where another spelling finds %s', async (_, other) => {
      const { asked, signIn, warn } = open({
        getUserByAccount: ({ providerAccountId: id }) => (id === 'ada' ? ADA : other),
      })
      expect([await signIn('ada'), await signIn('ada')]).toEqual([ADA, ADA])
      expect(asked).toEqual(['ada', 'ADA', 'ada'])
      expect(warn).not.toHaveBeenCalled()
    })

    it('is looked at once by all configurations of an adapter, as a function makes them', async () => {
      const asked: string[] = []
      const adapter: Adapter = {
        getAccount: () => account,
        getUserByAccount: ({ providerAccountId }) => {
          asked.push(providerAccountId)
          return ADA
        },
      }
      for (const { adapter: wrapped } of [wrap(adapter), wrap(adapter)]) {
        await wrapped.getUserByAccount?.(LINK)
      }
      expect(asked).toEqual(['Ada-1', 'aDA-1', 'Ada-1'])
    })

    it('signs in although the look at the store fails, and is looked at again', async () => {
      let fails = true
      const { asked, signIn, warn } = open({
        getUserByAccount: ({ providerAccountId: id }) => {
          if (id === 'ADA' && fails) throw new Error('The connection was lost.')
          return ADA
        },
      })
      expect(await signIn('ada')).toBe(ADA)
      expect(warn).not.toHaveBeenCalled()
      fails = false
      expect(await signIn('ada')).toBe(ADA)
      expect(asked).toEqual(['ada', 'ADA', 'ada', 'ADA'])
      expect(warn).toHaveBeenCalledOnce()
    })

    it('is looked at with the first id that has another spelling', async () => {
      const { asked, signIn, warn } = open({ getUserByAccount: () => ADA })
      await signIn('42')
      expect(warn).not.toHaveBeenCalled()
      await signIn('ada')
      expect(asked).toEqual(['42', 'ada', 'ADA'])
      expect(warn).toHaveBeenCalledOnce()
    })

    it('is not looked at of an adapter that declares its capabilities', async () => {
      const { asked, signIn } = open({ getUserByAccount: lowerCase, capabilities: {} })
      expect(await signIn('ada')).toBe(ADA)
      expect(asked).toEqual(['ada'])
    })

    it('is not looked at within a transaction', async () => {
      const getUserByAccount = vi.fn(() => ADA)
      const { adapter } = wrap({
        transaction: (work) => work({ getUserByAccount, getAccount: () => account }),
      })
      const found = await adapter.transaction?.(async (inner) => inner.getUserByAccount?.(LINK))
      expect(found).toBe(ADA)
      expect(getUserByAccount).toHaveBeenCalledExactlyOnceWith(LINK)
    })
  })

  it('is null where the account does not exist or belongs to another user', async () => {
    const refused = { user: null, warned: ['adapter-keys'] }
    expect(await find({ getAccount: () => null })).toEqual(refused)
    expect(await find({ getAccount: () => ({ ...account, userId: '2' }) })).toEqual(refused)
    expect(await find({ listAccountsByUserId: () => [] })).toEqual(refused)
    for (const other of [{ provider: 'Acme' }, { providerAccountId: 'ada-1' }]) {
      const list = [{ ...account, ...other }]
      expect(await find({ listAccountsByUserId: () => list })).toEqual(refused)
    }
  })

  it('that is another user causes a warning with the method', async () => {
    const { adapter, warn } = wrap({ getUserByAccount: () => ADA, getAccount: () => null })
    await adapter.getUserByAccount?.(LINK)
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      'adapter-keys',
      expect.stringMatching(/^getUserByAccount\(\) found a record with another key/),
    )
  })

  it('is checked with `getAccount` rather than with a list', async () => {
    const listAccountsByUserId = vi.fn(() => [])
    const getAccount = vi.fn(() => account)
    expect((await find({ getAccount, listAccountsByUserId })).user).toBe(ADA)
    expect(getAccount).toHaveBeenCalledExactlyOnceWith('Ada-1', 'acme')
    expect(listAccountsByUserId).not.toHaveBeenCalled()
  })

  it('cannot be determined where the adapter has no method for accounts and its store ignores case, which is an error with a fix', async () => {
    const blind = wrap({ getUserByAccount: () => ADA })
    await expect(blind.adapter.getUserByAccount?.(LINK)).rejects.toMatchObject({
      type: 'AdapterError',
      message: matching(/different ids of accounts.*no `getAccount`.* is\. Its columns .* binary/),
    })
  })

  it.each([
    ['no user', null],
    ['another user', BOB],
  ])('is accepted where another spelling of the id finds %s', async (_, other) => {
    const asked: unknown[] = []
    const strict = wrap({
      getUserByAccount: (key) => {
        asked.push(key)
        return key.providerAccountId === 'Ada-1' ? ADA : other
      },
    })
    expect(await strict.adapter.getUserByAccount?.(LINK)).toBe(ADA)
    expect(asked).toEqual([LINK, { provider: 'acme', providerAccountId: 'aDA-1' }])
  })
})

describe('The methods of an adapter', () => {
  it('that are missing are named in the error', () => {
    const { adapter } = wrap({ getUser: () => ADA })
    expect(missingMethods(adapter, ['getUser', 'createUser'])).toEqual(['createUser'])
  })

  it('that are missing only within a transaction are named when they are called', async () => {
    const { adapter } = wrap({
      getUser: () => ADA,
      createUser: (user) => user,
      transaction: async (begin) => begin({ getUser: () => ADA }),
    })
    expect(await adapter.transaction?.(async (inner) => inner.getUser?.('1'))).toBe(ADA)
    const work = async (inner: Adapter): Promise<unknown> => inner.createUser?.(ADA)
    await expect(adapter.transaction?.(work)).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        'The adapter that `transaction` hands over has no createUser. Hand over one with every method of the outer one.',
    })
  })
})
