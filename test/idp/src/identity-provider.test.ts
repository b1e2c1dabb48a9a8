import { importSPKI, jwtVerify, SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { IdentityProvider } from './identity-provider.ts'
import { generateSigningKey } from './signing-keys.ts'
import { createBrowser } from '@latchstring/test-kit/browser'
import { overNetwork, signInAt } from '@latchstring/test-kit/sign-in-at'
import {
  authorizationRequest,
  authorize,
  CLIENT,
  obtainTokens,
  readJson,
  REDIRECT_URI,
  requestToken,
  startProvider,
  verifyIdToken,
} from './testing/relying-party.ts'

let running: IdentityProvider | undefined

async function start(...options: Parameters<typeof startProvider>): Promise<IdentityProvider> {
  running = await startProvider(...options)
  return running
}

afterEach(async () => {
  await running?.close()
  running = undefined
})

describe('the code flow of the test provider', () => {
  it('has a discovery document with endpoints, issuer and algorithms', async () => {
    const idp = await start()
    const metadata = await readJson(await fetch(`${idp.issuer}/.well-known/openid-configuration`))

    expect(metadata).toMatchObject({
      issuer: idp.issuer,
      authorization_endpoint: `${idp.issuer}/authorize`,
      pushed_authorization_request_endpoint: `${idp.issuer}/par`,
      end_session_endpoint: `${idp.issuer}/logout`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(metadata['response_modes_supported']).toContain('form_post')
  })

  it('signs a person in with PKCE, state, nonce and iss', async () => {
    const idp = await start()
    const arrived = await authorize(idp, { login: 'ada' })

    expect(arrived.arrival.url.startsWith(`${REDIRECT_URI}?`)).toBe(true)
    expect(arrived.response.get('state')).toBe(arrived.state)
    expect(arrived.response.get('iss')).toBe(idp.issuer)

    const tokens = await readJson(await requestToken(idp, arrived))
    const claims = await verifyIdToken(idp, String(tokens['id_token']))
    expect(claims).toMatchObject({
      sub: 'ada-1815',
      nonce: arrived.nonce,
      name: 'Ada Lovelace',
      email: 'ada@harbour.example',
      email_verified: true,
    })
    expect(claims['picture']).toMatch(/^data:image\/svg\+xml,/)

    const userinfo = await fetch(`${idp.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${String(tokens['access_token'])}` },
    })
    expect(await readJson(userinfo)).toMatchObject({ sub: 'ada-1815', name: 'Ada Lovelace' })
  })

  it('keeps name and e-mail for userinfo when asked to', async () => {
    const idp = await start({ conformIdTokenClaims: true })
    const { idToken } = await obtainTokens(idp)

    expect(await verifyIdToken(idp, idToken)).not.toHaveProperty('email')
  })

  it('creates an account with an unverified address for an unknown login', async () => {
    const idp = await start()
    const { idToken } = await obtainTokens(idp, 'Mallory@Example.org')

    expect(await verifyIdToken(idp, idToken)).toMatchObject({
      name: 'Mallory',
      email: 'mallory@example.org',
      email_verified: false,
    })
  })

  it('releases further claims of an account', async () => {
    const person = {
      sub: '1',
      name: 'Li',
      email: 'li@example.org',
      email_verified: true,
      tid: 't9',
    }
    const idp = await start({ accounts: [person] })
    const { idToken } = await obtainTokens(idp, 'li@example.org')

    expect(await verifyIdToken(idp, idToken)).toMatchObject({ sub: '1', tid: 't9' })
  })

  it('refuses a wrong code verifier', async () => {
    const idp = await start()
    const arrived = await authorize(idp)
    const answer = await requestToken(idp, arrived, { code_verifier: 'x'.repeat(43) })

    expect(answer.status).toBe(400)
    expect(await readJson(answer)).toMatchObject({ error: 'invalid_grant' })
  })

  it('refuses a code that was used', async () => {
    const idp = await start()
    const arrived = await authorize(idp)
    await requestToken(idp, arrived)

    expect((await requestToken(idp, arrived)).status).toBe(400)
  })

  it.each([
    [{ requirePkce: true }, 'pkce'],
    [{ par: 'required' }, 'pushed'],
  ] as const)(
    'refuses an authorization request without parameters when configured with %j',
    async (options, reason) => {
      const idp = await start(options)
      const request = new URL(authorizationRequest(`${idp.issuer}/authorize`).url)
      request.searchParams.delete('code_challenge')
      request.searchParams.delete('code_challenge_method')
      const { url } = await signInAt(request.href, { login: 'ada' })
      const response = new URL(url).searchParams

      expect(response.get('error')).toBe('invalid_request')
      expect(response.get('error_description')?.toLowerCase()).toContain(reason)
    },
  )

  it('accepts pushed authorization requests', async () => {
    const idp = await start({ par: 'required' })
    const sent = authorizationRequest(`${idp.issuer}/authorize`)
    const body = new URL(sent.url).searchParams
    body.set('client_secret', CLIENT.client_secret)
    const pushed = await readJson(await fetch(`${idp.issuer}/par`, { method: 'POST', body }))
    const query = new URLSearchParams({
      client_id: CLIENT.client_id,
      request_uri: String(pushed['request_uri']),
    })
    const { url } = await signInAt(`${idp.issuer}/authorize?${query}`, { login: 'ada' })

    expect(new URL(url).searchParams.get('state')).toBe(sent.state)
    expect(idp.requests.map(({ endpoint }) => endpoint)).toContain('par')
  })

  it('issues and rotates refresh tokens for offline access', async () => {
    const idp = await start()
    const parameters = { scope: 'openid offline_access', prompt: 'consent' }
    const arrived = await authorize(idp, { login: 'ada' }, parameters)
    const first = await readJson(await requestToken(idp, arrived))
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: CLIENT.client_id,
      client_secret: CLIENT.client_secret,
      refresh_token: String(first['refresh_token']),
    })
    const second = await readJson(await fetch(`${idp.issuer}/token`, { method: 'POST', body }))

    expect(second['refresh_token']).toEqual(expect.any(String))
    expect(second['refresh_token']).not.toBe(first['refresh_token'])
  })
})

