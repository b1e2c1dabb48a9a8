import { describe, expect, test } from 'vitest'
import Google from '../../providers/google.ts'
import { acceptWeakSecret, customFetch, raw, skipCSRFCheck } from '../types/symbols.ts'
import type { Adapter } from '../types/adapter.ts'
import type { Provider } from '../types/provider.ts'
import { compareOptions, copyContent, readContent, readProviders } from './content.ts'
import { compare, snapshot } from './likeness.ts'
import type { AnyConfig } from './resolved-config.ts'

const profile = (): { id: string } => ({ id: '1' })
const fetchAs = (): never => {
  throw new Error('Not called')
}
const callback = (): true => true
const listener = (): void => undefined

/** A provider with something on every level. */
const provider = (id: string): Provider => ({
  id,
  name: id,
  type: 'oidc',
  issuer: `https://${id}.example`,
  clientId: 'app',
  clientSecret: 'a-secret',
  checks: ['pkce', 'state'],
  authorization: { url: 'https://a.example', params: { scope: 'openid', nested: 'b' } },
  client: { token_endpoint_auth_method: 'client_secret_post' },
  style: { brandColor: '#123456', mark: '<svg/>' },
  profile,
  [customFetch]: fetchAs,
  options: { clientId: 'own', authorization: { params: { prompt: 'none' } } },
})

const many = (): readonly Provider[] => Array.from({ length: 100 }, (_, at) => provider(`s${at}`))

const adapter: Adapter = { createUser: fetchAs, capabilities: { atomicConsume: true } }

/** Every option there is; the compiler asks for those that are added. */
const EVERYTHING: Required<AnyConfig> = {
  providers: [provider('one'), Google({ clientId: 'g' })],
  adapter,
  adapterRequires: ['atomicConsume', 'revocation'],
  basePath: '/auth',
  secret: ['one', 'two'],
  weakSecret: acceptWeakSecret,
  audience: ['here', 'there'],
  session: { strategy: 'jwt', maxAge: 1, updateAge: 2, generateSessionToken: () => 'x' },
  account: { updateOnSignIn: true },
  jwt: { secret: ['a', 'b'], maxAge: 3, encode: async () => 'x', decode: async () => null },
  callbacks: { signIn: callback, authorized: callback },
  events: { signOut: listener },
  pages: { signIn: '/in', error: '/error' },
  cookies: { sessionToken: { name: 'mine', options: { domain: 'a.example', secure: true } } },
  texts: { de: { signIn: { title: 'Einloggen' } } },
  theme: { brandColor: '#000', logo: '/logo.png' },
  debug: false,
  logger: { warn: callback, error: callback },
  experimental: { enableWebAuthn: true },
  migrate: { from: 'next-auth', until: new Date(5), secret: ['old'], decode: async () => null },
  redirectProxyUrl: 'https://proxy.example/auth',
  redirectProxyOrigins: ['https://a.example'],
  skipCSRFCheck,
  trustHost: false,
  allowedHosts: ['a.example', 'b.example'],
  useSecureCookies: false,
  limits: { mail: false, password: { account: { points: 3, window: 60 } }, inbox: String },
  clientAddress: { header: 'x-real-ip' },
  raw,
}

type Path = readonly PropertyKey[]

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

function paths(value: unknown): readonly Path[] {
  if (!isBranch(value)) return [[]]
  const keys = Reflect.ownKeys(value).filter((key) => key !== 'length')
  return keys.flatMap((key) => paths(Reflect.get(value, key)).map((rest) => [key, ...rest]))
}

function otherLeaf(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return `${value}x`
    case 'number':
      return value + 1
    case 'boolean':
      return !value
    case 'function':
      return () => value
    default:
      return value instanceof Date ? new Date(value.getTime() + 1) : Symbol('other')
  }
}

/** A copy down to the leaves, of which one may be another. */
function copy(value: unknown, [key, ...rest]: Path, change: (leaf: unknown) => unknown): unknown {
  if (!isBranch(value)) return change(value)
  const result: object = Array.isArray(value) ? [] : {}
  for (const name of Reflect.ownKeys(value)) {
    const member: unknown = Reflect.get(value, name)
    Reflect.set(result, name, name === key ? copy(member, rest, change) : same(member))
  }
  return result
}

