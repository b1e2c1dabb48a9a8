import { type ListedDevice, MemoryDevices } from '../../../../../test/adapters/memory-devices.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLogoutTokens } from '../../../test/logout-tokens.ts'
import { ISSUER, NOW } from '../../../test/oauth-provider.ts'
import { sampleDevice } from '../../../test/sign-out-request.ts'
import { resolveConfig } from '../config/resolve.ts'
import { createSessionContext, toContext, type Context } from '../request/context.ts'
import type { FlowResult } from '../http/result.ts'
import { fromRequest } from '../http/incoming.ts'
import { selectStrategy } from '../sessions/select.ts'
import type { Identity } from '../sessions/strategy.ts'
import type { Adapter, AdapterAccount } from '../types/adapter.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'
import type { EndSessionEndpoint } from '../types/endpoint.ts'
import { findEnding, leaveQuietly, type Leave } from './leave.ts'
import { finishSignOut } from './return.ts'
import type { AskedProvider, SessionProvider } from './session-provider.ts'

const URL_OF_ACTION = 'https://app.example/auth/signout'
const RETURN = 'https://app.example/auth/signed-out'
const USER = { id: '7', email: 'ada@example.com', emailVerified: null }

const tokens = await createLogoutTokens()

let accounts: AdapterAccount[]
const devices = new MemoryDevices()
let errors: Error[]
let notices: (readonly [string, string | undefined])[]
let isAway: boolean

beforeEach(() => {
  accounts = []
  devices.clear()
  errors = []
  notices = []
  isAway = false
})

function account(provider: string, more: Partial<AdapterAccount> = {}): AdapterAccount {
  return { provider, providerAccountId: 'ada', type: 'oidc', userId: '7', ...more }
}

const none = async (): Promise<null> => null

/** A store of sessions in which every token is one of the same user. */
function store(capabilities: NonNullable<Adapter['capabilities']>): Adapter {
  return {
    capabilities,
    createSession: async (session) => session,
    getSessionAndUser: async (sessionToken) => ({
      session: { sessionToken, userId: '7', expires: new Date((NOW + 1000) * 1000) },
      user: USER,
    }),
    updateSession: none,
    deleteSession: none,
    getUser: none,
    createUser: async (user) => ({ ...USER, ...user }),
    getUserByEmail: none,
    getUserByAccount: none,
    linkAccount: none,
    updateAccount: none,
    async listAccountsByUserId(userId) {
      if (isAway) throw new Error('ECONNREFUSED')
      return accounts.filter((one) => one.userId === userId)
    },
    records: devices.records,
  }
}

const device = (provider: string | null, sessionId = ''): ListedDevice =>
  sampleDevice(NOW * 1000, { sessionId, provider })

type EndSession = string | EndSessionEndpoint | undefined

interface Application {
  readonly open: (cookie?: string) => Context
  readonly signIn: (identity?: Partial<Identity>) => Promise<Context>
}

function start(
  endSession: EndSession,
  config: Pick<AuthConfig, 'adapter' | 'callbacks' | 'session'> = {},
  more: Readonly<Record<string, unknown>> = {},
): Application {
  const ending = endSession === undefined ? {} : { endSession }
  const resolved = resolveConfig(
    {
      providers: [
        ...tokens.providers({ ...ending, ...more }),
        {
          id: 'plain',
          name: 'Plain',
          type: 'oauth',
          clientId: 'app',
          clientSecret: 's',
          authorization: `${ISSUER}/a`,
          token: `${ISSUER}/t`,
          userinfo: `${ISSUER}/u`,
          ...ending,
        },
        {
          id: 'old',
          name: 'Old',
          type: 'oauth',
          clientId: 'app',
          issuer: ISSUER,
          protocol: { request: () => `${ISSUER}/old`, verify: () => ({}) },
          profile: () => ({ id: 'ada' }),
        },
        { id: 'password', name: 'P', type: 'credentials', credentials: {}, authorize: () => null },
      ],
      secret: '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978',
      session: { strategy: 'jwt' },
      adapterRequires: [],
      ...config,
      logger: {
        warn: () => undefined,
        error: (error) => void errors.push(error),
        info: (code, detail) => void notices.push([code, detail]),
      },
    },
    { env: { AUTH_URL: 'https://app.example' }, clock: () => NOW * 1000, basePath: '/auth' },
  )
  const open: Application['open'] = (cookie = '') => {
    const original = fromRequest(new Request(URL_OF_ACTION, { headers: { cookie } }))
    const request = {
      method: 'POST',
      action: 'signout',
      query: new Map(),
      duplicates: new Set<string>(),
      body: new Map(),
      headers: original.headers,
    } as const
    const session = createSessionContext(resolved, original)
    return toContext(session, { request, original, returnTo: 'https://app.example/bye' })
  }
  return {
    open,
    async signIn(identity = {}) {
      const opened = { user: USER, account: account('acme'), isNewUser: false, ...identity }
      const { jar } = await selectStrategy(open()).issue(open(), opened)
      return open(cookiesOf(jar))
    },
  }
}

