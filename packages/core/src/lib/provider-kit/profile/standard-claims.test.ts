import { describe, expect, it } from 'vitest'
import { giteaMembers } from './gitea.ts'
import { identityServerMembers } from './identity-server.ts'
import { joinNames } from './join-names.ts'
import { type StandardClaims, standardUser } from './standard-claims.ts'
import { text } from './text.ts'
import { nameTokenType, readJsonObject } from './json-object.ts'
import type { TokenSet } from '../../types/account.ts'
import { type TwitterProfile, xMembers } from './x.ts'
import {
  entraMembers,
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
} from './entra.ts'
import { accountId } from './account-id.ts'
import MercadoLibre from '../../../providers/mercado-libre.ts'
import NetSuite from '../../../providers/netsuite.ts'
import Shopify from '../../../providers/shopify.ts'
import { checkedHostLabel, checkedHostName } from './host-name.ts'

const CLAIMS: StandardClaims = {
  sub: '7',
  name: 'Ada Lovelace',
  preferred_username: 'ada',
  nickname: 'countess',
  email: 'ada@example.com',
  email_verified: true,
  picture: 'https://a.example/ada.png',
}

const USER = {
  id: '7',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  image: 'https://a.example/ada.png',
  emailVerified: true,
}

/** As a service may send them, whatever the types say. */
const odd = (claims: object): StandardClaims => ({ ...CLAIMS, ...claims })

describe('the user made of standard claims', () => {
  it('has id, name, address and picture', () => {
    expect(standardUser(CLAIMS)).toEqual(USER)
  })

  it.each([
    ['the name', {}, 'Ada Lovelace'],
    ['the user name without a name', { name: undefined }, 'ada'],
    ['the user name where the name is not text', { name: 7 }, 'ada'],
    ['the nickname without both', { name: null, preferred_username: null }, 'countess'],
    ['none without all three', { name: 1, preferred_username: 2, nickname: 3 }, null],
  ])('is named by %s', (_, claims, name) => {
    expect(standardUser(odd(claims)).name).toBe(name)
  })

  it('has no id when the `sub` claim is not a string (OID-16)', () => {
    expect(standardUser(odd({ sub: 7 }))).not.toHaveProperty('id')
    expect(standardUser(odd({ sub: undefined }))).not.toHaveProperty('id')
  })

  it('has neither address nor picture when the claims are not strings', () => {
    expect(standardUser(odd({ email: { a: 1 }, picture: 7 }))).toMatchObject({
      email: null,
      image: null,
    })
  })

  it.each([true, 'true'])('has a verified address when the claim is %j (OID-15)', (verified) => {
    expect(standardUser(odd({ email_verified: verified })).emailVerified).toBe(true)
  })

  it.each([false, 'false', 1, '1', 'yes', 'TRUE', null, ['true'], { true: true }, undefined])(
    'has no verified address when the claim is %j (ACC-02, OID-15)',
    (verified) => {
      expect(standardUser(odd({ email_verified: verified })).emailVerified).toBe(false)
    },
  )
})

describe('providers of the same software', () => {
  it('for Gitea and Forgejo need an issuer, send the secret in the body, and verify no address', () => {
    const { profile, discoveryIssuer, ...members } = giteaMembers()
    expect(members).toEqual({
      requires: ['issuer'],
      client: { token_endpoint_auth_method: 'client_secret_post' },
    })
    expect(discoveryIssuer).toBeTypeOf('function')
    expect(profile(CLAIMS)).toEqual({ ...USER, emailVerified: null })
  })

  it('for IdentityServer need an issuer, and ask UserInfo', () => {
    const { profile, ...members } = identityServerMembers()
    expect(members).toEqual({ idToken: false, requires: ['issuer'] })
    const { id: sub, name, email, image: picture } = USER
    expect(profile({ sub, name, email, picture, email_verified: true })).toEqual(USER)
  })
})

describe('joinNames', () => {
  it.each<[readonly unknown[], string | null]>([
    [['Ada', 'Lovelace'], 'Ada Lovelace'],
    [['Ada', ''], 'Ada'],
    [[undefined, 'Lovelace', null], 'Lovelace'],
    [[7, {}, ''], null],
    [[], null],
  ])('makes of the parts %j the name %j', (parts, name) => {
    expect(joinNames(...parts)).toBe(name)
  })
})

describe('text() of a claim', () => {
  it('is null for any value except a string', () => {
    expect([text('a'), text(''), text(7), text(undefined), text(null)]).toEqual([
      'a',
      '',
      null,
      null,
      null,
    ])
  })
})

