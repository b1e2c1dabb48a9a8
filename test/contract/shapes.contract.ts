import type { AdapterSession, AdapterUser } from '@latchstring/core/adapters'
import type {
  Authenticator,
  Awaitable,
  DefaultSession,
  DefaultUser,
  Profile,
  SemverString,
  Session,
  User,
} from '@latchstring/core/types'
import Passkey from '@latchstring/core/providers/passkey'
import { expect, expectTypeOf } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import { createAuthenticator, FLAGS } from '@latchstring/test-kit/fake-authenticator'
import { ANY_TEXT, including, matching } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { AnyConfig } from './src/target.ts'
import { registerPasskey } from './webauthn.contract.ts'

type Text = string | null

/** What records look like. */
export function shapes(suite: Suite): void {
  const { proves, open } = suite

  proves(
    [
      'RES-AUTHENTICATOR-counter',
      'RES-AUTHENTICATOR-credentialBackedUp',
      'RES-AUTHENTICATOR-credentialDeviceType',
      'RES-AUTHENTICATOR-credentialID',
      'RES-AUTHENTICATOR-credentialPublicKey',
      'RES-AUTHENTICATOR-providerAccountId',
      'RES-AUTHENTICATOR-transports',
      'RES-AUTHENTICATOR-userId',
    ],
    'an authenticator is stored and found with all of its members',
    async () => {
      const adapter = await suite.world.store()
      const user = { email: 'key@example.org', emailVerified: null }
      const { id: userId } = await adapter.createUser({ ...user, id: 'suggested' })
      const account = { provider: 'passkey', type: 'webauthn', providerAccountId: 'a2V5' } as const
      await adapter.linkAccount({ ...account, userId })
      const authenticator = {
        counter: 3,
        credentialBackedUp: true,
        credentialDeviceType: 'multiDevice',
        credentialID: 'a2V5',
        credentialPublicKey: 'cHVibGlj',
        providerAccountId: 'a2V5',
        transports: 'usb,nfc',
        userId,
      }
      await adapter.createAuthenticator(authenticator)
      expect(await adapter.getAuthenticator('a2V5')).toEqual(authenticator)
      const visitor = open({
        adapter,
        providers: [suite.world.oidc(), Passkey()],
        experimental: { enableWebAuthn: true },
      }).visit()
      await visitor.signInWith('harbour')
      const key = createAuthenticator({
        origin: ORIGIN,
        counter: 6,
        backup: FLAGS.BE | FLAGS.BS,
        transports: ['usb', 'nfc'],
      })
      await registerPasskey(visitor, key)
      const owner = await adapter.getUserByEmail('ada@harbour.example')
      const id = Buffer.from(key.ids[0] ?? '', 'base64url').toString('base64')
      expect(await adapter.listAuthenticatorsByUserId(owner?.id ?? '')).toEqual([
        {
          ...authenticator,
          counter: 7,
          credentialID: id,
          credentialPublicKey: matching(/^[A-Za-z\d+/]{103}=$/),
          providerAccountId: id,
          userId: owner?.id,
        },
      ])
      expectTypeOf<Authenticator>().toEqualTypeOf<{
        counter: number
        credentialBackedUp: boolean
        credentialDeviceType: string
        credentialID: string
        credentialPublicKey: string
        providerAccountId: string
        transports?: Text
        userId?: string
      }>()
    },
  )

  proves(
    [
      'RES-USER-id',
      'RES-USER-name',
      'RES-USER-email',
      'RES-USER-image',
      'RES-SESSION-expires',
      'RES-SESSION-user',
    ],
    'the session on the server has an expiry and a user with all of its members',
    async () => {
      const app = open({ providers: [passwords()] })
      const visitor = app.visit()
      await visitor.submitPassword()
      const session = await app.auth(visitor.headers())
      expect(session).toEqual({ user: ADA, expires: ANY_TEXT })
      const { expires = '' } = session ?? {}
      expect(new Date(expires).toISOString()).toBe(expires)
      type Members = { id?: string; name?: Text; email?: Text; image?: Text }
      expectTypeOf<Pick<User, keyof Members>>().toEqualTypeOf<Members>()
      expectTypeOf<Pick<DefaultUser, keyof Members>>().toEqualTypeOf<Members>()
      expectTypeOf<Pick<Session, 'expires' | 'user'>>().toEqualTypeOf<{
        expires: string
        user?: User
      }>()
      expectTypeOf<Pick<DefaultSession, 'expires' | 'user'>>().toEqualTypeOf<
        Pick<Session, 'expires' | 'user'>
      >()
    },
  )

  proves(
    ['RES-USER-profile', 'RES-USER-jwt-callback', 'RES-PROVIDER-profile'],
    'the jwt callback gets the result of `profile` as user',
    async () => {
      const users: unknown[] = []
      const mapped = { id: '7', name: 'Mapped', email: 'mapped@example.org', image: '/m.png' }
      const visitor = open({
        providers: [suite.world.oidc({ profile: () => mapped })],
        callbacks: {
          jwt({ token, user }) {
            if (user) users.push(user)
            return token
          },
        },
      }).visit()
      await visitor.signInWith('harbour')
      expect(users).toEqual([mapped])
    },
  )

  proves(
    ['RES-USER-session-callback', 'RES-ADAPTERUSER', 'RES-ADAPTERSESSION'],
    'the session callback gets the stored user with a database',
    async () => {
      const adapter = await suite.world.store()
      const seen: unknown[] = []
      const created: AdapterSession[] = []
      const visitor = open({
        adapter: {
          ...adapter,
          createSession: (session) => (created.push(session), adapter.createSession(session)),
        },
        providers: [suite.world.oidc()],
        callbacks: { session: ({ session, user }) => (seen.push(user), session) },
      } satisfies AnyConfig).visit()
      await visitor.signInWith('harbour')
      const session = await visitor.session()
      expect(created.map(({ expires }) => expires.toISOString())).toEqual([session?.expires])
      const stored = await adapter.getUserByEmail('ada@harbour.example')
      expect(stored).toMatchObject({ id: ANY_TEXT, name: 'Ada Lovelace' })
      expect(seen).toEqual([stored])
      expectTypeOf<AdapterUser>().toExtend<User>()
      expectTypeOf<AdapterSession['expires']>().toEqualTypeOf<Date>()
    },
  )

  proves(
    [
      'RES-PROFILE-additional',
      'RES-PROFILE-id',
      'RES-PROFILE-sub',
      'RES-PROFILE-name',
      'RES-PROFILE-given_name',
      'RES-PROFILE-family_name',
      'RES-PROFILE-middle_name',
      'RES-PROFILE-nickname',
      'RES-PROFILE-preferred_username',
      'RES-PROFILE-profile',
      'RES-PROFILE-picture',
      'RES-PROFILE-website',
      'RES-PROFILE-email',
      'RES-PROFILE-email_verified',
      'RES-PROFILE-gender',
      'RES-PROFILE-birthdate',
      'RES-PROFILE-locale',
      'RES-PROFILE-zoneinfo',
      'RES-PROFILE-phone_number',
      'RES-PROFILE-updated_at',
      'RES-PROFILE-address',
      'RES-PROFILE-address-members',
    ],
    'a profile has the standard claims, and any others',
    async () => {
      const profiles: Profile[] = []
      const provider = suite.world.oidc({
        profile: (profile) => {
          profiles.push(profile)
          return { id: String(profile.sub) }
        },
      })
      await open({ providers: [provider] })
        .visit()
        .signInWith('harbour')
      expect(profiles).toEqual([
        including({
          sub: 'ada-1815',
          name: 'Ada Lovelace',
          email: 'ada@harbour.example',
          email_verified: true,
        }),
      ])
      expectTypeOf<Profile[string]>().toBeUnknown()
      expectTypeOf<Pick<Profile, Plain>>().toEqualTypeOf<{ [Claim in Plain]?: Text }>()
      expectTypeOf<Pick<Profile, 'picture'>>().toEqualTypeOf<{ picture?: unknown }>()
      expectTypeOf<Pick<Profile, 'email_verified'>>().toEqualTypeOf<{
        email_verified?: boolean | null
      }>()
      expectTypeOf<Pick<Profile, 'updated_at'>>().toEqualTypeOf<{
        updated_at?: Date | string | number | null
      }>()
      expectTypeOf<Pick<Profile, 'address'>>().toEqualTypeOf<{
        address?: { [Member in AddressMember]?: Text } | null
      }>()
    },
  )

  proves(
    ['RES-SEMVER', 'VER-semver'],
    'the type SemverString is "v" and one to three numbers',
    () => {
      expectTypeOf<'v1'>().toExtend<SemverString>()
      expectTypeOf<'v1.2'>().toExtend<SemverString>()
      expectTypeOf<'v1.2.3'>().toExtend<SemverString>()
      expectTypeOf<'1.2.3'>().not.toExtend<SemverString>()
      expectTypeOf<'v'>().not.toExtend<SemverString>()
      expectTypeOf<'v1.two'>().not.toExtend<SemverString>()
    },
  )

  proves(['RES-AWAITABLE'], 'a callback may return a value or a thenable', async () => {
    // A promise-like that is not a promise.
    const thenable: Awaitable<boolean> = Promise.resolve(true)
    const visitor = open({
      providers: [passwords()],
      callbacks: { signIn: () => thenable, redirect: ({ url }) => url },
    }).visit()
    expect((await visitor.submitPassword()).headers.get('location')).toContain('/inside')
    expectTypeOf<Awaitable<number>>().toEqualTypeOf<number | PromiseLike<number>>()
  })
}

type Plain =
  | 'id'
  | 'sub'
  | 'name'
  | 'given_name'
  | 'family_name'
  | 'middle_name'
  | 'nickname'
  | 'preferred_username'
  | 'profile'
  | 'website'
  | 'email'
  | 'gender'
  | 'birthdate'
  | 'locale'
  | 'zoneinfo'
  | 'phone_number'

type AddressMember =
  | 'country'
  | 'formatted'
  | 'locality'
  | 'postal_code'
  | 'region'
  | 'street_address'
