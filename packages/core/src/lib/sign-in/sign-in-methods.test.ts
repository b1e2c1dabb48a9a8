import { beforeEach, describe, expect, it } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from '../types/adapter.ts'
import {
  canRemove,
  listSignInMethods,
  removeSignInMethod,
  type SignInMethods,
} from './sign-in-methods.ts'

const ADA = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }

const accountAt = (provider: string, changes: Partial<AdapterAccount> = {}): AdapterAccount => ({
  userId: '1',
  type: 'oidc',
  provider,
  providerAccountId: `of-${provider}`,
  ...changes,
})

const passkey = (id: string): AdapterAccount =>
  accountAt('passkey', { type: 'webauthn', providerAccountId: id })

let accounts: AdapterAccount[]
let authenticators: AdapterAuthenticator[]
let calls: string[]

beforeEach(() => {
  accounts = []
  authenticators = []
  calls = []
})

/** A store in memory: what another request does in the meantime is done by `unlink`. */
const memory = (unlink = (): void => undefined): Adapter => ({
  getUser: (id) => (id === ADA.id ? ADA : null),
  listAccountsByUserId: () => [...accounts],
  listAuthenticatorsByUserId: () => authenticators,
  unlinkAccount: ({ provider, providerAccountId }) => {
    calls.push(`unlink ${provider}`)
    accounts = accounts.filter(
      (one) => one.provider !== provider || one.providerAccountId !== providerAccountId,
    )
    unlink()
  },
  linkAccount: (account) => {
    calls.push(`link ${account.provider}`)
    accounts.push(account)
  },
})

const without = (...names: readonly (keyof Adapter)[]): Adapter => ({
  ...memory(),
  ...Object.fromEntries(names.map((name) => [name, undefined])),
})

const KINDS = { harbour: 'oidc', island: 'oauth', passkey: 'webauthn' } as const

interface Given {
  readonly adapter?: Adapter | undefined
  readonly kinds?: Readonly<Record<string, string>>
  readonly page?: unknown
}

function configWith({ kinds = KINDS, page = true, ...given }: Given = {}): ResolvedConfig {
  const providers = new Map(Object.entries(kinds).map(([id, kind]) => [id, { id, kind }]))
  const { adapter } = 'adapter' in given ? given : { adapter: memory() }
  // The functions read no other members of a configuration.
  return { adapter, providers, account: { page } } as unknown as ResolvedConfig
}

const working = ({ listed }: SignInMethods): readonly (readonly [string, boolean])[] =>
  listed.map(({ account, works }) => [account.providerAccountId, works])