describe('readJsonObject', () => {
  it('returns the members of a JSON object, whatever its media type', async () => {
    const headers = { 'content-type': 'text/plain' }
    expect(await readJsonObject('Acme', new Response('{"a":[1]}', { headers }))).toEqual({ a: [1] })
  })

  it.each([201, 204, 400, 500])('refuses a response with HTTP %i', async (status) => {
    const response = new Response(status === 204 ? null : '{}', { status })
    await expect(readJsonObject('Acme', response)).rejects.toThrow(
      `Acme answered with HTTP ${status}`,
    )
  })

  it.each(['[]', '[{"a":1}]', 'null', '"a"', '1', 'a', ''])('refuses the body %j', async (body) => {
    await expect(readJsonObject('Acme', new Response(body))).rejects.toThrow(
      'Acme answered with something other than a JSON object',
    )
  })
})

describe('nameTokenType', () => {
  it.each([
    ['adds the type that is missing', { access_token: 'a' }, 'bearer'],
    ['keeps the type of the service', { access_token: 'a', token_type: 'DPoP' }, 'DPoP'],
  ])('%s in a token response', async (_, body, type) => {
    const named = await nameTokenType(Response.json(body))
    expect(await named?.json()).toEqual({ access_token: 'a', token_type: type })
  })

  it.each(['null', '"a"', '1', 'a', ''])('does not change the body %j', async (body) => {
    expect(await nameTokenType(new Response(body))).toBeUndefined()
  })

  it('does not change an error response', async () => {
    const response = Response.json({ error: 'invalid_grant' }, { status: 400 })
    expect(await nameTokenType(response)).toBeUndefined()
  })
})

const DATA = {
  id: '7',
  name: 'Ada',
  username: 'ada',
  confirmed_email: 'ada@example.com',
  profile_image_url: 'https://a.example/ada.png',
}

type AskedOfX = Parameters<
  NonNullable<Extract<ReturnType<typeof xMembers>['userinfo'], { request?: unknown }>['request']>
>[0]

/** The requests of the provider with these tokens, and the user from the response. */
async function askX(
  tokens: Partial<TokenSet>,
  response: Response = Response.json({ data: DATA }),
): Promise<{ readonly url: URL; readonly headers: Headers; readonly profile: unknown }> {
  const sent: { url: URL; headers: Headers }[] = []
  const { userinfo } = xMembers()
  if (typeof userinfo !== 'object' || !('request' in userinfo)) throw new Error('No request.')
  const asked = {
    tokens,
    fetch: async (url: string, init?: RequestInit) => {
      sent.push({ url: new URL(url), headers: new Headers(init?.headers) })
      return response
    },
  }
  // Nothing else is looked at.
  const profile: unknown = await userinfo.request?.(asked as unknown as AskedOfX)
  const [request] = sent
  if (!request) throw new Error('Nothing was sent.')
  return { ...request, profile }
}

describe('The providers for X', () => {
  it('ask for the address when its scope was granted, or when the response names no scopes', async () => {
    for (const scope of ['users.read users.email', undefined]) {
      const tokens = scope === undefined ? { access_token: 'a' } : { access_token: 'a', scope }
      const { url, headers, profile } = await askX(tokens)
      expect(url.origin + url.pathname).toBe('https://api.x.com/2/users/me')
      expect(url.searchParams.get('user.fields')).toBe('profile_image_url,confirmed_email')
      expect(headers.get('authorization')).toBe('Bearer a')
      expect(headers.get('accept')).toBe('application/json')
      expect(profile).toEqual({ data: DATA })
    }
  })

  it('do not ask for the address when its scope was not granted', async () => {
    for (const scope of ['users.read tweet.read', 'users.email.x', '']) {
      const { url } = await askX({ access_token: 'a', scope })
      expect(url.searchParams.get('user.fields')).toBe('profile_image_url')
    }
  })

  it('send no token when the token response had none', async () => {
    expect((await askX({})).headers.get('authorization')).toBe('Bearer')
  })

  it('name X in the error when it does not answer with a profile', async () => {
    const response = new Response('{}', { status: 403 })
    await expect(askX({ access_token: 'a' }, response)).rejects.toThrow('X answered with HTTP 403')
  })

  it('redirect to X with the scopes that the profile needs', () => {
    const { authorization, token, userinfo } = xMembers()
    expect(authorization).toEqual({
      url: 'https://x.com/i/oauth2/authorize',
      params: { scope: 'users.read tweet.read users.email offline.access' },
    })
    expect(token).toEqual({ url: 'https://api.x.com/2/oauth2/token' })
    expect(userinfo).toMatchObject({ url: 'https://api.x.com/2/users/me' })
  })

  const user = (profile: object): unknown => {
    const { profile: toUser } = xMembers()
    // As X may send it, whatever the types say.
    return toUser?.(profile as TwitterProfile, {} as TokenSet) // The same holds for the tokens.
  }

  it('make a user of the profile', () => {
    const { id, name, confirmed_email: email, profile_image_url: image } = DATA
    expect(user({ data: DATA })).toEqual({ id, name, email, image, emailVerified: true })
  })

  it('use the user name where there is no name', () => {
    expect(user({ data: { ...DATA, name: undefined } })).toHaveProperty('name', 'ada')
    expect(user({ data: { ...DATA, name: 7, username: 8 } })).toHaveProperty('name', null)
  })

  it('make no verified address of a missing one, and no id of a value that is not a string', () => {
    const empty = { name: null, email: null, image: null, emailVerified: false }
    expect(user({})).toEqual(empty)
    expect(user({ data: { id: 7, confirmed_email: 7, profile_image_url: 7 } })).toEqual(empty)
  })
})

