import { customFetch } from '@latchstring/core'
import { expect } from 'vitest'
import { startClock } from '@latchstring/test-kit/test-clock'
import { failing, rejecting } from './src/failing.ts'
import { passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { readLocation } from '@latchstring/test-kit/story'

/** The error parameters of the sign-in page and the error page. */
export function failures(suite: Suite): void {
  const { proves, open, target } = suite

  /** The error of the page a response leads to. */
  function errorOf(response: Response, page: 'signin' | 'error'): string | null {
    const { pathname, searchParams } = readLocation(response)
    expect(pathname).toBe(`${target.basePath}/${page}`)
    return searchParams.get('error')
  }

  proves(['SIGNINPAGE-Signin'], 'Signin: the form is no longer valid', async () => {
    const app = open({ providers: [suite.world.oidc()] })
    const fields = { csrfToken: 'expired' }
    for (const action of ['signin/harbour', 'signin', 'signout']) {
      const response = await app.visit().browser.submit(`${app.base}/${action}`, fields)
      expect(errorOf(response, 'signin')).toBe('Signin')
    }
  })

  proves(['SIGNINPAGE-OAuthSignin'], 'OAuthSignin: the provider cannot be reached', async () => {
    const unreachable = rejecting('connection refused')
    const app = open({ providers: [suite.world.oidc({ [customFetch]: unreachable })] })
    expect(errorOf(await app.visit().submit('signin/harbour'), 'signin')).toBe('OAuthSignin')
  })

  proves(
    ['SIGNINPAGE-OAuthCallbackError'],
    'OAuthCallbackError: the person declined at the provider',
    async () => {
      const visitor = open({ providers: [suite.world.oidc()] }).visit()
      const { href } = await visitor.requestAuthorization('harbour')
      const arrival = await signInAt(href, { login: 'ada', deny: true })
      expect(arrival.url).toContain('error=access_denied')
      const response = await visitor.browser.follow(arrival)
      expect(errorOf(response, 'signin')).toBe('OAuthCallbackError')
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['SIGNINPAGE-OAuthCreateAccount'],
    'OAuthCreateAccount: the store refuses to create the user',
    async () => {
      const store = await suite.world.store()
      const transaction = rejecting('disk full')
      const visitor = open({
        adapter: { ...store, transaction },
        providers: [suite.world.oidc()],
      }).visit()
      const response = await visitor.signInWith('harbour')
      expect(errorOf(response, 'signin')).toBe('OAuthCreateAccount')
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['SIGNINPAGE-EmailCreateAccount'],
    'EmailCreateAccount: the store refuses to create the user',
    async () => {
      const store = await suite.world.store()
      const createUser = rejecting('disk full')
      const adapter = { ...store, createUser }
      const visitor = open({ adapter, providers: [suite.world.mail()] }).visit()
      const email = 'unlucky@example.org'
      await visitor.submit('signin/nodemailer', { email })
      const { link = '' } = await suite.world.inbox.waitFor(email)
      expect(errorOf(await visitor.browser.open(link), 'signin')).toBe('EmailCreateAccount')
    },
  )

  proves(['SIGNINPAGE-Callback'], 'Callback: a function of the application throws', async () => {
    const authorize = failing('the directory is down')
    const app = open({ providers: [passwords({ authorize })] })
    expect(errorOf(await app.visit().submitPassword(), 'signin')).toBe('Callback')
    const jwt = failing('no role found')
    const shaped = open({ providers: [suite.world.oidc()], callbacks: { jwt } })
    expect(errorOf(await shaped.visit().signInWith('harbour'), 'signin')).toBe('Callback')
  })

  proves(
    ['SIGNINPAGE-OAuthAccountNotLinked'],
    'OAuthAccountNotLinked: the address belongs to another user',
    async () => {
      const adapter = await suite.world.store()
      await adapter.createUser({ id: 'any', email: 'ada@harbour.example', emailVerified: null })
      const visitor = open({ adapter, providers: [suite.world.oidc()] }).visit()
      const response = await visitor.signInWith('harbour')
      expect(errorOf(response, 'signin')).toBe('OAuthAccountNotLinked')
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['SIGNINPAGE-EmailSignin'],
    'EmailSignin: the mail was refused, or the address is invalid',
    async () => {
      const adapter = await suite.world.store()
      const visitor = open({ adapter, providers: [suite.world.mail()] }).visit()
      suite.world.inbox.rejectNext(550)
      const refused = await visitor.submit('signin/nodemailer', { email: 'refused@example.org' })
      expect(errorOf(refused, 'signin')).toBe('EmailSignin')
      const none = await visitor.submit('signin/nodemailer', { email: 'not an address' })
      expect(errorOf(none, 'signin')).toBe('EmailSignin')
    },
  )

  proves(['ERRPAGE-Verification'], 'Verification: a link is used, expired or forged', async () => {
    const clock = startClock(Date.now())
    const adapter = await suite.world.store()
    const app = open({ adapter, providers: [suite.world.mail()] }, { clock })
    const linkFor = async (
      email: string,
    ): Promise<readonly [ReturnType<typeof app.visit>, string]> => {
      const visitor = app.visit()
      await visitor.submit('signin/nodemailer', { email })
      return [visitor, (await suite.world.inbox.waitFor(email)).link ?? '']
    }
    const [first, used] = await linkFor('used@example.org')
    await first.browser.open(used)
    const csrfToken = await first.browser.csrf(app.base)
    const parts = Object.fromEntries(new URL(used).searchParams)
    const again = await first.browser.submit(`${app.base}/callback/nodemailer`, {
      ...parts,
      csrfToken,
    })
    expect(errorOf(again, 'error')).toBe('Verification')
    const [second, late] = await linkFor('late@example.org')
    clock.advance(601)
    const expired = new URLSearchParams(new URL(late).search)
    expired.set('csrfToken', await second.browser.csrf(app.base))
    const response = await second.browser.submit(`${app.base}/callback/nodemailer`, expired)
    expect(errorOf(response, 'error')).toBe('Verification')
    expect(await second.session()).toBeNull()
    const malformed = await second.open('callback/nodemailer?email=late%40example.org')
    expect(errorOf(malformed, 'error')).toBe('Verification')
  })

  proves(
    ['ERRPAGE-Configuration', 'ERRPAGE-AccessDenied', 'ERRPAGE-Verification'],
    'the error page has a status for each',
    async () => {
      const visitor = open({ providers: [] }).visit()
      const statuses = await Promise.all(
        ['Configuration', 'AccessDenied', 'Verification'].map(
          async (error) => (await visitor.open(`error?error=${error}`)).status,
        ),
      )
      expect(statuses).toEqual([500, 403, 403])
    },
  )
}
