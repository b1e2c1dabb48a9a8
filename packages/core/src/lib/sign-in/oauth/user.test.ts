import { beforeEach, describe, expect, test } from 'vitest'
import { resolveConfig } from '../../config/resolve.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { AccessDenied } from '../../errors/classes.ts'
import type { Account, Profile } from '../../types/account.ts'
import type { Adapter, AdapterUser } from '../../types/adapter.ts'
import type { AuthConfig } from '../../types/config.ts'
import type { OAuth2Config } from '../../types/provider.ts'
import type { StoredIdentity } from '../pending-sign-in.ts'
import { type LookUps, resolveOAuthUser, rollBackOrphan } from './user.ts'
import type { OAuthEvidence } from '../proof.ts'

const START = 1_700_000_000_000
const ADA: AdapterUser = { id: '1', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const JUST_PROVEN: AdapterUser = { ...ADA, emailVerified: new Date(START - 1000) }
const EVE: AdapterUser = { ...ADA, id: '2', name: 'Eve' }

const KEY = { provider: 'guild', providerAccountId: 'member' }
const ACCOUNT: Account = { ...KEY, type: 'oauth' }
const PROFILE_USER = { id: 'member', name: 'Ada', email: 'ada@example.com' }

type Methods = Partial<Record<keyof Adapter, unknown>>

let calls: unknown[][]
let errors: unknown[]
/** The user that the store finds by the account. */
let holder: AdapterUser | null
/** The user that it finds by an id. */
let found: AdapterUser | null

beforeEach(() => {
  calls = []
  errors = []
  holder = null
  found = ADA
})

const names = (): readonly unknown[] => calls.map(([name]) => name)

const METHODS: Methods = {
  createUser: (user: AdapterUser) => ({ ...user, id: 'new' }),
  linkAccount: () => undefined,
  getUserByAccount: () => holder,
  getAccount: (providerAccountId: string, provider: string) =>
    holder && { provider, providerAccountId, type: 'oauth', userId: holder.id },
  getUser: (id: string) => found && { ...found, id },
  getUserByEmail: () => null,
  updateUser: () => ADA,
  updateAccount: () => undefined,
  listAccountsByUserId: () => [],
  deleteUser: () => undefined,
  unlinkAccount: () => undefined,
  createVerificationToken: () => undefined,
  useVerificationToken: () => null,
}

/** Notes the calls of each method. */
function watched(methods: Methods, where = ''): Methods {
  const entries: [string, unknown][] = Object.entries(methods).map(([name, method]) => [
    name,
    (...parameters: unknown[]): unknown => {
      // It follows from the look-up by the account.
      if (name !== 'getAccount') calls.push([`${where}${name}`, ...parameters])
      // Whatever is given here is a method.
      return Reflect.apply(method as () => unknown, undefined, parameters)
    },
  ])
  return Object.fromEntries(entries)
}

/** Methods of the interface, or broken ones. */
const adapterOf = (methods: Methods): Adapter => methods as Adapter

const mail = {
  id: 'mail',
  name: 'Mail',
  type: 'email' as const,
  sendVerificationRequest: () => undefined,
}

interface Setup {
  readonly methods?: Methods
  /** The methods that are there within a transaction. Without it the adapter has none. */
  readonly transaction?: Methods
  readonly guild?: Partial<OAuth2Config<Profile>>
  readonly config?: Partial<AuthConfig>
  /** Whether addresses are proven by mail, so that a first proof may change the owner of a user. */
  readonly proves?: boolean
  readonly evidence?: Partial<OAuthEvidence>
  readonly known?: Partial<LookUps>
}

const event =
  (name: string) =>
  (message: unknown): void =>
    void calls.push([`event ${name}`, message])

function configOf({ methods, transaction, guild, config, proves = false }: Setup): ResolvedConfig {
  const provider: OAuth2Config<Profile> = {
    id: 'guild',
    name: 'Guild',
    type: 'oauth',
    clientId: 'client',
    authorization: 'https://guild.example/authorize',
    token: 'https://guild.example/token',
    userinfo: 'https://guild.example/userinfo',
    ...guild,
  }
  const inner = transaction && watched({ ...METHODS, ...transaction }, 'inner ')
  return resolveConfig(
    {
      providers: [provider, ...(proves ? [mail] : [])],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      logger: { warn: () => undefined, error: (error) => void errors.push(error) },
      events: { createUser: event('createUser'), linkAccount: event('linkAccount') },
      adapter: adapterOf({
        ...watched({ ...METHODS, ...methods }),
        capabilities: { accountUpdates: true },
        ...(inner && { transaction: (work: (adapter: Methods) => unknown) => work(inner) }),
      }),
      ...config,
    },
    { env: {}, clock: () => START, basePath: '/auth' },
  )
}

type Context = Parameters<typeof resolveOAuthUser>[0]

// The functions read only the configuration of a context.
const contextOf = (config: ResolvedConfig): Context => ({ config }) as unknown as Context

function evidenceOf(config: ResolvedConfig, evidence: Partial<OAuthEvidence> = {}): OAuthEvidence {
  const provider = config.providers.get('guild')
  if (provider?.kind !== 'oauth') throw new Error('There is no such provider.')
  return {
    kind: 'oauth',
    provider,
    epoch: 0,
    begunAt: START,
    user: PROFILE_USER,
    account: ACCOUNT,
    profile: {},
    emailVerified: false,
    ...evidence,
  }
}

async function resolveUser(
  setup: Setup = {},
  change = (config: ResolvedConfig): ResolvedConfig => config,
): Promise<StoredIdentity> {
  const config = change(configOf(setup))
  const evidence = evidenceOf(config, setup.evidence)
  const { store } = evidence.provider
  if (!store) throw new Error('There is no store.')
  const unknown = {
    store,
    userByAccount: null,
    signedInUser: null,
    userByEmail: null,
  }
  return resolveOAuthUser(contextOf(config), evidence, { ...unknown, ...setup.known })
}

const down = (): never => {
  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
}

const refuse = (): never => {
  throw new AccessDenied('The house is full.')
}

/** A concurrent request stores the account for a user, so that this one fails. */
const taken = (by: AdapterUser) => (): never => {
  holder = by
  return down()
}

/** A matcher has no type of its own. */
const MADE_UP: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)
const NEW = { name: 'Ada', email: 'ada@example.com', emailVerified: null }
const LINKED = { ...KEY, type: 'oauth' }

