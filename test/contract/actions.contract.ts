import { expect } from 'vitest'
import { readJson } from '@latchstring/test-kit/json'
import { ORIGIN } from '@latchstring/test-kit/app'
import { ANY_TEXT, including, matching } from '@latchstring/test-kit/matchers'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import { readLocation } from '@latchstring/test-kit/story'

const SESSION = 'session-token'

/** The HTTP actions. */
export function actions(suite: Suite): void {
  const { proves, open } = suite

  proves(
    ['HTTP-csrf-GET', 'MECH-csrf'],
    'GET csrf returns the token that belongs to the cookie, and a POST needs both',
    async () => {
      const app = open({ providers: [passwords()] })
      const visitor = app.visit()
      const response = await visitor.open('csrf')
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'application/json',
      ])
      const csrfToken = String((await readJson(response))['csrfToken'])
      expect(csrfToken).toMatch(/^[0-9a-f]{64}$/)
      // Kept encrypted: nothing of the token can be read from the cookie.
      expect(visitor.cookie('csrf-token')).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/)
      expect(visitor.cookie('csrf-token')).not.toContain(csrfToken)
      expect(await (await visitor.open('csrf')).json()).toEqual({ csrfToken })
      const send = async (token: string, browser = visitor.browser): Promise<string | null> => {
        const sent = await browser.submit(`${app.base}/signin/credentials`, { csrfToken: token })
        return readLocation(sent).searchParams.get('error')
      }
      expect(await send(csrfToken)).toBeNull()
      expect(await send(csrfToken, app.visit().browser)).toBe('Signin')
      expect(await send('0'.repeat(64))).toBe('Signin')
    },
  )

  proves(
    ['HTTP-session-GET-null', 'HTTP-session-GET', 'MECH-session-endpoint'],
    'GET session returns the session, or null',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      const before = await visitor.open('session')
      expect([before.status, await before.json()]).toEqual([200, null])
      await visitor.submitPassword()
      const after = await visitor.open('session')
      expect(after.headers.get('content-type')).toBe('application/json')
      const { id: _, ...user } = ADA
      expect(await after.json()).toEqual({ user, expires: ANY_TEXT })
    },
  )

  proves(
    ['HTTP-session-POST', 'STATE-session-post'],
    'POST session updates the session and returns it',
    async () => {
      const app = open({
        providers: [passwords()],
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, name: session?.name ?? null } : token,
        },
      })
      const visitor = app.visit()
      await visitor.submitPassword()
      const response = await visitor.update({ name: 'Countess' })
      expect([response.status, await response.json()]).toEqual([
        200,
        including({ user: including({ name: 'Countess' }) }),
      ])
      expect(await visitor.session()).toMatchObject({ user: { name: 'Countess' } })
      const forgery = { csrfToken: 'wrong', data: { name: 'Forged' } }
      const forged = await visitor.browser.submitJson(`${app.base}/session`, forgery)
      expect([forged.status, await forged.json()]).toEqual([
        403,
        including({ error: 'MissingCSRF' }),
      ])
      expect(await visitor.session()).toMatchObject({ user: { name: 'Countess' } })
    },
  )

  proves(
    ['HTTP-signin-POST', 'HTTP-signin-POST-csrf'],
    'POST signin with the CSRF token redirects to the provider',
    async () => {
      const app = open({ providers: [suite.world.oidc(), passwords()] })
      const visitor = app.visit()
      const response = await visitor.submit('signin/harbour', { callbackUrl: '/inside' })
      expect(response.status).toBe(302)
      const request = readLocation(response)
      expect(app.errors).toEqual([])
      expect(request.origin).toBe(new URL(suite.world.idp.issuer).origin)
      expect(request.searchParams.get('response_type')).toBe('code')
      expect(readLocation(await visitor.submit('signin')).pathname).toBe(
        `${suite.target.basePath}/signin`,
      )
      const without = await visitor.browser.submit(`${app.base}/signin/harbour`, {})
      expect(readLocation(without).searchParams.get('error')).toBe('Signin')
    },
  )

  proves(
    ['HTTP-callback-GET', 'STATE-signIn-true'],
    'GET callback finishes an OAuth sign-in',
    async () => {
      const visitor = open({
        providers: [suite.world.oidc()],
        callbacks: { signIn: () => true },
      }).visit()
      const arrival = await signInAt(await visitor.requestAuthorization('harbour'))
      expect(arrival.url).toContain('/callback/harbour?')
      const response = await visitor.browser.follow(arrival)
      expect([response.status, response.headers.get('location')]).toEqual([302, `${ORIGIN}/inside`])
      expect(visitor.cookie(SESSION)).toBeDefined()
    },
  )

  proves(
    ['HTTP-callback-POST', 'HTTP-callback-POST-error'],
    'POST callback signs in with correct credentials, and redirects with an error for wrong ones',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      const wrong = await visitor.submitPassword('ada', { password: 'wrong' })
      expect(wrong.status).toBe(302)
      const page = readLocation(wrong)
      expect(page.pathname).toBe(`${suite.target.basePath}/signin`)
      expect(page.searchParams.get('error')).toBe('CredentialsSignin')
      expect(visitor.cookie(SESSION)).toBeUndefined()
      const right = await visitor.submitPassword()
      expect([right.status, right.headers.get('location')]).toEqual([302, `${ORIGIN}/inside`])
      expect(visitor.cookie(SESSION)).toBeDefined()
    },
  )

  proves(
    ['HTTP-signout-POST', 'HTTP-signout-POST-csrf', 'STATE-signOut-jwt'],
    'POST signout with the CSRF token ends a jwt session and redirects',
    async () => {
      const app = open({ providers: [passwords()] })
      const visitor = app.visit()
      await visitor.submitPassword()
      const without = await visitor.browser.submit(`${app.base}/signout`, {})
      expect(readLocation(without).searchParams.get('error')).toBe('Signin')
      expect(await visitor.session()).not.toBeNull()
      const response = await visitor.submit('signout', { callbackUrl: '/bye' })
      expect([response.status, response.headers.get('location')]).toEqual([302, `${ORIGIN}/bye`])
      const cleared = response.headers.getSetCookie().filter((header) => header.includes(SESSION))
      expect(cleared).toEqual([matching(/session-token=;.*Max-Age=0/)])
      expect(await visitor.session()).toBeNull()
    },
  )

  proves(
    ['STATE-signOut-database'],
    'POST signout deletes the record and the cookie of a database session',
    async () => {
      const adapter = await suite.world.store()
      const visitor = open({ adapter, providers: [suite.world.oidc()] }).visit()
      await visitor.signInWith('harbour')
      const stolen = visitor.headers()
      const app = open({ adapter, providers: [] })
      expect(await app.auth(stolen)).not.toBeNull()
      await visitor.submit('signout')
      expect(visitor.cookie(SESSION)).toBeUndefined()
      expect(await app.auth(stolen)).toBeNull()
    },
  )

  proves(['HTTP-post-changes'], 'GET signin and signout change nothing', async () => {
    const visitor = open({ providers: [suite.world.oidc(), passwords()] }).visit()
    await visitor.submitPassword()
    const page = await visitor.open('signout')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await visitor.session()).not.toBeNull()
    const start = await visitor.open('signin/harbour')
    expect(start.headers.get('location') ?? '').not.toContain(suite.world.idp.issuer)
    for (const action of ['csrf', 'providers', 'error', 'verify-request']) {
      const response = await visitor.submit(action, {}, { accept: 'application/json' })
      expect([action, response.status, response.headers.get('allow')]).toEqual([action, 405, 'GET'])
    }
  })

  proves(
    ['HTTP-json', 'ERR-json'],
    'responses are JSON, also for errors, unless a page is rendered',
    async () => {
      const app = open({ providers: [passwords()] })
      const visitor = app.visit()
      for (const action of ['session', 'csrf', 'providers']) {
        expect((await visitor.open(action)).headers.get('content-type')).toBe('application/json')
      }
      for (const action of ['signin', 'signout', 'error', 'verify-request']) {
        expect((await visitor.open(action)).headers.get('content-type')).toContain('text/html')
      }
      const csrfToken = await visitor.browser.csrf(app.base)
      const credentials = { csrfToken, username: 'ada', password: 'correct horse battery staple' }
      const response = await visitor.browser.submitJson(
        `${app.base}/callback/credentials`,
        credentials,
      )
      expect(readLocation(response).origin).toBe(ORIGIN)
      expect(await visitor.session()).not.toBeNull()
      const json = { accept: 'application/json' }
      const failed = await visitor.open('callback/unknown', json)
      expect([failed.status, await failed.json()]).toEqual([
        404,
        {
          error: 'InvalidProvider',
          message: ANY_TEXT,
          ref: matching(/^\w{8}$/),
        },
      ])
    },
  )
}
