import { createAuthClient } from '@latchstring/client'
import { customFetch } from '@latchstring/core'
import Resend from '@latchstring/core/providers/resend'
import type { PublicProvider } from '@latchstring/core/types'
import { expect, vi } from 'vitest'
import { ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { ADA, passwords, PASSWORD } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { readLocation } from '@latchstring/test-kit/story'
import { type Visitor } from '@latchstring/test-kit/visitor'

const THEME = {
  brandColor: '#123456',
  buttonText: '#fedcba',
  logo: 'https://app.example/logo.svg',
  colorScheme: 'dark',
} as const

/** A client in a page of a visitor's browser. */
function clientOf(visitor: Visitor, basePath: string): ReturnType<typeof createAuthClient> {
  vi.stubGlobal('location', { href: `${ORIGIN}/page`, origin: ORIGIN, assign: vi.fn() })
  return createAuthClient({
    basePath,
    origin: ORIGIN,
    async fetch(url, init = {}) {
      const { method = 'GET', body } = init
      const headers = Object.fromEntries(new Headers(init.headers))
      if (method === 'GET') return visitor.browser.open(url, headers)
      // The client sends texts.
      const text = body instanceof URLSearchParams ? body.toString() : (body as string)
      return headers['content-type']?.startsWith('application/json')
        ? visitor.browser.submitJson(url, JSON.parse(text), headers)
        : visitor.browser.submit(url, Object.fromEntries(new URLSearchParams(text)), headers)
    },
  })
}

/** Options that hold in more places than one. */
export function everywhere(suite: Suite): void {
  const { proves, open, target } = suite

  proves(
    ['OPT-customFetch-discovery'],
    'customFetch makes the requests for discovery document, keys and tokens',
    async () => {
      const own = vi.fn((url: string, init?: RequestInit) => fetch(url, init))
      const elsewhere = vi.spyOn(globalThis, 'fetch')
      const visitor = open({ providers: [suite.world.oidc({ [customFetch]: own })] }).visit()
      await visitor.signInWith('harbour')
      expect(await visitor.session()).not.toBeNull()
      const { issuer } = suite.world.idp
      const asked = own.mock.calls.map(([url]) => url.slice(issuer.length))
      expect(asked).toEqual(['/.well-known/openid-configuration', '/token', '/jwks'])
      elsewhere.mockRestore()
    },
  )

  proves(['OPT-customFetch-mail'], 'customFetch makes the request to a mail service', async () => {
    const own = vi.fn(async (_url: string, _init?: RequestInit) => Response.json({ id: '1' }))
    const provider = Resend({ from: 'app@app.example', apiKey: 'key', [customFetch]: own })
    const app = open({ adapter: await suite.world.store(), providers: [provider] })
    const response = await app.visit().submit('signin/resend', { email: 'by-service@example.org' })
    expect(readLocation(response).pathname).toBe(`${target.basePath}/verify-request`)
    expect(own.mock.calls.map(([url]) => url)).toEqual(['https://api.resend.com/emails'])
    const body = own.mock.calls[0]?.[1]?.body
    expect(body).toContain('by-service@example.org')
  })

  proves(
    ['OPT-theme-every-page'],
    'the configured theme is on every page, and absent by default',
    async () => {
      for (const action of [
        'signin',
        'signout',
        'error',
        'verify-request',
        'error?error=AccessDenied',
      ]) {
        const pages = await Promise.all(
          [THEME, {}].map(async (theme) => {
            const visitor = open({ providers: [passwords()], theme }).visit()
            return (await visitor.open(action)).text()
          }),
        )
        for (const value of ['#123456', THEME.logo, 'content="dark"']) {
          expect(pages[0], action).toContain(value)
          expect(pages[1], action).not.toContain(value)
        }
      }
    },
  )

  proves(['OPT-theme-mail'], 'the theme is in the mail', async () => {
    const mails = await Promise.all(
      [THEME, {}].map(async (theme, index) => {
        const adapter = await suite.world.store()
        const email = `themed-${index}@example.org`
        const visitor = open({ adapter, providers: [suite.world.mail()], theme }).visit()
        await visitor.submit('signin/nodemailer', { email })
        return (await suite.world.inbox.waitFor(email)).html ?? ''
      }),
    )
    expect(mails[0]).toContain('#123456')
    expect(mails[1]).not.toContain('#123456')
  })

  proves(
    ['OPT-secret-uses'],
    'another secret accepts no session, CSRF token, sign-in in progress or mail link',
    async () => {
      const adapter = await suite.world.store()
      const providers = [passwords(), suite.world.oidc(), suite.world.mail()]
      const config = { adapter, session: { strategy: 'jwt' as const }, providers }
      const ours = open(config)
      const theirs = open(config, { env: { ...ENV, AUTH_SECRET: SECRETS.newer } })
      const visitor = ours.visit()

      await visitor.submitPassword()
      expect(await ours.auth(visitor.headers())).not.toBeNull()
      expect(await theirs.auth(visitor.headers())).toBeNull()

      const csrfToken = await visitor.browser.csrf(ours.base)
      const form = new URLSearchParams({ csrfToken, username: 'ada', password: PASSWORD })
      const headers = visitor.headers({ 'content-type': 'application/x-www-form-urlencoded' })
      const request = (): Request =>
        new Request(`${ours.base}/callback/credentials`, { method: 'POST', headers, body: form })
      expect(readLocation(await theirs.fetch(request())).searchParams.get('error')).not.toBeNull()
      expect(readLocation(await ours.fetch(request())).searchParams.get('error')).toBeNull()

      const { url } = await signInAt(await visitor.requestAuthorization('harbour'))
      const callback = new Request(url, { headers: visitor.headers() })
      const refused = readLocation(await theirs.fetch(callback.clone()))
      expect(refused.searchParams.get('error')).toBe('OAuthCallbackError')
      expect(readLocation(await ours.fetch(callback)).pathname).toBe('/inside')

      const email = 'secret@example.org'
      await visitor.submit('signin/nodemailer', { email, callbackUrl: '/inside' })
      const { link = '' } = await suite.world.inbox.waitFor(email)
      const follow = (): Request => new Request(link, { headers: visitor.headers() })
      const page = await theirs.fetch(follow())
      expect(page.headers.get('location') ?? '').not.toContain('/inside')
      expect(readLocation(await ours.fetch(follow())).pathname).toBe('/inside')
    },
  )

  proves(
    ['CLIENT-results'],
    'the functions of the client return the responses of the actions',
    async () => {
      const visitor = open({ providers: [passwords(), suite.world.oidc()] }).visit()
      const client = clientOf(visitor, target.basePath)
      expect(await client.getSession()).toBeNull()
      expect(await client.getCsrfToken()).toMatch(/\S{20}/)
      const providers: Record<string, PublicProvider> = await client.getProviders()
      expect(Object.keys(providers)).toEqual(['credentials', 'harbour'])
      expect(providers['harbour']).toEqual({
        id: 'harbour',
        name: 'Harbour ID',
        type: 'oidc',
        signinUrl: `${ORIGIN}${target.basePath}/signin/harbour`,
        callbackUrl: `${ORIGIN}${target.basePath}/callback/harbour`,
      })
      const wrong = { username: 'ada', password: 'wrong', redirect: false } as const
      expect(await client.signIn('credentials', wrong)).toEqual({
        ok: false,
        status: 200,
        error: 'CredentialsSignin',
        code: 'credentials',
        url: null,
      })
      const right = { ...wrong, password: PASSWORD, redirectTo: '/inside' }
      expect(await client.signIn('credentials', right)).toEqual({
        ok: true,
        status: 200,
        error: undefined,
        code: undefined,
        url: `${ORIGIN}/inside`,
      })
      expect(await client.getSession()).toMatchObject({ user: { name: ADA.name } })
      expect(await client.update({ name: 'Countess' })).toMatchObject({ user: { name: ADA.name } })
      const away = await client.signIn('harbour', { redirect: false, redirectTo: '/inside' })
      expect(away).toMatchObject({ ok: true, status: 200, error: undefined })
      expect(String(away && away.url)).toContain(suite.world.idp.issuer)
      expect(await client.signOut({ redirect: false, redirectTo: '/bye' })).toEqual({
        url: `${ORIGIN}/bye`,
      })
      expect(await client.getSession()).toBeNull()
    },
  )
}
