import { describe, expect, it } from 'vitest'
import Nodemailer from '../../providers/nodemailer.ts'
import type { OAuth2Config, Provider } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { resolveProviders } from './left-out.ts'
import type { OAuthProvider, ResolvedProvider } from './providers.ts'

interface Person {
  readonly sub: string
}

/** Options of {@link Tenants}, one of them its own. */
interface TenantsOptions extends Partial<OAuth2Config<Person>> {
  readonly accountId?: string
}

/** A provider whose addresses are those of a tenant. */
function Tenants(options: TenantsOptions = {}): OAuth2Config<Person> {
  return {
    id: 'tenants',
    name: 'Tenants',
    type: 'oauth',
    authorization: { url: '{issuer}/authorize?realm={issuer}', params: { scope: 'me' } },
    token: '{issuer}/token',
    userinfo: { url: '{issuer}/me' },
    profile: ({ sub }) => ({ id: sub }),
    // The options of a provider may be more than those of every provider.
    options: options as Partial<Omit<OAuth2Config<Person>, 'type'>>,
  }
}

const KEYS: Env = { AUTH_TENANTS_ID: 'client', AUTH_TENANTS_SECRET: 'secret' }

function resolve(provider: Provider, env: Env = KEYS): ResolvedProvider {
  const context = { env, clock: () => 0, insecureLoopback: false, redirectProxyUrl: undefined }
  const { usable, leftOut } = resolveProviders([provider], context)
  for (const { error } of leftOut) throw error
  for (const one of usable.values()) return one
  throw new Error('No provider came of it.')
}

function oauth(provider: Provider, env?: Env): OAuthProvider {
  const one = resolve(provider, env)
  if (one.kind === 'oauth' || one.kind === 'oidc') return one
  throw new Error('It is no OAuth provider.')
}

/** What comes of a configuration that lacks something: type and message. */
function failure(provider: Provider, env?: Env): string {
  try {
    resolve(provider, env)
  } catch (error) {
    return String(error)
  }
  return 'none'
}

describe('{issuer} in an address', () => {
  it.each(['https://one.example.com', 'https://one.example.com/', 'https://one.example.com//'])(
    'is the issuer %s, with nothing between it and the path',
    (issuer) => {
      const provider = oauth(Tenants({ issuer }))
      expect(provider.authorization).toEqual({
        url: 'https://one.example.com/authorize?realm=https://one.example.com',
        params: { scope: 'me' },
      })
      expect(provider.token.url).toBe('https://one.example.com/token')
      expect(provider.userinfo.url).toBe('https://one.example.com/me')
      expect(provider.config.issuer).toBe(issuer)
    },
  )

  it.each<[string, Provider]>([
    ['called with nothing', Tenants()],
    ['not called at all', Tenants],
  ])('may come from the environment, for a factory that is %s', (_, provider) => {
    const env = { ...KEYS, AUTH_TENANTS_ISSUER: 'https://env.example.com/realm' }
    const { token, config } = oauth(provider, env)
    expect(token.url).toBe('https://env.example.com/realm/token')
    expect(config).toMatchObject({ token: 'https://env.example.com/realm/token' })
  })

  it('is filled in also for the address of the discovery document, and in options', () => {
    const issuer = 'https://one.example.com'
    const wellKnown = '{issuer}/.well-known/oauth-authorization-server'
    const { config, token } = oauth(Tenants({ issuer, wellKnown, token: '{issuer}/other' }))
    expect(config.wellKnown).toBe(`${issuer}/.well-known/oauth-authorization-server`)
    expect(token.url).toBe(`${issuer}/other`)
  })

  it('takes the issuer as text, whatever it looks like to a pattern', () => {
    const { token } = oauth(Tenants({ issuer: "https://one.example.com/$&$'" }))
    expect(token.url).toBe("https://one.example.com/$&$'/token")
  })

  it('that is nowhere is named, with how to set it', () => {
    expect(failure(Tenants())).toMatch(
      /InvalidEndpoints: .*"tenants".*`issuer`.*\{ issuer: … \}.*AUTH_TENANTS_ISSUER in the environment/,
    )
  })

  it('that is no URL is named', () => {
    expect(failure(Tenants({ issuer: 'one.example.com' }))).toMatch(
      /InvalidEndpoints: .*`issuer`.*"tenants".*https:\/\//,
    )
  })
})

