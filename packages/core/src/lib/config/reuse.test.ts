import { describe, expect, test } from 'vitest'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import type { Adapter } from '../types/adapter.ts'
import type { ProviderObject } from '../types/provider.ts'
import { METHODS } from './adapter.ts'
import { resolveConfig } from './resolve.ts'
import type { AnyConfig, ResolvedConfig } from './resolved-config.ts'
import { ReusedConfig } from './reused-config.ts'
import { createReuse } from './reuse.ts'

const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'
const OTHER = 'ffeeddccbbaa99887766554433221100-0123456789'

function open(): ReturnType<typeof createReuse> {
  return createReuse({ env: {}, clock: () => 0, basePath: '/auth' })
}

const silent = (): NonNullable<AnyConfig['logger']> => ({ warn: () => undefined })

/** Made anew each time, functions included. */
function make(options: Partial<AnyConfig> = {}): AnyConfig {
  return {
    providers: [Google({ clientId: 'a', clientSecret: 'b' })],
    secret: SECRET,
    session: { maxAge: 100 },
    cookies: { sessionToken: { name: 'mine' } },
    logger: silent(),
    ...options,
  }
}

const adapter = (): Adapter =>
  Object.fromEntries(METHODS.map((name) => [name, () => Promise.resolve(null)]))

