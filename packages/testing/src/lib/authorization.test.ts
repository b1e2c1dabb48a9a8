import { describe, expect, test } from 'vitest'
import { authorizationRequest, codeFrom } from '../../test/client.ts'
import { CALLBACK, oauthService } from '../../test/own-service.ts'
import { createLab, LabError } from '../index.ts'
import type { AuthorizationRules } from '../service.ts'

const lab = createLab()

async function refusal(
  change: Readonly<Record<string, string | undefined>>,
  authorization: Partial<AuthorizationRules> = {},
): Promise<unknown> {
  const emulator = await lab.service(oauthService({ authorization }))
  return emulator
    .authorize(await authorizationRequest(emulator, change))
    .catch((error: unknown) => error)
}

test('A valid authorization request gets a response with code and state', async () => {
  const emulator = await lab.service(oauthService())
  const { url, method } = await emulator.authorize(await authorizationRequest(emulator))
  const arrival = new URL(url)
  expect(method).toBe('GET')
  expect(`${arrival.origin}${arrival.pathname}`).toBe(CALLBACK)
  expect([...arrival.searchParams.keys()]).toEqual(['code', 'state'])
  expect(arrival.searchParams.get('state')).toBe('xyz')
})

describe('An emulator refuses an authorization request', () => {
  test.each<
    [
      string,
      Record<string, string | undefined>,
      Partial<AuthorizationRules>,
      readonly [rule: string, message: RegExp],
    ]
  >([
    ['for another client', { client_id: 'other' }, {}, ['client_id', /"other"/]],
    ['without a client', { client_id: undefined }, {}, ['client_id', /has none/]],
    ['with another response type', { response_type: 'token' }, {}, ['response_type', /is token/]],
    ['without a redirect URI', { redirect_uri: undefined }, {}, ['redirect_uri', /absolute/]],
    ['with a scope it does not know', { scope: 'read all' }, {}, ['scope', /"all".*a space/]],
    [
      'with another separator of scopes',
      { scope: 'read mail' },
      { scopeSeparator: ',' },
      ['scope', /"read mail".*a comma/],
    ],
    ['without PKCE', { code_challenge: undefined }, {}, ['pkce', /requires PKCE/]],
    ['with a plain challenge', { code_challenge_method: 'plain' }, {}, ['pkce', /S256/]],
    ['with no method of the challenge', { code_challenge_method: undefined }, {}, ['pkce', /S256/]],
    [
      'with a plain challenge that it need not have',
      { code_challenge_method: 'plain' },
      { pkce: 'supported' },
      ['pkce', /S256/],
    ],
    ['with PKCE it does not know', {}, { pkce: 'refused' }, ['pkce', /refuses PKCE/]],
    [
      'without a required state',
      { state: undefined },
      { stateRequired: true },
      ['state', /requires/],
    ],
    [
      'without a parameter that the service requires',
      {},
      { requires: { duration: 'permanent' } },
      ['parameter', /`duration` has to have the value "permanent", and it is missing/],
    ],
    [
      'with a parameter that has another value',
      { prompt: 'none' },
      { requires: { prompt: /^(?:login|consent)$/ } },
      ['parameter', /it is "none"/],
    ],
    [
      'with a parameter it refuses',
      { nonce: 'n' },
      { refuses: ['nonce'] },
      ['parameter', /`nonce`/],
    ],
    [
      'in an unknown response mode',
      { response_mode: 'fragment' },
      {},
      ['response_mode', /fragment/],
    ],
  ])('%s', async (_, change, rules, [rule, message]) => {
    const error = await refusal(change, rules)
    expect(error).toBeInstanceOf(LabError)
    expect(error).toMatchObject({ service: 'harbour', rule })
    expect(String(error)).toMatch(message)
  })

  test('with a repeated parameter', async () => {
    const emulator = await lab.service(oauthService())
    const url = await authorizationRequest(emulator)
    url.searchParams.append('scope', 'mail')
    await expect(emulator.authorize(url)).rejects.toMatchObject({ rule: 'parameter' })
  })

  test('at another URL', async () => {
    const emulator = await lab.service(oauthService())
    const url = await authorizationRequest(emulator)
    url.pathname = '/login'
    await expect(emulator.authorize(url)).rejects.toMatchObject({ rule: 'address' })
    expect(() => emulator.check(url)).toThrow(/sent to https:\/\/harbour\.example\/login/)
  })

  test('for a redirect URI other than the first one used', async () => {
    const emulator = await lab.service(oauthService())
    await emulator.authorize(await authorizationRequest(emulator))
    const other = await authorizationRequest(emulator, {
      redirect_uri: 'https://app.example/other',
    })
    await expect(emulator.authorize(other)).rejects.toMatchObject({ rule: 'redirect_uri' })
    const strict = await lab.service(oauthService(), {
      redirectUris: ['https://app.example/other'],
    })
    await expect(codeFrom(strict)).rejects.toThrow(/registered is https:\/\/app\.example\/other/)
    expect((await strict.authorize(other)).url).toMatch(/^https:\/\/app\.example\/other\?code=/)
  })
})

