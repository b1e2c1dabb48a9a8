import { type AuthConfig, createAuth } from '@latchstring/core'
import type { FrameworkAuth } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ENV, ORIGIN } from '@latchstring/test-kit/app'
import { captureConsole } from './src/console-lines.ts'
import { passwords } from '@latchstring/test-kit/people'

// Requests without a session, to an application whose `authorized` callback refuses every path.

type Config = Partial<AuthConfig>
type Instance = Pick<FrameworkAuth<object>, 'authorize' | 'handle'>

const DENY_ALL: Config = { callbacks: { authorized: () => false } }

/** The shapes a configuration comes in. */
const SHAPES: Readonly<Record<string, (config: AuthConfig, env?: Env) => Instance>> = {
  'an object': (config, env = ENV) => createAuth(config, { env }),
  'a function': (config, env = ENV) => createAuth(() => config, { env }),
  'a function that takes its time': (config, env = ENV) =>
    createAuth(async () => ({ ...config }), { env }),
}

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

async function isOpen(auth: Instance, path: string, method = 'GET'): Promise<boolean> {
  const request = new Request(ORIGIN + path, { method, headers: NAVIGATION })
  return (await auth.authorize(request)).decision.kind === 'allow'
}

beforeEach(() => {
  captureConsole()
})

/** The actions in the form their parser accepts. */
const ACTIONS = [
  'signin',
  'signin/credentials',
  'signout',
  'callback/credentials',
  'callback/not-configured',
  'session',
  'csrf',
  'providers',
  'error?error=AccessDenied',
  'verify-request',
  'webauthn-options/passkey',
  'elsewhere/../session',
  './session',
]

/** What looks like an action, or stands beside them. */
const OTHERS = [
  '',
  '/',
  '/users',
  '/users/session',
  '/login',
  '/admin/signin',
  '/session/',
  '/session/more',
  '/session/..%2f..%2fadmin',
  '/sessions',
  '/Session',
  '/SIGNIN',
  '/%73ession',
  '/session%2fx',
  '/session%00',
  '/session;x=1',
  '/session.json',
  '/signin/',
  '/signin/credentials/',
  '/signin/credentials/more',
  '/signin/..%2f..%2fadmin',
  '/signin/%2e%2e%2fadmin',
  '/signin/x;y',
  '/signin/%63redentials',
  '/callback/a%5cb',
  '/callback/a@b',
  '/signin/../users',
  '//session',
  '/__proto__',
  '/constructor',
  // Without the provider that they are about.
  '/callback',
  '/callback/',
  '/backchannel-logout',
  '/frontchannel-logout',
]

/** Where the actions are: as it is configured, and as it is in addresses. */
const PLACES: readonly (readonly [string, Config, Env, string])[] = [
  ['the default', {}, ENV, '/auth'],
  ['/api/auth', { basePath: '/api/auth' }, ENV, '/api/auth'],
  ['/api/auth/ with a slash at the end', { basePath: '/api/auth/' }, ENV, '/api/auth'],
  ['a name without a slash', { basePath: 'auth' }, ENV, '/auth'],
  ['the root', { basePath: '/' }, ENV, ''],
  ['the path of AUTH_URL', {}, { ...ENV, AUTH_URL: `${ORIGIN}/id` }, '/id'],
]

