import type { OpenSqlAdapter } from '@latchstring/adapter-sql'
import type { AuthConfig } from '@latchstring/core'
import type { Adapter, AdapterAccount, AdapterUser } from '@latchstring/core/adapters'
import { AccessDenied } from '@latchstring/core/errors'
import type { OAuth2Config } from '@latchstring/core/providers'
import type { User } from '@latchstring/core/types'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type App, createApp } from '@latchstring/test-kit/app'
import type { Browser } from '@latchstring/test-kit/browser'
import { withoutTransactions } from '@latchstring/test-kit/faulty-adapter'
import { guild, type GuildProfile } from '@latchstring/test-kit/guild'
import {
  askForMail,
  byLink,
  CONTESTED,
  signInWithGuild,
  openMailbox,
} from '@latchstring/test-kit/ownership'
import { openInMemory } from '@latchstring/test-kit/sqlite-store'
import {
  expectSignedIn,
  readLocation,
  sessionCookies,
  readSession,
} from '@latchstring/test-kit/story'

let store: OpenSqlAdapter

beforeEach(async () => {
  store = await openInMemory()
})

afterEach(() => store.close())

const profileOf = ({ member, name }: GuildProfile): User => ({
  id: member,
  name,
  email: `${member}@guild.example`,
})

/** Returns an address for every user. */
function addressed(
  overrides: Partial<OAuth2Config<GuildProfile>> = {},
): OAuth2Config<GuildProfile> {
  return guild({ profile: profileOf, ...overrides })
}

const EVENTS = ['createUser', 'updateUser', 'linkAccount', 'signIn'] as const

interface Setup {
  readonly app: App
  /** Names of the events, in order. */
  readonly happened: readonly string[]
}

function open(adapter: Adapter, config: Partial<AuthConfig> = {}): Setup {
  const happened: string[] = []
  const events = Object.fromEntries(
    EVENTS.map((name) => [name, () => void happened.push(name)] as const),
  )
  const providers = [addressed(), addressed({ id: 'lodge' })]
  return { happened, app: createApp({ providers, adapter, events, ...config }) }
}

async function emailIn(browser: Browser): Promise<string | null | undefined> {
  return (await readSession(browser))?.user?.email
}

/** The writes of a concurrent request: a user with an account. */
async function writeAs(member: string, email = `${member}@guild.example`): Promise<AdapterUser> {
  const user = await store.createUser({ id: `id-of-${email}`, email, emailVerified: null })
  await store.linkAccount({
    provider: 'guild',
    providerAccountId: member,
    type: 'oauth',
    userId: user.id,
  })
  return user
}

const down = (): never => {
  throw new Error('connect ECONNREFUSED 127.0.0.1:5432')
}

/** What an adapter throws that knows the errors of the library. */
const full = (): never => {
  throw new AccessDenied('The house is full.')
}

function without(adapter: Adapter, method: keyof Adapter): Adapter {
  const others = Object.entries(adapter).filter(([name]) => name !== method)
  return { ...Object.fromEntries(others), capabilities: {} }
}

/** What the service says of the account, and what of it reaches the store. */
async function linked(
  account: OAuth2Config<GuildProfile>['account'],
): Promise<readonly AdapterAccount[]> {
  const accounts: AdapterAccount[] = []
  const adapter = {
    ...withoutTransactions(store),
    linkAccount: (one: AdapterAccount) => void accounts.push(one),
  }
  const provider = addressed(account ? { account } : {})
  await signInWithGuild(open(adapter, { providers: [provider] }).app.openBrowser(), 'guild')
  return accounts
}

describe('A stored account', () => {
  const TOKENS = { access_token: 'at', refresh_token: 'rt', expires_at: 2, id_token: 'it' }

  test('has its user, and no members that the service did not send', async () => {
    const [user] = await linked(undefined)
    expect(user).toStrictEqual({
      provider: 'guild',
      type: 'oauth',
      providerAccountId: 'eve',
      userId: expect.any(String) as unknown, // it has no type of its own
    })
  })

  test('has the members from the `account` function of the provider, except the user', async () => {
    const [one] = await linked(() => ({ ...TOKENS, provider: 'lodge', userId: 'another' }))
    expect(one).toMatchObject({ ...TOKENS, provider: 'guild', providerAccountId: 'eve' })
    expect(one?.userId).not.toBe('another')
  })
})