describe('A configuration with equal content', () => {
  test('is resolved once where its functions are the same', () => {
    const resolve = open()
    const logger = silent()
    const google = Google({ clientId: 'a', clientSecret: 'b' })
    const again = (): AnyConfig => make({ logger, providers: [{ ...google }] })
    expect(resolve(again())).toBe(resolve(again()))
  })

  test('shares what depends on data only, and has its own callbacks, events and logger', () => {
    const resolve = open()
    const first = resolve(make())
    const lines: string[] = []
    const callbacks = { jwt: () => null }
    const events = { signOut: () => undefined }
    const logger = (): NonNullable<AnyConfig['logger']> => ({
      ...silent(),
      error: (error: Error) => void lines.push(error.message),
    })
    const earlier = { callbacks: { jwt: () => ({}) }, events: { signOut: () => undefined } }
    const known = resolve(make({ ...earlier, logger: { ...silent(), error: () => undefined } }))
    const config = resolve(make({ callbacks, events, logger: logger() }))
    expect(config.secure).toBe(known.secure)
    // By identity: one function is as good as another for a comparison of objects.
    expect(Object.values(config.callbacks)[0]).toBe(Object.values(callbacks)[0])
    expect(Object.values(config.events)[0]).toBe(Object.values(events)[0])
    config.log.error(new Error('here'))
    expect(lines).toEqual(['here'])
    expect(first.callbacks).toEqual({})
    const plain = resolve(make())
    expect(plain.secure).toBe(first.secure)
    expect(plain.macs).toBe(first.macs)
  })

  test('has providers with its own functions, and shares discovery documents', () => {
    const resolve = open()
    const logger = silent()
    const withProfile = (id: string): AnyConfig =>
      make({
        logger,
        providers: [Google({ clientId: 'a', clientSecret: 'b', profile: () => ({ id }) })],
      })
    const first = resolve(withProfile('1')).providers.get('google')
    const second = resolve(withProfile('2')).providers.get('google')
    if (first?.kind !== 'oidc' || second?.kind !== 'oidc') throw new Error('Not there')
    expect(second.profile({}, {})).toEqual({ id: '2' })
    expect(first.profile({}, {})).toEqual({ id: '1' })
    expect(second.server).toBe(first.server)
  })

  test('has its own store and session functions', () => {
    const resolve = open()
    const token = (value: string) =>
      ({ strategy: 'database', generateSessionToken: () => value }) as const
    const first = resolve(make({ adapter: adapter(), session: token('1') }))
    const second = resolve(make({ adapter: adapter(), session: token('2') }))
    expect(second.session.generateSessionToken?.()).toBe('2')
    expect(second.adapter).not.toBe(first.adapter)
    expect(second.session).toMatchObject({ strategy: 'database', store: second.adapter })
    expect(second.providers.get('google')?.store).toBe(second.adapter)
  })

  test('has its own codec and decoder of migrated sessions', () => {
    const resolve = open()
    const until = '2999-01-01'
    const withCodec = (value: string): AnyConfig =>
      make({
        jwt: { encode: async () => value, decode: async () => ({ sub: value }) },
        migrate: {
          from: 'next-auth',
          until: new Date(until),
          decode: async () => ({ sub: value }),
        },
      })
    resolve(withCodec('1'))
    const { jwt, migration } = resolve(withCodec('2'))
    const params = { secret: SECRET, salt: 's' }
    const given = { ...params, token: 'x' }
    return Promise.all([
      expect(jwt.encode?.({ ...params, token: {} })).resolves.toBe('2'),
      expect(jwt.decode?.(given)).resolves.toEqual({ sub: '2' }),
      expect(migration?.decoder.decode?.(given)).resolves.toEqual({ sub: '2' }),
    ])
  })

  test('has its own rows for single use and its own store for proofs', async () => {
    const resolve = open()
    const logger = silent()
    const own = (id: string): AnyConfig => {
      const user = { id, email: 'ada@example.com', emailVerified: null }
      const row = { identifier: id, token: 't', expires: new Date(0) }
      const resolutions = { getUser: async () => user, useVerificationToken: async () => row }
      const capabilities = { atomicConsume: true }
      return make({ logger, adapter: { ...adapter(), ...resolutions, capabilities } })
    }
    resolve(own('1'))
    const { adapter: store, proofStore, singleUseRows } = resolve(own('2'))
    expect(await store?.getUser?.('2')).toMatchObject({ id: '2' })
    expect(await proofStore?.getUser('2')).toMatchObject({ id: '2' })
    const used = await singleUseRows?.useVerificationToken({ identifier: '2', token: 't' })
    expect(used).toMatchObject({ identifier: '2' })
  })

  test('leaves out the same providers', () => {
    const resolve = open()
    const withProfile = (id: string): AnyConfig =>
      make({ providers: [Google({ profile: () => ({ id }) }), ...make().providers.slice(1)] })
    const first = resolve(withProfile('1')).leftOut
    const second = resolve(withProfile('2')).leftOut
    expect(first.map(({ id }) => id)).toEqual(['google'])
    expect(second.map(({ id }) => id)).toEqual(['google'])
  })

  const service = {
    id: 'acme',
    name: 'Acme',
    type: 'oidc',
    issuer: 'https://id.example',
    clientId: 'a',
    clientSecret: 'b',
  } as const

  test.each<readonly [string, Partial<ProviderObject>]>([
    ['at another issuer', { issuer: 'https://other.example' }],
    ['at another address', { wellKnown: 'https://id.example/document' }],
    ['by another name of the issuer', { discoveryIssuer: 'https://other.example' }],
    ['with an authorization endpoint', { authorization: 'https://id.example/a' }],
    ['with a token endpoint', { token: 'https://id.example/t' }],
    ['with a userinfo endpoint', { userinfo: 'https://id.example/u' }],
    ['with another profile function', { userinfo: { request: () => ({}) } }],
  ])('shares no discovery document with a service %s', (_, change) => {
    const resolve = open()
    const findServer = (...options: object[]) => {
      const provider = Object.assign({}, service, ...options) as ProviderObject // Of the table.
      const found = resolve(make({ providers: [provider] })).providers.get('acme')
      return found?.kind === 'oidc' ? found.server : expect.fail('not there')
    }
    expect(findServer({ name: 'Other' })).toBe(findServer())
    expect(findServer(change)).not.toBe(findServer())
  })

  test.each<[string, () => Partial<AnyConfig>]>([
    ['providers', () => ({ providers: [Credentials({ authorize: () => null })] })],
    ['adapter', () => ({ adapter: adapter() })],
    ['session', () => ({ session: { generateSessionToken: () => 'x' } })],
    ['jwt', () => ({ jwt: { encode: async () => 'x' } })],
    [
      'migrate',
      () => ({ migrate: { from: 'next-auth', until: '2999-01-01', decode: async () => null } }),
    ],
    ['callbacks', () => ({ callbacks: { signIn: () => true } })],
    ['events', () => ({ events: { signOut: () => undefined } })],
    ['logger', () => ({ logger: silent() })],
    ['limits', () => ({ limits: { inbox: (address) => address } })],
    ['clientAddress', () => ({ clientAddress: () => undefined })],
  ])('shares keys and cookies where the functions of `%s` are others (PERF-15)', (_, options) => {
    const resolve = open()
    const logger = silent()
    const first = resolve(make({ providers: [], logger, ...options() }))
    const second = resolve(make({ providers: [], logger, ...options() }))
    expect(second).not.toBe(first)
    expect(second.secure).toBe(first.secure)
  })

  test('with its own logger has a store that logs there', () => {
    const resolve = open()
    const kept = adapter()
    const first = resolve(make({ adapter: kept, session: { strategy: 'database' } }))
    const second = resolve(make({ adapter: kept, session: { strategy: 'database' } }))
    expect(second.adapter).not.toBe(first.adapter)
    expect(second.session).toMatchObject({ store: second.adapter })
    expect(second.providers.get('google')?.store).toBe(second.adapter)
  })

  test('causes each warning once with any number of loggers', () => {
    const resolve = open()
    const warnings: string[] = []
    const logger = () => ({ warn: (code: string) => void warnings.push(code) })
    const noisy = (): AnyConfig => make({ debug: true, logger: logger() })
    for (let count = 0; count < 3; count++) void resolve(noisy()).providers.size
    expect(warnings).toEqual(['debug-enabled'])
  })
})