describe('the authorization response of the test provider', () => {
  it('is access_denied when the person denies', async () => {
    const idp = await start()
    const { response, state } = await authorize(idp, { login: 'ada', deny: true })

    expect(response.get('error')).toBe('access_denied')
    expect(response.get('state')).toBe(state)
    expect(response.has('code')).toBe(false)
  })

  it('is a form with the response mode form_post, and works without script', async () => {
    const idp = await start()
    const arrived = await authorize(idp, { login: 'ada' }, { response_mode: 'form_post' })

    expect(arrived.arrival.url).toBe(REDIRECT_URI)
    expect(arrived.response.get('state')).toBe(arrived.state)
    expect((await requestToken(idp, arrived)).status).toBe(200)
  })

  it('is a form when the person denies with the response mode form_post', async () => {
    const idp = await start()
    const options = { login: 'ada', deny: true }
    const { response } = await authorize(idp, options, { response_mode: 'form_post' })

    expect(response.get('error')).toBe('access_denied')
  })

  it('is an error page when the redirect URI is unknown', async () => {
    const idp = await start()
    const parameters = { redirect_uri: 'http://127.0.0.1:9/elsewhere' }

    await expect(authorize(idp, { login: 'ada' }, parameters)).rejects.toThrow(
      /invalid_redirect_uri/,
    )
  })
})

describe('the session at the test provider', () => {
  it('is not used unless single sign-on is on', async () => {
    const idp = await start()
    const browser = createBrowser(overNetwork())
    await authorize(idp, { login: 'ada', browser })
    const again = await authorize(idp, { login: 'grace', browser })
    const { idToken } = await redeem(idp, again)

    expect(await verifyIdToken(idp, idToken)).toMatchObject({ sub: 'grace-1906' })
  })

  it('signs in without a page with single sign-on', async () => {
    const idp = await start({ singleSignOn: true })
    const browser = createBrowser(overNetwork())
    await authorize(idp, { login: 'ada', browser })
    const again = await authorize(idp, { login: 'grace', browser }, { prompt: 'none' })
    const { idToken } = await redeem(idp, again)

    expect(await verifyIdToken(idp, idToken)).toMatchObject({ sub: 'ada-1815' })
  })

  it('answers prompt=none without a session by login_required', async () => {
    const idp = await start()
    const { response } = await authorize(idp, { login: 'ada' }, { prompt: 'none' })

    expect(response.get('error')).toBe('login_required')
  })

  it('ends by RP-initiated logout', async () => {
    const target = 'http://127.0.0.1:9/goodbye'
    const client = { ...CLIENT, post_logout_redirect_uris: [target] }
    const idp = await start({ clients: [client] })
    const browser = createBrowser(overNetwork())
    const { idToken } = await redeem(idp, await authorize(idp, { login: 'ada', browser }))
    const query = new URLSearchParams({
      id_token_hint: idToken,
      post_logout_redirect_uri: target,
      state: 's-1',
    })
    const { url } = await signInAt(`${idp.issuer}/logout?${query}`, {
      login: 'ada',
      browser,
    })

    expect(url).toBe(`${target}?state=s-1`)
  })
})