describe('An unknown person who signs in with OAuth', () => {
  test('is stored with the account under a generated id, with events', async () => {
    const resolved = await resolveUser()
    const user = { ...NEW, id: 'new' }
    const account = { ...ACCOUNT, userId: 'new' }
    expect(resolved).toEqual({ user, account, isNewUser: true })
    expect(calls).toStrictEqual([
      ['createUser', { ...NEW, id: MADE_UP }],
      ['linkAccount', { ...LINKED, userId: 'new' }],
      ['event createUser', { user }],
      ['event linkAccount', { user, account, profile: PROFILE_USER, isNewUser: true }],
    ])
  })

  test.each([
    ['an address the provider has verified: proven now (ALT-05)', 'ada@example.com', true, START],
    ['an address the provider has not verified', 'ada@example.com', false, null],
    ['no address, whatever the provider states about it', null, true, null],
  ])('may have %s', async (_, email, emailVerified, verifiedAt) => {
    const user = { ...PROFILE_USER, email }
    await resolveUser({ evidence: { user, emailVerified } })
    expect(calls[0]).toEqual([
      'createUser',
      expect.objectContaining({
        email,
        emailVerified: verifiedAt === null ? null : new Date(verifiedAt),
      }),
    ])
  })

  test('is stored within a transaction where the adapter has them (LNK-03)', async () => {
    await resolveUser({ transaction: {} })
    expect(names()).toEqual([
      'inner createUser',
      'inner linkAccount',
      'event createUser',
      'event linkAccount',
    ])
  })

  test.each<readonly [string, Setup, readonly string[]]>([
    [
      'is taken back without transactions',
      { methods: { linkAccount: down } },
      [
        'createUser',
        'linkAccount',
        'getUser',
        'deleteUser',
        'getUserByAccount',
        'getUserByEmail',
        'getUserByAccount',
      ],
    ],
    [
      'is left to the transaction',
      { transaction: { linkAccount: down } },
      ['inner createUser', 'inner linkAccount', 'getUserByAccount'],
    ],
  ])('with an account that cannot be stored %s (LNK-03)', async (_, setup, expected) => {
    await expect(resolveUser(setup)).rejects.toMatchObject({
      type: 'OAuthCreateAccountError',
      message: 'User and account could not be stored.',
      cause: { err: { type: 'AdapterError', message: 'The adapter failed in linkAccount().' } },
    })
    expect(names()).toEqual(expected)
  })

  test('is removed when the store may have stored the user before it failed (LNK-03)', async () => {
    await expect(resolveUser({ methods: { createUser: down } })).rejects.toThrow(
      'User and account could not be stored.',
    )
    expect(names()).toEqual([
      'createUser',
      'getUser',
      'deleteUser',
      'getUserByAccount',
      'getUserByEmail',
      'getUserByAccount',
    ])
    // Looked up under the suggested id.
    const [[, suggested] = [], [, id] = []] = calls
    expect(suggested).toMatchObject({ id })
  })

  test('causes an error that names the methods a transaction lacks', async () => {
    const methods = { createUser: undefined, linkAccount: undefined }
    const adapter = adapterOf({
      ...METHODS,
      transaction: (work: (one: Methods) => unknown) => work({ ...METHODS, ...methods }),
    })
    await expect(resolveUser({ config: { adapter } })).rejects.toThrow(
      'The adapter that `transaction` hands over has no createUser.',
    )
  })

  test('stored at the same time by another tab is signed in, with events once (LNK-03)', async () => {
    const { user, isNewUser } = await resolveUser({ methods: { linkAccount: taken(ADA) } })
    expect({ user, isNewUser }).toEqual({ user: ADA, isNewUser: false })
    expect(names().filter((name) => String(name).startsWith('event'))).toEqual([])
    expect(calls.at(-1)).toEqual(['getUserByAccount', KEY])
  })

  test.each<readonly [string, Methods]>([
    ['fails as well', { getUserByAccount: down }],
    ['finds no user', {}],
  ])(
    'cannot be stored, which is reported where the check for another tab %s',
    async (_, methods) => {
      await expect(
        resolveUser({ methods: { ...methods, linkAccount: down } }),
      ).rejects.toMatchObject({
        type: 'OAuthCreateAccountError',
      })
    },
  )

  test('is refused with the error of the adapter', async () => {
    await expect(resolveUser({ methods: { linkAccount: refuse } })).rejects.toMatchObject({
      type: 'AccessDenied',
      message: 'The house is full.',
    })
  })
})