describe('An emulator accepts an authorization request', () => {
  test.each<[string, Record<string, string | undefined>, Partial<AuthorizationRules>]>([
    ['without PKCE where it need not be', { code_challenge: undefined }, { pkce: 'supported' }],
    ['with anything where it ignores PKCE', { code_challenge: 'x' }, { pkce: 'ignored' }],
    ['without scopes', { scope: undefined }, {}],
    [
      'with the client under another name',
      { client_id: undefined, client_key: 'lab-client-of-harbour' },
      { clientIdParameter: 'client_key' },
    ],
  ])('%s', async (_, change, rules) => {
    expect(await refusal(change, rules)).toMatchObject({ method: 'GET' })
  })
})

describe('The authorization response of an emulator', () => {
  test('is an error when the person cancels', async () => {
    const emulator = await lab.service(oauthService())
    const { url } = await emulator.authorize(await authorizationRequest(emulator), { deny: true })
    const { searchParams } = new URL(url)
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('state')).toBe('xyz')
    expect(searchParams.has('code')).toBe(false)
  })

  test('is posted if the request asks for a form post', async () => {
    const emulator = await lab.service(oauthService())
    const arrival = await emulator.authorize(
      await authorizationRequest(emulator, { response_mode: 'form_post' }),
    )
    expect(arrival).toMatchObject({ url: CALLBACK, method: 'POST' })
    expect(arrival.body?.get('state')).toBe('xyz')
    expect(arrival.body?.get('code')).toMatch(/^code-/)
  })

  test('has the issuer, members of the person, and the parameter names of the service', async () => {
    const emulator = await lab.service(
      oauthService({
        authorization: {
          iss: 'https://harbour.example',
          answer: ({ code = '', ...rest }) => ({ ...rest, auth_code: code }),
        },
        persons: { documented: { response: { user: '{}' } }, minimal: {} },
      }),
    )
    const { url } = await emulator.authorize(await authorizationRequest(emulator))
    expect([...new URL(url).searchParams.keys()].toSorted()).toEqual([
      'auth_code',
      'iss',
      'state',
      'user',
    ])
  })

  test('is sent by a separate endpoint of the service', async () => {
    const emulator = await lab.service(
      oauthService({
        endpoints: {
          'https://harbour.example/openid': (request, { denied }) => {
            const to = new URL(request.url).searchParams.get('return_to') ?? ''
            return Response.redirect(`${to}?mode=${denied ? 'cancel' : 'id_res'}`)
          },
          'https://harbour.example/broken': () => new Response('no', { status: 400 }),
        },
      }),
    )
    const url = `https://harbour.example/openid?return_to=${encodeURIComponent(CALLBACK)}`
    expect(await emulator.authorize(url)).toEqual({ url: `${CALLBACK}?mode=id_res`, method: 'GET' })
    expect((await emulator.authorize(url, { deny: true })).url).toBe(`${CALLBACK}?mode=cancel`)
    const error = await emulator.authorize('https://harbour.example/broken').catch(String)
    expect(error).toMatch(/HTTP 400 no/)
  })
})
