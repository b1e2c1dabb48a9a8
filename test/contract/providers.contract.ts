import { customFetch } from '@latchstring/core'
import type {
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OIDCConfig,
  Provider,
  ProviderId,
} from '@latchstring/core/providers'
import Credentials from '@latchstring/core/providers/credentials'
import GitHub from '@latchstring/core/providers/github'
import type { Profile, ProviderType, PublicProvider, User } from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { readJson } from '@latchstring/test-kit/json'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { ANY_TEXT } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { PlainConfig } from './src/target.ts'
import { readLocation } from '@latchstring/test-kit/story'

/** Providers: in the configuration, and as clients see them. */
export function providers(suite: Suite): void {
  const { proves, open } = suite

  proves(
    [
      'HTTP-providers-GET',
      'OPT-providers',
      'RES-PUBLICPROVIDER-id',
      'RES-PUBLICPROVIDER-name',
      'RES-PUBLICPROVIDER-type',
      'RES-PUBLICPROVIDER-signinUrl',
      'RES-PUBLICPROVIDER-callbackUrl',
      'RES-PROVIDER-id',
      'RES-PROVIDER-name',
      'RES-PROVIDER-type',
    ],
    'GET providers lists every provider in order, with public members only',
    async () => {
      const adapter = await suite.world.store()
      const app = open({
        adapter,
        session: { strategy: 'jwt' },
        providers: [
          passwords(),
          GitHub({ clientId: 'id', clientSecret: 'hidden' }),
          suite.world.mail(),
          suite.world.oidc(),
        ],
      })
      const response = await app.visit().open('providers')
      const all = await readJson(response)
      const expected = [
        ['credentials', 'Credentials', 'credentials'],
        ['github', 'GitHub', 'oauth'],
        ['nodemailer', ANY_TEXT, 'email'],
        ['harbour', 'Harbour ID', 'oidc'],
      ] as const
      expect(Object.keys(all)).toEqual(expected.map(([id]) => id))
      for (const [id, name, type] of expected) {
        const signinUrl = `${app.base}/signin/${id}`
        const callbackUrl = `${app.base}/callback/${id}`
        expect(all[id]).toEqual({ id, name, type, signinUrl, callbackUrl })
      }
      expectTypeOf<PublicProvider>().toEqualTypeOf<{
        readonly id: ProviderId
        readonly name: string
        readonly type: string
        readonly signinUrl: string
        readonly callbackUrl: string
      }>()
      expectTypeOf<Pick<PlainConfig, 'providers'>>().toEqualTypeOf<{
        readonly providers: readonly Provider[]
      }>()
      type Common = 'id' | 'name' | 'type'
      expectTypeOf<Pick<OAuth2Config<Profile>, Common>>().toEqualTypeOf<{
        readonly id: string
        readonly name: string
        readonly type: 'oauth'
      }>()
      expectTypeOf<OIDCConfig<Profile>['type'] | EmailConfig['type']>().toExtend<ProviderType>()
    },
  )

  proves(
    ['OPT-provider-override'],
    'a provider may be called with options or passed as a factory',
    async () => {
      const app = open(
        { providers: [GitHub, Credentials({ ...passwords(), id: 'own', name: 'Own words' })] },
        { env: { ...ENV, AUTH_GITHUB_ID: 'from-env', AUTH_GITHUB_SECRET: 'from-env' } },
      )
      expect(await (await app.visit().open('providers')).json()).toMatchObject({
        github: { name: 'GitHub' },
        own: { id: 'own', name: 'Own words', callbackUrl: `${app.base}/callback/own` },
      })
      const overridden = open({
        providers: [
          GitHub({
            clientId: 'mine',
            name: 'Our GitHub',
            authorization: { params: { scope: 'read:org' } },
          }),
        ],
      })
      const visitor = overridden.visit()
      const request = await visitor.requestAuthorization('github')
      expect(request.origin + request.pathname).toBe('https://github.com/login/oauth/authorize')
      expect(request.searchParams.get('scope')).toBe('read:org')
      expect(request.searchParams.get('client_id')).toBe('mine')
      expect(await (await visitor.open('providers')).json()).toMatchObject({
        github: { name: 'Our GitHub' },
      })
    },
  )

  proves(['OPT-customFetch'], 'customFetch makes every request to OAuth endpoints', async () => {
    const own = vi.fn((url: string, init?: RequestInit) => fetch(url, init))
    const visitor = open({ providers: [suite.world.oauth({ [customFetch]: own })] }).visit()
    await visitor.signInWith('plain')
    const { token, profile } = suite.world.idp.oauth
    expect(own.mock.calls.map(([url]) => url)).toEqual([token, profile])
    const broken = vi.fn(async () => new Response('{}', { status: 500 }))
    const refused = open({ providers: [suite.world.oauth({ [customFetch]: broken })] }).visit()
    const location = readLocation(await refused.signInWith('plain'))
    expect(location.searchParams.get('error')).toBe('OAuthCallbackError')
    expectTypeOf<OAuth2Config<Profile>[typeof customFetch]>().parameter(0).toEqualTypeOf<string>()
  })

  proves(
    ['RES-PROVIDER-clientId'],
    'clientId and clientSecret identify the application',
    async () => {
      const visitor = open({ providers: [suite.world.oidc()] }).visit()
      const request = await visitor.requestAuthorization('harbour')
      expect(request.searchParams.get('client_id')).toBe('app')
      const wrong = open({
        providers: [suite.world.oidc({ clientSecret: 'not-the-secret-of-it' })],
      })
      const response = await wrong.visit().signInWith('harbour')
      expect(readLocation(response).searchParams.get('error')).toBe('OAuthCallbackError')
      type Client = { readonly clientId?: string; readonly clientSecret?: string }
      expectTypeOf<Pick<OIDCConfig<Profile>, keyof Client>>().toEqualTypeOf<Client>()
    },
  )

  proves(
    ['RES-PROVIDER-authorize'],
    'authorize gets the entered fields, and its result decides the sign-in',
    async () => {
      const authorize = vi.fn(() => ADA)
      const visitor = open({ providers: [passwords({ authorize })] }).visit()
      const response = await visitor.submitPassword('ada', { password: 'pass word', pin: '1234' })
      expect(response.headers.get('location')).toBe(`${ORIGIN}/inside`)
      expect(authorize).toHaveBeenCalledExactlyOnceWith(
        { username: 'ada', password: 'pass word', pin: '1234' },
        expect.any(Request),
      )
      expect((await visitor.session())?.user?.name).toBe(ADA.name)
      type Authorized = Awaited<ReturnType<CredentialsConfig['authorize']>>
      expectTypeOf<Authorized>().toEqualTypeOf<User | null>()
    },
  )
}