const cookiesOf = (jar: Context['jar']): string =>
  jar
    .changes()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

const find = async (
  context: Context,
  asked: AskedProvider = true,
): Promise<Omit<SessionProvider, 'provider'> & { readonly id?: string }> => {
  const { provider, ...rest } = (await findEnding(context, asked)) ?? { provider: undefined }
  return provider ? { id: provider.id, ...rest } : rest
}

/** Sends the browser to the provider, and returns the address and its parameters. */
async function leave(
  context: Context,
  how: Leave = 'address',
): Promise<{ readonly result: FlowResult; readonly to: URL }> {
  const ended = await findEnding(context, true)
  const result = ended && (await leaveQuietly(context, ended, how))
  if (!result) throw new Error('The browser was not sent to the provider.')
  return { result, to: new URL(result.kind === 'redirect' ? result.to : 'https://none.example') }
}

describe('The provider of a sealed session', () => {
  it('is the one that opened it, and gets no hint unless configured (LGO-01)', async () => {
    const context = await start(undefined).signIn()
    expect(await find(context)).toStrictEqual({ id: 'acme' })
  })

  it.each([
    ['sid', { hint: 'session-1' }],
    ['sub', { hint: 'ada' }],
    ['id_token', { idToken: 'the.id.token' }],
  ] as const)('gets the %s if it is configured to', async (hint, hints) => {
    const context = await start({ hint }).signIn({
      account: account('acme', { id_token: 'the.id.token' }),
      providerSession: { issuer: ISSUER, sub: 'ada', sid: 'session-1' },
    })
    expect(await find(context)).toStrictEqual({ id: 'acme', ...hints })
    // Another provider gets no hint of this one.
    expect(await find(context, 'island')).toStrictEqual({ id: 'island' })
    expect(await find(context, 'acme')).toStrictEqual({ id: 'acme', ...hints })
  })

  it('is undefined after a sign-in by password, in a signed-out browser, and for a provider of passwords', async () => {
    const app = start(undefined)
    const password = { account: { ...account('password'), type: 'credentials' as const } }
    expect(await find(await app.signIn(password))).toStrictEqual({})
    expect(await find(app.open())).toStrictEqual({})
    expect(await find(app.open(), 'acme')).toStrictEqual({})
    expect(await find(await app.signIn(), 'password')).toStrictEqual({})
    expect(errors).toEqual([])
  })

  it('causes an error if the caller names one that is not configured', async () => {
    const context = await start(undefined).signIn()
    await expect(find(context, 'unknown')).rejects.toMatchObject({
      type: 'InvalidProvider',
      message: '`provider` of a sign-out is `true`, or the id of an OAuth provider.',
    })
    expect(errors).toEqual([])
  })
})

