import type { ProviderType } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { readLocation } from '@latchstring/test-kit/story'

/** What the service does, and how it is set up. */
export function initializer(suite: Suite): void {
  const { proves, open, target } = suite

  proves(['DOES-kind-oauth'], 'signs in through an OAuth provider', async () => {
    const visitor = open({ providers: [suite.world.oauth()] }).visit()
    expect(readLocation(await visitor.signInWith('plain')).href).toBe(`${ORIGIN}/inside`)
    expect(await visitor.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expectTypeOf<'oauth'>().toExtend<ProviderType>()
  })

  proves(['DOES-kind-oidc'], 'signs in through an OpenID Connect provider', async () => {
    const visitor = open({ providers: [suite.world.oidc()] }).visit()
    expect(readLocation(await visitor.signInWith('harbour', 'grace')).href).toBe(`${ORIGIN}/inside`)
    expect(await visitor.session()).toMatchObject({ user: { email: 'grace@harbour.example' } })
    expectTypeOf<'oidc'>().toExtend<ProviderType>()
  })

  proves(['DOES-kind-email'], 'signs in with the link of a mail', async () => {
    const adapter = await suite.world.store()
    const visitor = open({ adapter, providers: [suite.world.mail()] }).visit()
    await visitor.submit('signin/nodemailer', { email: 'kind@example.org', callbackUrl: '/inside' })
    const { link = '' } = await suite.world.inbox.waitFor('kind@example.org')
    expect(readLocation(await visitor.browser.open(link)).href).toBe(`${ORIGIN}/inside`)
    expect(await visitor.session()).toMatchObject({ user: { email: 'kind@example.org' } })
    expectTypeOf<'email'>().toExtend<ProviderType>()
  })

  proves(['DOES-kind-credentials'], 'signs in with credentials', async () => {
    const visitor = open({ providers: [passwords()] }).visit()
    expect(readLocation(await visitor.submitPassword()).href).toBe(`${ORIGIN}/inside`)
    expect(await visitor.session()).toMatchObject({ user: { name: ADA.name } })
    expectTypeOf<'credentials'>().toExtend<ProviderType>()
  })

  proves(
    ['INIT-object', 'DOES-actions'],
    'a configuration object enables all actions',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      const statuses = await Promise.all(
        ['signin', 'signout', 'session', 'csrf', 'providers', 'error', 'verify-request'].map(
          async (action) => [action, (await visitor.open(action)).status],
        ),
      )
      expect(Object.fromEntries(statuses)).toEqual({
        signin: 200,
        signout: 200,
        session: 200,
        csrf: 200,
        providers: 200,
        error: 200,
        'verify-request': 200,
      })
      expect((await visitor.open('nonsense')).status).toBe(404)
      const callback = await visitor.submitPassword()
      expect(callback.status).toBe(302)
    },
  )

  proves(['DOES-actions'], 'an unknown action is answered to a script with JSON', async () => {
    const visitor = open({ providers: [passwords()] }).visit()
    const response = await visitor.open('nonsense', { accept: 'application/json' })
    expect(await response.text()).toContain('"error":"UnknownAction"')
  })

  proves(['INIT-function'], 'the configuration may be the result of a function', async () => {
    const visitor = open(() => ({ providers: [passwords({ name: 'By function' })] })).visit()
    expect(await (await visitor.open('providers')).json()).toMatchObject({
      credentials: { name: 'By function' },
    })
  })

  proves(['INIT-promise'], 'the configuration may be the result of an async function', async () => {
    const visitor = open(async () => {
      await Promise.resolve()
      return { providers: [passwords({ name: 'By promise' })] }
    }).visit()
    expect(await (await visitor.open('providers')).json()).toMatchObject({
      credentials: { name: 'By promise' },
    })
  })

  proves(
    ['INIT-function-request'],
    'the configuration function gets the request of an action',
    async () => {
      const seen: (string | undefined)[] = []
      const visitor = open((request) => {
        seen.push(request && new URL(request.url).pathname)
        const tenant = request?.headers.get('x-tenant') ?? 'unknown'
        return { providers: [passwords({ name: tenant })] }
      }).visit()
      const response = await visitor.open('providers', { 'x-tenant': 'harbour' })
      expect(await response.json()).toMatchObject({ credentials: { name: 'harbour' } })
      expect(seen).toContain(`${target.basePath}/providers`)
    },
  )

  proves(
    ['INIT-function-no-request'],
    'the configuration function is called without a request by code that has none',
    async () => {
      const configure = vi.fn((request?: Request) => ({
        providers: [passwords({ name: request ? 'request' : 'none' })],
      }))
      const app = open(configure)
      expect(await app.auth(new Headers())).toBeNull()
      expect(configure).toHaveBeenCalledExactlyOnceWith(undefined)
      expectTypeOf(configure).parameter(0).toEqualTypeOf<Request | undefined>()
    },
  )

  proves(
    ['INIT-env', 'VER-env'],
    'AUTH_URL and AUTH_SECRET set the URL and the secret',
    async () => {
      const env = {
        NODE_ENV: 'production',
        AUTH_URL: 'https://inferred.example',
        AUTH_SECRET: SECRETS.newer,
      }
      const visitor = open({ providers: [passwords()] }, { env }).visit()
      const providers: unknown = await (await visitor.open('providers')).json()
      expect(providers).toMatchObject({
        credentials: {
          signinUrl: `https://inferred.example${target.basePath}/signin/credentials`,
        },
      })
      expect((await visitor.submitPassword()).status).toBe(302)
      const other = { ...env, AUTH_SECRET: SECRETS.older }
      const stranger = open({ providers: [passwords()] }, { env: other })
      expect(await stranger.auth(visitor.headers())).toBeNull()
      const here = { ...ENV, AUTH_URL: 'https://inferred.example' }
      const same = open({ providers: [passwords()], secret: SECRETS.newer }, { env: here })
      expect(await same.auth(visitor.headers())).toMatchObject({ user: { name: ADA.name } })
    },
  )

  proves(['DOES-customise'], 'callbacks shape the session, and events are emitted', async () => {
    const signIn = vi.fn()
    const admitted = new Set<string>()
    const visitor = open({
      providers: [passwords()],
      callbacks: {
        signIn: ({ user }) => admitted.has(user.name ?? ''),
        jwt: ({ token }) => ({ ...token, role: 'captain' }),
        session: ({ session, token }) => ({ ...session, role: token['role'] }),
      },
      events: { signIn },
    }).visit()
    await visitor.submitPassword()
    expect(await visitor.session()).toBeNull()
    expect(signIn).not.toHaveBeenCalled()
    admitted.add(ADA.name)
    await visitor.submitPassword()
    expect(await visitor.session()).toMatchObject({ role: 'captain' })
    expect(signIn).toHaveBeenCalledTimes(1)
  })
}