describe.each(Object.entries(SHAPES))(
  'The authorized callback with %s as configuration',
  (_, create) => {
    describe.each(PLACES)('and %s as base path', (__, config, env, base) => {
      const open = (): Instance => create({ providers: [passwords()], ...DENY_ALL, ...config }, env)

      test('ALT-02 does not apply to the nine actions', async () => {
        const auth = open()
        for (const path of ACTIONS) {
          for (const method of ['GET', 'POST', 'HEAD']) {
            const allowed = await isOpen(auth, `${base}/${path}`, method)
            expect([method, path, allowed]).toEqual([method, path, true])
          }
        }
      })

      test('ALT-02 applies to every other path under it', async () => {
        const auth = open()
        for (const path of OTHERS) {
          for (const method of ['GET', 'POST', 'DELETE']) {
            const allowed = await isOpen(auth, base + path || '/', method)
            expect([method, path, allowed]).toEqual([method, path, false])
          }
        }
      })

      test('ALT-02 applies to other spellings of the base path', async () => {
        const auth = open()
        for (const path of [
          `/${base}/session`,
          `/x${base}/session`,
          `${base || '/'}x/session`,
          `${base.toUpperCase()}/SESSION`,
          `${base.replace('a', '%61')}/sessio%6e`,
          `${base || '/x'}%2fsession`,
        ]) {
          expect([path, await isOpen(auth, path)]).toEqual([path, false])
        }
      })
    })

    test('ALT-02 leaves open exactly the paths that the handler knows', async () => {
      const config = { providers: [passwords()], logger: { error: () => undefined } }
      const auth = create({ ...config, ...DENY_ALL })
      const words =
        '/ /auth /auth/ signin session csrf callback users .. . %2f %73 // ; \\ credentials é ? # ~'
      const piece = fc.constantFrom('', ...words.split(' '))
      const paths = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
      await fc.assert(
        fc.asyncProperty(paths, async (path) => {
          const request = new Request(`${ORIGIN}/${path.replace(/^\//, '')}`)
          const known = (await auth.handle(request.clone())).status !== 404
          const named = /^\/auth\/(?:signin|callback)\/[\w.~-]+$/.test(
            new URL(request.url).pathname,
          )
          const { decision } = await auth.authorize(request)
          // A provider that is not configured is answered with 404 by its action.
          if (!named) expect([path, decision.kind === 'allow']).toEqual([path, known])
        }),
        { numRuns: 300 },
      )
    })

    test.each([
      ['/login', ['/login', '/login/', '/login?callbackUrl=/x']],
      ['/login/', ['/login', '/login/']],
      ['/login?theme=dark', ['/login', '/login?x=1']],
      ['/auth/login', ['/auth/login', '/auth/login/', '/auth/signin', '/auth/session']],
      ['/auth/signin', ['/auth/signin', '/auth/session']],
      ['/', ['/', '/?error=Signin']],
    ])('ALT-02 leaves open of pages.signIn %s only that page', async (signIn, reachable) => {
      const auth = create({ providers: [passwords()], ...DENY_ALL, pages: { signIn } })
      for (const path of reachable) expect([path, await isOpen(auth, path)]).toEqual([path, true])
      for (const path of [
        '/login/x',
        '/loginx',
        '/Login',
        '/%6cogin',
        '//login',
        '/auth/login/x',
        '/auth/logins',
        '/auth/LOGIN',
        '/members',
        '/auth/users',
      ]) {
        expect([path, await isOpen(auth, path)]).toEqual([path, false])
      }
    })

    test('ALT-02 leaves actions and pages.signIn open only where the path was sent as it is written', async () => {
      const auth = create({ providers: [passwords()], ...DENY_ALL, pages: { signIn: '/login' } })
      for (const page of ['/login', '/auth/session', '/auth/signin/credentials']) {
        const ask = async (path: string): Promise<string> => {
          const request = new Request(ORIGIN + page, { headers: NAVIGATION })
          return (await auth.authorize(request, { path })).decision.kind
        }
        for (const sent of [page, `${page}?x=1`, `${ORIGIN}${page}`]) {
          expect([sent, await ask(sent)]).toEqual([sent, 'allow'])
        }
        for (const up of [
          '/members/..',
          '/members/%2e%2e',
          '/members/x/../..',
          '/members\\..',
          '/.',
        ]) {
          const sent = up + page
          expect([sent, await ask(sent)]).toEqual([sent, 'respond'])
          expect(await ask(ORIGIN + sent)).toBe('respond')
        }
      }
    })

    test('ALT-02 applies to the configured pages other than pages.signIn', async () => {
      const pages = { error: '/oops', verifyRequest: '/mail', signOut: '/bye', newUser: '/welcome' }
      const auth = create({ providers: [passwords()], ...DENY_ALL, pages })
      for (const path of Object.values(pages)) expect(await isOpen(auth, path)).toBe(false)
    })

    test.each([
      ['/oops', ['/oops', '/oops/', '/oops?error=AccessDenied'], 1],
      ['/oops/', ['/oops'], 1],
      ['/oops', ['/oops/x', '/mail', '/'], 0],
      [undefined, ['/oops', '/'], 0],
    ] as const)('ALT-02 logs that it refuses pages.error %s', async (error, paths, logged) => {
      const pages = { verifyRequest: '/mail', ...(error === undefined ? {} : { error }) }
      for (const path of paths) {
        const errors: Error[] = []
        const logger = { error: (problem: Error) => void errors.push(problem) }
        const auth = create({ providers: [passwords()], ...DENY_ALL, pages, logger })
        expect(await isOpen(auth, path)).toBe(false)
        expect(errors).toHaveLength(logged)
        if (logged > 0) expect(errors[0]).toMatchObject({ type: 'ErrorPageLoop' })
      }
    })
  },
)

test.each([
  ['the built-in page', {}],
  ['a page of its own', { pages: { signIn: '/login' } }],
  ['a page of its own under the base path', { pages: { signIn: '/auth/login' } }],
  ['the home page', { pages: { signIn: '/' } }],
  ['the root as base path', { basePath: '/' }],
])('RDR-07 A refusal redirects to %s without a loop', async (_, config) => {
  for (const authorized of [
    () => false,
    () => {
      throw new Error('the policy is down')
    },
  ]) {
    const auth = createAuth(
      { providers: [passwords()], callbacks: { authorized }, ...config },
      { env: ENV },
    )
    const first = await auth.authorize(new Request(`${ORIGIN}/members`, { headers: NAVIGATION }))
    if (first.decision.kind === 'allow') throw new Error('A stranger was let in.')
    const page = first.decision.response.headers.get('location') ?? ''
    const second = await auth.authorize(new Request(page, { headers: NAVIGATION }))
    expect(second.decision.kind).toBe('allow')
  }
})