describe('The provider of a session in a store', () => {
  const DEVICES = { records: true }
  const ACCOUNTS = { accountUpdates: true }
  const stored = (
    capabilities: NonNullable<Adapter['capabilities']>,
    endSession?: EndSession,
  ): Promise<Context> =>
    start(endSession, { adapter: store(capabilities), session: { strategy: 'database' } }).signIn()

  /** Id of the session in the store. */
  const idOf = async (context: Context): Promise<string> =>
    (await selectStrategy(context).current(context))?.sessionId ?? ''

  it('is the one of its own device, not of another device', async () => {
    const context = await stored(DEVICES)
    devices.replace(device('acme', 'another'), device('island', await idOf(context)))
    expect(await find(context)).toStrictEqual({ id: 'island' })
    devices.replace(device('acme', 'another'))
    expect(await find(context)).toStrictEqual({})
    expect(errors).toEqual([])
  })

  it('is not looked up where the adapter declares no capability', async () => {
    const { capabilities: _none, ...adapter } = store({})
    const context = await start(undefined, { adapter, session: { strategy: 'database' } }).signIn()
    devices.replace(device('island', await idOf(context)))
    accounts = [account('island')]
    expect(await find(context)).toStrictEqual({})
    expect(errors).toEqual([])
  })

  it('is not looked up where the session names no user', async () => {
    const adapter: Adapter = {
      ...store({ ...DEVICES, ...ACCOUNTS }),
      listAccountsByUserId: () => expect.unreachable(),
      records: { ...devices.records, get: () => expect.unreachable() },
    }
    const jwt = ({ token: { sub: _sub, ...token } }: { readonly token: JWT }): JWT => token
    const sealed = start(undefined, { adapter, session: { strategy: 'jwt' }, callbacks: { jwt } })
    const password = { account: { ...account('password'), type: 'credentials' as const } }
    expect(await find(await sealed.signIn(password))).toStrictEqual({})
    expect(errors).toEqual([])
  })

  it('is not looked up in devices if the adapter does not declare them', async () => {
    const context = await stored({})
    devices.replace(device('island', await idOf(context)))
    accounts = [account('island')]
    expect(await find(context)).toStrictEqual({})
  })

  it('is that of the only account of the user if no device names one', async () => {
    const context = await stored({ ...DEVICES, ...ACCOUNTS })
    devices.replace(device(null, await idOf(context)))
    accounts = [account('island'), account('island', { providerAccountId: 'other' })]
    expect(await find(context)).toStrictEqual({ id: 'island' })
    // Providers without sessions of their own.
    accounts.push(account('password'), account('removed'))
    expect(await find(context)).toStrictEqual({ id: 'island' })
    accounts.push(account('acme'))
    expect(await find(context)).toStrictEqual({})
    accounts = []
    expect(await find(context)).toStrictEqual({})
  })

  it('gets the ID token of the only account there if it is configured to', async () => {
    const context = await stored(ACCOUNTS, { hint: 'id_token' })
    accounts = [account('acme', { id_token: 'of.acme.it' })]
    expect(await find(context)).toStrictEqual({ id: 'acme', idToken: 'of.acme.it' })
    accounts.push(account('island', { id_token: 'of.island.it' }))
    expect(await find(context, 'acme')).toStrictEqual({ id: 'acme', idToken: 'of.acme.it' })
    // Of several, the account of the session is unknown.
    accounts.push(account('acme', { providerAccountId: 'other', id_token: 'of.another.one' }))
    expect(await find(context, 'acme')).toStrictEqual({ id: 'acme' })
    accounts = [account('acme')]
    expect(await find(context)).toStrictEqual({ id: 'acme' })
  })

  it('gets no ID token unless it is configured to', async () => {
    for (const endSession of [undefined, `${ISSUER}/logout`, {}, { hint: 'sub' as const }]) {
      const context = await stored(ACCOUNTS, endSession)
      accounts = [account('acme', { id_token: 'of.acme.it' })]
      expect(await find(context)).toStrictEqual({ id: 'acme' })
    }
  })

  it('does not prevent the sign-out if the store fails, which is logged', async () => {
    const context = await stored(ACCOUNTS)
    isAway = true
    expect(await find(context)).toStrictEqual({})
    expect(errors.map(({ name }) => name)).toEqual(['AdapterError'])
  })

  it('is also looked up for a sealed session, unless the session has the ID token', async () => {
    const sealed = start(
      { hint: 'id_token' },
      {
        adapter: store(ACCOUNTS),
        session: { strategy: 'jwt' },
      },
    )
    accounts = [account('acme', { id_token: 'newer.id.token' })]
    const long = { account: account('acme', { id_token: 'x'.repeat(2_001) }) }
    expect(await find(await sealed.signIn(long))).toStrictEqual({
      id: 'acme',
      idToken: 'newer.id.token',
    })
    const short = { account: account('acme', { id_token: 'own.id.token' }) }
    isAway = true
    expect(await find(await sealed.signIn(short))).toStrictEqual({
      id: 'acme',
      idToken: 'own.id.token',
    })
  })
})

