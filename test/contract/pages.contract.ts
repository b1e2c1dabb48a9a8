import type {
  ErrorPageParam,
  PagesOptions,
  SignInPageErrorParam,
  Theme,
} from '@latchstring/core/types'
import { expect, expectTypeOf } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { readLocation } from '@latchstring/test-kit/story'

const OWN = {
  signIn: '/door',
  signOut: '/leave',
  error: '/oops',
  verifyRequest: '/look-into-your-mail',
} as const

const SIGN_IN_ERRORS: readonly SignInPageErrorParam[] = [
  'Signin',
  'OAuthSignin',
  'OAuthCallbackError',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
]

const ERROR_PAGE_ERRORS: readonly ErrorPageParam[] = [
  'Configuration',
  'AccessDenied',
  'Verification',
]

/** The built-in pages, and pages in place of them. */
export function pages(suite: Suite): void {
  const { proves, open } = suite

  /** Text of a built-in page; fails for anything else. */
  async function page(action: string, theme: Theme = {}): Promise<string> {
    const response = await open({ providers: [passwords()], theme })
      .visit()
      .open(action)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    return response.text()
  }

  proves(
    ['HTTP-signin-GET', 'RES-PAGES-signIn-error', 'RES-PAGES-signIn-default'],
    'the sign-in page is HTML at /signin, and explains every error',
    async () => {
      const html = await page('signin')
      expect(html).toMatch(/^<!doctype html>/i)
      expect(html).toContain('name="username"')
      expect(html).toContain('type="password"')
      expect(html).toContain('name="csrfToken"')
      const explained = await Promise.all(
        SIGN_IN_ERRORS.map(
          async (error) =>
            /class="notice.*?<\/\w+>/s.exec(await page(`signin?error=${error}`))?.[0],
        ),
      )
      expect(new Set(explained).size).toBe(SIGN_IN_ERRORS.length)
      expect(explained).not.toContain(undefined)
      expect(html).not.toContain('class="notice')
      expectTypeOf<(typeof SIGN_IN_ERRORS)[number]>().toEqualTypeOf<SignInPageErrorParam>()
    },
  )

  proves(
    ['HTTP-error-GET', 'RES-PAGES-error-error', 'RES-PAGES-error-default'],
    'the error page is HTML at /error, and explains every error',
    async () => {
      const explained = await Promise.all(
        ERROR_PAGE_ERRORS.map(
          async (error) => /<h1.*?<\/h1>/s.exec(await page(`error?error=${error}`))?.[0],
        ),
      )
      const plain = /<h1.*?<\/h1>/s.exec(await page('error'))?.[0]
      expect(new Set([...explained, plain]).size).toBe(ERROR_PAGE_ERRORS.length + 1)
      expect([...explained, plain]).not.toContain(undefined)
    },
  )

  proves(['HTTP-signout-GET'], 'the sign-out page is HTML with a form sent by POST', async () => {
    const html = await page('signout')
    expect(html).toMatch(/<form[^>]+method="post"/i)
    expect(html).toMatch(/action="[^"]*\/signout"/)
    expect(html).toContain('name="csrfToken"')
  })

  proves(['HTTP-verify-request-GET'], 'the page after a mail was sent is HTML', async () => {
    expect(await page('verify-request')).toMatch(/<h1/)
  })

  proves(
    [
      'OPT-pages',
      'RES-PAGES-signIn',
      'RES-PAGES-signOut',
      'RES-PAGES-error',
      'RES-PAGES-verifyRequest',
    ],
    'each configured page replaces only the built-in page of that name',
    async () => {
      const actions = ['signin', 'signout', 'error', 'verify-request']
      for (const [index, [name, path]] of Object.entries(OWN).entries()) {
        const action = actions[index] ?? ''
        const visitor = open({ providers: [passwords()], pages: { [name]: path } }).visit()
        const query = action === 'signin' || action === 'error' ? '?error=AccessDenied' : ''
        const target = readLocation(await visitor.open(`${action}${query}`))
        expect(target.origin + target.pathname).toBe(ORIGIN + path)
        if (query) expect(target.searchParams.get('error')).toBe('AccessDenied')
        const others = actions.filter((other) => other !== action)
        for (const other of others) {
          expect((await visitor.open(other)).headers.get('content-type')).toContain('text/html')
        }
      }
      expectTypeOf<PagesOptions>().toEqualTypeOf<{
        readonly signIn: string
        readonly signOut: string
        readonly error: string
        readonly verifyRequest: string
        readonly newUser: string
        readonly [page: `${string}/${string}`]: string | undefined
      }>()
    },
  )

  proves(
    ['RES-PAGES-signIn', 'RES-PAGES-error'],
    'failures redirect to the configured pages, with the error code',
    async () => {
      const denied = open({
        providers: [passwords()],
        pages: OWN,
        callbacks: { signIn: () => false },
      })
      const error = readLocation(await denied.visit().submitPassword())
      expect([error.pathname, error.searchParams.get('error')]).toEqual(['/oops', 'AccessDenied'])
      const wrong = await open({ providers: [passwords()], pages: OWN })
        .visit()
        .submitPassword('unknown')
      const door = readLocation(wrong)
      expect([door.pathname, door.searchParams.get('error')]).toEqual([
        '/door',
        'CredentialsSignin',
      ])
    },
  )

  proves(['RES-PAGES-newUser'], 'a new user is redirected to pages.newUser once', async () => {
    const adapter = await suite.world.store()
    const app = open({ adapter, providers: [suite.world.oidc()], pages: { newUser: '/welcome' } })
    const first = readLocation(await app.visit().signInWith('harbour'))
    expect(first.pathname).toBe('/welcome')
    expect(first.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/inside`)
    expect(readLocation(await app.visit().signInWith('harbour')).pathname).toBe('/inside')
    const without = open({ adapter: await suite.world.store(), providers: [suite.world.oidc()] })
    expect(readLocation(await without.visit().signInWith('harbour')).pathname).toBe('/inside')
  })

  proves(
    [
      'OPT-theme',
      'RES-THEME-brandColor',
      'RES-THEME-buttonText',
      'RES-THEME-logo',
      'RES-THEME-colorScheme',
    ],
    'the configured theme is on the built-in pages',
    async () => {
      const plain = await page('signin')
      const logo = 'https://app.example/logo.svg'
      const theme = {
        brandColor: '#123456',
        buttonText: '#fedcba',
        logo,
        colorScheme: 'dark',
      } as const
      for (const value of ['#123456', '#fedcba', logo]) {
        expect(plain).not.toContain(value)
        expect(await page('signin', theme)).toContain(value)
      }
      const schemes = await Promise.all(
        (['auto', 'dark', 'light'] as const).map(
          async (colorScheme) =>
            /name="color-scheme" content="([^"]+)"/.exec(
              await page('signin', { colorScheme }),
            )?.[1],
        ),
      )
      expect(schemes).toEqual(['light dark', 'dark', 'light'])
      // Beyond the contract a theme has a name, an icon and a mark of the last used sign-in method.
      expectTypeOf<Omit<Theme, 'name' | 'favicon' | 'lastUsed'>>().toEqualTypeOf<{
        readonly brandColor?: string
        readonly buttonText?: string
        readonly logo?: string
        readonly colorScheme?: 'auto' | 'dark' | 'light'
      }>()
    },
  )
}