describe('A stored account', () => {
  const TOKENS = {
    access_token: 'at',
    id_token: 'it',
    refresh_token: 'rt',
    expires_at: 2,
    scope: 'openid',
    token_type: 'bearer' as const,
    session_state: 'ss',
  }

  test('has the members that adapters store, and no others of the response', async () => {
    await resolveUser({ evidence: { account: { ...ACCOUNT, ...TOKENS, interval: 5 } } })
    expect(calls[1]).toStrictEqual(['linkAccount', { ...LINKED, ...TOKENS, userId: 'new' }])
  })

  test('has no members that the response lacks', async () => {
    await resolveUser({ evidence: { account: { ...ACCOUNT, access_token: 'at' } } })
    expect(calls[1]).toStrictEqual([
      'linkAccount',
      { ...LINKED, access_token: 'at', userId: 'new' },
    ])
  })

  test.each<readonly [string, unknown]>([
    ['a number', 7],
    ['a string', 'ada'],
    ['a promise', Promise.resolve({ access_token: 'at' })],
  ])(
    'is not stored where the `account` function returned %s, which the log says',
    async (kind, kept) => {
      // A program without types may have it.
      const account = (): Partial<Account> => kept as Partial<Account>
      await expect(resolveUser({ guild: { account } })).rejects.toMatchObject({
        type: 'InvalidConfiguration',
        message: `The \`account\` function of "guild" returned ${kind}. Return an object with the members of the token response that are to be stored.`,
      })
      expect(names()).not.toContain('linkAccount')
    },
  )

  test('is not stored where the `account` function throws, which the log says', async () => {
    const cause = new TypeError('no such member')
    const account = (): never => {
      throw cause
    }
    await expect(resolveUser({ guild: { account } })).rejects.toMatchObject({
      type: 'CallbackRouteError',
      message: 'The `account` function of "guild" threw.',
      cause: { err: cause },
    })
  })

  test('has the members the provider gives it, except its user and id', async () => {
    const account = (): Account => ({
      ...TOKENS,
      provider: 'lodge',
      providerAccountId: 'other',
      type: 'oauth',
      userId: 'other',
    })
    await resolveUser({ guild: { account } })
    expect(calls[1]).toStrictEqual(['linkAccount', { ...LINKED, ...TOKENS, userId: 'new' }])
  })
})