describe('The sign-in methods of a user', () => {
  it('are listed by a store that has every method, and those that it lacks are named', async () => {
    const poor = without('unlinkAccount', 'linkAccount')
    await expect(listSignInMethods(configWith({ adapter: poor }), '1')).rejects.toMatchObject({
      type: 'MissingAdapterMethods',
      message:
        '`account.page` needs unlinkAccount, linkAccount; the adapter lacks them. Use one that has every method, such as @latchstring/adapter-sql.',
    })
    await expect(listSignInMethods(configWith({ adapter: undefined }), '1')).rejects.toThrow(
      'getUser, ',
    )
  })

  it('are not those of a user who no longer exists', async () => {
    await expect(listSignInMethods(configWith(), '2')).rejects.toMatchObject({
      type: 'SessionRequired',
      message: 'The user of the session no longer exists.',
    })
  })

  it('work with accounts of configured providers', async () => {
    accounts = [accountAt('harbour'), accountAt('island', { type: 'oauth' }), accountAt('gone')]
    expect(working(await listSignInMethods(configWith(), '1'))).toEqual([
      ['of-harbour', true],
      ['of-island', true],
      ['of-gone', false],
    ])
  })

  it('do not work with the account of a provider of passwords (ALT-05)', async () => {
    accounts = [accountAt('harbour')]
    const config = configWith({ kinds: { harbour: 'credentials' } })
    expect(working(await listSignInMethods(config, '1'))).toEqual([['of-harbour', false]])
  })

  it('work with an existing passkey, and not with the account of a deleted one (ALT-05)', async () => {
    accounts = [passkey('here'), passkey('gone'), accountAt('harbour')]
    // No more of a passkey is looked at.
    authenticators = ['other', 'here'].map((providerAccountId) => ({
      providerAccountId,
    })) as unknown as AdapterAuthenticator[]
    const methods = await listSignInMethods(configWith(), '1')
    expect(working(methods)).toEqual([
      ['here', true],
      ['gone', false],
      ['of-harbour', true],
    ])
    expect(methods.listed.map(({ authenticator }) => authenticator)).toEqual([
      authenticators[1],
      undefined,
      undefined,
    ])
  })

  it('have no passkey beside an account that only has the same id', async () => {
    accounts = [accountAt('harbour', { providerAccountId: 'here' })]
    // No more of a passkey is looked at.
    authenticators = [{ providerAccountId: 'here' } as unknown as AdapterAuthenticator]
    const { listed } = await listSignInMethods(configWith(), '1')
    expect(listed).toMatchObject([{ authenticator: undefined, works: true }])
  })

  it('do not include a passkey in a store without passkeys (ALT-05)', async () => {
    const adapter = without('listAuthenticatorsByUserId')
    accounts = [passkey('here'), accountAt('harbour')]
    const methods = await listSignInMethods(configWith({ adapter }), '1')
    expect(working(methods)).toEqual([
      ['here', false],
      ['of-harbour', true],
    ])
  })

  it('exclude accounts of mails and of other users, whatever the store lists', async () => {
    accounts = [
      accountAt('mail', { type: 'email' }),
      accountAt('harbour', { userId: '2' }),
      accountAt('island'),
    ]
    const methods = await listSignInMethods(configWith({ kinds: { ...KINDS, mail: 'email' } }), '1')
    expect(working(methods)).toEqual([['of-island', true]])
  })

  it.each([
    ['with a provider of mails and a proven address', 'email', new Date(1), 'ada@example.com'],
    ['not without a proof', 'email', null, undefined],
    ['not without a provider of mails', 'oauth', new Date(1), undefined],
  ])('include the mail: %s', async (_, kind, emailVerified, email) => {
    const adapter = { ...memory(), getUser: () => ({ ...ADA, emailVerified }) }
    const methods = await listSignInMethods(configWith({ adapter, kinds: { mail: kind } }), '1')
    expect(methods.email).toBe(email)
  })

  it.each([
    ['says so', { hasCredentials: () => true }, 'credentials', true],
    ['says so later', { hasCredentials: async () => true }, 'credentials', true],
    ['says something else', { hasCredentials: () => 'yes' }, 'credentials', false],
    ['says so without a provider of them', { hasCredentials: () => true }, 'oidc', false],
    ['is not asked', {}, 'credentials', false],
    ['has the option without more', true, 'credentials', false],
    ['does not have the option', undefined, 'credentials', false],
  ])('include a password where the application %s', async (_, page, kind, credentials) => {
    const config = { ...configWith({ kinds: { passwords: kind } }), account: { page } }
    // The functions read no other members of a configuration.
    const methods = await listSignInMethods(config as unknown as ResolvedConfig, '1')
    expect(methods.credentials).toBe(credentials)
  })

  it('are not listed where the application throws, which the error says', async () => {
    const cause = new TypeError('no such member')
    const hasCredentials = (): Promise<never> => Promise.reject(cause)
    const config = configWith({ page: { hasCredentials }, kinds: { a: 'credentials' } })
    await expect(listSignInMethods(config, '1')).rejects.toMatchObject({
      type: 'CallbackRouteError',
      message: 'The `account.page.hasCredentials` function threw.',
      cause: { err: cause },
    })
  })

  it('are requested from `hasCredentials` with the stored user', async () => {
    const asked: unknown[] = []
    const hasCredentials = (user: unknown): boolean => asked.push(user) > 0
    await listSignInMethods(
      configWith({ page: { hasCredentials }, kinds: { a: 'credentials' } }),
      '1',
    )
    expect(asked).toEqual([ADA])
  })
})

describe('canRemove', () => {
  const method = (works: boolean) => ({
    account: accountAt('harbour'),
    authenticator: undefined,
    works,
  })
  const one = method(true)

  it.each<[string, Partial<SignInMethods>, boolean]>([
    ['nothing else', { listed: [one] }, false],
    ['one more', { listed: [one, method(true)] }, true],
    ['one more that does not work', { listed: [one, method(false)] }, false],
    ['the mail', { listed: [one], email: 'ada@example.com' }, true],
    ['a password', { listed: [one], credentials: true }, true],
  ])('says whether a user can still sign in without one: %s', (_, methods, expected) => {
    const whole = { user: ADA, listed: [], email: undefined, credentials: false, ...methods }
    expect(canRemove(whole, one)).toBe(expected)
  })
})

