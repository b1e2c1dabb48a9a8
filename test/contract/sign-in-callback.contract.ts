import { CredentialsSignin } from '@latchstring/core/errors'
import type {
  Account,
  Awaitable,
  Callbacks,
  Profile,
  SignInParams,
  User,
} from '@latchstring/core/types'
import { expect, expectTypeOf, vi } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import { failing } from './src/failing.ts'
import { including } from '@latchstring/test-kit/matchers'
import { ADA, passwords, PASSWORD } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { readLocation } from '@latchstring/test-kit/story'

type SignIn = NonNullable<Callbacks['signIn']>

/** The callbacks signIn and redirect. */
export function signInCallback(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['CB-signIn', 'CB-signIn-user', 'CB-signIn-account', 'CB-signIn-credentials'],
    'the signIn callback is called at every sign-in with credentials, with user, account and inputs',
    async () => {
      const signIn = vi.fn<SignIn>(() => true)
      const visitor = open({ providers: [passwords()], callbacks: { signIn } }).visit()
      await visitor.submitPassword('unknown')
      expect(signIn).not.toHaveBeenCalled()
      await visitor.submitPassword()
      expect(signIn).toHaveBeenCalledExactlyOnceWith({
        user: ADA,
        account: including({ provider: 'credentials', type: 'credentials' }),
        credentials: { username: 'ada', password: PASSWORD },
      })
      await visitor.submitPassword()
      expect(signIn).toHaveBeenCalledTimes(2)
      expectTypeOf<SignInParams['user']>().toExtend<User>()
      expectTypeOf<SignInParams['account']>().toEqualTypeOf<Account | null>()
      expectTypeOf<SignInParams['credentials']>().toEqualTypeOf<
        Record<string, unknown> | undefined
      >()
    },
  )

  proves(
    ['CB-signIn', 'CB-signIn-profile'],
    'the signIn callback gets the profile with OAuth',
    async () => {
      const signIn = vi.fn<SignIn>(() => true)
      const visitor = open({ providers: [suite.world.oidc()], callbacks: { signIn } }).visit()
      await visitor.signInWith('harbour')
      expect(signIn).toHaveBeenCalledExactlyOnceWith({
        user: including({ id: 'ada-1815', name: 'Ada Lovelace' }),
        account: including({ provider: 'harbour', providerAccountId: 'ada-1815' }),
        profile: including({ sub: 'ada-1815', email_verified: true }),
      })
      expectTypeOf<SignInParams['profile']>().toEqualTypeOf<Profile | undefined>()
    },
  )

  proves(
    ['CB-signIn', 'CB-signIn-email', 'CB-signIn-email-link'],
    'the signIn callback is called when a mail is requested, and when its link is opened',
    async () => {
      const signIn = vi.fn<SignIn>(() => true)
      const adapter = await suite.world.store()
      const visitor = open({
        adapter,
        providers: [suite.world.mail()],
        callbacks: { signIn },
      }).visit()
      const email = 'twice@example.org'
      await visitor.submit('signin/nodemailer', { email })
      expect(signIn.mock.calls).toEqual([
        [including({ user: including({ email }), email: { verificationRequest: true } })],
      ])
      const { link = '' } = await suite.world.inbox.waitFor(email)
      await visitor.browser.open(link)
      expect(signIn).toHaveBeenCalledTimes(2)
      const second = signIn.mock.calls[1]?.[0]
      expect(second).toMatchObject({ user: { email }, account: { providerAccountId: email } })
      expect(second?.email?.verificationRequest).toBeUndefined()
    },
  )

  proves(
    ['CB-signIn-returns'],
    'the signIn callback returns a boolean, a string, or a promise of one',
    () => {
      expectTypeOf<ReturnType<SignIn>>().toEqualTypeOf<Awaitable<boolean | string>>()
    },
  )

  proves(
    ['STATE-signIn-false', 'ERRPAGE-AccessDenied'],
    'signIn that returns false redirects every kind of sign-in to the error page',
    async () => {
      const adapter = await suite.world.store()
      const app = open({
        adapter,
        session: { strategy: 'jwt' },
        providers: [passwords(), suite.world.oidc(), suite.world.mail()],
        callbacks: { signIn: () => false },
      })
      const visitor = app.visit()
      const mail = { email: 'refused@example.org' }
      const responses = [
        await visitor.submitPassword(),
        await visitor.signInWith('harbour'),
        await visitor.submit('signin/nodemailer', mail),
      ]
      for (const response of responses) {
        const { pathname, searchParams } = readLocation(response)
        expect(pathname).toBe(`${suite.target.basePath}/error`)
        expect(searchParams.get('error')).toBe('AccessDenied')
      }
      expect(await visitor.session()).toBeNull()
      expect(await adapter.getUserByEmail('ada@harbour.example')).toBeNull()
      expect(suite.world.inbox.messages().flatMap(({ to }) => to)).not.toContain(mail.email)
    },
  )

  proves(
    ['STATE-signIn-throws', 'STATE-signIn-throws-AccessDenied', 'ERR-AccessDenied'],
    'an error of the signIn callback stops the sign-in as AccessDenied with the original message',
    async () => {
      const signIn = failing(new RangeError('the list of guests is unreadable'))
      const app = open({ providers: [passwords(), suite.world.oidc()], callbacks: { signIn } })
      const visitor = app.visit()
      for (const response of [
        await visitor.submitPassword(),
        await visitor.signInWith('harbour'),
      ]) {
        expect(readLocation(response).pathname).toBe(`${suite.target.basePath}/error`)
        expect(readLocation(response).searchParams.get('error')).toBe('AccessDenied')
      }
      expect(await visitor.session()).toBeNull()
      expect(app.errors).toHaveLength(2)
      for (const error of app.errors) {
        expect(error.type).toBe('AccessDenied')
        expect(error.message).toBe('the list of guests is unreadable')
        expect(error.cause?.err).toBeInstanceOf(RangeError)
      }
      const handled = failing(new CredentialsSignin('handled'))
      const own = open({ providers: [passwords()], callbacks: { signIn: handled } }).visit()
      const { searchParams } = readLocation(await own.submitPassword())
      expect(searchParams.get('error')).toBe('CredentialsSignin')
    },
  )

  proves(
    ['STATE-signIn-string'],
    'signIn that returns a string redirects there without a session',
    async () => {
      const visitor = open({
        providers: [passwords(), suite.world.oidc()],
        callbacks: { signIn: async () => '/ask-first?why=new' },
      }).visit()
      for (const response of [
        await visitor.submitPassword(),
        await visitor.signInWith('harbour'),
      ]) {
        expect(response.headers.get('location')).toBe(`${ORIGIN}/ask-first?why=new`)
      }
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['CB-redirect', 'CB-redirect-params', 'CB-redirect-returns'],
    'the redirect callback decides the target after sign-in and sign-out',
    async () => {
      const redirect = vi.fn(({ url, baseUrl }: { url: string; baseUrl: string }) =>
        url.startsWith('https://partner.example/') ? url : `${baseUrl}/lobby`,
      )
      const visitor = open({
        providers: [passwords(), suite.world.oidc()],
        callbacks: { redirect },
      }).visit()
      const partner = 'https://partner.example/back'
      const inside = await visitor.submitPassword('ada', { callbackUrl: partner })
      expect(inside.headers.get('location')).toBe(partner)
      expect(redirect).toHaveBeenCalledWith({ url: partner, baseUrl: ORIGIN })
      const out = await visitor.submit('signout', { callbackUrl: '/bye' })
      expect(out.headers.get('location')).toBe(`${ORIGIN}/lobby`)
      expect(redirect).toHaveBeenCalledWith({ url: '/bye', baseUrl: ORIGIN })
      expect((await visitor.signInWith('harbour')).headers.get('location')).toBe(`${ORIGIN}/lobby`)
      expectTypeOf<NonNullable<Callbacks['redirect']>>().toEqualTypeOf<
        (params: { url: string; baseUrl: string }) => Awaitable<string>
      >()
    },
  )

  proves(
    ['CB-redirect-default'],
    'by default the redirect callback allows only URLs of the application',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      const after = async (callbackUrl: string): Promise<string | null> =>
        (await visitor.submitPassword('ada', { callbackUrl })).headers.get('location')
      expect(await after('/deep/page?x=1')).toBe(`${ORIGIN}/deep/page?x=1`)
      expect(await after(`${ORIGIN}/absolute`)).toBe(`${ORIGIN}/absolute`)
      const home = new URL(ORIGIN).origin
      for (const foreign of [
        'https://evil.example/',
        '//evil.example',
        'https://app.example.evil.example/',
        'http://app.example/',
        'javascript:alert(1)',
      ]) {
        expect(new URL((await after(foreign)) ?? '').href).toBe(new URL(home).href)
      }
      const out = await visitor.submit('signout', { callbackUrl: 'https://evil.example/' })
      expect(readLocation(out).origin).toBe(ORIGIN)
    },
  )
}