const changes: readonly [string, Partial<AnyConfig>][] = [
  ['the secret', { secret: OTHER }],
  ['a second secret', { secret: [SECRET, OTHER] }],
  ['the providers', { providers: [Google({ clientId: 'c', clientSecret: 'b' })] }],
  ['an added provider', { providers: [...make().providers, GitHub] }],
  ['the age of sessions', { session: { maxAge: 101 } }],
  ['the name of a cookie', { cookies: { sessionToken: { name: 'yours' } } }],
  ['the base path', { basePath: '/other' }],
  ['the audience', { audience: 'other' }],
  ['the path of a page', { pages: { signIn: '/in' } }],
  ['the theme', { theme: { brandColor: '#123456' } }],
  ['`trustHost`', { trustHost: true }],
  ['`allowedHosts`', { allowedHosts: ['app.example.com'] }],
  ['`useSecureCookies`', { useSecureCookies: true }],
  ['an option of `account`', { account: { updateOnSignIn: false } }],
  ['`debug`', { debug: true }],
  ['`migrate`', { migrate: { from: 'next-auth', until: '2999-01-01' } }],
  ['an added callback', { callbacks: { jwt: () => null } }],
  ['`redirectProxyOrigins`', { redirectProxyOrigins: ['https://a.example.com'] }],
  ['`experimental`', { experimental: { enableWebAuthn: true } }],
]

