import { customFetch } from '@latchstring/core'
import type { OAuth2Config, OIDCConfig } from '@latchstring/core/providers'
import type { Env } from '@latchstring/core/types'
import { createLab, type Emulator, type Service } from '@latchstring/testing'
import { CompactEncrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import { BASE, createApp, ENV } from '@latchstring/test-kit/app'
import { requestAuthorization } from '@latchstring/test-kit/story'
import { INSIDE, visit, type Visit } from './src/visit.ts'
import { texts } from '@latchstring/test-kit/texts'

const lab = createLab()

const ISSUER = 'https://harbour.example'

const CONFIGURED = {
  id: 'harbour',
  name: 'Harbour',
  type: 'oidc',
  issuer: ISSUER,
  clientId: 'x',
  clientSecret: 'y',
} as const

const PRODUCTION: Env = { ...ENV, NODE_ENV: 'production' }

/** A service as its own documentation describes it, with OpenID Connect. */
function serviceAt(issuer: string, change: Partial<Service> = {}): Service {
  const person = { claims: { sub: '7', name: 'Ada', email: 'ada@example.com' } }
  return {
    id: 'harbour',
    name: 'Harbour',
    protocol: 'oidc',
    issuer,
    authorization: { url: `${issuer}/authorize`, pkce: 'supported' },
    token: { url: `${issuer}/token`, authentication: ['client_secret_basic'] },
    userinfo: `${issuer}/userinfo`,
    persons: { documented: person, minimal: person },
    ...change,
  }
}

type Options = Partial<OIDCConfig<Record<string, unknown>>>

interface Outcome extends Visit {
  readonly emulator: Emulator
  /** Where the sign-in led: the page inside, the sign-in page, or the service with a question. */
  readonly location: URL
  /** What the log says of a failure, with its causes. */
  readonly log: string
}

const causesOf = (error: Error | undefined): string => {
  if (!error) return ''
  // The cause of an error of ours is the error below, or an object with it.
  const { err, ...details } = Object(error.cause) as { err?: Error }
  const inner = error.cause instanceof Error ? error.cause : err
  return `${error.message} ${JSON.stringify(details)} ${causesOf(inner)}`
}

/** Signs a person in with a provider that is configured by hand. */
async function signIn(service: Service, options: Options = {}, env: Env = ENV): Promise<Outcome> {
  const emulator = await lab.service(service)
  const own = { issuer: service.issuer ?? ISSUER, ...emulator.options, ...options }
  const provider: OIDCConfig<Record<string, unknown>> = {
    id: 'harbour',
    name: 'Harbour',
    type: 'oidc',
    ...own,
  }
  const stage = visit('harbour', provider, { env })
  let location = await stage.requestAuthorization()
  if (stage.app.errors.length === 0)
    location = await stage.follow(await emulator.authorize(location))
  return { ...stage, emulator, location, log: causesOf(stage.app.errors.at(-1)) }
}

async function expectIn(signedIn: Promise<Outcome>): Promise<Outcome> {
  const outcome = await signedIn
  expect(outcome.log).toBe('')
  expect(outcome.location.href).toBe(INSIDE)
  expect((await outcome.session())?.user).toMatchObject({ name: 'Ada' })
  return outcome
}

async function expectOut(refused: Promise<Outcome>, ...says: readonly string[]): Promise<Outcome> {
  const outcome = await refused
  for (const text of says) expect(outcome.log).toContain(text)
  expect(outcome.location.searchParams.get('error')).toMatch(/^OAuth/)
  expect(await outcome.session()).toBeNull()
  return outcome
}

const PKCE_AND_STATE: Options = { checks: ['pkce', 'state'] }

describe('A provider of OpenID Connect whose ID token', () => {
  const claiming = (idToken: NonNullable<Service['idToken']>): Service =>
    serviceAt(ISSUER, { idToken })

  test('has its audience as a list of one signs in (OID-03)', async () => {
    await expectIn(signIn(claiming((claims, { clientId }) => ({ ...claims, aud: [clientId] }))))
  })

  test('has several audiences signs in only with the own `azp`, or with audiences that are trusted (OID-03, OID-04)', async () => {
    const withParty = (azp?: string): Service =>
      claiming((claims, { clientId }) => ({
        ...claims,
        aud: [clientId, '385028498710'],
        azp: azp === 'own' ? clientId : azp,
      }))
    await expectIn(signIn(withParty('own')))
    await expectOut(signIn(withParty()), '"385028498710"', '`trustedAudiences`')
    await expectOut(signIn(withParty('385028498710')), 'was issued to another client')
    await expectIn(signIn(withParty(), { trustedAudiences: ['385028498710'] }))
    await expectOut(
      signIn(
        claiming((claims) => ({ ...claims, aud: ['385028498710', 'x'] })),
        { trustedAudiences: ['385028498710', 'x'] },
      ),
      'and not for the client id',
    )
  })

  test('has `null` or an empty text for what it has not signs in (OID-04, OID-12, OID-13)', async () => {
    for (const empty of [null, '']) {
      const odd = claiming((claims) => ({ ...claims, azp: empty, at_hash: empty, c_hash: empty }))
      await expectIn(signIn(odd))
      const noNonce = claiming((claims) => ({ ...claims, nonce: empty }))
      await expectIn(signIn(noNonce, PKCE_AND_STATE))
      await expectOut(signIn(noNonce), 'has no `nonce`', 'set `checks: ')
    }
    await expectIn(signIn(claiming((claims) => ({ ...claims, at_hash: undefined }))))
  })

  test('has a nonce of its own signs in where none was sent, and only there (OID-12)', async () => {
    const odd = claiming((claims) => ({ ...claims, nonce: 'of-the-service' }))
    await expectIn(signIn(odd, PKCE_AND_STATE))
    await expectOut(signIn(odd), 'is for another sign-in')
  })

  test('is signed with the client secret signs in with the option that the log names (OID-06)', async () => {
    const odd = serviceAt(ISSUER, {
      idTokenAlgorithm: 'HS256',
      discovery: { id_token_signing_alg_values_supported: ['HS256', 'RS256', 'ES256'] },
    })
    await expectOut(
      signIn(odd),
      'is signed with "HS256", and RS256, ES256 is accepted',
      '`client.id_token_signed_response_alg`',
    )
    await expectIn(signIn(odd, { client: { id_token_signed_response_alg: 'HS256' } }))
  })

  test('is encrypted is refused, and the log says what to change at the service (OID-21)', async () => {
    const key = new TextEncoder().encode('0123456789abcdef0123456789abcdef')
    const odd = serviceAt(ISSUER, {
      token: {
        ...serviceAt(ISSUER).token,
        answer: async ({ id_token: token, ...rest }) => ({
          ...rest,
          id_token: await new CompactEncrypt(new TextEncoder().encode(String(token)))
            .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
            .encrypt(key),
        }),
      },
    })
    await expectOut(signIn(odd), 'is encrypted', 'Turn its encryption off at the service')
  })
})

describe('A provider of OpenID Connect whose issuer', () => {
  test.each([
    ['https://harbour.example', 'https://harbour.example/', true],
    ['https://harbour.example/', 'https://harbour.example', true],
    ['https://harbour.example/north', 'https://harbour.example/north/', false],
    ['https://harbour.example/north/', 'https://harbour.example/north', false],
  ])('is configured as %s and states %s signs in: %s (OID-02, OID-19)', async (...row) => {
    const [configured, stated, same] = row
    const base = serviceAt(stated.replace(/\/$/, ''))
    const service = {
      ...base,
      issuer: stated,
      wellKnown: `${stated.replace(/\/$/, '')}/.well-known/openid-configuration`,
      authorization: { ...base.authorization, iss: stated },
    }
    const signedIn = signIn(service, { issuer: configured })
    if (same) await expectIn(signedIn)
    else await expectOut(signedIn, 'They have to be equal')
  })

  test('is inside the network over http signs in in development, and in production with an option of this provider (SRF-01)', async () => {
    const inside = 'http://keycloak:8080/realms/main'
    const opened = { internalOrigins: ['http://keycloak:8080'] }
    await expectIn(signIn(serviceAt(inside)))
    const refused = await expectOut(
      signIn(serviceAt(inside), {}, PRODUCTION),
      'http://keycloak:8080 is not https',
      "`internalOrigins: ['http://keycloak:8080']`",
    )
    expect(refused.emulator.requests).toEqual([])
    await expectIn(signIn(serviceAt(inside), opened, PRODUCTION))
    await expectOut(signIn(serviceAt('http://dex:5556'), opened, PRODUCTION), 'is not https')
    await expectOut(signIn(serviceAt('http://id.example.com')), 'is not https')
  })

  test('is public signs in with endpoints inside the network only with an option of this provider (SRF-02)', async () => {
    const inside = 'http://keycloak:8080'
    const service: Service = {
      ...serviceAt(ISSUER),
      token: { url: `${inside}/token`, authentication: ['client_secret_basic'] },
      userinfo: `${inside}/userinfo`,
      jwksUri: `${inside}/jwks`,
    }
    const opened = { internalOrigins: [inside], idToken: false }
    for (const env of [ENV, PRODUCTION]) {
      await expectOut(signIn(service, {}, env), `\`internalOrigins: ['${inside}']\``)
      await expectIn(signIn(service, opened, env))
    }
    await expectOut(
      signIn(
        service,
        { internalOrigins: ['https://keycloak:8080', 'http://keycloak'] },
        PRODUCTION,
      ),
      'while the issuer is public',
    )
  })

  test.each(['keycloak:8080', 'http://keycloak:8080/realms', 'http://169.254.169.254'])(
    'cannot be opened by %s in `internalOrigins` (SRF-02)',
    async (entry) => {
      const stage = visit('harbour', { ...CONFIGURED, internalOrigins: [entry] })
      const page = await (await stage.browser.open(`${BASE}/signin`)).text()
      expect(page).not.toContain('Harbour')
    },
  )
})

describe('A token response', () => {
  const answering = (answer: NonNullable<Service['token']['answer']>): Service =>
    serviceAt(ISSUER, { token: { ...serviceAt(ISSUER).token, answer } })

  test('with `null` or an empty text for what it has not signs in (OAU-14)', async () => {
    for (const empty of [null, '']) {
      const none = { refresh_token: empty, scope: empty, expires_in: empty }
      const { store } = await expectIn(signIn(answering((standard) => ({ ...standard, ...none }))))
      const [account] = [...store.accounts.values()]
      expect(account).not.toHaveProperty('refresh_token', empty)
    }
  })

  test.each(['access_token', 'token_type', 'id_token'])(
    'without %s is refused in words that name it (OAU-14, OID-01)',
    async (name) => {
      for (const empty of [null, '', undefined]) {
        await expectOut(
          signIn(answering((standard) => ({ ...standard, [name]: empty }))),
          `has no \`${name}\``,
        )
      }
    },
  )

  const failing = (status: number, body: unknown): Service =>
    serviceAt(ISSUER, { token: { ...serviceAt(ISSUER).token, error: () => ({ status, body }) } })

  test.each<[number, unknown, string]>([
    [
      400,
      { error: { message: 'This authorization code has been used.', code: 100 } },
      '{"status":400,"error":"100","description":"This authorization code has been used."}',
    ],
    [400, { error: true, message: 'Code expired' }, '{"status":400,"description":"Code expired"}'],
    [
      200,
      { error: 'invalid_grant', error_description: 'Authorization code is expired.' },
      '{"status":200,"error":"invalid_grant","description":"Authorization code is expired."}',
    ],
  ])(
    'with HTTP %i and the error %j has it in the log, and the page says it has expired (OID-22)',
    async (...row) => {
      const [status, body, logged] = row
      const emulator = await lab.service(failing(status, body))
      const provider = { ...CONFIGURED, ...emulator.options }
      const stage = visit('harbour', provider)
      const request = await stage.requestAuthorization()
      emulator.fail({ token: 'invalid_grant' })
      const location = await stage.follow(await emulator.authorize(request))
      expect(causesOf(stage.app.errors.at(-1))).toContain(logged)
      expect(location.searchParams.get('reason')).toBe('expired')
    },
  )

  test('of plain OAuth may have `refresh_token: null` (OAU-14)', async () => {
    const {
      issuer: _,
      userinfo: __,
      ...rest
    } = answering((standard) => ({
      ...standard,
      refresh_token: null,
    }))
    const emulator = await lab.service({
      ...rest,
      protocol: 'oauth',
      resources: { [`${ISSUER}/me`]: {} },
      persons: {
        documented: { answers: { [`${ISSUER}/me`]: { id: '7', name: 'Ada' } } },
        minimal: { answers: { [`${ISSUER}/me`]: { id: '7' } } },
      },
    })
    const provider: OAuth2Config<Record<string, unknown>> = {
      id: 'harbour',
      name: 'Harbour',
      type: 'oauth',
      authorization: `${ISSUER}/authorize`,
      token: `${ISSUER}/token`,
      userinfo: `${ISSUER}/me`,
      ...emulator.options,
    }
    const stage = visit('harbour', provider)
    const request = await stage.requestAuthorization()
    const location = await stage.follow(await emulator.authorize(request))
    expect(causesOf(stage.app.errors.at(-1))).toBe('')
    expect(location.href).toBe(INSIDE)
  })
})

describe('The keys of a provider', () => {
  /** A service that is started anew, with other keys under the same key ids, and forgers who know those ids. */
  async function replaceable() {
    // Keys of this kind are made quickly.
    const fast = serviceAt(ISSUER, { idTokenAlgorithm: 'ES256' })
    const emulators = await Promise.all([0, 1, 2].map(() => createLab().service(fast)))
    let [current] = emulators
    let signer = current
    const keysAsked: string[] = []
    let milliseconds = Date.now()
    const provider: OIDCConfig<Record<string, unknown>> = {
      id: 'harbour',
      name: 'Harbour',
      type: 'oidc',
      issuer: ISSUER,
      ...current?.options,
      [customFetch]: async (url, init) => {
        if (url.includes('jwks')) keysAsked.push(url)
        const asked = url.endsWith('/token') ? signer : current
        return asked?.fetch(url, init) ?? Response.error()
      },
    }
    const stage = visit('harbour', provider, { clock: () => milliseconds })
    return {
      keysAsked,
      advance: (by: number) => void (milliseconds += by),
      /** The service has the keys of another emulator, and so have forgers where they are another one. */
      use: (service: number, forger = service) => {
        current = emulators[service]
        signer = emulators[forger]
      },
      async signIn(): Promise<string> {
        const arrival = await signer?.authorize(await stage.requestAuthorization())
        if (!arrival) throw new Error('There are three emulators.')
        return (await stage.follow(arrival)).href
      },
      log: () => causesOf(stage.app.errors.at(-1)),
    }
  }

  test('may be replaced under the same key id (OID-09)', async () => {
    const service = await replaceable()
    expect(await service.signIn()).toBe(INSIDE)
    service.use(1)
    expect(await service.signIn()).toBe(INSIDE)
    expect(service.keysAsked).toHaveLength(2)
  })

  test('are fetched again for forged signatures at most once in ten seconds (OID-08)', async () => {
    const service = await replaceable()
    expect(await service.signIn()).toBe(INSIDE)
    service.use(0, 2)
    for (const _ of [1, 2]) {
      expect(await service.signIn()).not.toBe(INSIDE)
      expect(service.log()).toContain('has no valid signature')
    }
    expect(service.keysAsked).toHaveLength(2)
    service.use(1)
    expect(await service.signIn()).not.toBe(INSIDE)
    service.advance(10_000)
    expect(await service.signIn()).toBe(INSIDE)
    expect(service.keysAsked).toHaveLength(3)
  })
})

test('A renewal of the discovery document that fails is in the log once for each outage, and sign-ins go on (OID-19)', async () => {
  const emulator = await lab.service(serviceAt(ISSUER))
  let milliseconds = Date.now()
  let away = false
  const warnings: string[] = []
  const provider: OIDCConfig<Record<string, unknown>> = {
    ...CONFIGURED,
    ...emulator.options,
    [customFetch]: async (url, init) =>
      away && url.includes('.well-known/openid') ? Response.error() : emulator.fetch(url, init),
  }
  const app = createApp(
    {
      providers: [provider],
      logger: { warn: (code, detail) => void warnings.push(`${code} ${detail ?? ''}`) },
    },
    { clock: () => milliseconds },
  )
  const start = async (): Promise<string> => {
    const { origin } = await requestAuthorization(app.openBrowser(), 'harbour')
    // The renewal goes on in the background.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return origin
  }
  expect(await start()).toBe(ISSUER)
  away = true
  for (const _ of [1, 2, 3]) {
    milliseconds += 600_000
    expect(await start()).toBe(ISSUER)
  }
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toMatch(/^provider-renewal The discovery document of "harbour" could not be/)
  away = false
  await start()
  away = true
  milliseconds += 600_000
  await start()
  expect(warnings).toHaveLength(2)
})

describe('A callback without `state`', () => {
  test('that reports an error is refused with it in the log, and the page does not speak of time (OID-22)', async () => {
    const stage = visit('harbour', CONFIGURED)
    const report = async (query: string): Promise<string> => {
      const response = await stage.browser.open(`${BASE}/callback/harbour?${query}`)
      const page = await stage.browser.open(response.headers.get('location') ?? '')
      return page.text()
    }
    const denied = await report('error=access_denied&error_description=No+thanks')
    expect(denied).toContain(texts.signInReasons.cancelled)
    expect(causesOf(stage.app.errors.at(-1))).toMatch(
      /^The provider "harbour" ended a sign-in with an error, as the browser reports it, .* \{"error":"access_denied",.*"No thanks"\}/,
    )
    const failed = await report('error=unauthorized_client')
    expect(failed).toMatch(/didn’t complete the sign-in/)
    expect(failed).not.toContain(texts.signInReasons.expired)
    expect(causesOf(stage.app.errors.at(-1))).toContain('"unauthorized_client"')
    expect(await report('code=x')).toContain(texts.signInReasons.expired)
  })
})