const TENANT = '6b0e1a4c-53d1-4f5a-9d0e-0c9a53c4b1aa'
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const HOST = 'https://login.microsoftonline.com'

const members = (options: Partial<MicrosoftEntraIDOptions> = {}) =>
  // No more than issuer and size is looked at.
  entraMembers(options as MicrosoftEntraIDOptions)

type Claims = Parameters<NonNullable<ReturnType<typeof members>['resolveIssuer']>>[0]

describe('The issuer of Microsoft Entra ID', () => {
  it.each([
    [undefined, `${HOST}/common/v2.0`, `${HOST}/{tenantid}/v2.0`],
    [`${HOST}/organizations/v2.0`, `${HOST}/organizations/v2.0`, `${HOST}/{tenantid}/v2.0`],
    [`${HOST}/consumers/v2.0`, `${HOST}/consumers/v2.0`, `${HOST}/${PERSONAL}/v2.0`],
    [`${HOST}/${TENANT}/v2.0`, `${HOST}/${TENANT}/v2.0`, `${HOST}/${TENANT}/v2.0`],
  ])(
    'configured as %s expects the right issuer in the discovery document',
    (given, issuer, stated) => {
      const made = members(given === undefined ? {} : { issuer: given })
      expect(made.issuer).toBe(issuer)
      const { discoveryIssuer } = made
      expect(typeof discoveryIssuer === 'function' && discoveryIssuer(stated, issuer)).toBe(true)
      expect(
        typeof discoveryIssuer === 'function' && discoveryIssuer(`${HOST}/x/v2.0`, issuer),
      ).toBe(false)
    },
  )

  it.each<[string, unknown, string | undefined]>([
    ['a tenant', TENANT, `${HOST}/${TENANT}/v2.0`],
    ['a tenant in capitals', TENANT.toUpperCase(), `${HOST}/${TENANT.toUpperCase()}/v2.0`],
    ['a list with a tenant', [TENANT], undefined],
    ['text before a tenant', `x${TENANT}`, undefined],
    ['text after a tenant', `${TENANT}x`, undefined],
    ['nothing', undefined, undefined],
    ['a group too few', TENANT.replace('-53d1', ''), undefined],
    ['a letter that is not a digit', TENANT.replace('6b0e', '6g0e'), undefined],
  ])('of an ID token is built from %s only if that is a tenant id (OID-03)', (_, tid, expected) => {
    // No more than the tenant is looked at.
    const claims = { tid } as unknown as Claims
    expect(members().resolveIssuer?.(claims, `${HOST}/{tenantid}/v2.0`)).toBe(expected)
  })
})

describe('The profile of Microsoft Entra ID', () => {
  const PROFILE = {
    sub: '7',
    name: 'Ada',
    email: 'ada@example.com',
    photo: 'data:,',
    xms_edov: true,
  }

  const user = (profile: object): unknown =>
    // As the service may send it, whatever the types say.
    members().profile?.(profile as MicrosoftEntraIDProfile, {} as never)

  it('makes a user', () => {
    const { sub: id, name, email, photo: image } = PROFILE
    expect(user(PROFILE)).toEqual({ id, name, email, image, emailVerified: true })
  })

  it.each([true, '1', 'true'])(
    'verifies the address when the owner of the domain is %j',
    (xms_edov) => {
      expect(user({ ...PROFILE, xms_edov })).toHaveProperty('emailVerified', true)
    },
  )

  it.each([1, '0', 'yes', 'false', false, [true], undefined])(
    'verifies no address when the owner of the domain is %j (ACC-02)',
    (xms_edov) => {
      expect(user({ ...PROFILE, xms_edov })).toHaveProperty('emailVerified', false)
    },
  )

  it('needs the default scopes, and the photo only if its size is configured', () => {
    const { authorization, userinfo } = members()
    expect(authorization).toEqual({ params: { scope: 'openid profile email User.Read' } })
    expect(userinfo).toBeUndefined()
  })
})