describe('A logout request', () => {
  it('goes to the discovered URL with the client id and the return URL, which is logged once (LGO-01)', async () => {
    const context = await start(undefined).signIn()
    const { result, to } = await leave(context)
    expect(result).toMatchObject({ kind: 'redirect', status: 303 })
    expect(to.origin + to.pathname).toBe(`${ISSUER}/logout`)
    const { state, ...rest } = Object.fromEntries(to.searchParams)
    expect(rest).toEqual({ client_id: 'app', post_logout_redirect_uri: RETURN })
    expect(state).toMatch(/^[\w-]{43,}$/)
    expect(notices).toEqual([
      [
        'register-address',
        `Register ${RETURN} as post-logout redirect URI with "acme": otherwise the provider shows an error, or does not redirect back.`,
      ],
    ])
  })

  it('has the hints of the session, and configured parameters that it does not set itself', async () => {
    const url = `${ISSUER}/own?policy=one`
    const params = { ui_locales: 'nl', client_id: 'other', state: 'mine' }
    const hinted = await start({ url, hint: 'sub', params }).signIn({
      providerSession: { issuer: ISSUER, sub: 'ada' },
    })
    const { searchParams, pathname } = (await leave(hinted)).to
    expect(pathname).toBe('/own')
    const { state, ...rest } = Object.fromEntries(searchParams)
    expect(state).not.toBe('mine')
    expect(rest).toEqual({
      policy: 'one',
      ui_locales: 'nl',
      client_id: 'app',
      logout_hint: 'ada',
      post_logout_redirect_uri: RETURN,
    })
    const withToken = await start({ url, hint: 'id_token' }).signIn({
      account: account('acme', { id_token: 'the.id.token' }),
    })
    expect((await leave(withToken)).to.searchParams.get('id_token_hint')).toBe('the.id.token')
  })

  it('of a deployment behind a redirect proxy has no return URL, and stores nothing', async () => {
    const more = { redirectProxyUrl: 'https://proxy.example/auth' }
    const context = await start(undefined, {}, more).signIn()
    const { result, to } = await leave(context)
    expect([...to.searchParams.keys()]).toEqual(['client_id'])
    expect(result.jar.changes()).toEqual([])
  })

  it('goes to a provider without discovery where the configuration names its address', async () => {
    const plain = { account: { ...account('plain'), type: 'oauth' as const } }
    const { to } = await leave(await start(`${ISSUER}/plain`).signIn(plain))
    expect(to.href.split('?')[0]).toBe(`${ISSUER}/plain`)
  })

  it.each(['plain', 'old'])(
    'is not made for the provider "%s", which has no address for it, and a notice says what to set',
    async (id) => {
      const opened = { account: { ...account(id), type: 'oauth' as const } }
      const context = await start(undefined).signIn(opened)
      const ended = await findEnding(context, true)
      expect(ended?.provider.id).toBe(id)
      expect(ended && (await leaveQuietly(context, ended, 'page'))).toBeUndefined()
      const notice = `Set \`endSession\` of "${id}", if there is one.`
      expect([errors, notices]).toEqual([[], [['no-end-session', notice]]])
    },
  )

  /** A session whose ID token makes the address as long as it says. */
  async function withAddressOf(length: number): Promise<Context> {
    const app = start({ hint: 'id_token' })
    const signIn = (token: string): Promise<Context> =>
      app.signIn({ account: account('acme', { id_token: token }) })
    const { href } = (await leave(await signIn('x'))).to
    return signIn('x'.repeat(1 + length - href.length))
  }

  it('of 2,000 characters is a URL (LGO-09)', async () => {
    const { to } = await leave(await withAddressOf(2_000), 'page')
    expect(to.href).toHaveLength(2_000)
    expect(to.searchParams.has('id_token_hint')).toBe(true)
  })

  it('that is longer omits the ID token for a script, and is a form for a browser (LGO-09)', async () => {
    const context = await withAddressOf(2_001)
    const { to } = await leave(context, 'address')
    expect(to.searchParams.get('client_id')).toBe('app')
    expect(to.searchParams.has('id_token_hint')).toBe(false)
    const { result } = await leave(context, 'page')
    if (result.kind !== 'page') throw new Error(`It is a ${result.kind}.`)
    expect(result.html).toContain(`action="${ISSUER}/logout"`)
    expect(result.html).toContain('name="id_token_hint"')
    expect(result.html).toContain('Acme')
    expect(result.html).toContain('https://app.example/bye')
    expect(result.jar.changes()).toHaveLength(1)
  })

  it('to a URL that is not https is not made, which is logged, and the session ends nevertheless', async () => {
    const context = await start('http://logout.example/').signIn()
    const ended = await findEnding(context, true)
    expect(ended && (await leaveQuietly(context, ended, 'page'))).toBeUndefined()
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({
      message:
        'The session ended here, and the browser could not be sent to "acme" to end it there as well.',
      cause: { err: { name: 'OAuthSignInError' } },
    })
  })
})

describe('The return from a provider', () => {
  async function begin(): Promise<{
    readonly app: Application
    readonly cookie: string
    readonly state: string
  }> {
    const app = start(undefined)
    const { result, to } = await leave(await app.signIn())
    const state = to.searchParams.get('state') ?? ''
    return { app, cookie: cookiesOf(result.jar), state }
  }

  it('with the state of the sign-out redirects to its target, and uses the state up (LGO-01)', async () => {
    const { app, cookie, state } = await begin()
    const done = await finishSignOut(app.open(cookie), state)
    expect(done?.to).toBe('https://app.example/bye')
    const changes = done?.jar.changes() ?? []
    expect(changes.map(({ options }) => options.maxAge)).toEqual([0])
    expect(cookie).toContain(changes[0]?.name)
  })

  it('with another state, without one, or with that of another browser does not redirect (LGO-01)', async () => {
    const { app, cookie, state } = await begin()
    const wrong = [undefined, '', state.slice(0, -1), `${state}A`, (await begin()).state]
    for (const one of wrong) expect(await finishSignOut(app.open(cookie), one)).toBeUndefined()
    expect(await finishSignOut(app.open(), state)).toBeUndefined()
  })
})
