import { AuthError, MissingSecret, MissingSecretError } from '@latchstring/core/errors'
import GitHub from '@latchstring/core/providers/github'
import MicrosoftEntraId from '@latchstring/core/providers/microsoft-entra-id'
import type { Env } from '@latchstring/core/types'
import { expect } from 'vitest'
import { ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { AnyConfig } from './src/target.ts'
import type { Visitor } from '@latchstring/test-kit/visitor'

const URL_ONLY: Env = { NODE_ENV: 'production', AUTH_URL: ORIGIN }

/** Environment variables and secrets. */
export function environment(suite: Suite): void {
  const { proves, open, target } = suite

  const openWith = (env: Env, config: Partial<Exclude<AnyConfig, Function>> = {}) =>
    open({ providers: [passwords()], ...config }, { env: { ...URL_ONLY, ...env } })

  /** A visitor whose session was sealed with a secret. */
  async function signedInWith(secret: string | readonly string[]): Promise<Visitor> {
    const visitor = openWith({}, { secret }).visit()
    await visitor.submitPassword()
    expect(await visitor.session()).not.toBeNull()
    return visitor
  }

  proves(
    ['ENV-AUTH_SECRET', 'OPT-secret'],
    'AUTH_SECRET is the secret, unless one is given',
    async () => {
      const { newer, older } = SECRETS
      const headers = (await signedInWith(newer)).headers()
      const name = { user: { name: ADA.name } }
      expect(await openWith({ AUTH_SECRET: newer }).auth(headers)).toMatchObject(name)
      expect(await openWith({ AUTH_SECRET: older }).auth(headers)).toBeNull()
      expect(await openWith({ AUTH_SECRET: newer }, { secret: older }).auth(headers)).toBeNull()
    },
  )

  proves(
    ['ENV-LEGACY_SECRET'],
    'LEGACY_SECRET is the secret if AUTH_SECRET is not set',
    async () => {
      const { newer, older } = SECRETS
      const headers = (await signedInWith(newer)).headers()
      expect(await openWith({ LEGACY_SECRET: newer }).auth(headers)).not.toBeNull()
      const both = { LEGACY_SECRET: older, AUTH_SECRET: newer }
      expect(await openWith(both).auth(headers)).not.toBeNull()
    },
  )

  proves(
    ['OPT-secret-array-decrypt'],
    'a token is decoded with any of several secrets',
    async () => {
      const headers = (await signedInWith(SECRETS.older)).headers()
      const both = openWith({}, { secret: [SECRETS.newer, SECRETS.older] })
      expect(await both.auth(headers)).toMatchObject({ user: { name: ADA.name } })
      expect(await openWith({}, { secret: [SECRETS.newer] }).auth(headers)).toBeNull()
    },
  )

  proves(['OPT-secret-array-first'], 'new sessions are sealed with the first secret', async () => {
    const headers = (await signedInWith([SECRETS.newer, SECRETS.older])).headers()
    expect(await openWith({}, { secret: SECRETS.newer }).auth(headers)).not.toBeNull()
    expect(await openWith({}, { secret: SECRETS.older }).auth(headers)).toBeNull()
  })

  proves(
    ['OPT-secret-array-rotate'],
    'a newer secret placed first keeps existing sessions valid',
    async () => {
      const { browser } = await signedInWith(SECRETS.older)
      const secret = [SECRETS.newer, SECRETS.older]
      const visitor = openWith({}, { secret, session: { updateAge: 0 } }).visit()
      for (const { name, value } of browser.stored()) {
        visitor.browser.receive(ORIGIN, `${name}=${value}; Path=/; Secure`)
      }
      expect(await visitor.session()).toMatchObject({ user: { name: ADA.name } })
      const renewed = visitor.headers()
      expect(await openWith({}, { secret: SECRETS.newer }).auth(renewed)).not.toBeNull()
    },
  )

  proves(['ENV-AUTH_URL'], 'AUTH_URL is the URL, whatever the request says', async () => {
    const app = open(
      { providers: [passwords()] },
      { env: { ...ENV, AUTH_URL: 'https://other.example' } },
    )
    const response = await app
      .visit()
      .open('providers', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(await response.json()).toMatchObject({
      credentials: { callbackUrl: `https://other.example${target.basePath}/callback/credentials` },
    })
    const withPath = open(
      { providers: [passwords()] },
      { env: { ...ENV, AUTH_URL: `${ORIGIN}/account` } },
    )
    const answer = await withPath.fetch(new Request(`${ORIGIN}/account/providers`))
    expect(await answer.json()).toMatchObject({
      credentials: { callbackUrl: `${ORIGIN}/account/callback/credentials` },
    })
  })

  proves(['ENV-LEGACY_URL'], 'LEGACY_URL is the URL if AUTH_URL is not set', async () => {
    const legacy = {
      NODE_ENV: 'production',
      AUTH_SECRET: SECRETS.older,
      LEGACY_URL: 'https://legacy.example',
    }
    const path = `${target.basePath}/callback/credentials`
    const ask = async (env: Env): Promise<unknown> => {
      const app = open({ providers: [passwords()] }, { env })
      return (await app.fetch(new Request(`${ORIGIN}${target.basePath}/providers`))).json()
    }
    expect(await ask(legacy)).toMatchObject({
      credentials: { callbackUrl: `https://legacy.example${path}` },
    })
    expect(await ask({ ...legacy, AUTH_URL: ORIGIN })).toMatchObject({
      credentials: { callbackUrl: ORIGIN + path },
    })
  })

  proves(
    ['ENV-PROVIDER_ID', 'ENV-PROVIDER-name'],
    'the client id of a provider comes from its variable',
    async () => {
      const env = {
        ...ENV,
        AUTH_GITHUB_ID: 'id-of-github',
        AUTH_MICROSOFT_ENTRA_ID_ID: 'id-of-entra',
      }
      const visitor = open({ providers: [GitHub, MicrosoftEntraId] }, { env }).visit()
      const request = await visitor.requestAuthorization('github')
      expect(request.searchParams.get('client_id')).toBe('id-of-github')
      const missing = open({ providers: [MicrosoftEntraId] })
      await missing.visit().requestAuthorization('microsoft-entra-id')
      expect(missing.errors.map(({ message }) => message).join()).toContain(
        'AUTH_MICROSOFT_ENTRA_ID_ID',
      )
      const given = open({ providers: [GitHub({ clientId: 'given' })] }, { env }).visit()
      expect((await given.requestAuthorization('github')).searchParams.get('client_id')).toBe(
        'given',
      )
    },
  )

  proves(
    ['ENV-PROVIDER_SECRET', 'ENV-PROVIDER-name'],
    'id and secret of a provider come from variables in upper snake case',
    async () => {
      const id = 'test-idp'
      const { clientId = '', clientSecret = '', ...provider } = suite.world.oidc({ id })
      const env = { ...ENV, AUTH_TEST_IDP_ID: clientId, AUTH_TEST_IDP_SECRET: clientSecret }
      const visitor = open({ providers: [provider] }, { env }).visit()
      expect((await visitor.signInWith(id)).headers.get('location')).toBe(`${ORIGIN}/inside`)
      const wrong = { ...env, AUTH_TEST_IDP_SECRET: 'another-secret-of-good-length' }
      const refused = await open({ providers: [provider] }, { env: wrong })
        .visit()
        .signInWith(id)
      expect(refused.headers.get('location')).toContain('error=OAuthCallbackError')
    },
  )

  proves(
    ['ENV-production-secret', 'ERR-MissingSecretError', 'ERRPAGE-Configuration'],
    'in production every action fails without a secret, with an error that says so',
    async () => {
      const app = openWith({})
      const response = await app.visit().open('session', { accept: 'application/json' })
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({ error: 'Configuration' })
      expect(app.errors[0]).toBeInstanceOf(MissingSecretError)
      expect(app.errors[0]).toMatchObject({ type: 'MissingSecret' })
      const page = await app.visit().open('signin')
      expect([page.status, page.headers.get('content-type')]).toEqual([
        500,
        'text/html; charset=utf-8',
      ])
      const call = app.signIn(new Headers(), { provider: 'credentials' })
      await expect(call).rejects.toBeInstanceOf(MissingSecretError)
      expect(MissingSecretError).toBe(MissingSecret)
      expect(new MissingSecretError()).toBeInstanceOf(AuthError)
      const development = openWith({ NODE_ENV: 'test' })
      expect((await development.visit().open('session')).status).toBe(200)
    },
  )

  proves(
    ['ENV-AUTH_REDIRECT_PROXY_URL'],
    'AUTH_REDIRECT_PROXY_URL sets the redirect proxy',
    async () => {
      const env = { ...ENV, AUTH_REDIRECT_PROXY_URL: 'https://stable.example/auth' }
      const providers = [suite.world.oidc()]
      const request = await open({ providers }, { env }).visit().requestAuthorization('harbour')
      expect(request.searchParams.get('redirect_uri')).toBe(
        'https://stable.example/auth/callback/harbour',
      )
      const own = { providers, redirectProxyUrl: 'https://own.example/auth' }
      const given = await open(own, { env }).visit().requestAuthorization('harbour')
      expect(given.searchParams.get('redirect_uri')).toBe(
        'https://own.example/auth/callback/harbour',
      )
    },
  )
}
