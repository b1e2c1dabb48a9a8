import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import Nodemailer from '../../providers/nodemailer.ts'
import { steadyClock, systemClock } from '../kit/clock.ts'
import { AUDIENCE, createSealedBox } from '../crypto/sealed-box.ts'
import { acceptWeakSecret, customFetch, skipCSRFCheck } from '../types/symbols.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Env } from '../types/utility.ts'
import { METHODS } from './adapter.ts'
import { resolveConfig } from './resolve.ts'
import type { AnyConfig, ResolvedConfig } from './resolved-config.ts'

const GOOD = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'
const OTHER = 'ffeeddccbbaa99887766554433221100-0123456789'
const NOW = 1_700_000_000_000

interface Outcome {
  readonly config: ResolvedConfig
  readonly warnings: readonly string[]
  readonly errors: readonly string[]
}

function resolve(input: Partial<AnyConfig>, env: Env = {}, basePath = '/auth'): Outcome {
  const warnings: string[] = []
  const errors: string[] = []
  const logger = {
    warn: (code: string) => warnings.push(code),
    error: (error: Error) => errors.push(error.name),
  }
  const config = resolveConfig(
    { providers: [], secret: GOOD, logger, ...input },
    { env, clock: () => NOW, basePath },
  )
  return { config, warnings, errors }
}

/** The error of an invalid configuration: type and message. */
function failure(input: Partial<AnyConfig>, env: Env = {}): string {
  try {
    resolve(input, env)
  } catch (error) {
    return String(error)
  }
  return 'none'
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const key of Reflect.ownKeys(value)) deepFreeze(Reflect.get(value, key))
  return Object.freeze(value)
}

/** An adapter with methods that nothing calls while a configuration is resolved. */
function adapter(...without: string[]): Adapter {
  const unused = () => Promise.reject(new Error('not while resolving'))
  return Object.fromEntries(
    METHODS.filter((name) => !without.includes(name)).map((name) => [name, unused]),
  )
}