async function redeem(
  idp: IdentityProvider,
  arrived: Parameters<typeof requestToken>[1],
): Promise<{ idToken: string }> {
  const tokens = await readJson(await requestToken(idp, arrived))
  return { idToken: String(tokens['id_token']) }
}

describe('the pages of the test provider', () => {
  it('escape the name of the client and allow no script', async () => {
    const client = { ...CLIENT, client_name: '<script>alert(1)</script>"' }
    const idp = await start({ clients: [client] })
    const redirect = await fetch(authorizationRequest(`${idp.issuer}/authorize`).url, {
      redirect: 'manual',
    })
    const cookie = redirect.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
    const page = await fetch(new URL(redirect.headers.get('location') ?? '', idp.issuer), {
      headers: { cookie },
    })
    const markup = await page.text()

    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;')
    expect(markup).not.toContain('<script')
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
  })

  it('say when they have expired', async () => {
    const idp = await start()
    const page = await fetch(`${idp.issuer}/interaction/unknown`)

    expect(page.status).toBe(400)
    expect(await page.text()).toContain('This page has expired')
  })
})

describe('the test provider', () => {
  it('can be on another host name than the app', async () => {
    const idp = await start({ host: 'localhost' })

    expect(idp.issuer).toBe(`http://localhost:${idp.port}`)
    expect(await verifyIdToken(idp, (await obtainTokens(idp)).idToken)).toHaveProperty('sub')
  })

  it('logs the requests to its endpoints', async () => {
    const idp = await start()
    await obtainTokens(idp)

    const expected = { endpoint: 'token', method: 'POST', path: '/token' }
    expect(idp.requests.filter(({ endpoint }) => endpoint === 'token')).toEqual([expected])
  })

  it('lets a test replace its responses', async () => {
    const idp = await start({
      intercept: ({ endpoint }) =>
        endpoint === 'jwks' ? { status: 503, body: 'down', contentType: 'text/plain' } : undefined,
    })

    expect((await fetch(`${idp.issuer}/jwks`)).status).toBe(503)
    expect((await fetch(`${idp.issuer}/.well-known/openid-configuration`)).status).toBe(200)
  })

  it('shares no state with another one in the same process', async () => {
    const idp = await start()
    const other = await startProvider()
    try {
      const { accessToken } = await obtainTokens(idp)
      const answer = await fetch(`${other.issuer}/userinfo`, {
        headers: { authorization: `Bearer ${accessToken}` },
      })
      expect(answer.status).toBe(401)
    } finally {
      await other.close()
    }
  })
})

describe('a signing key of the test provider', () => {
  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'] as const)(
    'for %s is exported as JWK from a copy, because Node.js 20 can stop for ever otherwise',
    async (alg) => {
      const generate = vi.spyOn(crypto.subtle, 'generateKey')
      const toExport = vi.spyOn(crypto.subtle, 'exportKey')
      const { privateKey, publicPem } = await generateSigningKey(alg)
      const [made] = generate.mock.settledResults
      const pair: unknown = made?.value
      const generated: readonly unknown[] = Object.values(pair ?? {})
      const exported = toExport.mock.calls.flatMap(([format, key]) => (format === 'jwk' ? key : []))
      expect([generated.length, exported.length]).toEqual([2, 1])
      expect(exported.filter((key) => generated.includes(key))).toEqual([])
      const token = await new SignJWT({ sub: 'ada' }).setProtectedHeader({ alg }).sign(privateKey)
      const { payload } = await jwtVerify(token, await importSPKI(publicPem, alg))
      expect(payload.sub).toBe('ada')
    },
  )
})
