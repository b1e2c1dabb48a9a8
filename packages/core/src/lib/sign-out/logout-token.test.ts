import { beforeAll, describe, expect, it } from 'vitest'
import {
  createLogoutTokens,
  LOGOUT_EVENT as EVENT,
  type LogoutTokens,
} from '../../../test/logout-tokens.ts'
import { ISSUER, NOW, oauthProvider, oidcProvider } from '../../../test/oauth-provider.ts'
import { Refusal, verifyLogoutToken, type LogoutToken } from './logout-token.ts'

type Claims = Readonly<Record<string, unknown>>
type Options = Parameters<typeof oidcProvider>[0]

let tokens: LogoutTokens

beforeAll(async () => {
  tokens = await createLogoutTokens()
})

const providerFor = (options: Options): ReturnType<typeof oidcProvider> =>
  oidcProvider({ ...options, ...tokens.options })

/** The content of a token. The error of a refused one is thrown. */
const verifyText = async (
  provider: ReturnType<typeof oidcProvider>,
  token: string,
  milliseconds = NOW * 1000,
): Promise<LogoutToken> => {
  const verified = await verifyLogoutToken(provider, token, milliseconds)
  if (verified instanceof Refusal) throw verified.toError(provider)
  return verified
}

const verify = async (
  changes: Claims = {},
  { options = {}, header = {} }: { readonly options?: Options; readonly header?: Claims } = {},
): Promise<LogoutToken> =>
  verifyText(providerFor(options), await tokens.sign(changes, header), NOW * 1000 + 999)

const refused = async (
  changes: Claims,
  how: Parameters<typeof verify>[1] = {},
): Promise<string | undefined> =>
  verify(changes, how).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'It is not an error.'),
  )