describe('The photo of Microsoft Entra ID', () => {
  type Sent = readonly [url: string, init?: RequestInit]
  type Asked = Parameters<
    NonNullable<Extract<ReturnType<typeof members>['userinfo'], { request?: unknown }>['request']>
  >[0]

  async function ask(
    respond: () => Promise<Response>,
    tokens: object = { access_token: 'a' },
  ): Promise<{ readonly sent: readonly Sent[]; readonly profile: unknown }> {
    const sent: Sent[] = []
    const { userinfo } = members({ profilePhotoSize: 48 })
    if (typeof userinfo !== 'object' || !('request' in userinfo)) throw new Error('No request.')
    const asked = {
      claims: { sub: '7' },
      tokens,
      fetch: (...request: Sent) => {
        sent.push(request)
        return respond()
      },
    }
    // Nothing else is looked at.
    const profile: unknown = await userinfo.request?.(asked as unknown as Asked)
    return { sent, profile }
  }

  it('of the configured size is added to the profile', async () => {
    const bytes = new Uint8Array([0, 1, 254, 255])
    const { sent, profile } = await ask(async () => new Response(bytes))
    expect(profile).toEqual({ sub: '7', photo: 'data:image/jpeg;base64,AAH+/w==' })
    expect(sent).toEqual([
      [
        'https://graph.microsoft.com/v1.0/me/photos/48x48/$value',
        { headers: { authorization: 'Bearer a' } },
      ],
    ])
  })

  it('is requested without a token when the token response had none', async () => {
    const { sent } = await ask(async () => new Response('', { status: 401 }), {})
    expect(sent[0]?.[1]?.headers).toEqual({ authorization: 'Bearer ' })
  })

  it('is null when it does not exist or cannot be fetched', async () => {
    const responses = [
      async () => new Response('', { status: 404 }),
      async () => new Response('x', { status: 201 }),
      () => Promise.reject(new Error('offline')),
    ]
    for (const respond of responses) {
      expect((await ask(respond)).profile).toEqual({ sub: '7', photo: null })
    }
  })
})

describe('accountId of a value', () => {
  it('returns an object with the id as text (OID-16)', () => {
    expect(accountId(583_231)).toEqual({ id: '583231' })
    expect(accountId('00u1')).toEqual({ id: '00u1' })
  })

  it.each([[undefined], [null], ['undefined'], [''], [1.5], [['1']]])(
    'has no id for %j (OID-16)',
    (value) => {
      expect(accountId(value)).not.toHaveProperty('id')
    },
  )
})

const userinfo = 'https://1234567.restlets.api.netsuite.com/x'

/** Whatever would lead somewhere else, or nowhere. */
const NONSENSE = [
  'https://x',
  'evil.example/',
  'evil.example#',
  'evil.example?',
  'user@evil.example',
  'evil.example:8443',
  'a..b',
  '-a.example',
  'a b.example',
  '{issuer}',
]

describe.each([
  ['netsuite', 'accountID', (accountID: string) => NetSuite({ accountID, userinfo })],
  ['shopify', 'shop', (shop: string) => Shopify({ shop })],
  ['mercado-libre', 'domain', (domain: string) => MercadoLibre({ domain })],
] as const)('%s', (id, option, make) => {
  it.each(NONSENSE)(`reports %j as a wrong \`${option}\` without throwing`, (value) => {
    const { problem } = make(value)
    expect(problem).toContain(`\`${option}\` of the provider "${id}"`)
    expect(problem).toContain(JSON.stringify(value))
  })
})

describe('an option that becomes part of a host name', () => {
  it('is accepted if it is a valid label', () => {
    expect(Shopify({ shop: 'Shop.example.com' }).problem).toBeUndefined()
    expect(Shopify({ shop: 'Shop.example.com' }).wellKnown).toBe(
      'https://shop.example.com/.well-known/openid-configuration',
    )
    expect(NetSuite({ accountID: 'TSTDRV1234567', userinfo }).authorization).toMatchObject({
      url: 'https://tstdrv1234567.app.netsuite.com/app/login/oauth2/authorize.nl',
    })
    expect(MercadoLibre({ domain: 'mercadolivre.com.br' }).authorization).toMatchObject({
      url: 'https://auth.mercadolivre.com.br/authorization',
    })
  })
})

describe.each([
  ['A host name', checkedHostName],
  ['A label of a host name', checkedHostLabel],
])('%s', (_what, check) => {
  const option = { provider: 'acme', option: 'shop', example: 'a.example' }

  it.each([undefined, null, ''])('has neither host nor problem when it is %j', (value) => {
    expect(check({ ...option, value })).toEqual({})
  })

  it.each([7, ['a'], {}, true])('has a problem when it is %j', (value) => {
    const { host, problem } = check({ ...option, value })
    expect(host).toBeUndefined()
    expect(problem).toBe(
      `The option \`shop\` of the provider "acme" is ${JSON.stringify(value)}, which cannot be part of a host name. Write it as in \`{ shop: 'a.example' }\`, without scheme, path and port.`,
    )
  })
})