function same(value: unknown): unknown {
  if (value instanceof Date) return new Date(value)
  if (!isBranch(value)) return value
  const result: object = Array.isArray(value) ? [] : {}
  for (const name of Reflect.ownKeys(value)) {
    Reflect.set(result, name, same(Reflect.get(value, name)))
  }
  return result
}

function read(config: unknown): NonNullable<ReturnType<typeof readContent>> {
  // As JavaScript may have it.
  const given = readContent(config as AnyConfig)
  if (!given) throw new Error('It cannot be read')
  return given
}

/** Whether one configuration would be taken for the other, down to its functions. */
function isTakenFor(one: unknown, other: unknown): boolean {
  const known = copyContent(read(one), {})
  const given = read(other)
  const changed = compareOptions(known, given)
  return changed?.size === 0 && compare(known.providers, readProviders(given, {})) === 'same'
}

const show = (path: Path): string => path.map(String).join('.')

const named: unknown = JSON.parse('{"a":"1","__proto__":{"b":"2"}}')

describe('The content of a configuration', () => {
  test('is equal for a copy, and with options in another order (PERF-15)', () => {
    expect(isTakenFor(EVERYTHING, same(EVERYTHING))).toBe(true)
    const reversed = Object.fromEntries(Object.entries(EVERYTHING).toReversed())
    expect(isTakenFor(EVERYTHING, reversed)).toBe(true)
  })

  const every = paths(EVERYTHING).map((path) => [show(path), path] as const)

  test('differs when any value at any depth changes (INIT-function)', () => {
    expect(every.length).toBeGreaterThan(60)
    const missed = every.filter(([, path]) =>
      isTakenFor(EVERYTHING, copy(EVERYTHING, path, otherLeaf)),
    )
    expect(missed.map(([name]) => name)).toEqual([])
  })

  test('differs when any value is set to undefined (INIT-function)', () => {
    const missed = every.filter(([, path]) =>
      isTakenFor(
        EVERYTHING,
        copy(EVERYTHING, path, () => undefined),
      ),
    )
    expect(missed.map(([name]) => name)).toEqual([])
  })

  test('differs when any option is missing or added (INIT-function)', () => {
    for (const name of Object.keys(EVERYTHING)) {
      if (name === 'providers') continue
      const without = Object.fromEntries(Object.entries(EVERYTHING).filter(([key]) => key !== name))
      expect([name, isTakenFor(EVERYTHING, without)]).toEqual([name, false])
      expect([name, isTakenFor(without, EVERYTHING)]).toEqual([name, false])
    }
  })

  test('differs when any value of the fiftieth of a hundred providers changes (INIT-function)', () => {
    const config = { secret: 'x', providers: many() }
    const found = paths(config).filter(([, index]) => index === '50')
    expect(found.length).toBeGreaterThan(15)
    const missed = found.filter((path) => isTakenFor(config, copy(config, path, otherLeaf)))
    expect(missed.map(show)).toEqual([])
    expect(isTakenFor(config, { secret: 'x', providers: many() })).toBe(true)
    const swapped = many().with(50, provider('s51')).with(51, provider('s50'))
    expect(isTakenFor(config, { secret: 'x', providers: swapped })).toBe(false)
    expect(isTakenFor(config, { secret: 'x', providers: many().slice(1) })).toBe(false)
  })

  test('contains the result of a provider function for the environment (INIT-function)', () => {
    // The second call is the one that counts, and only it is given the client.
    const tenant =
      (issuer: string) =>
      (options: { clientId?: string } = {}) =>
        Google({ ...options, ...(options.clientId === undefined ? {} : { issuer }) })
    const env = { AUTH_GOOGLE_ID: 'app' }
    const config = (issuer: string) => read({ providers: [tenant(issuer)] })
    const { providers } = copyContent(config('https://one.example'), env)
    const content = (issuer: string) => readProviders(config(issuer), env)
    expect(compare(providers, content('https://two.example'))).toBe('different')
    expect(compare(providers, content('https://one.example'))).toBe('otherFunctions')
  })

  test.each<[string, unknown, unknown]>([
    [
      'an option that is not enumerable',
      { providers: [] },
      Object.defineProperty({ providers: [] }, 'secret', { value: 'x' }),
    ],
    [
      'as many options, of which one is not enumerable',
      { providers: [], debug: undefined },
      Object.defineProperty({ providers: [] }, 'secret', { value: 'x' }),
    ],
    [
      'a member of a provider that is not enumerable',
      { providers: [provider('a')] },
      { providers: [Object.defineProperty(provider('a'), 'wellKnown', { value: 'https://b' })] },
    ],
    [
      'a member that is called like the prototype',
      { providers: [], pages: named },
      { providers: [], pages: { a: '1', b: '2' } },
    ],
    [
      'a map in place of an object',
      { providers: [], theme: new Map() },
      { providers: [], theme: {} },
    ],
    [
      'an object in place of a map',
      { providers: [], theme: {} },
      { providers: [], theme: new Map() },
    ],
    ['a list in place of an object', { providers: [], theme: {} }, { providers: [], theme: [] }],
  ])('differs by %s (INIT-function)', (_what, one, other) => {
    expect(isTakenFor(one, other)).toBe(false)
    expect(isTakenFor(other, one)).toBe(false)
  })

  class Shop {
    clientId = 'a'
    id = 'shop'
    brandColor = '#000'
  }

  test.each<[string, (shop: Shop) => unknown]>([
    ['a provider', (shop) => ({ providers: [shop] })],
    ['the options of a provider', (shop) => ({ providers: [{ id: 'x', options: shop }] })],
    ['an option', (shop) => ({ providers: [], theme: shop })],
    ['a member of an option', (shop) => ({ providers: [], cookies: { sessionToken: shop } })],
  ])('never equals another while %s is an instance of a class (INIT-function)', (_what, make) => {
    const shop = new Shop()
    expect(isTakenFor(make(shop), make(shop))).toBe(false)
  })

  test('is equal for the same instance of a class as adapter, logger, store of limits or member of a provider', () => {
    const client = new Map()
    const config = () => ({
      providers: [{ id: 'mail', type: 'email', server: client }],
      adapter: client,
      logger: client,
      limits: { store: client },
    })
    expect(isTakenFor(config(), config())).toBe(true)
    expect(isTakenFor(config(), { ...config(), adapter: new Map() })).toBe(false)
    expect(isTakenFor(config(), { ...config(), logger: new Map() })).toBe(false)
    expect(isTakenFor(config(), { ...config(), limits: { store: new Map() } })).toBe(false)
    expect(
      isTakenFor(config(), {
        ...config(),
        providers: [{ id: 'mail', type: 'email', server: new Map() }],
      }),
    ).toBe(false)
  })

  test('is unreadable for an instance of a class or an object with inherited options (INIT-function)', () => {
    class Tenant {
      providers = []
      get secret(): string {
        return 'x'
      }
    }
    expect(readContent(new Tenant())).toBeUndefined()
    // The prototype has the options.
    const heir = Object.create({ providers: [], secret: 'x' }) as AnyConfig
    expect(readContent(heir)).toBeUndefined()
  })

  test('does not change when the configuration changes later', () => {
    const config = { providers: [], secret: 'one' }
    const given = read(config)
    config.secret = 'two'
    expect(given.input.secret).toBe('one')
    expect(compareOptions(copyContent(read(config), {}), given)).toBeUndefined()
  })
})

test('A provider whose function throws equals no other provider', () => {
  const broken = (): never => {
    throw new Error('It has no id.')
  }
  const providers: readonly unknown[] = [broken, broken]
  const [one, other] = readProviders(read({ providers }), {})
  expect(compare(snapshot(one), one)).toBe('same')
  expect(compare(snapshot(one), other)).toBe('different')
  expect(compare(snapshot(one), undefined)).toBe('different')
})
