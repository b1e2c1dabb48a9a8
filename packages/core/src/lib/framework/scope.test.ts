import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createFrameworkAuth } from '../../framework.ts'
import { createCore, type Core } from '../auth.ts'
import { createCache } from '../cache.ts'
import { InvalidRequest, SignOutError } from '../errors/classes.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Cookie } from '../types/cookies.ts'
import type { RequestScope } from '../types/scope.ts'
import { createScope } from './scope.ts'

const ORIGIN = 'https://app.example'
const ENV = { AUTH_SECRET: 'a secret of more than thirty-two characters', AUTH_URL: ORIGIN }

const passwords = {
  id: 'credentials',
  name: 'Password',
  type: 'credentials' as const,
  credentials: { username: {} },
  authorize: () => ({ id: '1', name: 'Ada' }),
}

const open = (config: Partial<AuthConfig> = {}) =>
  createFrameworkAuth({ providers: [passwords], ...config }, { env: ENV })

function scopeOf(
  auth: ReturnType<typeof open>,
  headers: Readonly<Record<string, string>> = {},
): RequestScope<object> {
  const request = new Request(`${ORIGIN}/page`, { headers: { origin: ORIGIN, ...headers } })
  return auth.scope({ headers: request.headers, url: request.url, request })
}

/** A scope of an application that cannot even be configured, for this reason. */
function scopeThatFails(error: Error): RequestScope<object> {
  const config = { providers: [] }
  const core: Core = {
    ...createCore(config, { env: ENV }),
    resolve: () => {
      throw error
    },
  }
  const request = new Request(`${ORIGIN}/page`)
  const application = { core, config, reported: createCache<string>({ entries: 1 }) }
  return createScope<object>(application, { headers: request.headers, request })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
})

describe('takeCookies of a request scope', () => {
  test('gives cookies of one name and several domains apart', async () => {
    const error = new SignOutError('The store failed.')
    const options = { maxAge: 0, path: '/' }
    error.cookies = [
      { name: 'session', value: '', options },
      { name: 'session', value: '', options: { ...options, domain: 'app.example' } },
      { name: 'session', value: 'again', options },
    ]
    const scope = scopeThatFails(error)
    await scope.signOut().catch(() => undefined)
    const lines = scope.takeCookies()
    expect(lines).toHaveLength(2)
    expect(lines.find((line) => line.includes('Domain=app.example'))).toMatch(/^session=;/)
    expect(lines.find((line) => !line.includes('Domain='))).toMatch(/^session=again;/)
    expect(scope.takeCookies()).toEqual([])
  })

  test('gives the last of what was set twice', async () => {
    const scope = scopeOf(open())
    await scope.signIn('credentials', { username: 'ada' })
    await scope.signOut()
    const lines = scope.takeCookies().filter((line) => line.includes('session-token'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('Max-Age=0')
  })

  test('gives the cookies of a sign-out that failed, which ends the session in the browser', async () => {
    const error = new SignOutError('The store failed.')
    const cookie: Cookie = { name: 'session', value: '', options: { maxAge: 0 } }
    error.cookies = [cookie]
    const scope = scopeThatFails(error)
    await expect(scope.signOut()).rejects.toBe(error)
    expect(scope.takeCookies()).toEqual([expect.stringMatching(/^session=; Max-Age=0/)])
  })

  test('gives none of another failure', async () => {
    const scope = scopeThatFails(new InvalidRequest('Wrong.'))
    await expect(scope.signOut()).rejects.toThrow('Wrong.')
    expect(scope.takeCookies()).toEqual([])
  })
})

describe('A change of the session in a request scope', () => {
  test('is seen by what is read next, also of a request without cookies', async () => {
    const scope = scopeOf(open())
    await scope.signIn('credentials', { username: 'ada' })
    expect(await scope.auth()).toMatchObject({ user: { name: 'Ada' } })
    expect(await scope.client()).toMatchObject({ user: { name: 'Ada' } })
    await scope.signOut()
    expect(await scope.auth()).toBeNull()
    expect(await scope.client()).toBeNull()
  })

  test.each(['auth', 'update', 'client', 'requireSession', 'authorize'] as const)(
    'by %s makes the response vary by Cookie',
    async (name) => {
      const scope = scopeOf(open())
      await scope[name]()
      expect(scope.apply(new Response('page')).headers.get('vary')).toBe('Cookie')
    },
  )
})

const shared = (): Headers => new Headers({ 'cache-control': 'public' })

describe('applyTo of a request scope', () => {
  async function warningsFor(
    use: (scope: RequestScope<object>) => unknown,
    headers: Headers,
  ): Promise<readonly unknown[]> {
    const warn = vi.fn()
    const auth = open({ logger: { warn } })
    const scope = scopeOf(auth)
    await use(scope)
    scope.applyTo(headers)
    // What is logged of the next request is logged later.
    await auth.session({ headers: new Headers() })
    await new Promise(setImmediate)
    return warn.mock.calls
  }

  test('warns of a response that caches share when it sets cookies, without a read session', async () => {
    const calls = await warningsFor((scope) => scope.fields(), shared())
    expect(calls).toEqual([
      ['session-in-public-response', expect.stringContaining('The response of /page says so.')],
    ])
  })

  test('warns of a response that caches share when the session was read, without cookies', async () => {
    expect(await warningsFor((scope) => scope.auth(), shared())).toHaveLength(1)
  })

  test('does not warn of a shared response that has nothing of the session', async () => {
    expect(await warningsFor(() => undefined, shared())).toEqual([])
  })

  test('does not warn of a response that caches do not share', async () => {
    expect(await warningsFor((scope) => scope.auth(), new Headers())).toEqual([])
  })
})

describe('apply of a request scope', () => {
  test('copies a response with its status, its status text and its body', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = scope.apply(new Response('page', { status: 200, statusText: 'Fine' }))
    expect([response.status, response.statusText, await response.text()]).toEqual([
      200,
      'Fine',
      'page',
    ])
    expect(response.headers.get('vary')).toBe('Cookie')
  })

  test('gives back a response that varies by Cookie as it is', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = new Response('page', { headers: { vary: 'Accept, Cookie' } })
    expect(scope.apply(response)).toBe(response)
  })

  test('adds Cookie to what a response varies by', async () => {
    const scope = scopeOf(open())
    await scope.auth()
    const response = new Response('page', { headers: { vary: 'Accept' } })
    expect(scope.apply(response).headers.get('vary')).toBe('Accept, Cookie')
  })

  test('sets cookies on a response that varies by Cookie', async () => {
    const scope = scopeOf(open())
    await scope.fields()
    const response = new Response('page', { headers: { vary: 'Cookie' } })
    expect(scope.apply(response).headers.getSetCookie()).toHaveLength(1)
  })
})
