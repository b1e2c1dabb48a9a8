import { type AuthConfig, createAuth } from '@latchstring/core'
import GitHub from '@latchstring/core/providers/github'
import type { Session } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { BASE, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { createBrowser, type Browser } from '@latchstring/test-kit/browser'
import { readJsonAs } from '@latchstring/test-kit/json'
import { ADA, passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { readLocation, startSignIn } from '@latchstring/test-kit/story'

interface Tenant {
  readonly secret: string
  readonly clientId: string
}

const FIRST: Tenant = { secret: SECRETS.older, clientId: 'client-of-one' }

/** Two that differ in nothing but what is tried. */
const BY_SECRET = { one: FIRST, two: { ...FIRST, secret: SECRETS.newer } } as const
const BY_CLIENT = { one: FIRST, two: { ...FIRST, clientId: 'client-of-two' } } as const

const github = ({ clientId }: Tenant) => GitHub({ clientId, clientSecret: 'secret' })

const logger = { warn: () => undefined, error: () => undefined, debug: () => undefined }

/** A hundred of them, of which two matter. */
const providers = (tenant: Tenant): AuthConfig['providers'] => [
  ...Array.from({ length: 49 }, (_, at) => ({ ...github(FIRST), id: `before-${at}` })),
  github(tenant),
  ...Array.from({ length: 49 }, (_, at) => ({ ...github(FIRST), id: `after-${at}` })),
  passwords(),
]

const members = (tenant: Tenant) => ({
  secret: tenant.secret,
  providers: providers(tenant),
  logger,
})

class TenantConfig implements AuthConfig {
  readonly #tenant: Tenant
  readonly logger = logger
  constructor(tenant: Tenant) {
    this.#tenant = tenant
  }
  get secret(): string {
    return this.#tenant.secret
  }
  get providers(): AuthConfig['providers'] {
    return providers(this.#tenant)
  }
}

class TenantProvider {
  readonly preset = github(FIRST)
  readonly id = 'github'
  readonly name = 'GitHub'
  readonly type = this.preset.type
  clientId = 'unknown'
  options: object | undefined = { ...this.preset, clientId: undefined, clientSecret: 'secret' }
}

type Maker = () => (tenant: Tenant) => AuthConfig

/** The ways in which a function may give a configuration. */
const MAKERS: Readonly<Record<string, Maker>> = {
  'a new object': () => members,
  'one of two objects': () => {
    const known = new Map<Tenant, AuthConfig>()
    return (tenant) => {
      const config = known.get(tenant) ?? members(tenant)
      known.set(tenant, config)
      return config
    }
  },
  'one object that it changes': () => {
    const config = members(FIRST)
    return (tenant) => Object.assign(config, members(tenant))
  },
  'a new object around one list that it changes': () => {
    const list = [...providers(FIRST)]
    return (tenant) => {
      list[49] = github(tenant)
      return { ...members(tenant), providers: list }
    }
  },
  'a new object around one provider that it changes': () => {
    const provider = { ...github(FIRST), options: { clientId: 'x', clientSecret: 'secret' } }
    return (tenant) => {
      provider.options.clientId = tenant.clientId
      return { ...members(tenant), providers: [provider, passwords()] }
    }
  },
  'a new object around the instance of a class that it changes': () => {
    const provider = new TenantProvider()
    return (tenant) => {
      provider.options = { clientId: tenant.clientId, clientSecret: 'secret' }
      // As JavaScript may have it.
      const given = Object.assign(provider, provider.preset, { options: provider.options })
      return { ...members(tenant), providers: [given, passwords()] }
    }
  },
  'a new object with providers that are functions': () => (tenant) => ({
    ...members(tenant),
    providers: [() => github(tenant), passwords()],
  }),
  'the instance of a class': () => (tenant) => new TenantConfig(tenant),
  'an object that inherits its options': () => (tenant) => {
    const config: AuthConfig = { providers: [] }
    // Inherited members are read like others.
    return Object.setPrototypeOf({}, Object.assign(config, members(tenant))) as AuthConfig
  },
  'an object whose secret is not enumerable': () => (tenant) => {
    const { secret, ...others } = members(tenant)
    return Object.defineProperty(others, 'secret', { value: secret })
  },
}

interface Place {
  readonly browser: Browser
  /** From now on requests are those of the tenant. */
  enter(tenant: Tenant): void
  /** Email addresses of who is signed in by these cookies, as the browser sees it and as the server does. */
  read(cookies: ReadonlyMap<string, string>): Promise<readonly unknown[]>
}

function open(make: Maker, waits: boolean): Place {
  let tenant = FIRST
  const config = make()
  const source = waits ? async () => config(tenant) : () => config(tenant)
  const auth = createAuth(source, { env: { ...ENV, AUTH_SECRET: '' } })
  return {
    browser: createBrowser(auth.handle),
    enter: (next) => {
      tenant = next
    },
    async read(cookies) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await auth.handle(new Request(`${BASE}/session`, { headers: { cookie } }))
      const seen = await readJsonAs<Session | null>(response)
      const { session } = await auth.session({ headers: new Headers({ cookie }) })
      return [seen?.user?.email, session?.user?.email]
    },
  }
}

const NO_SESSIONS = [undefined, undefined]

const CASES = Object.entries(MAKERS).flatMap(([what, make]) => [
  [`${what} at once`, make, false] as const,
  [`${what} later`, make, true] as const,
])

describe('Two tenants of a configuration function', () => {
  test.each(CASES)(
    'have separate sessions where it returns %s (INIT-function, PERF-15)',
    async (_what, make, waits) => {
      const place = open(make, waits)
      await signInWithPassword(place.browser, 'ada')
      const cookies = new Map(place.browser.cookies)
      for (const name of ['one', 'two', 'two', 'one', 'two', 'one'] as const) {
        place.enter(BY_SECRET[name])
        const expected = name === 'one' ? [ADA.email, ADA.email] : NO_SESSIONS
        expect([name, ...(await place.read(cookies))]).toEqual([name, ...expected])
      }
    },
  )

  test.each(CASES)(
    'have separate clients at a provider where it returns %s (INIT-function, PERF-15)',
    async (_what, make, waits) => {
      const place = open(make, waits)
      for (const name of ['one', 'two', 'one', 'one', 'two'] as const) {
        place.enter(BY_CLIENT[name])
        expect(await place.read(new Map())).toEqual(NO_SESSIONS)
        const to = readLocation(await startSignIn(place.browser, 'github'))
        expect(to.searchParams.get('client_id')).toBe(BY_CLIENT[name].clientId)
      }
    },
  )
})

describe('The first requests of a configuration function', () => {
  test('are each read with the tenant of the request, where it changes one object (INIT-function, DEL-01)', async () => {
    const tenants: Readonly<Record<string, Tenant>> = BY_SECRET
    const cookieOf = async (tenant: Tenant): Promise<string> => {
      const auth = createAuth(members(tenant), { env: { ...ENV, AUTH_SECRET: '' } })
      const { cookies } = await signInWithPassword(createBrowser(auth.handle))
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    }
    const ofOne = await cookieOf(BY_SECRET.one)
    const config = members(FIRST)
    const auth = createAuth(
      (request) =>
        Object.assign(config, members(tenants[request?.headers.get('x-tenant') ?? ''] ?? FIRST)),
      { env: { ...ENV, AUTH_SECRET: '' } },
    )
    const read = async (name: string) => {
      const headers = new Headers({ 'x-tenant': name, cookie: ofOne })
      return auth.session({ headers, request: new Request(ORIGIN, { headers }) })
    }
    const [one, other, again] = await Promise.all([read('one'), read('two'), read('one')])
    expect(one).toMatchObject({ session: { user: { email: ADA.email } }, cookies: [] })
    expect(other.session).toBeNull()
    expect(again).toMatchObject({ session: { user: { email: ADA.email } }, cookies: [] })
  })
})

describe('A configuration function that returns several configurations with one secret', () => {
  test('offers the providers of each after reads with the others (INIT-function)', async () => {
    const ids = ['one', 'two', 'three']
    let id = 'one'
    const auth = createAuth(
      () => ({ providers: [{ ...github(FIRST), id }], secret: SECRETS.older, logger }),
      { env: ENV },
    )
    for (const next of [...ids, ...ids.toReversed(), 'three', 'one']) {
      id = next
      expect((await auth.session({ headers: new Headers() })).session).toBeNull()
      const response = await auth.handle(new Request(`${ORIGIN}/auth/providers`))
      expect(Object.keys(await readJsonAs<object>(response))).toEqual([next])
    }
  })

  test('answers no request with invalid providers, and logs the reason', async () => {
    const errors: string[] = []
    let broken = false
    const auth = createAuth(
      () => ({
        providers: [github(FIRST), ...(broken ? [github(BY_CLIENT.two)] : [])],
        secret: SECRETS.older,
        logger: { ...logger, error: (error: Error) => void errors.push(error.message) },
      }),
      { env: ENV },
    )
    expect((await auth.handle(new Request(`${ORIGIN}/auth/providers`))).status).toBe(200)
    broken = true
    for (const action of ['session', 'providers']) {
      expect((await auth.handle(new Request(`${ORIGIN}/auth/${action}`))).status).toBe(500)
    }
    expect(errors.join('\n')).toContain('Two providers have the id "github".')
  })
})
