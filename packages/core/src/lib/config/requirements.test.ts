import { describe, expect, it } from 'vitest'
import Nodemailer from '../../providers/nodemailer.ts'
import type { OAuth2Config, Provider } from '../types/provider.ts'
import type { Env } from '../types/utility.ts'
import { resolveProviders } from './skipped-providers.ts'
import type { OAuthProvider, ConfiguredProvider } from './providers.ts'

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

function resolve(provider: Provider, env: Env = KEYS): ConfiguredProvider {
  const context = { env, clock: () => 0, insecureLoopback: false, redirectProxyUrl: undefined }
  const { usable, skipped } = resolveProviders([provider], context)
  for (const { error } of skipped) throw error
  for (const one of usable.values()) return one
  throw new Error('No provider came of it.')
}

function oauth(provider: Provider, env?: Env): OAuthProvider {
  const one = resolve(provider, env)
  if (one.kind === 'oauth' || one.kind === 'oidc') return one
  throw new Error('It is not an OAuth provider.')
}

/** The error of an incomplete configuration: type and message. */
function failure(provider: Provider, env?: Env): string {
  try {
    resolve(provider, env)
  } catch (error) {
    return String(error)
  }
  return 'none'
}

describe('{issuer} in a URL', () => {
  it.each(['https://one.example.com', 'https://one.example.com/', 'https://one.example.com//'])(
    'is replaced by the issuer %s without a slash between it and the path',
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
    ['called without arguments', Tenants()],
    ['not called at all', Tenants],
  ])('is replaced from the environment for a factory that is %s', (_, provider) => {
    const env = { ...KEYS, AUTH_TENANTS_ISSUER: 'https://env.example.com/realm' }
    const { token, config } = oauth(provider, env)
    expect(token.url).toBe('https://env.example.com/realm/token')
    expect(config).toMatchObject({ token: 'https://env.example.com/realm/token' })
  })

  it('is replaced also in the URL of the discovery document and in options', () => {
    const issuer = 'https://one.example.com'
    const wellKnown = '{issuer}/.well-known/oauth-authorization-server'
    const { config, token } = oauth(Tenants({ issuer, wellKnown, token: '{issuer}/other' }))
    expect(config.wellKnown).toBe(`${issuer}/.well-known/oauth-authorization-server`)
    expect(token.url).toBe(`${issuer}/other`)
  })

  it('is replaced by an issuer with replacement patterns unchanged', () => {
    const { token } = oauth(Tenants({ issuer: "https://one.example.com/$&$'" }))
    expect(token.url).toBe("https://one.example.com/$&$'/token")
  })

  it('without an issuer causes an error that says how to set it', () => {
    expect(failure(Tenants())).toMatch(
      /InvalidEndpoints: .*"tenants".*`issuer`.*\{ issuer: … \}.*AUTH_TENANTS_ISSUER in the environment/,
    )
  })

  it('with an issuer that is not a URL causes an error that names it', () => {
    expect(failure(Tenants({ issuer: 'one.example.com' }))).toMatch(
      /InvalidEndpoints: .*`issuer`.*"tenants".*https:\/\//,
    )
  })
})

describe('{clientId} in an issuer', () => {
  const perClient = { ...Tenants(), issuer: 'https://id.example.com/{clientId}' }

  it('is replaced by the client id from any source, also in URLs made from the issuer', () => {
    const { config, token } = oauth(perClient, { AUTH_TENANTS_ID: 'a/b' })
    expect(config.issuer).toBe('https://id.example.com/a%2Fb')
    expect(token.url).toBe('https://id.example.com/a%2Fb/token')
  })

  it('without a client id causes an error that names it', () => {
    expect(failure(perClient, {})).toMatch(/"tenants".*`clientId`.*AUTH_TENANTS_ID/)
  })
})

describe('an API key beside the client secret', () => {
  const env = { ...KEYS, AUTH_TENANTS_ISSUER: 'https://one.example.com', AUTH_TENANTS_KEY: 'k' }

  it('is read from the environment for a service that needs one', () => {
    const keyed = { ...Tenants(), requires: ['apiKey'] }
    expect(oauth(keyed, env).config).toHaveProperty('apiKey', 'k')
    expect(failure(keyed, { ...env, AUTH_TENANTS_KEY: '' })).toMatch(/`apiKey`.*AUTH_TENANTS_KEY/)
  })

  it('is not given to other providers', () => {
    expect(oauth(Tenants(), env).config).not.toHaveProperty('apiKey')
  })
})