describe('A logout token', () => {
  it('contains the session to end and the time until which it is accepted', async () => {
    expect(await verify()).toStrictEqual({
      issuer: ISSUER,
      sub: 'ada',
      id: 'one',
      expires: (NOW + 120 + 60) * 1000,
    })
    expect(await verify({ sub: undefined, sid: 'seven' })).toStrictEqual({
      issuer: ISSUER,
      sid: 'seven',
      id: 'one',
      expires: (NOW + 120 + 60) * 1000,
    })
  })

  it('is remembered as long as it is accepted, for five minutes and the tolerance or until it expires (LGO-10)', async () => {
    const expires = async (changes: Claims, options: Options = {}): Promise<number> =>
      (await verify(changes, { options })).expires / 1000 - NOW
    expect(await expires({ exp: NOW + 9_000 })).toBe(300 + 60)
    expect(await expires({ exp: NOW + 9_000 }, { clockTolerance: 0 })).toBe(300)
    expect(await expires({ exp: NOW + 9_000, iat: NOW - 200 })).toBe(100 + 60)
    expect(await expires({ exp: undefined }, { logoutTokenWithoutExp: true })).toBe(300 + 60)
    expect(await expires({ exp: undefined, iat: NOW - 9 }, { logoutTokenWithoutExp: true })).toBe(
      291 + 60,
    )
  })

  it.each([
    [NOW + 60, true],
    [NOW + 61, false],
    [NOW - 360, true],
    [NOW - 361, false],
    [String(NOW), false],
    [undefined, false],
  ])('issued at %j, with the time 1800000000, is accepted: %s', async (iat, isTaken) => {
    expect(await refused({ iat })).toBe(
      isTaken
        ? undefined
        : 'issued-at: the logout token of "acme" was not issued within the last five minutes.',
    )
  })

  it.each([
    [NOW + 5, true],
    [NOW + 6, false],
    [NOW - 305, true],
    [NOW - 306, false],
  ])('issued at %j is accepted with a `clockTolerance` of 5: %s', async (iat, isTaken) => {
    expect((await refused({ iat }, { options: { clockTolerance: 5 } })) === undefined).toBe(isTaken)
  })

  it.each([
    [{ exp: NOW - 30 }, /^expiry: the logout token of "acme" expired 30 seconds ago/],
    [{ exp: NOW - 29 }, undefined],
    [{ exp: 'soon' }, /^expiry: .*`exp` that is not a time/],
    [{ exp: undefined }, /^expiry: the logout token of "acme" has no `exp`\.$/],
    [{ nbf: NOW + 61 }, /^expiry: .*valid only in 61 seconds/],
  ])('with %j is refused for %s', async (changes, reason) => {
    const message = await refused(changes)
    if (reason === undefined) expect(message).toBeUndefined()
    else expect(message).toMatch(reason)
  })

  const ALSO = (audience: string): string =>
    `audience: the logout token of "acme" is also meant for "${audience}", and no \`azp\` says that it was issued to this client. If they may have it, name them in \`trustedAudiences\` of the provider.`

  it.each<readonly [Claims, string]>([
    [{ iss: `${ISSUER}/x` }, 'issuer: the logout token of "acme" is of another issuer.'],
    [
      { aud: 'other' },
      'audience: the logout token of "acme" is meant for "other", and not for the client id "app".',
    ],
    [{ aud: [] }, 'audience: the logout token of "acme" names no audience (`aud`).'],
    [{ aud: ['app', 'app'] }, ALSO('app')],
    [{ aud: ['app', 'other'] }, ALSO('other')],
    [
      { aud: ['app', 'other'], azp: 'other' },
      'audience: the logout token of "acme" was issued to another client: its `azp` is "other".',
    ],
    [{ jti: '' }, 'id: the logout token of "acme" has no `jti`.'],
    [{ jti: 7 }, 'id: the logout token of "acme" has no `jti`.'],
    [{ events: [EVENT] }, 'event: the logout token of "acme" says nothing of a logout.'],
    [{ events: { other: {} } }, 'event: the logout token of "acme" says nothing of a logout.'],
    [{ events: undefined }, 'event: the logout token of "acme" says nothing of a logout.'],
    [{ sub: undefined }, 'subject: the logout token of "acme" names neither a session nor a user.'],
    [{ sub: '' }, 'subject: the logout token of "acme" names neither a session nor a user.'],
    [{ sid: '' }, 'subject: the logout token of "acme" names neither a session nor a user.'],
    [
      { sub: null, sid: null },
      'subject: the logout token of "acme" names neither a session nor a user.',
    ],
    [{ sid: 7 }, 'subject: the logout token of "acme" names neither a session nor a user.'],
    [{ nonce: 'n' }, 'nonce: the logout token of "acme" has a `nonce`, as ID tokens do.'],
    [{ nonce: null }, 'nonce: the logout token of "acme" has a `nonce`, as ID tokens do.'],
  ])('with %j is refused (LGO-03)', async (changes, message) => {
    expect(await refused(changes)).toBe(message)
  })

  it('is refused with the failed check, and without a cause where no function threw', async () => {
    const thrown: unknown = await verify({ aud: 'other' }).catch((error: unknown) => error)
    expect(thrown instanceof Error && thrown.cause).toStrictEqual({ reason: 'audience' })
  })

  it('without `exp` is refused unless the provider is configured to send none', async () => {
    const options = { logoutTokenWithoutExp: false }
    expect(await refused({ exp: undefined }, { options })).toMatch(/has no `exp`/)
  })

  it.each<readonly [Claims, object]>([
    [{ aud: ['app'] }, {}],
    [{ aud: ['app', 'other'], azp: 'app' }, {}],
    [{ aud: ['other', 'app'] }, { trustedAudiences: ['other'] }],
    [{ iss: `${ISSUER}/` }, {}],
    [{ sub: null, sid: 'one' }, {}],
    [{ sub: 'ada', sid: null, azp: null, nbf: null }, {}],
  ])('with %j and the options %j is accepted (LGO-03)', async (changes, options) => {
    expect(await refused(changes, { options })).toBeUndefined()
  })

  it.each([
    ['logout+jwt', true],
    ['JWT', true],
    ['application/Logout+JWT', true],
    [undefined, true],
    ['at+jwt', false],
    ['text/application/jwt', false],
    ['japplication/wt', false],
    ['', false],
    [7, false],
    [null, false],
    [['JWT'], false],
  ])('of the type %j is accepted: %s (LGO-03)', async (typ, isTaken) => {
    expect(await refused({}, { header: { typ } })).toBe(
      isTaken ? undefined : 'type: the logout token of "acme" is another kind of token.',
    )
  })

  it('that is refused has the underlying error in the log', async () => {
    const provider = providerFor({})
    const token = await tokens.sign()
    const [header = '', payload = ''] = token.split('.')
    const forged = verifyText(provider, `${header}.${payload}.AAAA`)
    await expect(forged).rejects.toMatchObject({
      type: 'InvalidLogoutToken',
      message: 'signature: the logout token of "acme" has no valid signature.',
      cause: {
        reason: 'signature',
        err: { message: 'The logout token of "acme" has no valid signature.' },
      },
    })
    const headless = verifyText(provider, 'AAAA.BBBB.CCCC')
    await expect(headless).rejects.toMatchObject({
      message: 'type: the logout token of "acme" has no header or no claims.',
      cause: { reason: 'type', err: { name: 'TypeError' } },
    })
  })

  it('with wrong claims and a wrong signature is refused for its claims (LGO-14)', async () => {
    const [header = '', payload = ''] = (await tokens.sign({ aud: 'other' })).split('.')
    await expect(verifyText(providerFor({}), `${header}.${payload}.AAAA`)).rejects.toMatchObject({
      cause: { reason: 'audience' },
    })
  })

  it.each([
    ['a.b', 'length'],
    ['.b.c', 'length'],
    ['a..c', 'length'],
    ['a.b.c.d', 'length'],
    [' a.b.c', 'length'],
    ['a.b.c ', 'length'],
    [`${'a'.repeat(16_380)}.b.cc`, 'length'],
    [`${'a'.repeat(16_379)}.b.cc`, 'type'],
    ['a.b.', 'type'],
  ])('%.20s is refused because of its %s', async (token, problem) => {
    const verified = verifyText(providerFor({}), token)
    await expect(verified).rejects.toMatchObject({ cause: { reason: problem } })
    const message = 'length: the logout token of "acme" is not a signed token of at most 16 kB.'
    if (problem === 'length') await expect(verified).rejects.toThrow(message)
  })

  it('without an algorithm, or with one that the provider does not use, is refused before a key is looked up', async () => {
    const encode = (value: object): string =>
      Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const header of [{}, { alg: 'none' }, { alg: 'HS256' }, { alg: 'RS256' }]) {
      const token = `${encode(header)}.${encode({ sub: 'ada' })}.AAAA`
      await expect(verifyText(providerFor({}), token)).rejects.toMatchObject({
        message:
          'algorithm: the logout token of "acme" is not signed with an algorithm of the provider.',
      })
    }
  })

  it('of a provider without discovery and without known keys is refused', async () => {
    const client = { id_token_signed_response_alg: 'ES256' }
    const provider = oauthProvider({ issuer: ISSUER, client })
    const verified = verifyText(provider, await tokens.sign())
    await expect(verified).rejects.toMatchObject({ cause: { reason: 'signature' } })
  })

  it('of a provider with an issuer for each tenant is accepted from its own tenant only (LGO-12)', async () => {
    const options: Options = {
      issuer: 'https://login.example',
      discoveryIssuer: ISSUER,
      resolveIssuer: ({ tid }) => (tid === 'a' ? `${ISSUER}/a` : undefined),
    }
    const mine = await verify({ iss: `${ISSUER}/a`, tid: 'a' }, { options })
    expect(mine.issuer).toBe(`${ISSUER}/a`)
    for (const changes of [{ iss: `${ISSUER}/b`, tid: 'a' }, { tid: 'b' }, { tid: 'a' }]) {
      expect(await refused(changes, { options })).toMatch(/^issuer: /)
    }
    expect(await refused({ iss: undefined, tid: 'b' }, { options })).toMatch(/^issuer: /)
  })
})