describe('{clientId} in an issuer', () => {
  const perClient = { ...Tenants(), issuer: 'https://id.example.com/{clientId}' }

  it('is the client id, wherever that comes from, also in addresses made of the issuer', () => {
    const { config, token } = oauth(perClient, { AUTH_TENANTS_ID: 'a/b' })
    expect(config.issuer).toBe('https://id.example.com/a%2Fb')
    expect(token.url).toBe('https://id.example.com/a%2Fb/token')
  })

  it('that is nowhere is named', () => {
    expect(failure(perClient, {})).toMatch(/"tenants".*`clientId`.*AUTH_TENANTS_ID/)
  })
})

describe('a key beside the client secret', () => {
  const env = { ...KEYS, AUTH_TENANTS_ISSUER: 'https://one.example.com', AUTH_TENANTS_KEY: 'k' }

  it('comes from the environment for a service that wants one', () => {
    const keyed = { ...Tenants(), requires: ['apiKey'] }
    expect(oauth(keyed, env).config).toHaveProperty('apiKey', 'k')
    expect(failure(keyed, { ...env, AUTH_TENANTS_KEY: '' })).toMatch(/`apiKey`.*AUTH_TENANTS_KEY/)
  })

  it('reaches no other provider', () => {
    expect(oauth(Tenants(), env).config).not.toHaveProperty('apiKey')
  })
})

describe('requires', () => {
  const sendVerificationRequest = (): Promise<void> => Promise.resolve()
  const issuer = 'https://one.example.com'
  const requiring = (name: string, options: TenantsOptions = { issuer }): Provider => ({
    ...Tenants(options),
    requires: [name],
  })

  it.each([
    ['issuer', {}, {}, /InvalidEndpoints: .*"tenants".*`issuer`.*AUTH_TENANTS_ISSUER/],
    ['clientId', { issuer }, {}, /InvalidConfiguration: .*`clientId`.*AUTH_TENANTS_ID in/],
    [
      'clientSecret',
      { issuer },
      {},
      /InvalidConfiguration: .*`clientSecret`.*AUTH_TENANTS_SECRET in/,
    ],
    ['accountId', { issuer }, KEYS, /InvalidConfiguration: .*`accountId`.*\{ accountId: … \}/],
    ['accountId', { issuer, accountId: '' }, KEYS, /`accountId`/],
  ] as const)('%s with %j', (name, options, env, message) => {
    expect(failure(requiring(name, options), env)).toMatch(message)
  })

  it('names no variable where none is read', () => {
    expect(failure(requiring('accountId'))).not.toContain('AUTH_')
    expect(failure({ ...Nodemailer({ sendVerificationRequest }), requires: ['from'] })).toMatch(
      /InvalidConfiguration: .*"nodemailer".*`from`[^_]+$/,
    )
  })

  it.each<[string, TenantsOptions, Env]>([
    ['accountId', { issuer, accountId: 'a1' }, KEYS],
    ['clientSecret', { issuer }, KEYS],
    ['clientSecret', { issuer, clientSecret: 'own' }, { AUTH_TENANTS_ID: 'x' }],
    ['issuer', {}, { ...KEYS, AUTH_TENANTS_ISSUER: issuer }],
  ])('finds %s wherever it is set', (name, options, env) => {
    expect(resolve(requiring(name, options), env).config).toHaveProperty(name)
  })

  it('knows the key of a mail service, and its variable', () => {
    const mail = {
      ...Nodemailer({ id: 'post', sendVerificationRequest }),
      requires: ['apiKey'],
    }
    expect(failure(mail, {})).toMatch(/"post".*`apiKey`.*AUTH_POST_KEY in the environment/)
    expect(resolve(mail, { AUTH_POST_KEY: 'k' }).config).toHaveProperty('apiKey', 'k')
  })
})