describe('the member requires of a provider', () => {
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

  it('names no variable where no variable is read', () => {
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

  it('checks the key of a mail service and names its variable', () => {
    const mail = {
      ...Nodemailer({ id: 'post', sendVerificationRequest }),
      requires: ['apiKey'],
    }
    expect(failure(mail, {})).toMatch(/"post".*`apiKey`.*AUTH_POST_KEY in the environment/)
    expect(resolve(mail, { AUTH_POST_KEY: 'k' }).config).toHaveProperty('apiKey', 'k')
  })
})

describe('a combination of provider options that is refused', () => {
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

  it('is a pushed request without an endpoint and discovery', () => {
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

  it('causes an error without the secret that says how to set it', () => {
    const check = (provider: Provider, env?: Env) => () => oauth(provider, env)
    expect(check(posting(), { AUTH_TENANTS_ID: 'client' })).toThrow(
      /"tenants".*`clientSecret`.*AUTH_TENANTS_SECRET/,
    )
    expect(check(posting())).not.toThrow()
    const send = (): Promise<Response> => Promise.resolve(new Response())
    const own = { ...posting(), token: { url: 'https://id.example.com/token', send } }
    expect(check(own, { AUTH_TENANTS_ID: 'client' })).not.toThrow()
  })

  it('is a public client without a secret and an authentication method', () => {
    const provider = Tenants({ issuer: 'https://id.example.com' })
    expect(() => oauth(provider, { AUTH_TENANTS_ID: 'client' })).not.toThrow()
  })
})

describe('{issuer} in a parameter', () => {
  it('is replaced as in a URL; other values are unchanged', () => {
    const params = { resource: '{issuer}', claims: { sub: null }, prompt: 'none' }
    const { authorization } = oauth({
      ...Tenants({ issuer: 'https://id.example.com/' }),
      authorization: { url: '{issuer}/authorize', params },
    })
    expect(authorization.params).toEqual({ ...params, resource: 'https://id.example.com' })
  })
})

it.each([{ issuer: '' }, { issuer: 'the one', wellKnown: 'https://id.example.com/.well-known' }])(
  'an issuer that no URL is made from may be any string: %j',
  (given) => {
    const endpoints = { authorization: 'https://a.example', token: 'https://a.example/token' }
    const plainOAuth = { ...Tenants(), ...endpoints, userinfo: 'https://a.example/me', ...given }
    expect(() => oauth(plainOAuth)).not.toThrow()
  },
)

it('an OpenID Connect issuer that is not a URL causes an error that names it', () => {
  const provider = {
    id: 'tenants',
    name: 'Tenants',
    type: 'oidc',
    issuer: 'one.example.com',
  } as const
  expect(failure(provider)).toMatch(/InvalidEndpoints: .*"tenants" is "one\.example\.com"/)
})

/** As JavaScript may have it. */
const untyped = (provider: object): Provider => provider as Provider

const URLS = {
  authorization: 'https://a.example/a',
  token: 'https://a.example/t',
  userinfo: 'https://a.example/u',
}

describe('a required member of a provider', () => {
  const issuer = 'https://one.example.com'

  it('may not be null', () => {
    const provider = untyped({ ...Tenants({ issuer }), accountId: null, requires: ['accountId'] })
    expect(failure(provider)).toMatch(/`accountId`\. Set `\{ accountId: … \}` in its options\.$/)
  })

  it('of OpenID Connect is named with its variable in the error', () => {
    const provider = untyped({ id: 'one', name: 'One', type: 'oidc', issuer })
    expect(failure(provider, {})).toMatch(/`clientId`.*, or AUTH_ONE_ID in the environment\.$/)
  })

  it.each(['clientId', 'clientSecret', 'issuer'])(
    'of a mail provider is named without a variable: %s',
    (name) => {
      const mail = Nodemailer({ sendVerificationRequest: () => Promise.resolve() })
      expect(failure({ ...mail, requires: [name] })).toMatch(/ in its options\.$/)
    },
  )
})

describe('URLs made from the issuer', () => {
  const issuer = 'https://one.example.com'

  it('are made for OpenID Connect and for OAuth', () => {
    const { config, authorization } = oauth(
      untyped({
        id: 'tenants',
        name: 'Tenants',
        type: 'oidc',
        issuer: 'https://id.example.com/{clientId}',
        authorization: { url: '{issuer}/authorize' },
      }),
    )
    expect(config.issuer).toBe('https://id.example.com/client')
    expect(authorization).toEqual({ url: 'https://id.example.com/client/authorize' })
  })

  it('are not made for other kinds of providers', () => {
    const mail = Nodemailer({ sendVerificationRequest: () => Promise.resolve() })
    const odd = untyped({ ...mail, wellKnown: '{issuer}', token: '{issuer}', issuer: '{clientId}' })
    expect(resolve(odd, {}).config).toMatchObject({ wellKnown: '{issuer}', issuer: '{clientId}' })
  })

  it('leave URLs without {issuer} unchanged', () => {
    const token = { url: 'https://a.example/t', params: { a: 7 } }
    expect(oauth(untyped({ ...Tenants({ issuer }), token })).config.token).toBe(token)
  })

  it('may be in parameters only, or missing', () => {
    const params = { resource: '{issuer}', count: 7 }
    const { authorization } = oauth(untyped({ ...Tenants({ issuer }), authorization: { params } }))
    expect(authorization).toStrictEqual({ params: { resource: issuer, count: 7 } })
    const counted = untyped({ ...Tenants({ issuer }), authorization: { params: { count: 7 } } })
    expect(oauth(counted).authorization).toStrictEqual({ params: { count: 7 } })
    expect(oauth(Tenants({ issuer })).userinfo).toStrictEqual({ url: `${issuer}/me` })
  })

  it('do not add an issuer', () => {
    expect(oauth(untyped({ ...Tenants(), ...URLS })).config).not.toHaveProperty('issuer')
  })
})

describe('an issuer that is not a URL', () => {
  const named = { id: 'tenants', name: 'Tenants', issuer: 'the one' }
  const wellKnown = 'https://a.example/.well-known/oauth-authorization-server'
  const { userinfo: _, ...two } = URLS
  const protocol = { request: () => '', verify: () => ({}) }

  it.each<[string, object]>([
    ['the provider uses OpenID Connect', { ...named, type: 'oidc', ...URLS }],
    ['an endpoint is missing', { ...named, type: 'oauth', ...two }],
  ])('is refused where %s, so that discovery needs it', (__, provider) => {
    expect(failure(untyped(provider))).toMatch(
      /^InvalidEndpoints: The `issuer` of the provider "tenants" is "the one"/,
    )
  })

  it.each<[string, object]>([
    ['all endpoints are known', { ...named, type: 'oauth', ...URLS }],
    ['`wellKnown` names the discovery document', { ...named, type: 'oauth', ...two, wellKnown }],
    ['the provider has a protocol of its own', { ...named, type: 'oauth', protocol }],
  ])('is accepted where %s, so that it is only compared', (__, provider) => {
    expect(failure(untyped(provider))).toBe('none')
  })

  it('is named in the error with the URL it breaks', () => {
    const provider = { ...named, type: 'oauth', ...URLS, token: '{issuer}/t' }
    expect(failure(untyped(provider))).toMatch(
      /URL for `token` of the provider "tenants" is not absolute\. The `issuer`.*"the one"/,
    )
    const own = { ...named, issuer: 'https://a.example', type: 'oauth', ...URLS, token: '/t' }
    expect(failure(untyped(own))).toMatch(/"tenants" is not absolute\.$/)
  })
})

describe('the authentication method of a client', () => {
  const clientPrivateKey = { kty: 'EC' }
  const being = (method: string, more: object = {}): Provider =>
    untyped({
      ...Tenants(),
      ...URLS,
      client: { token_endpoint_auth_method: method },
      ...more,
    })
  const bare = { AUTH_TENANTS_ID: 'client' }

  it.each(['client_secret_basic', 'client_secret_post', 'client_secret_jwt'])(
    '%s needs a secret',
    (method) => {
      expect(failure(being(method))).toBe('none')
      expect(failure(being(method), bare)).toMatch(/`clientSecret`.*AUTH_TENANTS_SECRET/)
    },
  )

  it('private_key_jwt needs a key and no secret', () => {
    const token = { url: URLS.token, clientPrivateKey }
    expect(failure(being('private_key_jwt', { token }), bare)).toBe('none')
    expect(failure(being('private_key_jwt'))).toMatch(
      /"tenants" has no `token\.clientPrivateKey`, which "private_key_jwt" signs with\. Set it\.$/,
    )
  })

  it('none needs nothing', () => {
    expect(failure(being('none'), bare)).toBe('none')
  })

  it.each(['client_secret', 'None', ''])('%j is refused with the supported methods', (method) => {
    expect(failure(being(method))).toMatch(
      /unknown `token_endpoint_auth_method` ".*"\. There are: client_secret_basic, .*, none\.$/,
    )
  })

  it('is not checked for a custom protocol', () => {
    const protocol = { request: () => '', verify: () => ({}) }
    const provider = { id: 'own', name: 'Own', type: 'oauth', protocol }
    const { checks, clientId, formPost } = oauth(untyped(provider), {})
    expect([...checks]).toEqual(['state'])
    expect(clientId).toBe('')
    expect(formPost).toBe(false)
  })
})

describe('an endpoint without a URL', () => {
  const request = (): object => ({})

  it('is accepted only for userinfo with a request function', () => {
    expect(failure(untyped({ ...Tenants(), ...URLS, userinfo: { request } }))).toBe('none')
    for (const name of ['authorization', 'token']) {
      expect(failure(untyped({ ...Tenants(), ...URLS, [name]: { request } }))).toMatch(
        new RegExp(`neither an \`issuer\` \\(AUTH_TENANTS_ISSUER\\) nor a URL for \`${name}\``),
      )
    }
  })
})

describe('the option clockTolerance', () => {
  const tolerating = (clockTolerance: unknown): Provider =>
    untyped({
      id: 'tenants',
      name: 'Tenants',
      type: 'oidc',
      issuer: 'https://id.example.com',
      clockTolerance,
    })

  it.each([undefined, 0, 1, 300])('may be %s seconds', (seconds) => {
    expect(failure(tolerating(seconds))).toBe('none')
  })

  it.each([-1, 301, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '60', null])(
    'cannot be %s seconds',
    (seconds) => {
      expect(failure(tolerating(seconds))).toMatch(
        /^InvalidConfiguration: The `clockTolerance` of the provider "tenants" has to be a whole number of seconds from 0 to 300\./,
      )
    },
  )
})