describe('An account linked to the signed-in user', () => {
  const known = { signedInUser: ADA }

  test('is stored for the user, with an event', async () => {
    const account = { ...ACCOUNT, userId: '1' }
    expect(await resolveUser({ known })).toEqual({ user: ADA, account, isNewUser: false })
    // Noted first: without the note nothing is added.
    expect(names().slice(0, 2)).toEqual(['useVerificationToken', 'createVerificationToken'])
    expect(calls.slice(2)).toEqual([
      ['linkAccount', { ...LINKED, userId: '1' }],
      ['event linkAccount', { user: ADA, account, profile: PROFILE_USER, isNewUser: false }],
    ])
  })

  test('that another tab has linked to the user is linked, with one event', async () => {
    const number = { ...ADA, id: 1 as unknown as string } // some adapters have numbers
    const { user } = await resolveUser({ known, methods: { linkAccount: taken(number) } })
    expect(user).toEqual(number)
    expect(names().slice(2)).toEqual(['linkAccount', 'getUserByAccount'])
  })

  test('that another user has linked is refused (LNK-01)', async () => {
    const linking = resolveUser({ known, methods: { linkAccount: taken(EVE) } })
    await expect(linking).rejects.toMatchObject({
      type: 'OAuthAccountNotLinked',
      message: 'The account belongs to another user than the one who is signed in.',
      cause: { provider: 'guild' },
    })
  })
})

describe('An account whose address belongs to a user', () => {
  const known = { userByEmail: JUST_PROVEN }
  const evidence = { emailVerified: true }
  const allowed = { guild: { allowDangerousEmailAccountLinking: true } }

  test('is linked where the option allows it, with any session (LNK-02)', async () => {
    found = null
    const { user } = await resolveUser({ ...allowed, known, evidence, proves: true })
    expect(user).toEqual(JUST_PROVEN)
    expect(names().slice(2)).toEqual(['linkAccount', 'event linkAccount'])
  })

  test.each([{}, { allowDangerousEmailAccountLinking: false }])(
    'is refused where the option does not allow it: %o (LNK-02)',
    async (guild) => {
      await expect(resolveUser({ guild, known, evidence })).rejects.toMatchObject({
        type: 'OAuthAccountNotLinked',
        message: 'A user with the same email address signs in with another method.',
        cause: { provider: 'guild' },
      })
      expect(calls[0]).toEqual(['getUserByAccount', KEY])
      expect(names()).toEqual(['getUserByAccount', 'getUserByEmail', 'getUserByAccount'])
    },
  )

  test('signs in the user that another tab has stored with the account', async () => {
    holder = ADA
    const account = { ...ACCOUNT, userId: '1' }
    expect(await resolveUser({ known })).toEqual({ user: ADA, account, isNewUser: false })
    expect(names()).toEqual(['getUserByAccount'])
  })
})