describe('what cannot be done together', () => {
  const send = (): Promise<Response> => Promise.resolve(new Response())
  const whole = {
    ...Tenants(),
    authorization: 'https://a.example/a',
    userinfo: 'https://a.example/u',
  }

  it('is DPoP with a token request in another form', () => {
    const token = { url: 'https://a.example/t', send }
    expect(failure({ ...whole, token, dpop: true })).toMatch(
      /InvalidConfiguration: .*"tenants".*`dpop`.*`token.send`/,
    )
    expect(failure({ ...whole, token })).toBe('none')
    expect(failure({ ...whole, token: token.url, dpop: true })).toBe('none')
  })

  it('is a pushed request with nowhere to read where to', () => {
    const pushing = { ...whole, token: 'https://a.example/t', pushedAuthorizationRequests: true }
    expect(failure(pushing)).toMatch(/InvalidEndpoints: .*"tenants".*`issuer`/)
    const wellKnown = 'https://a.example/.well-known/oauth-authorization-server'
    expect(failure({ ...pushing, wellKnown })).toBe('none')
  })
})

describe('a client that authenticates with a secret', () => {
  const posting = (options: TenantsOptions = {}): OAuth2Config<Person> => ({
    ...Tenants({ issuer: 'https://id.example.com', ...options }),
    client: { token_endpoint_auth_method: 'client_secret_post' },
  })

  it('needs one, and is told how to set it', () => {
    const check = (provider: Provider, env?: Env) => () => oauth(provider, env)
    expect(check(posting(), { AUTH_TENANTS_ID: 'client' })).toThrow(
      /"tenants".*`clientSecret`.*AUTH_TENANTS_SECRET/,
    )
    expect(check(posting())).not.toThrow()
    const send = (): Promise<Response> => Promise.resolve(new Response())
    const own = { ...posting(), token: { url: 'https://id.example.com/token', send } }
    expect(check(own, { AUTH_TENANTS_ID: 'client' })).not.toThrow()
  })

  it('may have none where it does not say how it authenticates: it is a public one', () => {
    const provider = Tenants({ issuer: 'https://id.example.com' })
    expect(() => oauth(provider, { AUTH_TENANTS_ID: 'client' })).not.toThrow()
  })
})

describe('{issuer} in a parameter', () => {
  it('is the issuer as in an address; other values stay as they are', () => {
    const params = { resource: '{issuer}', claims: { sub: null }, prompt: 'none' }
    const { authorization } = oauth({
      ...Tenants({ issuer: 'https://id.example.com/' }),
      authorization: { url: '{issuer}/authorize', params },
    })
    expect(authorization.params).toEqual({ ...params, resource: 'https://id.example.com' })
  })
})

it.each([{ issuer: '' }, { issuer: 'the one', wellKnown: 'https://id.example.com/.well-known' }])(
  'an issuer that nothing is made of may be any name: %j',
  (given) => {
    const endpoints = { authorization: 'https://a.example', token: 'https://a.example/token' }
    const plainOAuth = { ...Tenants(), ...endpoints, userinfo: 'https://a.example/me', ...given }
    expect(() => oauth(plainOAuth)).not.toThrow()
  },
)

it('an issuer of OpenID Connect that is no URL is named', () => {
  const provider = {
    id: 'tenants',
    name: 'Tenants',
    type: 'oidc',
    issuer: 'one.example.com',
  } as const
  expect(failure(provider)).toMatch(/InvalidEndpoints: .*"tenants" is "one\.example\.com"/)
})