describe('A configuration that differs', () => {
  test.each(changes)('in %s is resolved separately', (_what, change) => {
    const resolve = open()
    const first = resolve(make())
    const second = resolve(make(change))
    expect(second.secure).not.toBe(first.secure)
    expect(resolve(make()).secure).toBe(first.secure)
    expect(resolve(make(change)).secure).toBe(second.secure)
  })

  test('because an object in it was changed is resolved separately', () => {
    const resolve = open()
    const session = { maxAge: 100 }
    expect(resolve(make({ session })).session.maxAge).toBe(100)
    session.maxAge = 200
    expect(resolve(make({ session })).session.maxAge).toBe(200)
  })

  test('because a list in it was changed is resolved separately (INIT-function)', () => {
    const resolve = open()
    const secret = [SECRET]
    const given = () => make({ secret, providers: [] })
    expect(resolve(given()).jwt.secrets).toEqual([SECRET])
    secret[0] = OTHER
    expect(resolve(given()).jwt.secrets).toEqual([OTHER])
    secret[0] = SECRET
    expect(resolve(given(), 'session').jwt.secrets).toEqual([SECRET])
  })

  test('in the result of a provider function is resolved separately', () => {
    const resolve = open()
    let name = 'One'
    const provider = (): ProviderObject => ({
      ...Google({ clientId: 'a', clientSecret: 'b' }),
      name,
    })
    const nameOfIt = () => resolve(make({ providers: [provider] })).providers.get('google')?.name
    expect(nameOfIt()).toBe('One')
    name = 'Two'
    expect(nameOfIt()).toBe('Two')
  })

  test('in the requests to the authorization server shares no discovery document', () => {
    const resolve = open()
    const serverAt = (issuer: string) => {
      const options = { clientId: 'a', clientSecret: 'b', issuer }
      const provider = resolve(make({ providers: [Google(options)] })).providers.get('google')
      return provider?.kind === 'oidc' ? provider.server : undefined
    }
    const first = serverAt('https://one.example.com')
    expect(first).toBeDefined()
    expect(serverAt('https://two.example.com')).not.toBe(first)
    expect(serverAt('https://one.example.com')).toBe(first)
  })

  test('in a function at an unknown option is resolved separately', () => {
    const resolve = open()
    // As JavaScript may have it.
    const odd = (): AnyConfig => make({ theme: { brandColor: '#000', extra: () => 1 } as object })
    expect(resolve(odd()).secure).not.toBe(resolve(odd()).secure)
  })
})