test('RDR-07 A callback that throws refuses, and is logged with its reason and the reference that is in the address', async () => {
  const error = vi.fn<(error: Error) => void>()
  const authorized = () => {
    throw new TypeError('the policy is down')
  }
  const auth = createAuth(
    { providers: [passwords()], callbacks: { authorized }, logger: { error } },
    { env: ENV },
  )
  const { decision } = await auth.authorize(
    new Request(`${ORIGIN}/members`, { headers: NAVIGATION }),
  )
  if (decision.kind === 'allow') throw new Error('A stranger was let in.')
  const page = new URL(decision.response.headers.get('location') ?? '')
  expect(page.searchParams.get('ref')).toMatch(/^[0-9A-Z]{8}$/)
  expect(error.mock.calls).toMatchObject([
    [
      {
        type: 'CallbackRouteError',
        message: 'The `authorized` callback threw.',
        ref: page.searchParams.get('ref'),
        cause: { err: { name: 'TypeError', message: 'the policy is down' } },
      },
    ],
  ])
})

test('ALT-02 A response of the authorized callback is used also for an action and the sign-in page', async () => {
  const authorized = vi.fn(() => new Response('closed for the night', { status: 503 }))
  const auth = createAuth({ providers: [passwords()], callbacks: { authorized } }, { env: ENV })
  for (const path of ['/auth/session', '/auth/signin', '/members']) {
    const { decision } = await auth.authorize(new Request(ORIGIN + path))
    expect([path, decision.kind === 'respond' && decision.response.status]).toEqual([path, 503])
  }
})

test('The authorized callback gets the URL that the framework states', async () => {
  const auth = createAuth(
    { providers: [passwords()], ...DENY_ALL, basePath: '/app/auth' },
    { env: ENV },
  )
  const ask = async (path: string, url: string): Promise<string | null> => {
    const request = new Request(ORIGIN + path, { headers: NAVIGATION })
    const { decision } = await auth.authorize(request, { url: ORIGIN + url })
    return decision.kind === 'allow' ? 'allowed' : decision.response.headers.get('location')
  }
  expect(await ask('/auth/session/', '/app/auth/session')).toBe('allowed')
  const denied = new URL((await ask('/members', '/app/members?tab=1')) ?? '')
  expect(denied.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/app/members?tab=1`)
})

describe('Where the configuration function fails', () => {
  const down = (): never => {
    throw new Error('the vault is closed')
  }

  test.each([
    ['REL-11 a function that throws', 500, down, ENV],
    ['REL-02 no secret', 500, { ...DENY_ALL, providers: [] }, { NODE_ENV: 'production' }],
    [
      'HST-02 a host that nothing vouches for',
      400,
      { ...DENY_ALL, providers: [] },
      { NODE_ENV: 'production', AUTH_SECRET: ENV['AUTH_SECRET'] },
    ],
    [
      'HST-02 a host that is not listed',
      400,
      { ...DENY_ALL, providers: [], allowedHosts: ['other.example'] },
      { NODE_ENV: 'production', AUTH_SECRET: ENV['AUTH_SECRET'] },
    ],
  ] as const)(
    '%s: every request is refused, from scripts and browsers',
    async (_, status, config, env) => {
      for (const path of ['/members', '/auth/session']) {
        for (const accept of ['text/html', 'application/json']) {
          const request = new Request(ORIGIN + path, { headers: { accept, host: 'app.example' } })
          const { decision, session } = await createAuth(config, { env }).authorize(request)
          if (decision.kind === 'allow') throw new Error(`${path} was allowed.`)
          const { response } = decision
          expect([path, accept, response.status, session]).toEqual([path, accept, status, null])
          expect(response.headers.get('cache-control')).toBe('private, no-store')
          expect(response.headers.get('content-type')).toContain(accept)
          expect(await response.text()).not.toMatch(/vault|AUTH_/)
        }
      }
    },
  )

  test('REL-02 a check without an authorized callback allows requests', async () => {
    const auth = createAuth({ providers: [] }, { env: { NODE_ENV: 'production' } })
    expect(await isOpen(auth, '/members')).toBe(true)
  })
})

test.each([
  ['a page load', { accept: 'text/html', 'sec-fetch-mode': 'navigate' }, 307],
  ['a page load of an old browser', { accept: 'text/html' }, 307],
  ['a script', { accept: 'application/json', 'sec-fetch-mode': 'cors' }, 401],
  ['a script that accepts anything', { accept: '*/*', 'sec-fetch-mode': 'same-origin' }, 401],
  ['a program that says nothing', {}, 401],
  [
    'a script that asks for the address',
    { accept: 'text/html', 'x-auth-return-redirect': '1' },
    401,
  ],
] as const)(
  'CCH-01 PAG-04 The refusal of %s may not be cached or framed',
  async (_, headers, status) => {
    const auth = createAuth({ providers: [passwords()], ...DENY_ALL }, { env: ENV })
    const { decision } = await auth.authorize(new Request(`${ORIGIN}/members`, { headers }))
    if (decision.kind === 'allow') throw new Error('A stranger was let in.')
    expect(decision.response.status).toBe(status)
    expect(Object.fromEntries(decision.response.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
  },
)