describe('account.updateOnSignIn', () => {
  const ON = { account: { updateOnSignIn: true } }

  test.each([
    ['writes the account of a returning person', ON, 1],
    ['that is off writes nothing', { account: { updateOnSignIn: false } }, 0],
    ['that is left out writes nothing', {}, 0],
  ])('%s', async (_, config, times) => {
    const updateAccount = vi.fn(store.updateAccount)
    const { app, happened } = open({ ...store, updateAccount }, config)
    await signInWithGuild(app.openBrowser(), 'guild')
    expect(updateAccount).not.toHaveBeenCalled()
    expectSignedIn(await signInWithGuild(app.openBrowser(), 'guild'))
    const account = { provider: 'guild', providerAccountId: 'eve', type: 'oauth' }
    const user = await store.getUserByAccount(account)
    expect(updateAccount.mock.calls).toEqual(
      Array.from({ length: times }, () => [{ ...account, userId: user?.id }]),
    )
    expect(happened).toEqual(['createUser', 'linkAccount', 'signIn', 'signIn'])
  })

  test('that fails is logged, and the user is signed in', async () => {
    const { app } = open({ ...store, updateAccount: down }, ON)
    await signInWithGuild(app.openBrowser(), 'guild')
    expectSignedIn(await signInWithGuild(app.openBrowser(), 'guild'))
    expect(app.errors).toMatchObject([{ type: 'AdapterError' }])
  })
})

describe('An account that cannot be stored (LNK-03)', () => {
  test.each([
    ['while the store is down altogether', down],
    ['and belongs to no user', (): null => null],
  ])('%s, causes an error with the reason and no session', async (_, getUserByAccount) => {
    const asked = vi.fn(getUserByAccount)
    asked.mockReturnValueOnce(null)
    const adapter = { ...withoutTransactions(store), linkAccount: down, getUserByAccount: asked }
    const { app, happened } = open(adapter)
    const browser = app.openBrowser()
    await signInWithGuild(browser, 'guild')
    expect(sessionCookies(browser)).toEqual([])
    expect(happened).toEqual([])
    expect(app.errors).toMatchObject([
      {
        type: 'OAuthCreateAccountError',
        message: 'User and account could not be stored.',
        cause: { err: { message: 'The adapter failed in linkAccount().' } },
      },
    ])
    expect(await store.getUserByEmail('eve@guild.example')).toBeNull()
  })

  test('with an AuthError of the adapter, causes that error', async () => {
    const { app } = open({ ...withoutTransactions(store), linkAccount: full })
    await signInWithGuild(app.openBrowser(), 'guild')
    expect(app.errors).toMatchObject([{ type: 'AccessDenied', message: 'The house is full.' }])
  })

  test('in a transaction that lacks the method, causes an error that names it', async () => {
    const inner = without(without(store, 'linkAccount'), 'createUser')
    const transaction: Adapter['transaction'] = (work) => work(inner)
    const { app } = open({ ...store, transaction })
    await signInWithGuild(app.openBrowser(), 'guild')
    const [error] = app.errors
    expect(app.errors).toMatchObject([{ type: 'MissingAdapterMethods' }])
    expect(error?.message).toContain('`transaction` hands over has no createUser.')
  })

  test('in a store without deleteUser leaves the user, with the same error', async () => {
    const adapter = without(withoutTransactions(store), 'deleteUser')
    const { app } = open({ ...adapter, linkAccount: down })
    await signInWithGuild(app.openBrowser(), 'guild')
    expect(app.errors).toMatchObject([{ type: 'OAuthCreateAccountError' }])
    expect(await store.getUserByEmail('eve@guild.example')).not.toBeNull()
  })
})

describe('An account that another request stores at the same time (LNK-03)', () => {
  test('with its user signs in that user without events for a new one', async () => {
    const { app, happened } = open(
      {
        ...withoutTransactions(store),
        async linkAccount() {
          await writeAs('eve', 'other@guild.example')
          return down()
        },
      },
      { pages: { newUser: '/welcome' } },
    )
    const browser = app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    expect(await emailIn(browser)).toBe('other@guild.example')
    expect(happened).toEqual(['signIn'])
    expect(app.errors).toEqual([])
    expect(await store.getUserByEmail('eve@guild.example')).toBeNull()
  })

  test('with a user of the same address signs in that user', async () => {
    const getUserByEmail = async (email: string): Promise<AdapterUser | null> => {
      await writeAs('eve')
      return store.getUserByEmail(email)
    }
    const { app, happened } = open({ ...store, getUserByEmail })
    const browser = app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'guild'))
    expect(await emailIn(browser)).toBe('eve@guild.example')
    expect(happened).toEqual(['signIn'])
  })

  test.each([
    ['for the same user is linked, with one event', undefined],
    ['for another user is refused, and the log says why', 'grace'],
  ])('%s', async (_, other) => {
    const linkAccount = async (account: AdapterAccount): Promise<void> => {
      if (account.provider !== 'guild') {
        await store.linkAccount(account)
        return
      }
      if (other === undefined) await store.linkAccount(account)
      else await writeAs('eve', `${other}@guild.example`)
      down()
    }
    const { app, happened } = open({ ...withoutTransactions(store), linkAccount })
    const browser = app.openBrowser()
    expectSignedIn(await signInWithGuild(browser, 'lodge', 'ada'))
    const before = happened.length
    const response = await signInWithGuild(browser, 'guild')
    expect(await emailIn(browser)).toBe('ada@guild.example')
    if (other === undefined) {
      expectSignedIn(response)
      expect(happened.slice(before)).toEqual(['signIn'])
      return
    }
    expect(happened.slice(before)).toEqual([])
    expect(app.errors).toMatchObject([
      {
        type: 'OAuthAccountNotLinked',
        message: 'The account belongs to another user than the one who is signed in.',
        cause: { provider: 'guild' },
      },
    ])
  })
})