describe('A configuration resolved to read a session', () => {
  const offering = (...providers: AnyConfig['providers']): AnyConfig => ({
    providers,
    secret: SECRET,
    callbacks: {},
  })
  const google = (clientId: string) => Google({ clientId, clientSecret: 'b' })

  test('equals a complete one of equal content in each member (PERF-15)', () => {
    const resolve = open()
    const one = google('a')
    const known = resolve(offering(one))
    const reused = resolve(offering({ ...one }), 'session')
    expect(reused).not.toBe(known)
    for (const [name, fact] of Object.entries(known)) {
      expect([name, Reflect.get(reused, name)]).toEqual([name, fact])
      const isShared = typeof fact === 'object'
      expect([name, isShared && Reflect.get(reused, name) === fact]).toEqual([name, isShared])
    }
  })

  test.each([true, false])('has the setting useSecureCookies: %s', (useSecureCookies) => {
    const resolve = open()
    const given = (): AnyConfig => ({ ...offering(google('a')), useSecureCookies })
    resolve(given())
    expect(resolve(given(), 'session').useSecureCookies).toBe(useSecureCookies)
  })

  test('finds the one it equals behind another one (PERF-15)', () => {
    const resolve = open()
    const first = resolve(offering(google('a')))
    resolve({ ...offering(google('a')), secret: OTHER })
    expect(resolve(offering(google('a')), 'session').secure).toBe(first.secure)
  })

  test('calls provider factories only when providers are needed (PERF-15)', () => {
    const resolve = open()
    let made = 0
    const provider = () => {
      made += 1
      return google('a')
    }
    resolve(offering(provider))
    made = 0
    const config = resolve(offering(provider), 'session')
    expect([config.secure.cookies.sessionToken.name, config.jwt.secrets]).toHaveLength(2)
    expect(config.session.strategy).toBe('jwt')
    expect(made).toBe(0)
    expect(config.providers.size).toBe(1)
    expect(made).toBeGreaterThan(0)
  })

  test('has its own providers, beside others with the same options (INIT-function)', () => {
    const resolve = open()
    const ids = ['a', 'b', 'c']
    const clientOf = (config: ReturnType<typeof resolve>): unknown => {
      const provider = config.providers.get('google')
      return provider?.kind === 'oidc' && provider.clientId
    }
    for (const purpose of ['session', 'everything', 'session'] as const) {
      const configs = ids.map((id) => resolve(offering(google(id)), purpose))
      expect(configs.map(clientOf)).toEqual(ids)
      expect(configs.toReversed().map(clientOf)).toEqual(ids.toReversed())
      expect(new Set(configs.map(({ secure }) => secure)).size).toBeLessThanOrEqual(3)
    }
  })

  test('detects one changed provider among a hundred (INIT-function)', () => {
    const resolve = open()
    const list = (change = '') =>
      Array.from({ length: 100 }, (_, at): ProviderObject => ({
        ...google('a'),
        id: `s${at}`,
        name: at === 50 ? `Fifty${change}` : 'Other',
      }))
    const nameOf = (config: ReturnType<typeof resolve>) => config.providers.get('s50')?.name
    resolve(offering(...list()))
    for (const purpose of ['session', 'everything'] as const) {
      expect(nameOf(resolve(offering(...list(' two')), purpose))).toBe('Fifty two')
      expect(nameOf(resolve(offering(...list()), purpose))).toBe('Fifty')
    }
  })

  test('has its own left-out providers, address proofs and redirect proxy (INIT-function)', () => {
    const resolve = open()
    const sendVerificationRequest = async (): Promise<undefined> => undefined
    const mail = { id: 'm', type: 'email', name: 'M', from: 'a@example.com' } as const
    // As JavaScript may have it: without the function.
    const mute = mail as unknown as ProviderObject
    const store = Object.assign(adapter(), { getUserByAccount: async () => null })
    const withMail = (send: boolean, proxy?: string): AnyConfig => ({
      ...offering(send ? { ...mail, sendVerificationRequest } : mute, {
        ...google('a'),
        ...(proxy !== undefined && { redirectProxyUrl: proxy }),
      }),
      adapter: { ...store, updateUser: async () => Promise.reject(new Error()) },
      logger: silent(),
      session: { strategy: 'jwt' },
    })
    resolve({ ...withMail(true), providers: [] })
    const config = resolve(withMail(true, 'https://proxy.example/auth'), 'session')
    expect(config.provesAddresses).toBe(true)
    expect([...config.unlistedProxies]).toEqual(['https://proxy.example'])
    expect(config.leftOut).toEqual([])
    const other = resolve(withMail(false), 'session')
    expect(other.leftOut.map(({ id }) => id)).toEqual(['m'])
    expect([...other.unlistedProxies]).toEqual([])
  })

  test('without a usable provider is reported at a sign-in', () => {
    const resolve = open()
    resolve(offering(google('a')))
    const config = resolve(offering(google('a'), google('b')), 'session')
    expect(config.secure.cookies.sessionToken.name).toContain('session-token')
    expect(() => config.providers).toThrow('Two providers have the id "google".')
    expect(() => resolve(offering(google('a'), google('b')))).toThrow('Two providers')
  })

  test('is not changed by later changes of the object (INIT-function)', () => {
    const resolve = open()
    resolve(offering(google('a')))
    const shared: { -readonly [K in keyof AnyConfig]: AnyConfig[K] } = offering(google('a'))
    const config = resolve(shared, 'session')
    shared.providers = [google('b')]
    shared.secret = OTHER
    expect(config.providers.get('google')).toMatchObject({ clientId: 'a' })
    expect(config.jwt.secrets).toEqual([SECRET])
  })

  test.each(changes)('in %s is resolved separately', (what, change) => {
    const resolve = open()
    const first = resolve(make())
    const second = resolve(make(change), 'session')
    if (/provider/.test(what)) expect(second.providers).not.toBe(first.providers)
    else expect(second.secure).not.toBe(first.secure)
  })
})

