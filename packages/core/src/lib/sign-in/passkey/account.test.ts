import { describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../config/resolve.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { AccessDenied } from '../../errors/classes.ts'
import type { Adapter, AdapterAuthenticator, AdapterUser } from '../../types/adapter.ts'
import type { AuthConfig } from '../../types/config.ts'
import type { WebAuthnEvidence } from '../proof.ts'
import { resolveWebAuthnUser } from './account.ts'

const ADA: AdapterUser = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const GRACE: AdapterUser = { ...ADA, id: '2', name: 'Grace', email: 'grace@example.com' }

const ACCOUNT = {
  provider: 'passkey',
  providerAccountId: 'credential',
  type: 'webauthn',
  userId: ADA.id,
} as const

const KEY: AdapterAuthenticator = {
  credentialID: 'credential',
  providerAccountId: 'credential',
  userId: ADA.id,
  credentialPublicKey: 'key',
  counter: 3,
  credentialDeviceType: 'singleDevice',
  credentialBackedUp: false,
}

type Methods = Partial<Record<keyof Adapter, unknown>>

/** An adapter with what is given, and calls of it in order. */
function setup(
  methods: Methods,
  config: Partial<AuthConfig> = {},
): { readonly config: ResolvedConfig; readonly calls: unknown[][] } {
  const calls: unknown[][] = []
  const watched = Object.entries({ linkAccount: () => undefined, ...methods }).map(
    ([name, method]) => [
      name,
      typeof method === 'function' && name !== 'transaction'
        ? (...parameters: unknown[]): unknown => {
            calls.push([name, ...parameters])
            return Reflect.apply(method, undefined, parameters)
          }
        : method,
    ],
  )
  // What an adapter cannot do, a test may want to see.
  const adapter = Object.fromEntries(watched) as Adapter
  const resolved = resolveConfig(
    {
      providers: [],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      ...config,
      adapter,
    },
    { env: {}, clock: Date.now, basePath: '/auth' },
  )
  return { config: resolved, calls }
}

/** The provider over the store of a configuration. */
const passkey = ({ adapter }: ResolvedConfig): WebAuthnEvidence['provider'] =>
  // Of a provider, nothing but the store is looked at.
  ({
    kind: 'webauthn',
    id: 'passkey',
    name: 'Passkey',
    store: adapter,
  }) as WebAuthnEvidence['provider']

type Context = Parameters<typeof resolveWebAuthnUser>[0]

async function resolveUser(
  config: ResolvedConfig,
  evidence: Partial<WebAuthnEvidence> = {},
  signedIn: AdapterUser | null = ADA,
): Promise<unknown> {
  const all: WebAuthnEvidence = {
    kind: 'webauthn',
    provider: passkey(config),
    ceremony: 'register',
    epoch: 0,
    begunAt: 0,
    user: ADA,
    account: ACCOUNT,
    authenticator: KEY,
    ...evidence,
  }
  // Of a context, nothing but the configuration is looked at.
  const context = { config } as unknown as Context
  return resolveWebAuthnUser(context, all, signedIn)
}

const down = (): never => {
  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
}

const refuse = (): never => {
  throw new AccessDenied('The house is full.')
}

describe('The registration of a passkey', () => {
  test('stores account and passkey, with an event for the account', async () => {
    const linkAccount = vi.fn()
    const { config, calls } = setup({ createAuthenticator: () => KEY }, { events: { linkAccount } })
    expect(await resolveUser(config)).toEqual({ user: ADA, account: ACCOUNT, isNewUser: false })
    expect(calls).toEqual([
      ['linkAccount', ACCOUNT],
      ['createAuthenticator', KEY],
    ])
    expect(linkAccount.mock.calls).toEqual([
      [{ user: ADA, account: ACCOUNT, profile: ADA, isNewUser: false }],
    ])
  })

  test.each<readonly [string, Methods, readonly string[]]>([
    [
      'is taken back where there are no transactions',
      { unlinkAccount: () => undefined },
      ['unlinkAccount'],
    ],
    ['is left where accounts cannot be unlinked', {}, []],
  ])('whose passkey could not be stored %s (LNK-03)', async (_, methods, after) => {
    const { config, calls } = setup({
      ...methods,
      createAuthenticator: down,
      getAuthenticator: () => null,
    })
    await expect(resolveUser(config)).rejects.toThrow(
      'The adapter failed in createAuthenticator().',
    )
    expect(calls.map(([name]) => name)).toEqual([
      'linkAccount',
      'createAuthenticator',
      'getAuthenticator',
      ...after,
      'getAuthenticator',
    ])
    const { provider, providerAccountId } = ACCOUNT
    const unlinked = calls.filter(([name]) => name === 'unlinkAccount')
    expect(unlinked).toEqual(after.map((name) => [name, { provider, providerAccountId }]))
  })

  test('whose passkey could not be stored is rolled back by the transaction, where there are transactions (LNK-03)', async () => {
    const unlinkAccount = vi.fn()
    const inner = { linkAccount: () => undefined, createAuthenticator: down, unlinkAccount }
    const { config } = setup({
      createAuthenticator: down,
      getAuthenticator: () => null,
      transaction: (work: (adapter: unknown) => unknown) => work(inner),
    })
    await expect(resolveUser(config)).rejects.toThrow(
      'The adapter failed in createAuthenticator().',
    )
    expect(unlinkAccount).not.toHaveBeenCalled()
  })

  test('in a transaction without the needed methods names those (LNK-03)', async () => {
    const { config, calls } = setup({
      createAuthenticator: () => KEY,
      getAuthenticator: () => KEY,
      transaction: (work: (adapter: unknown) => unknown) => work({}),
    })
    await expect(resolveUser(config)).rejects.toThrow(
      'The adapter that `transaction` hands over has no linkAccount.',
    )
    expect(calls).toEqual([])
  })

  test('of a passkey stored meanwhile is refused (WAN-06)', async () => {
    const other = { ...KEY, credentialPublicKey: 'other' }
    const { config, calls } = setup({ createAuthenticator: down, getAuthenticator: () => other })
    await expect(resolveUser(config)).rejects.toMatchObject({
      type: 'AccountNotLinked',
      message: 'The credential has been registered by another request.',
    })
    expect(calls.at(-1)).toEqual(['getAuthenticator', 'credential'])
  })

  test('succeeds where the store had stored the passkey before it failed (LNK-03)', async () => {
    const unlinkAccount = vi.fn()
    const { config } = setup({
      createAuthenticator: down,
      getAuthenticator: () => KEY,
      unlinkAccount,
    })
    expect(await resolveUser(config)).toEqual({ user: ADA, account: ACCOUNT, isNewUser: false })
    expect(unlinkAccount).not.toHaveBeenCalled()
  })

  test.each<readonly [string, unknown]>([
    ['fails as well', down],
    ['is not there', undefined],
  ])(
    'fails with the error of the store where the look-up of the passkey %s',
    async (_, getAuthenticator) => {
      const { config } = setup({ createAuthenticator: down, getAuthenticator })
      await expect(resolveUser(config)).rejects.toThrow(
        'The adapter failed in createAuthenticator().',
      )
    },
  )

  test('fails with the error of the adapter', async () => {
    const { config } = setup({ createAuthenticator: refuse, getAuthenticator: () => KEY })
    await expect(resolveUser(config)).rejects.toMatchObject({ type: 'AccessDenied' })
  })

  test('is undone where its user is no longer there and the address was proven lately (ALT-05)', async () => {
    const mail = {
      id: 'mail',
      name: 'Mail',
      type: 'email' as const,
      sendVerificationRequest: vi.fn(),
    }
    const { config, calls } = setup(
      {
        createUser: () => ADA,
        getUser: () => null,
        getUserByEmail: () => null,
        updateUser: () => ADA,
        createVerificationToken: vi.fn(),
        useVerificationToken: () => null,
        createAuthenticator: () => KEY,
        unlinkAccount: () => undefined,
      },
      { providers: [mail], logger: { warn: () => undefined } },
    )
    const user = { ...ADA, emailVerified: new Date() }
    const evidence = {
      kind: 'webauthn',
      provider: passkey(config),
      ceremony: 'register',
      epoch: 0,
      begunAt: 0,
      user,
      account: ACCOUNT,
      authenticator: KEY,
    } as const
    // Of a context, nothing but the configuration is looked at.
    const context = { config } as unknown as Context
    // By now no store has the user.
    const resolved = resolveWebAuthnUser(context, evidence, user)
    await expect(resolved).rejects.toMatchObject({
      type: 'SessionRequired',
      message: 'The session that requested the registration ended during it. Sign in again.',
    })
    const { provider, providerAccountId } = ACCOUNT
    expect(calls.at(-1)).toEqual(['unlinkAccount', { provider, providerAccountId }])
  })

  test('without the session it was started with is refused (WAN-08)', async () => {
    const { config, calls } = setup({ createAuthenticator: () => KEY })
    await expect(resolveUser(config, {}, null)).rejects.toMatchObject({
      type: 'SessionRequired',
      message: 'The session that requested the registration has ended. Sign in again.',
    })
    expect(calls).toEqual([])
  })
})

test.each(['register', 'authenticate'] as const)(
  'A passkey of another than the signed-in user is refused, to %s (WAN-08)',
  async (ceremony) => {
    const { config, calls } = setup({ createAuthenticator: () => KEY })
    await expect(resolveUser(config, { ceremony }, GRACE)).rejects.toMatchObject({
      type: 'AccountNotLinked',
      message: 'The credential belongs to another user than the one who is signed in.',
    })
    expect(calls).toEqual([])
  },
)

describe('The signature counter of a passkey', () => {
  const authenticate = (config: ResolvedConfig, counter: number): Promise<unknown> =>
    resolveUser(config, { ceremony: 'authenticate', authenticator: { ...KEY, counter } }, null)

  test.each([
    [4, 3],
    [1, 0],
  ])('%s is stored where it was %s (WAN-04)', async (counter, before) => {
    const { config, calls } = setup({
      getAuthenticator: () => ({ ...KEY, counter: before }),
      updateAuthenticatorCounter: () => KEY,
    })
    expect(await authenticate(config, counter)).toMatchObject({ user: ADA, isNewUser: false })
    expect(calls).toEqual([
      ['getAuthenticator', 'credential'],
      ['updateAuthenticatorCounter', 'credential', counter],
    ])
  })

  test.each<readonly [string, AdapterAuthenticator]>([
    ['that is stored by now', { ...KEY, counter: 4 }],
    ['that is less than the stored one', { ...KEY, counter: 5 }],
  ])('%s is refused (WAN-04)', async (_, stored) => {
    const { config, calls } = setup({
      getAuthenticator: () => stored,
      updateAuthenticatorCounter: () => KEY,
    })
    await expect(authenticate(config, 4)).rejects.toMatchObject({
      type: 'WebAuthnVerificationError',
      message: 'The signature counter has been used by another request.',
    })
    expect(calls).toEqual([['getAuthenticator', 'credential']])
  })

  test('of a passkey that has been removed is refused (WAN-04)', async () => {
    const updateAuthenticatorCounter = vi.fn()
    const { config } = setup({ getAuthenticator: () => null, updateAuthenticatorCounter })
    await expect(authenticate(config, 4)).rejects.toMatchObject({
      type: 'WebAuthnVerificationError',
      message: 'The passkey was removed during the sign-in. Sign in in another way.',
    })
    expect(updateAuthenticatorCounter).not.toHaveBeenCalled()
  })

  test('of a passkey that has been removed is refused though it is added again (WAN-04)', async () => {
    const found = vi.fn<() => AdapterAuthenticator | null>(() => KEY).mockReturnValueOnce(null)
    const updateAuthenticatorCounter = vi.fn()
    const { config } = setup({ getAuthenticator: found, updateAuthenticatorCounter })
    await expect(authenticate(config, 4)).rejects.toMatchObject({
      type: 'WebAuthnVerificationError',
      message: 'The passkey was removed during the sign-in. Sign in in another way.',
    })
    expect(updateAuthenticatorCounter).not.toHaveBeenCalled()
  })

  test.each<readonly [string, AdapterAuthenticator | null, object]>([
    ['has been removed meanwhile', null, { type: 'WebAuthnVerificationError' }],
    ['is there', KEY, { message: 'The adapter failed in updateAuthenticatorCounter().' }],
  ])('that cannot be stored is refused where its passkey %s (WAN-04)', async (_, later, error) => {
    let found: AdapterAuthenticator | null = KEY
    const { config } = setup({
      getAuthenticator: () => found,
      updateAuthenticatorCounter: () => {
        found = later
        return down()
      },
    })
    await expect(authenticate(config, 4)).rejects.toMatchObject(error)
  })

  test('is not checked where the passkey does not count (WAN-04)', async () => {
    const { config, calls } = setup({ getAuthenticator: () => KEY })
    expect(await authenticate(config, 0)).toMatchObject({ user: ADA })
    expect(calls).toEqual([])
  })

  test('in a transaction without the needed methods causes an error that names those', async () => {
    const { config } = setup({
      getAuthenticator: () => KEY,
      updateAuthenticatorCounter: () => KEY,
      transaction: (work: (adapter: unknown) => unknown) => work({}),
    })
    await expect(authenticate(config, 4)).rejects.toThrow(
      'The adapter that `transaction` hands over has no getAuthenticator.',
    )
  })
})