describe('A stored account', () => {
  const known = { userByAccount: ADA }

  test('signs its user in without storing or looking up the user again (ALT-05)', async () => {
    found = null
    const account = { ...ACCOUNT, userId: '1' }
    expect(await resolveUser({ known, proves: true })).toEqual({
      user: ADA,
      account,
      isNewUser: false,
    })
    expect(calls).toEqual([])
  })

  test('is refused where another user is signed in, without another look-up (LNK-01)', async () => {
    const refused = resolveUser({ known: { ...known, signedInUser: EVE } })
    await expect(refused).rejects.toMatchObject({
      type: 'OAuthAccountNotLinked',
      message: 'The account belongs to another user than the one who is signed in.',
    })
    expect(calls).toEqual([])
  })

  const account = { updateOnSignIn: true }

  test('is updated where the application enables that', async () => {
    const evidence = { account: { ...ACCOUNT, access_token: 'at' } }
    await resolveUser({ known, evidence, config: { account } })
    expect(calls).toEqual([['updateAccount', { ...LINKED, access_token: 'at', userId: '1' }]])
  })

  test('signs its user in also when the update fails, which is logged', async () => {
    const methods = { updateAccount: down }
    const { user } = await resolveUser({ known, methods, config: { account } })
    expect(user).toEqual(ADA)
    expect(errors).toMatchObject([{ message: 'The adapter failed in updateAccount().' }])
  })
})

describe('A user whose address is unproven (ALT-05)', () => {
  test('is looked up by id after the account was stored, where the user is new', async () => {
    await resolveUser({ proves: true })
    expect(names().slice(0, 3)).toEqual(['createUser', 'linkAccount', 'getUser'])
    expect(calls[2]).toEqual(['getUser', 'new'])
  })

  test('is looked up by id after the account was stored, where the user is signed in', async () => {
    await resolveUser({ proves: true, known: { signedInUser: ADA } })
    expect(names().slice(2)).toEqual(['linkAccount', 'getUser', 'event linkAccount'])
  })

  test.each<readonly [string, Partial<LookUps>]>([
    ['is new', {}],
    ['is signed in', { signedInUser: ADA }],
  ])('loses the account to another person who has proven the address and %s', async (_, known) => {
    found = JUST_PROVEN
    await expect(resolveUser({ proves: true, known })).rejects.toMatchObject({
      type: 'OAuthAccountNotLinked',
      message:
        'The address of the user was proven by another person while the account was being linked.',
      cause: { provider: 'guild' },
    })
    expect(calls).toContainEqual(['unlinkAccount', KEY])
  })

  test('is compared with the user of the decision, also where another tab has linked the account', async () => {
    found = JUST_PROVEN
    const methods = { linkAccount: taken(JUST_PROVEN) }
    const linking = resolveUser({ proves: true, methods, known: { signedInUser: ADA } })
    await expect(linking).rejects.toMatchObject({ type: 'OAuthAccountNotLinked' })
    // The other tab takes back its own link.
    expect(names()).not.toContain('unlinkAccount')
  })
})

describe('A user created by a refused sign-in (LNK-03)', () => {
  const orphan = { ...ADA, id: 'new' }

  async function takeBackAs(by: AdapterUser | null, methods: Methods = {}): Promise<boolean> {
    holder = by
    const config = configOf({ methods })
    const evidence = evidenceOf(config)
    const { store } = evidence.provider
    if (!store) throw new Error('There is no store.')
    return rollBackOrphan(store, evidence, orphan)
  }

  test('is deleted where another user has the account', async () => {
    expect(await takeBackAs(ADA)).toBe(true)
    expect(calls).toEqual([
      ['getUserByAccount', KEY],
      ['getUser', 'new'],
      ['deleteUser', 'new'],
    ])
  })

  test.each<readonly [string, AdapterUser | null, Methods]>([
    ['the account belongs to no user', null, {}],
    ['the account belongs to the created user', orphan, {}],
    ['the owner of the account is unknown', ADA, { getUserByAccount: down }],
  ])('is kept where %s', async (_, by, methods) => {
    expect(await takeBackAs(by, methods)).toBe(false)
    expect(names()).toEqual(['getUserByAccount'])
  })
})