describe('A reused configuration', () => {
  const OPTIONS =
    'providers adapter session jwt migrate callbacks events logger limits clientAddress'.split(' ')
  const capabilities = { atomicConsume: true, revocationFeed: true }
  const input = (strategy: 'jwt' | 'database'): AnyConfig =>
    make({
      adapter: { ...adapter(), capabilities },
      session: { strategy, ...(strategy === 'jwt' && { revocation: true }) },
      migrate: { from: 'next-auth', until: '2999-01-01' },
    })
  const resolved = (given: AnyConfig): ResolvedConfig =>
    resolveConfig(given, { env: {}, clock: () => 0, basePath: '/auth' })
  const reused = (
    known: ResolvedConfig,
    changed: readonly string[],
    resolve: () => ResolvedConfig,
  ) =>
    new ReusedConfig(known, {
      input: input('jwt'),
      changed: new Set(changed),
      warned: new Set(),
      resolve,
    })

  test.each([
    ['providers', 'jwt', ['providers', 'adapter', 'logger']],
    ['leftOut', 'jwt', ['providers']],
    ['provesAddresses', 'jwt', ['providers']],
    ['unlistedProxies', 'jwt', ['providers']],
    ['adapter', 'jwt', ['adapter', 'logger']],
    ['singleUseRows', 'jwt', ['adapter', 'logger']],
    ['proofStore', 'jwt', ['adapter', 'logger']],
    ['session', 'jwt', ['session']],
    ['session', 'database', ['session', 'adapter', 'logger']],
    ['jwt', 'jwt', ['jwt']],
    ['migration', 'jwt', ['jwt', 'migrate']],
    ['limits', 'jwt', ['limits', 'clientAddress', 'adapter', 'logger']],
  ] as const)('has its own %s with sessions of %s only if one of %j differs', (...row) => {
    const [member, strategy, options] = row
    const known = resolved(input(strategy))
    const own = { ...resolved(input(strategy)), provesAddresses: true }
    expect(own[member]).not.toBe(known[member])
    for (const option of OPTIONS) {
      const expected = options.some((one) => one === option) ? own : known
      const given = reused(known, [option], () => own)[member]
      expect([option, given === expected[member]]).toEqual([option, true])
    }
  })

  test('belongs to the application of the known one, whatever differs', () => {
    const known = resolved(input('jwt'))
    expect(known.application).toBeTypeOf('object')
    const config = reused(known, OPTIONS, () => expect.fail('Nothing is resolved for that.'))
    expect(config.application).toBe(known.application)
  })

  test('is resolved by itself once at most, and only when something of it is asked for', () => {
    const known = resolved(input('jwt'))
    let count = 0
    const config = reused(known, ['providers', 'jwt'], () => {
      count += 1
      return resolved(input('jwt'))
    })
    expect([config.secure, config.session, config.limits]).toHaveLength(3)
    expect(count).toBe(0)
    expect(config.providers).toBe(config.providers)
    expect(config.jwt).not.toBe(known.jwt)
    expect(count).toBe(1)
  })

  test('reads the feed of its own adapter, and resolves nothing for that', () => {
    const fail = (): never => expect.fail('Nothing else is asked for.')
    const known = resolved(input('jwt'))
    const config = reused(known, ['adapter'], fail)
    expect(config.revocation).toMatchObject({ window: 30_000, grace: 300_000 })
    expect(config.revocation?.adapter).toHaveProperty('getUser')
    expect(config.revocation?.adapter).not.toBe(known.revocation?.adapter)
    expect(reused(known, ['session', 'logger'], fail).revocation).toBe(known.revocation)
    const without = resolved(make({ adapter: adapter(), session: { strategy: 'jwt' } }))
    expect(reused(without, ['adapter'], fail).revocation).toBeUndefined()
  })

  test('logs single steps to its own logger, by one log', () => {
    const resolve = open()
    const lines: string[] = []
    const given = (): AnyConfig =>
      make({ logger: { ...silent(), debug: (message: string) => void lines.push(message) } })
    resolve(given())
    const config = resolve(given())
    config.log.debug('a step')
    expect(lines).toEqual(['a step'])
    expect(config.log).toBe(config.log)
  })
})