describe('A user who signs in by mail', () => {
  const mailbox = openMailbox()

  async function proveBy(setup: Setup): Promise<Browser> {
    const browser = setup.app.openBrowser()
    await askForMail(browser)
    await byLink(browser, mailbox.letter())
    return browser
  }

  const mail = (adapter: Adapter): Setup => open(adapter, { providers: [mailbox.provider] })

  test('for the first time is created, and after that updated', async () => {
    const setup = mail(store)
    await proveBy(setup)
    expect(setup.happened).toEqual(['createUser', 'signIn'])
    await proveBy(setup)
    expect(setup.happened.slice(2)).toEqual(['updateUser', 'signIn'])
  })

  test('is passed to the application with an account of the address, which is not stored', async () => {
    const createUser = vi.fn()
    const signIn = vi.fn()
    const { app } = open(store, { providers: [mailbox.provider], events: { createUser, signIn } })
    await proveBy({ app, happened: [] })
    const user = await store.getUserByEmail(CONTESTED)
    expect(createUser.mock.calls).toEqual([[{ user }]])
    const account = {
      provider: 'mail',
      type: 'email',
      providerAccountId: CONTESTED,
      userId: user?.id,
    }
    expect(signIn.mock.calls).toMatchObject([[{ user, account, isNewUser: true }]])
    expect(await store.listAccountsByUserId(user?.id ?? '')).toEqual([])
  })

  test('and is created by another request at the same time is found, and not new', async () => {
    const createUser = async (user: AdapterUser): Promise<AdapterUser> => {
      await store.createUser(user)
      return down()
    }
    const setup = mail({ ...store, createUser })
    expect(await emailIn(await proveBy(setup))).toBe(CONTESTED)
    expect(setup.happened).toEqual(['updateUser', 'signIn'])
  })

  test('and cannot be created causes an error with the reason and no session', async () => {
    const setup = mail({ ...store, createUser: down })
    expect(await emailIn(await proveBy(setup))).toBeUndefined()
    expect(setup.happened).toEqual([])
    expect(setup.app.errors).toMatchObject([
      {
        type: 'EmailCreateAccountError',
        message: 'The user could not be stored.',
        cause: { err: { message: 'The adapter failed in createUser().' } },
      },
    ])
  })

  test('and is refused by the adapter with an AuthError gets that error', async () => {
    const setup = mail({ ...store, createUser: full })
    await proveBy(setup)
    expect(setup.app.errors).toMatchObject([{ type: 'AccessDenied' }])
  })

  test.each([['listAccountsByUserId'], ['unlinkAccount'], ['deleteSessionsByUserId']] as const)(
    'with a store without %s proves the address (ALT-05)',
    async (missing) => {
      await writeAs('eve', CONTESTED)
      const setup = mail(without(store, missing))
      expect(await emailIn(await proveBy(setup))).toBe(CONTESTED)
      const user = await store.getUserByEmail(CONTESTED)
      expect(Date.now() - (user?.emailVerified?.getTime() ?? 0)).toBeLessThan(60_000)
      expect(await store.listAccountsByUserId(user?.id ?? '')).toHaveLength(
        missing === 'deleteSessionsByUserId' ? 0 : 1,
      )
    },
  )
})

async function refusedBy(signIn: () => boolean): Promise<App> {
  const { app } = open(store, { callbacks: { signIn } })
  const response = await signInWithGuild(app.openBrowser(), 'guild')
  expect(readLocation(response).pathname).not.toBe('/inside')
  return app
}

describe('The signIn callback (LNK-05)', () => {
  test('that returns a path redirects there, and one that returns true signs in', async () => {
    for (const [verdict, path] of [
      ['/waiting-list', '/waiting-list'],
      [true, '/inside'],
    ] as const) {
      const { app } = open(store, { callbacks: { signIn: () => verdict } })
      const response = await signInWithGuild(app.openBrowser(), 'guild')
      expect(readLocation(response).pathname).toBe(path)
      expect(app.errors).toEqual([])
    }
  })

  test('that returns false is named in the log', async () => {
    const { errors } = await refusedBy(() => false)
    expect(errors).toMatchObject([
      { type: 'AccessDenied', message: 'The `signIn` callback returned false.' },
    ])
  })

  test('that throws an AuthError fails with that error unchanged', async () => {
    class Suspended extends AccessDenied {}
    const { errors } = await refusedBy(() => {
      throw new Suspended('Suspended until Monday.')
    })
    expect(errors).toMatchObject([{ message: 'Suspended until Monday.' }])
    expect(errors[0]?.cause).toBeUndefined()
  })

  test('that throws another error is logged with it as the cause', async () => {
    const { errors } = await refusedBy(() => {
      throw new RangeError('The list of guests has no page 7.')
    })
    expect(errors).toMatchObject([{ type: 'AccessDenied', cause: { err: { name: 'RangeError' } } }])
  })
})