describe('removeSignInMethod', () => {
  async function remove(adapter = memory()): Promise<boolean> {
    const config = configWith({ adapter })
    const methods = await listSignInMethods(config, '1')
    const [first] = methods.listed
    if (!first) throw new Error('There is no sign-in method.')
    return removeSignInMethod(config, methods, first)
  }

  it('removes an account where another is left', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    expect(await remove()).toBe(true)
    expect(calls).toEqual(['unlink harbour'])
  })

  it('writes nothing where it is the last (ALT-05)', async () => {
    accounts = [accountAt('harbour')]
    expect(await remove()).toBe(false)
    expect(calls).toEqual([])
  })

  it('puts an account back where the others were removed meanwhile (ALT-05)', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    expect(await remove(memory(() => (accounts = [])))).toBe(false)
    expect(calls).toEqual(['unlink harbour', 'link harbour'])
    expect(accounts).toEqual([accountAt('harbour')])
  })

  it('does not put an account back after the first proof of the address of its user (ALT-05)', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    let user: AdapterUser = ADA
    const before = memory(() => (accounts = []))
    const adapter: Adapter = {
      ...before,
      getUser: () => user,
      linkAccount: (account) => {
        // Between the look at what is left and the write.
        user = { ...ADA, emailVerified: new Date(1) }
        return before.linkAccount?.(account)
      },
    }
    const config = { ...configWith({ adapter }), provesAddresses: true }
    const methods = await listSignInMethods(config, '1')
    const [first] = methods.listed
    if (!first) throw new Error('There is no sign-in method.')
    await expect(removeSignInMethod(config, methods, first)).rejects.toMatchObject({
      type: 'SessionRequired',
      message: 'The session that requested the removal has ended. Sign in again.',
    })
    expect(calls).toEqual(['unlink harbour', 'link harbour', 'unlink harbour'])
    expect(accounts).toEqual([])
  })

  it('puts an account back where addresses are proven, and that of its user was not meanwhile (ALT-05)', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    const adapter = memory(() => (accounts = []))
    const config = { ...configWith({ adapter }), provesAddresses: true }
    const methods = await listSignInMethods(config, '1')
    const [first] = methods.listed
    if (!first) throw new Error('There is no sign-in method.')
    expect(await removeSignInMethod(config, methods, first)).toBe(false)
    expect(accounts).toEqual([accountAt('harbour')])
  })

  it('does not put back an account of a user who was deleted meanwhile', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    let user: AdapterUser | null = ADA
    const adapter = { ...memory(() => (user = null)), getUser: () => user }
    await expect(remove(adapter)).rejects.toThrow('The user of the session no longer exists.')
    expect(calls).toEqual(['unlink harbour'])
  })

  it('puts an account back, to be removed again, where the store does not say what is left (ALT-05)', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    const failed = new Error('connect ECONNREFUSED')
    let fails = false
    const adapter: Adapter = {
      ...memory(() => (fails = true)),
      getUser: () => {
        if (fails) throw failed
        return ADA
      },
    }
    await expect(remove(adapter)).rejects.toBe(failed)
    expect(calls).toEqual(['unlink harbour', 'link harbour'])
  })

  /** A store in which a method fails, from a point on. */
  const failing = (
    before: Adapter,
    names: readonly (keyof Adapter)[],
    fails: () => boolean = () => true,
  ): Adapter => {
    const methods = Object.fromEntries(
      names.map((name) => [
        name,
        async (...args: readonly unknown[]): Promise<unknown> => {
          if (fails()) throw new Error(`The store is away in ${name}.`)
          const method: unknown = before[name]
          return typeof method === 'function'
            ? await Reflect.apply(method, undefined, args)
            : undefined
        },
      ]),
    )
    return { ...before, ...methods }
  }

  it('puts an account back where the store has unlinked it and failed, and the others were removed meanwhile (ALT-05)', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    const lost = (): never => {
      accounts = []
      throw new Error('read ECONNRESET')
    }
    await expect(remove(memory(lost))).rejects.toThrow('read ECONNRESET')
    expect(calls).toEqual(['unlink harbour', 'link harbour'])
    expect(accounts).toEqual([accountAt('harbour')])
  })

  it.each([
    ['the same provider', accountAt('harbour', { providerAccountId: 'another' })],
    ['the same id', accountAt('island', { providerAccountId: 'of-harbour' })],
  ])(
    'puts an account back where the store has unlinked it and failed, and another has %s',
    async (_, other) => {
      accounts = [accountAt('harbour'), other]
      const lost = (): never => {
        throw new Error('read ECONNRESET')
      }
      await expect(remove(memory(lost))).rejects.toThrow('read ECONNRESET')
      expect(accounts).toEqual([other, accountAt('harbour')])
    },
  )

  it('links nothing again where the store has failed and not unlinked it', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    const adapter = failing(memory(), ['unlinkAccount'])
    await expect(remove(adapter)).rejects.toThrow('The store is away in unlinkAccount.')
    expect(calls).toEqual([])
    expect(accounts).toHaveLength(2)
  })

  it('links nothing again where the store has failed and does not say what is left', async () => {
    accounts = [accountAt('harbour'), accountAt('island')]
    let fails = false
    const lost = (): never => {
      fails = true
      throw new Error('read ECONNRESET')
    }
    const adapter = failing(memory(lost), ['getUser'], () => fails)
    await expect(remove(adapter)).rejects.toThrow('read ECONNRESET')
    expect(calls).toEqual(['unlink harbour'])
  })

  it.each<[string, () => Adapter]>([
    ['the others were removed meanwhile', () => memory(() => (accounts = []))],
    [
      'the store does not say what is left',
      () => failing(memory(), ['getUser'], () => calls.length > 0),
    ],
    [
      'the store has failed after it had unlinked it',
      () =>
        memory(() => {
          throw new Error('read ECONNRESET')
        }),
    ],
  ])('says what is missing where an account cannot be put back: %s (ALT-05)', async (_, make) => {
    accounts = [accountAt('harbour'), accountAt('island')]
    await expect(remove(failing(make(), ['linkAccount']))).rejects.toMatchObject({
      type: 'AdapterError',
      message:
        'An account of "harbour" was removed and could not be put back: its user may be left without a way to sign in. Link it again by `linkAccount` of the adapter.',
      cause: { err: { message: 'The store is away in linkAccount.' } },
    })
    expect(calls).toEqual(['unlink harbour'])
  })
})