describe('the defaults of a configuration', () => {
  it('are filled in, and the result is frozen', () => {
    const { config } = resolve({})
    expect(config).toMatchObject({
      actionBase: '/auth',
      session: { strategy: 'jwt', maxAge: 2_592_000, updateAge: 86_400 },
      csrf: true,
      useSecureCookies: undefined,
      origin: { kind: 'untrusted' },
    })
    for (const part of [
      config,
      config.session,
      config.jwt,
      config.callbacks,
      config.events,
      config.pages,
      config.theme,
      config.secure,
      config.plain,
    ]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })

  it('store sessions in the database when there is an adapter', () => {
    expect(resolve({ adapter: adapter() }).config.session.strategy).toBe('database')
    expect(
      resolve({ adapter: adapter(), session: { strategy: 'jwt' } }).config.session.strategy,
    ).toBe('jwt')
  })

  it('prefer jwt.maxAge over session.maxAge', () => {
    expect(resolve({ session: { maxAge: 10 }, jwt: { maxAge: 20 } }).config.session.maxAge).toBe(20)
  })
})

describe('the secrets of a configuration', () => {
  it('override the environment unless they are empty (JWE-07)', async () => {
    const text = 'text'
    const mac = async (outcome: Outcome) => outcome.config.macs.sign('mail-link', text)
    const own = await mac(resolve({ secret: OTHER }))
    expect(await mac(resolve({ secret: OTHER }, { AUTH_SECRET: GOOD }))).toBe(own)
    expect(await mac(resolve({ secret: '' }, { AUTH_SECRET: OTHER }))).toBe(own)
    expect(await mac(resolve({ secret: [] }, { AUTH_SECRET: OTHER }))).toBe(own)
    expect(failure({ secret: ['', ''] }, { AUTH_SECRET: OTHER })).toMatch(/MissingSecret.*1 of 2/)
    expect(await mac(resolve({ secret: [OTHER, GOOD] }))).toBe(own)
  })

  it('open values that an older secret has sealed (JWE-07)', async () => {
    const old = await resolve({ secret: OTHER }).config.secure.box.seal('state', { a: 1 }, 60)
    expect(
      (await resolve({ secret: [GOOD, OTHER] }).config.secure.box.open('state', old))?.payload['a'],
    ).toBe(1)
    expect(
      (
        await resolve(
          { secret: '' },
          { AUTH_SECRET: OTHER, AUTH_SECRET_1: GOOD },
        ).config.secure.box.open('state', old)
      )?.payload['a'],
    ).toBe(1)
    expect(await resolve({ secret: GOOD }).config.secure.box.open('state', old)).toBeNull()
  })

  it('may be different ones for sessions', async () => {
    const { config } = resolve({ jwt: { secret: OTHER } })
    const sealed = await config.secure.sessionBox.seal('session', {}, 60)
    expect(await config.secure.box.open('session', sealed)).toBeNull()
    expect(
      await resolve({ secret: OTHER }).config.secure.box.open('session', sealed),
    ).not.toBeNull()
    const same = resolve({}).config.secure
    expect(same.sessionBox).toBe(same.box)
  })

  it('are an error in production and a warning in development when missing or weak (JWE-09)', () => {
    expect(failure({ secret: '' })).toMatch(/^MissingSecret: .*AUTH_SECRET/)
    expect(failure({ secret: 'short' })).toMatch(/^WeakSecret/)
    expect(failure({ jwt: { secret: 'short' } })).toMatch(/^WeakSecret/)
    expect(failure({ secret: 'short', weakSecret: acceptWeakSecret })).toBe('none')
    expect(resolve({ secret: 'short' }, { NODE_ENV: 'development' }).errors).toEqual(['WeakSecret'])
    expect(resolve({ secret: '' }, { NODE_ENV: 'test' }).errors).toEqual(['MissingSecret'])
    // Only the symbol itself is taken, not a copy of its name.
    const lookalike: object = { weakSecret: Symbol('latchstring.accept-weak-secret') }
    expect(failure({ secret: 'short', ...lookalike })).toMatch(/^WeakSecret/)
  })
})

describe('the base path of a configuration', () => {
  it.each<[string | undefined, string | undefined, string, string[]]>([
    [undefined, undefined, '/auth', []],
    ['/own', undefined, '/own', []],
    ['own/', undefined, '/own', []],
    ['/', undefined, '', []],
    [undefined, 'https://app.example.com', '/auth', []],
    [undefined, 'https://app.example.com/', '/auth', []],
    [undefined, 'https://app.example.com/api/auth', '/api/auth', []],
    ['/api/auth', 'https://app.example.com/api/auth/', '/api/auth', ['env-url-basepath-redundant']],
    ['/auth', 'https://app.example.com/api/auth', '/auth', ['env-url-basepath-mismatch']],
    ['/auth', 'https://app.example.com', '/auth', []],
  ])('%j with AUTH_URL %j is %s', (basePath, url, path, warnings) => {
    const outcome = resolve(basePath === undefined ? {} : { basePath }, { AUTH_URL: url })
    expect([outcome.config.actionBase, outcome.warnings]).toEqual([path, warnings])
  })

  it.each(['/a?b', '/a#b', '/a b', '/a\\b', '/a//b', '/../a', '/a/..', '/%61', '/a\nb'])(
    '%j is refused, and the error names it',
    (basePath) => {
      expect(failure({ basePath })).toMatch(/^InvalidConfiguration: `basePath`/)
    },
  )
})

describe('the origin of a configuration (HST-01, HST-02)', () => {
  it.each<[string, Partial<AnyConfig>, Env, object]>([
    [
      'AUTH_URL',
      { trustHost: true, allowedHosts: ['x'] },
      { AUTH_URL: 'https://app.example.com/api/auth' },
      { kind: 'fixed', origin: { href: 'https://app.example.com', secure: true } },
    ],
    [
      'allowedHosts',
      { allowedHosts: ['App.example.com:443'] },
      {},
      { kind: 'listed', hosts: new Set(['app.example.com']), forwarded: false },
    ],
    [
      'allowedHosts with trust',
      { allowedHosts: ['a'], trustHost: true },
      {},
      { kind: 'listed', forwarded: true },
    ],
    [
      'allowedHosts on a platform',
      { allowedHosts: ['a'] },
      { VERCEL: '1' },
      { kind: 'listed', forwarded: true },
    ],
    [
      'an empty list: no origin',
      { allowedHosts: [] },
      { VERCEL: '1' },
      { kind: 'listed', hosts: new Set() },
    ],
    ['trustHost', { trustHost: true }, {}, { kind: 'trusted', by: 'trustHost' }],
    ['AUTH_TRUST_HOST', {}, { AUTH_TRUST_HOST: '1' }, { kind: 'trusted', by: 'trustHost' }],
    [
      'trustHost over AUTH_TRUST_HOST',
      { trustHost: false },
      { AUTH_TRUST_HOST: '1' },
      { kind: 'untrusted' },
    ],
    ['the platform', {}, { VERCEL: '1' }, { kind: 'trusted', by: 'Vercel' }],
    ['the platform without trust', { trustHost: false }, { CF_PAGES: '1' }, { kind: 'untrusted' }],
    ['development', {}, { NODE_ENV: 'development' }, { kind: 'trusted', by: 'development' }],
    [
      'development without trust',
      {},
      { NODE_ENV: 'development', AUTH_TRUST_HOST: 'false' },
      { kind: 'untrusted' },
    ],
    ['nothing', {}, { NODE_ENV: 'production' }, { kind: 'untrusted' }],
  ])('is decided by %s', (_what, ...[input, env, policy]) => {
    expect(resolve(input, env).config.origin).toMatchObject(policy)
  })
})

describe('the warnings of a configuration', () => {
  it.each([
    [{}, []],
    [{ brandColor: '' }, []],
    [{ brandColor: '#06c', buttonText: ' White ' }, []],
    [{ brandColor: '#0b5cad80' }, []],
    [{ brandColor: '#3d52b5' }, []],
    [{ brandColor: '#3d52b' }, ['theme-colour']],
    [{ brandColor: '#zzzzzz' }, ['theme-colour']],
    [{ brandColor: 'oklch(62.8% 0.25768 29.234)' }, ['theme-colour']],
    [{ brandColor: 'red', buttonText: 'rgb(0, 0, 0)' }, ['theme-colour']],
    [{ brandColor: 'hsl(0 100% 50%)', buttonText: '#12345' }, ['theme-colour', 'theme-colour']],
  ])('name invalid colours: %j (PAG-06)', (theme, warnings) => {
    expect(resolve({ theme }).warnings).toEqual(warnings)
  })

  it.each([
    [{ session: { maxAge: 2_592_000 } }, []],
    [{ session: { maxAge: 2_592_000_000 } }, ['session-seconds']],
    [
      { session: { absoluteMaxAge: 31_536_000_000 }, jwt: { maxAge: 2_592_000_000 } },
      ['session-seconds', 'session-seconds'],
    ],
  ])('name times that were meant in milliseconds: %j', (options, warnings) => {
    expect(resolve(options).warnings).toEqual(warnings)
  })

  it('name settings that should be changed', () => {
    expect(resolve({ debug: true }).warnings).toEqual(['debug-enabled'])
    expect(resolve({ experimental: { enableWebAuthn: true } }).warnings).toEqual([
      'experimental-webauthn',
    ])
    expect(resolve({}).warnings).toEqual([])
  })

  it('name each deprecated provider and its replacement', () => {
    const calls: (readonly unknown[])[] = []
    const send = (): Promise<void> => Promise.resolve()
    const mail = Nodemailer({ id: 'old', sendVerificationRequest: send })
    const old = { ...mail, deprecated: 'Use "new".' }
    const older = { ...GitHub({ id: 'older', clientId: 'x' }), deprecated: 'It is closed.' }
    const logger = { warn: (...args: readonly unknown[]) => calls.push(args) }
    const providers = [old, older, GitHub({ clientId: 'x' })]
    resolve({ providers, adapter: adapter(), adapterRequires: [], logger })
    expect(calls).toEqual([
      ['deprecated-provider', '"old": Use "new".'],
      ['deprecated-provider', '"older": It is closed.'],
      ['client-address', expect.stringContaining("clientAddress: 'nginx'")],
    ])
  })

  it('name the line for the address of clients at the start of a production server whose tries are limited (ADR-01, LIM-05)', () => {
    const passwords = Credentials({ authorize: () => null })
    const address = (input: object): readonly string[] =>
      resolve({ providers: [passwords], ...input }).warnings.filter(
        (one) => one === 'client-address',
      )
    expect(address({})).toHaveLength(1)
    expect(address({ clientAddress: 'peer' })).toEqual([])
    expect(address({ limits: false })).toEqual([])
    expect(address({ providers: [GitHub({ clientId: 'x' })] })).toEqual([])
  })

  it('name missing capabilities of the adapter', () => {
    const calls: (readonly unknown[])[] = []
    const logger = { warn: (...args: readonly unknown[]) => calls.push(args) }
    const providers = [GitHub({ clientId: 'x' })]
    resolve({ providers, adapter: adapter(), logger })
    expect(calls).toEqual([
      ['adapter-capability', expect.stringContaining('"atomicConsume"')],
      ['adapter-capability', expect.stringContaining('"uniqueConstraints"')],
    ])
  })

  it('do not mention CSRF tokens, whose check only the symbol turns off (CSR-08)', () => {
    expect(resolve({ skipCSRFCheck }).config.csrf).toBe(false)
    const lookalikes: object[] = [
      { skipCSRFCheck: true },
      { skipCSRFCheck: Symbol('latchstring.skip-csrf-check') },
    ]
    for (const lookalike of lookalikes) expect(resolve(lookalike).config.csrf).toBe(true)
  })
})

describe('an invalid option is named in the error', () => {
  const mail = Nodemailer({ server: 'smtp://localhost', from: 'a@example.com' })
  const untyped = (value: unknown): object => ({ session: { strategy: value } })

  it.each<[string, Partial<AnyConfig>, Env, RegExp]>([
    ['session.maxAge', { session: { maxAge: 0 } }, {}, /^InvalidConfiguration: `session\.maxAge`/],
    ['session.maxAge of half a second', { session: { maxAge: 1.5 } }, {}, /`session\.maxAge`/],
    ['session.updateAge', { session: { updateAge: -1 } }, {}, /`session\.updateAge`/],
    [
      'session.absoluteMaxAge',
      { session: { absoluteMaxAge: Number.NaN } },
      {},
      /`session\.absoluteMaxAge`/,
    ],
    ['jwt.maxAge', { jwt: { maxAge: Number.POSITIVE_INFINITY } }, {}, /`jwt\.maxAge`/],
    ['session.strategy', untyped('cookie'), {}, /^UnsupportedStrategy: `session\.strategy`/],
    [
      'database without an adapter',
      { session: { strategy: 'database' } },
      {},
      /^MissingAdapter: .*"database"/,
    ],
    ['mail without an adapter', { providers: [mail] }, {}, /^MissingAdapter: .*email/],
    [
      'a method that is missing',
      { providers: [mail], adapter: adapter('useVerificationToken') },
      {},
      /^MissingAdapterMethods: .*useVerificationToken/,
    ],
    [
      'methods of sessions',
      { adapter: adapter('deleteSession', 'updateSession') },
      {},
      /updateSession, deleteSession/,
    ],
    [
      'methods of accounts',
      { providers: [GitHub({ clientId: 'x' })], adapter: adapter('linkAccount') },
      {},
      /linkAccount/,
    ],
    [
      'an origin of a redirect proxy',
      { redirectProxyOrigins: ['app.example.com'] },
      {},
      /^InvalidConfiguration: `redirectProxyOrigins`.*"app\.example\.com"/,
    ],
    [
      'an invalid origin',
      { redirectProxyOrigins: ['app.example.com:443'] },
      {},
      /`redirectProxyOrigins`/,
    ],
    [
      'a cookie that browsers refuse',
      { cookies: { state: { name: '__Host-x', options: { domain: 'a.b' } } } },
      {},
      /"__Host-x"/,
    ],
    ['AUTH_URL', {}, { AUTH_URL: 'app' }, /AUTH_URL/],
    ['AUTH_TRUST_HOST', {}, { AUTH_TRUST_HOST: 'perhaps' }, /AUTH_TRUST_HOST/],
  ])('%s', (_what, ...[input, env, message]) => {
    expect(failure(input, env)).toMatch(message)
  })
})

describe('configurations in the same process (REL-07)', () => {
  it('are never modified', () => {
    const input = deepFreeze({
      secret: [GOOD, OTHER],
      providers: [GitHub({ clientId: 'x' }), Google, Credentials({ authorize: () => null })],
      session: { maxAge: 60 },
      callbacks: { session: () => ({}) },
      cookies: { sessionToken: { name: 'sid', options: { domain: 'example.com' } } },
      pages: { signIn: '/in' },
      theme: { brandColor: '#000' },
      allowedHosts: ['A.example'],
    })
    const before = JSON.stringify(input)
    const env = Object.freeze({ AUTH_GOOGLE_ID: 'g', AUTH_URL: 'https://x.example/auth' })
    resolve(input, env)
    resolve(input, env)
    expect(JSON.stringify(input)).toBe(before)
  })

  it('resolve independently, and share no keys, hosts or names', async () => {
    const input = fc.record(
      {
        basePath: fc.constantFrom('/auth', '/a', '/'),
        secret: fc.constantFrom(GOOD, OTHER),
        session: fc.record({ maxAge: fc.integer({ min: 1, max: 99 }) }),
        trustHost: fc.boolean(),
        debug: fc.boolean(),
        allowedHosts: fc.array(fc.constantFrom('a.example', 'b.example'), { maxLength: 2 }),
        cookies: fc.record({ sessionToken: fc.record({ name: fc.constantFrom('sid', 'other') }) }),
        useSecureCookies: fc.boolean(),
        pages: fc.record({ signIn: fc.constantFrom('/in', '/login') }),
      },
      { requiredKeys: ['secret'] },
    )
    const env = fc.record({
      AUTH_URL: fc.constantFrom('', 'https://x.example/p'),
      NODE_ENV: fc.constantFrom('test', 'production'),
    })
    const shown = ({ config, warnings }: Outcome) =>
      JSON.stringify([
        config.actionBase,
        config.session,
        config.origin,
        config.pages,
        config.useSecureCookies,
        config.plain.cookies,
        config.secure.cookies,
        warnings,
      ])
    await fc.assert(
      fc.asyncProperty(input, input, env, env, async (...[one, two, envOne, envTwo]) => {
        const providersOf = () => [GitHub({ clientId: 'x' })]
        const alone = shown(resolve({ ...one, providers: providersOf() }, envOne))
        const first = resolve(deepFreeze({ ...one, providers: providersOf() }), envOne)
        const second = resolve(deepFreeze({ ...two, providers: providersOf() }), envTwo)
        expect(shown(first)).toBe(alone)
        expect(shown(resolve({ ...one, providers: providersOf() }, envOne))).toBe(alone)
        expect(first.config.providers.get('github')).not.toBe(second.config.providers.get('github'))
        const sealed = await first.config.secure.sessionBox.seal('session', {}, 60)
        const name = (outcome: Outcome) => outcome.config.secure.cookies.sessionToken.name
        const same = one.secret === two.secret && name(first) === name(second)
        expect((await second.config.secure.sessionBox.open('session', sealed)) !== null).toBe(same)
      }),
      { numRuns: 60 },
    )
  })
})

describe('a resolved configuration', () => {
  it('keeps each part of the configuration without modifying it', () => {
    const given = {
      account: { updateOnSignIn: false },
      jwt: { maxAge: 60 },
      callbacks: { session: () => ({}) },
      events: { signOut: () => undefined },
      pages: { signIn: '/in' },
      theme: { brandColor: '#000' },
    }
    const { config } = resolve(given)
    const { account, jwt, callbacks, events, pages, theme } = config
    expect({ account, jwt, callbacks, events, pages, theme }).toEqual({
      ...given,
      jwt: { maxAge: 60, secrets: [GOOD] },
    })
  })

  it('limits sealed sessions absolutely, and stored ones only when asked to', () => {
    const lasting = (input: Partial<AnyConfig>): number | undefined =>
      resolve(input).config.session.absoluteMaxAge
    const sealed = lasting({})
    expect(sealed).toBeGreaterThan(2_592_000)
    expect(lasting({ adapter: adapter(), session: { strategy: 'jwt' } })).toBe(sealed)
    expect(lasting({ adapter: adapter() })).toBeUndefined()
    expect(lasting({ session: { absoluteMaxAge: 7 } })).toBe(7)
    expect(lasting({ adapter: adapter(), session: { absoluteMaxAge: 7 } })).toBe(7)
  })

  it.each<[NonNullable<AnyConfig['session']>, object | undefined]>([
    [{}, undefined],
    [{ revocation: false }, undefined],
    [{ revocation: true }, { window: 30_000, grace: 300_000 }],
    [{ revocation: {} }, { window: 30_000, grace: 300_000 }],
    [{ revocation: { window: 300 } }, { window: 300_000, grace: 300_000 }],
    [{ revocation: { window: 301 } }, { window: 301_000, grace: 301_000 }],
    [{ revocation: { window: 5, graceWithoutStore: 10 } }, { window: 5000, grace: 10_000 }],
  ])('with %j has the times of revocation %j in milliseconds', (session, times) => {
    const store: Adapter = { ...adapter(), capabilities: { revocationFeed: true } }
    const given: Partial<AnyConfig> = { adapter: store, session: { strategy: 'jwt', ...session } }
    const { revocation } = resolve(given).config
    expect(revocation).toEqual(times && { ...times, adapter: store })
    // As the application made it, and not wrapped.
    if (revocation) expect(revocation.adapter).toBe(store)
    expect(Object.isFrozen(revocation)).toBe(true)
  })

  it('measures durations by the steady clock, or by a clock of the application', () => {
    const steadyWith = (clock: () => number): unknown =>
      resolveConfig({ providers: [], secret: GOOD }, { env: {}, clock, basePath: '/auth' }).steady
    const own = (): number => NOW
    expect(steadyWith(systemClock)).toBe(steadyClock)
    expect(steadyWith(own)).toBe(own)
  })

  it.each([
    ['a mail provider and an adapter', true, true],
    ['an adapter alone', false, true],
    ['neither', false, false],
  ])('with %s proves addresses: %s', (_, expected, stored) => {
    const mail = Nodemailer({ server: 'smtp://localhost', from: 'a@example.com' })
    const { config } = resolve({
      providers: expected ? [mail] : [],
      ...(stored && { adapter: adapter() }),
    })
    expect(config.provesAddresses).toBe(expected)
  })

  it('wraps the adapter, and has none where none was given', async () => {
    const failing = { ...adapter(), getUser: () => Promise.reject(new Error('down')) }
    const { config } = resolve({ adapter: failing })
    await expect(config.adapter?.getUser?.('1')).rejects.toMatchObject({ type: 'AdapterError' })
    expect(resolve({}).config.adapter).toBeUndefined()
  })

  it.each([
    ['production', false],
    ['development', true],
    ['test', true],
  ])('in %s shows a browser the cause of a failure: %s', (mode, why) => {
    expect(resolve({}, { NODE_ENV: mode }).config.tellsWhy).toBe(why)
  })

  it('has cookies of both protocols', () => {
    const { secure, plain } = resolve({}).config
    expect(secure.cookies.sessionToken.name).toMatch(/^__Host-/)
    expect(secure.cookies.sessionToken.options.secure).toBe(true)
    expect(plain.cookies.sessionToken.name).not.toMatch(/^__/)
    expect(plain.cookies.sessionToken.options.secure).toBe(false)
  })

  it.each<[Env, boolean]>([
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', AUTH_INSECURE_LOOPBACK: '1' }, true],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'test', AUTH_INSECURE_LOOPBACK: '0' }, true],
  ])('with %j allows local providers over http: %s', async (env, asks) => {
    const own = async (): Promise<Response> => new Response()
    const github = { ...GitHub({ clientId: 'x' }), [customFetch]: own }
    const provider = resolve({ providers: [github] }, env).config.providers.get('github')
    if (!provider || !('fetch' in provider)) throw new Error('It has one.')
    const response = provider.fetch('http://127.0.0.1:9/')
    if (asks) await expect(response).resolves.toBeInstanceOf(Response)
    else await expect(response).rejects.toThrow()
  })

  it('seals state for a redirect proxy independently of cookie names', async () => {
    const cookie = { name: 'own', options: {} }
    const { config } = resolve({ cookies: { sessionToken: cookie, state: cookie } })
    const names = {
      session: '',
      csrf: '',
      state: '',
      pkce: '',
      acting: '',
      nonce: '',
      challenge: '',
      device: '',
      attempt: '',
      waiting: '',
      'mail-proof': '',
      form: '',
      browser: '',
    }
    const box = createSealedBox({
      secrets: [GOOD],
      names: { ...names, proxy: 'redirect-proxy' },
      clock: () => NOW,
    })
    for (const profile of ['secure', 'plain'] as const) {
      const sealed = await config[profile].box.seal('proxy', { a: 1 }, 60)
      expect((await box.open('proxy', sealed))?.payload['a']).toBe(1)
    }
  })

  it('accepts values sealed for its audience, and state for a redirect proxy from any (ALT-10)', async () => {
    const [shop, stage] = ['shop', 'stage'].map((audience) => resolve({ audience }).config)
    if (!shop || !stage) throw new Error('There are two.')
    const payload = { [AUDIENCE]: stage.audience.of({ href: 'https://a.example', secure: true }) }
    for (const kind of ['state', 'session', 'proxy'] as const) {
      for (const profile of ['secure', 'plain'] as const) {
        const value = await stage[profile].box.seal(kind, payload, 60)
        expect(await stage[profile].box.open(kind, value)).not.toBeNull()
        expect((await shop[profile].box.open(kind, value)) !== null).toBe(kind === 'proxy')
      }
    }
  })

  it('says how to set the host where it is unknown', () => {
    const { origin } = resolve({}).config
    const fix = origin.kind === 'untrusted' ? origin.fix : ''
    expect(fix).toMatch(/^Set AUTH_URL=https.*`allowedHosts`.*AUTH_TRUST_HOST=true/)
  })

  it('logs providers that were left out, and single steps only with `debug`', async () => {
    expect(resolve({ providers: [GitHub] }).warnings).toEqual(['provider-left-out'])
    const log = vi.spyOn(console, 'log').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    const getUser = () => Promise.resolve(null)
    for (const wanted of [undefined, false, true]) {
      log.mockClear()
      const input = { secret: GOOD, providers: [], adapter: { ...adapter(), getUser } }
      const { adapter: store } = resolveConfig(
        { ...input, ...(wanted === undefined ? {} : { debug: wanted }) },
        { env: {}, clock: () => NOW, basePath: '/auth' },
      )
      await store?.getUser?.('1')
      expect(log).toHaveBeenCalledTimes(wanted ? 1 : 0)
    }
  })
})

describe('the store of a configuration', () => {
  const promising = (...without: string[]): Adapter => ({
    ...adapter(...without),
    capabilities: { atomicConsume: true },
  })

  it('uses single-use rows only where the adapter declares them', () => {
    expect(resolve({ adapter: promising() }).config.singleUseRows).toBeDefined()
    expect(resolve({ adapter: adapter() }).config.singleUseRows).toBeUndefined()
    const denied = { ...adapter(), capabilities: { atomicConsume: false } }
    expect(resolve({ adapter: denied }).config.singleUseRows).toBeUndefined()
    expect(resolve({}).config.singleUseRows).toBeUndefined()
  })

  it('checks proven addresses only where the adapter finds users by id and by address', () => {
    const session = { strategy: 'jwt' } as const
    expect(resolve({ adapter: adapter(), session }).config.proofStore).toBeDefined()
    for (const method of ['getUser', 'getUserByEmail']) {
      expect(resolve({ adapter: adapter(method), session }).config.proofStore).toBeUndefined()
    }
    expect(resolve({}).config.proofStore).toBeUndefined()
  })
})
