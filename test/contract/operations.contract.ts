import type { AuthorizationParams, Redirection } from '@latchstring/core/framework'
import { expect } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import type { LineId } from './src/lines.ts'
import { ANY_TEXT, including } from '@latchstring/test-kit/matchers'
import { ADA, passwords, PASSWORD } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import { signInAt } from '@latchstring/test-kit/sign-in-at'
import type { Visitor } from '@latchstring/test-kit/visitor'

const PARAMETERS: readonly (readonly [LineId, AuthorizationParams])[] = [
  ['OP-signIn-params-string', 'prompt=login&login_hint=a%26b'],
  ['OP-signIn-params-record', { prompt: 'login', login_hint: 'a&b' }],
  ['OP-signIn-params-search', new URLSearchParams({ prompt: 'login', login_hint: 'a&b' })],
  [
    'OP-signIn-params-pairs',
    [
      ['prompt', 'login'],
      ['login_hint', 'a&b'],
    ],
  ],
]

const WHO = { username: 'ada', password: PASSWORD }

/** Puts the cookies of an operation into a browser, as a framework does. */
function keep({ browser }: Visitor, { cookies }: Pick<Redirection, 'cookies'>): void {
  for (const { name, value, options } of cookies) {
    const gone = options.maxAge === 0 ? '; Max-Age=0' : ''
    browser.receive(ORIGIN, `${name}=${value}; Path=/; Secure${gone}`)
  }
}

/** The operations that run on the server. */
export function operations(suite: Suite): void {
  const { proves, open, target } = suite

  proves(['OP-auth'], 'auth returns the session of the request, or null', async () => {
    const app = open({ providers: [passwords()] })
    const visitor = app.visit()
    expect(await app.auth(visitor.headers())).toBeNull()
    await visitor.submitPassword()
    expect(await app.auth(visitor.headers())).toEqual({ user: ADA, expires: ANY_TEXT })
  })

  proves(
    ['OP-signIn-provider', 'OP-signIn-object'],
    'signIn with credentials signs in with the given fields',
    async () => {
      const app = open({ providers: [passwords()] })
      const visitor = app.visit()
      const call = { provider: 'credentials', options: { ...WHO, redirectTo: '/inside' } }
      const done = await app.signIn(visitor.headers(), call)
      expect(done.url).toBe(`${ORIGIN}/inside`)
      keep(visitor, done)
      expect(await app.auth(visitor.headers())).toMatchObject({ user: { name: ADA.name } })
    },
  )

  proves(['OP-signIn-form'], 'signIn accepts FormData', async () => {
    const app = open({ providers: [passwords()] })
    const visitor = app.visit()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...WHO, redirectTo: '/form' }))
      form.set(name, value)
    const done = await app.signIn(visitor.headers(), { provider: 'credentials', options: form })
    expect(done.url).toBe(`${ORIGIN}/form`)
    keep(visitor, done)
    expect(await visitor.session()).not.toBeNull()
  })

  proves(
    ['OP-signIn-provider', 'OP-signIn-redirectTo'],
    'signIn with a provider starts a sign-in that its callback finishes',
    async () => {
      const app = open({ providers: [suite.world.oidc()] })
      const visitor = app.visit()
      const call = { provider: 'harbour', options: { redirectTo: '/relative?x=1' } }
      const started = await app.signIn(visitor.headers(), call)
      expect(started.url.startsWith(suite.world.idp.issuer)).toBe(true)
      keep(visitor, started)
      const response = await visitor.browser.follow(await signInAt(new URL(started.url)))
      expect(response.headers.get('location')).toBe(`${ORIGIN}/relative?x=1`)
      expect(await visitor.session()).not.toBeNull()
    },
  )

  for (const [id, params] of PARAMETERS) {
    proves([id], `parameters of the authorization request: ${id.split('-').at(-1)}`, async () => {
      const app = open({ providers: [suite.world.oidc()] })
      const { url } = await app.signIn(app.visit().headers(), { provider: 'harbour', params })
      const { searchParams } = new URL(url)
      expect([searchParams.get('prompt'), searchParams.get('login_hint')]).toEqual(['login', 'a&b'])
    })
  }

  proves(
    ['OP-signIn-page'],
    'signIn without a provider redirects to the sign-in page',
    async () => {
      const headers = new Headers({ host: 'app.example' })
      const { url } = await open({ providers: [passwords()] }).signIn(headers, {})
      expect(url.startsWith(`${ORIGIN}${target.basePath}/signin`)).toBe(true)
      const own = open({ providers: [passwords()], pages: { signIn: '/door' } })
      const door = new URL((await own.signIn(headers, { options: { redirectTo: '/in' } })).url)
      expect(door.pathname).toBe('/door')
      expect(door.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/in`)
    },
  )

  proves(
    ['OP-signIn-current-page'],
    'after sign-in the user is back on the page it started from',
    async () => {
      const app = open({ providers: [passwords()] })
      const headers = app.visit().headers({ referer: `${ORIGIN}/shop?item=7` })
      const stay = await app.signIn(headers, { provider: 'credentials', options: WHO })
      expect(stay.url).toBe(`${ORIGIN}/shop?item=7`)
      const options = { ...WHO, redirectTo: 'https://evil.example/' }
      const foreign = await app.signIn(headers, { provider: 'credentials', options })
      expect(new URL(foreign.url).origin).toBe(ORIGIN)
    },
  )

  proves(
    ['OP-signOut', 'OP-signOut-redirectTo'],
    'signOut ends the session, and redirects to the given target',
    async () => {
      for (const adapter of [undefined, await suite.world.store()]) {
        const config = { providers: [suite.world.oidc()] }
        const app = open(adapter ? { ...config, adapter } : config)
        const visitor = app.visit()
        await visitor.signInWith('harbour')
        const out = await app.signOut(visitor.headers(), { redirectTo: '/bye' })
        expect(out.url).toBe(`${ORIGIN}/bye`)
        const before = visitor.headers()
        keep(visitor, out)
        expect(visitor.cookie('session-token')).toBeUndefined()
        if (adapter) expect(await app.auth(before)).toBeNull()
      }
    },
  )

  proves(['OP-signOut-current-page'], 'after sign-out the user stays on the page', async () => {
    const app = open({ providers: [passwords()] })
    const visitor = app.visit()
    await visitor.submitPassword()
    const out = await app.signOut(visitor.headers({ referer: `${ORIGIN}/shop` }))
    expect(out.url).toBe(`${ORIGIN}/shop`)
  })

  proves(
    ['OP-update-session', 'OP-update-user', 'OP-update-result'],
    'an update runs the callbacks, and returns the new session or null',
    async () => {
      const app = open({
        providers: [passwords()],
        callbacks: {
          jwt: ({ token, trigger, session }) =>
            trigger === 'update' ? { ...token, sent: session } : { sent: null, ...token },
          session: ({ session, token }) => ({ ...session, sent: token['sent'] }),
        },
      })
      const visitor = app.visit()
      expect((await app.update(visitor.headers(), { user: { name: 'X' } })).session).toBeNull()
      await visitor.submitPassword()
      const user = { user: { name: 'Countess' } }
      const first = await app.update(visitor.headers(), user)
      expect(first.session).toEqual(including({ sent: user }))
      keep(visitor, first)
      expect(await visitor.session()).toEqual(including({ sent: user }))
      const whole = { user: { name: 'Again' }, expires: '2031-01-01T00:00:00.000Z' }
      const second = await app.update(visitor.headers(), whole)
      expect(second.session).toEqual(including({ sent: whole }))
    },
  )
}