describe('A configuration that is more than its own members', () => {
  test('is resolved each time (INIT-function)', () => {
    const resolve = open()
    class Tenant {
      readonly #secret: string
      readonly providers = []
      constructor(secret: string) {
        this.#secret = secret
      }
      get secret(): string {
        return this.#secret
      }
    }
    for (const purpose of ['session', 'everything'] as const) {
      expect(resolve(new Tenant(SECRET), purpose).jwt.secrets).toEqual([SECRET])
      expect(resolve(new Tenant(OTHER), purpose).jwt.secrets).toEqual([OTHER])
    }
  })

  test('takes no place of others in the cache', () => {
    const resolve = open()
    class Tenant {
      readonly providers = []
      readonly secret = OTHER
    }
    const first = resolve(make()).secure
    for (let count = 0; count < 32; count++) resolve(new Tenant())
    expect(resolve(make()).secure).toBe(first)
  })
})

describe('The cache of resolved configurations', () => {
  const numbered = (number: number): AnyConfig => make({ session: { maxAge: number } })

  test('has a bound, and removes the least recently used', () => {
    const resolve = open()
    const first = resolve(numbered(1)).secure
    const second = resolve(numbered(2)).secure
    for (let number = 3; number <= 32; number++) resolve(numbered(number))
    expect(resolve(numbered(1)).secure).toBe(first)
    resolve(numbered(33))
    expect(resolve(numbered(1)).secure).toBe(first)
    expect(resolve(numbered(2)).secure).not.toBe(second)
  })

  test('forgets nothing for configurations that are used again', () => {
    const resolve = open()
    const first = resolve(numbered(1)).secure
    for (let number = 2; number <= 32; number++) resolve(numbered(number))
    for (let again = 0; again < 32; again++) resolve(numbered(31 + (again % 2)))
    expect(resolve(numbered(1)).secure).toBe(first)
  })

  test('has the discovery documents of 256 authorization servers, and forgets the oldest', () => {
    const services = (count: number) =>
      make({
        providers: Array.from({ length: count }, (_, at) => ({
          ...Google({ clientId: 'a', clientSecret: 'b' }),
          id: `s${at}`,
          options: { clientId: 'a', issuer: `https://s${at}.example` },
        })),
      })
    const serverOf = (config: ResolvedConfig): unknown => {
      const provider = config.providers.get('s0')
      return provider?.kind === 'oidc' ? provider.server : expect.fail('It is not there.')
    }
    for (const count of [256, 257]) {
      const resolve = open()
      const known = serverOf(resolve(services(count)))
      expect([count, serverOf(resolve(services(1))) === known]).toEqual([count, count === 256])
    }
  })

  test('finds every object of an application that keeps many (PERF-15)', () => {
    const resolve = open()
    const tenants = Array.from({ length: 100 }, (_, at) => ({ config: numbered(at + 1), at }))
    const first = tenants.map(({ config }) => resolve(config).secure)
    for (const { config, at } of tenants) {
      expect(resolve(config).secure).toBe(first[at])
      expect(resolve(config, 'session').secure).toBe(first[at])
      expect(resolve(config, 'session').session.maxAge).toBe(at + 1)
    }
  })

  test('does not keep a configuration that cannot be read', () => {
    const resolve = open()
    const unreadable = (): AnyConfig =>
      make({
        providers: [
          Credentials({ authorize: () => null }),
          {
            ...Google({ clientId: 'a', clientSecret: 'b' }),
            get name(): string {
              throw new Error('not now')
            },
          },
        ],
      })
    const { leftOut, secure } = resolve(unreadable())
    expect([leftOut.length, resolve(unreadable()).secure === secure]).toEqual([1, false])
  })

  test('does not keep a provider whose factory threw', () => {
    const resolve = open()
    let size = 0
    const provider = (): ProviderObject =>
      size === 0 ? expect.fail('not now') : Google({ clientId: 'a', clientSecret: 'b' })
    for (size of [0, 1]) expect(resolve(make({ providers: [provider] })).providers.size).toBe(size)
  })

  test('does not keep a refused configuration', () => {
    const resolve = open()
    const attempt = (): unknown => resolve(make({ session: { maxAge: -1 } }))
    for (const time of ['first', 'second']) expect(attempt, time).toThrow(/session\.maxAge/)
  })
})
