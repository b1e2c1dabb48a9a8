import { randomInt } from 'node:crypto'
import type { AuthConfig } from '@latchstring/core'
import type { Env } from '@latchstring/core/types'
import { describe, expect, test } from 'vitest'
import { type App, createApp, ENV, SECRETS } from '@latchstring/test-kit/app'
import { readJsonAs } from '@latchstring/test-kit/json'
import { MALFORMED_HOSTS } from './src/hostile.ts'
import { PASSWORD, passwords, PEOPLE } from '@latchstring/test-kit/people'

const PRODUCTION: Env = { NODE_ENV: 'production', AUTH_SECRET: SECRETS.older }

function open(config: Partial<AuthConfig> = {}, env: Env = PRODUCTION): App {
  return createApp({ providers: [passwords()], ...config }, { env })
}

type Headers = Readonly<Record<string, string>>

/** What a request says about where it was sent, against where it arrived. */
function ask(
  app: App,
  headers: Headers,
  url = 'https://internal.example:3000/auth',
): Promise<Response> {
  return app.auth.handle(new Request(`${url}/providers`, { headers: { ...headers } }))
}

/** The origin that addresses are made for. */
async function originFor(app: App, headers: Headers, url?: string): Promise<string> {
  const response = await ask(app, headers, url)
  if (response.status !== 200) return `HTTP ${response.status}`
  const { credentials } = await readJsonAs<{ credentials: { callbackUrl: string } }>(response)
  return new URL(credentials.callbackUrl).origin
}

describe('HST-01 AUTH_URL', () => {
  test.each([
    { host: 'evil.example' },
    { host: 'app.example:8443' },
    { host: 'app.example', 'x-forwarded-host': 'evil.example' },
    { host: 'app.example', 'x-forwarded-proto': 'http' },
    { host: 'app.example', forwarded: 'for=1.2.3.4;host=evil.example;proto=http' },
    { host: 'app.example', 'x-forwarded-port': '8443', 'x-original-url': 'https://evil.example/' },
    { host: 'a b' },
  ])('decides the origin, even with %j', async (headers) => {
    const app = open({ trustHost: true }, { ...PRODUCTION, AUTH_URL: 'https://app.example' })
    expect(await originFor(app, headers)).toBe('https://app.example')
  })

  test('HST-06 keeps cookies Secure behind a proxy that speaks http', async () => {
    const app = open({}, { ...PRODUCTION, AUTH_URL: 'https://app.example' })
    const headers = { 'x-forwarded-proto': 'http', host: 'app.example' }
    const request = new Request('http://10.0.0.1:3000/auth/csrf', { headers })
    const [cookie] = (await app.auth.handle(request)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-.*Secure/)
  })
})

describe('HST-02 HST-07 allowedHosts', () => {
  const allowedHosts = [
    'https://app.example:443',
    'second.example:8443',
    'LOCALHOST:3000',
    '*.preview.example',
    'bücher.example',
  ]

  test.each([
    ['app.example', 'https://app.example'],
    ['APP.example', 'https://app.example'],
    ['second.example:8443', 'https://second.example:8443'],
    ['localhost:3000', 'https://localhost:3000'],
    ['app.example:443', 'https://app.example'],
    ['app.example.', 'https://app.example'],
    ['pr-7.preview.example', 'https://pr-7.preview.example'],
    ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('accepts %s', async (host, origin) => {
    expect(await originFor(open({ allowedHosts }), { host })).toBe(origin)
  })

  test.each([
    'evil.example',
    'app.example:8443',
    'second.example',
    'app.example.evil.example',
    'evilapp.example',
    'sub.app.example',
    'preview.example',
    'a.b.preview.example',
    'localhost:3001',
  ])('refuses %s with 400 and no redirect', async (host) => {
    const response = await ask(open({ allowedHosts }), { host })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'UntrustedHost' })
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('HST-03 does not read forwarded headers by default', async () => {
    const headers = { host: 'app.example', 'x-forwarded-host': 'second.example:8443' }
    expect(await originFor(open({ allowedHosts }), headers)).toBe('https://app.example')
    const trusted = open({ allowedHosts, trustHost: true })
    expect(await originFor(trusted, headers)).toBe('https://second.example:8443')
  })
})

describe('HST-03 trustHost', () => {
  const app = open({ trustHost: true })

  test.each([
    [{ host: 'a.example' }, 'https://a.example'],
    [{ host: 'inner', 'x-forwarded-host': 'a.example' }, 'https://a.example'],
    // The entry the nearest proxy wrote is the last one.
    [{ host: 'inner', 'x-forwarded-host': 'evil.example, a.example' }, 'https://a.example'],
    [{ host: 'a.example', 'x-forwarded-proto': 'http, https' }, 'https://a.example'],
    [{ host: 'a.example', 'x-forwarded-proto': 'https, http' }, 'http://a.example'],
    [{ host: 'a.example', 'x-forwarded-proto': 'javascript' }, 'HTTP 400'],
    [{ host: '[::1]:3000' }, 'https://[::1]:3000'],
  ])('reads %j as %s', async (headers, origin) => {
    expect(await originFor(app, headers)).toBe(origin)
  })

  test('LOG-01 masks a host that looks like a token in the debug log', async () => {
    const steps: unknown[] = []
    const logger = { debug: (_: string, metadata?: unknown) => void steps.push(metadata) }
    const talkative = open({ trustHost: true, logger })
    for (const host of ['a.example', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4.example', 'a.example']) {
      await ask(talkative, { host })
    }
    expect(steps).toMatchObject([
      { action: 'providers', method: 'GET', origin: 'https://a.example' },
      { origin: 'https://[redacted]' },
      { origin: 'https://a.example' },
    ])
  })

  test.each(MALFORMED_HOSTS)('HST-04 refuses the malformed host %j with 400', async (host) => {
    expect(await originFor(app, { host: host })).toBe('HTTP 400')
    const behindProxy = { host: 'app.example', 'x-forwarded-host': host }
    // Of a list the last entry counts, and that one may be good.
    const expected = host.includes(',') ? /^https:\/\/evil\.example$/ : /^HTTP 400$/
    expect(await originFor(app, behindProxy)).toMatch(expected)
  })
})

describe('HST-02 A request with an untrusted host', () => {
  test('in production gets 400, and the log says which setting fixes it', async () => {
    const app = open()
    expect(await originFor(app, { host: 'app.example' })).toBe('HTTP 400')
    expect(app.errors.at(-1)?.message).toMatch(
      /AUTH_URL=https:.*allowedHosts.*AUTH_TRUST_HOST=true/,
    )
  })

  test('HST-02 gets no session, no redirect and no cookie', async () => {
    const app = open()
    const headers = new Headers({ host: 'app.example' })
    expect((await app.auth.session({ headers })).session).toBeNull()
    await expect(app.auth.signIn({ headers }, 'credentials', {})).rejects.toMatchObject({
      type: 'UntrustedHost',
    })
    const body = new URLSearchParams({ username: 'ada', password: PASSWORD }).toString()
    const init = { method: 'POST', body, headers: { host: 'app.example' } }
    const url = 'https://app.example/auth/callback/credentials'
    const response = await app.auth.handle(new Request(url, init))
    expect([response.status, response.headers.getSetCookie()]).toEqual([400, []])
  })

  test('is accepted in development, and on platforms that set the host', async () => {
    const host = 'preview-42.platform.example'
    const development = { ...PRODUCTION, NODE_ENV: 'development' }
    expect(await originFor(open({}, development), { host })).toBe(`https://${host}`)
    for (const platform of [{ VERCEL: '1' }, { CF_PAGES: '1' }, { AUTH_TRUST_HOST: 'true' }]) {
      expect(await originFor(open({}, { ...PRODUCTION, ...platform }), { host })).toBe(
        `https://${host}`,
      )
    }
    const distrusted = { ...PRODUCTION, VERCEL: '1', AUTH_TRUST_HOST: 'false' }
    expect(await originFor(open({}, distrusted), { host })).toBe('HTTP 400')
  })
})

test('HST-05 a thousand simultaneous requests for two hosts are not mixed up', async () => {
  const hosts = ['one.example', 'two.example'] as const
  const redirect = async ({ url, baseUrl }: { url: string; baseUrl: string }): Promise<string> => {
    for (let turns = randomInt(3); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    return url.startsWith('/') ? baseUrl + url : baseUrl
  }
  const app = open({ allowedHosts: hosts, callbacks: { redirect } })
  const one = async (index: number): Promise<void> => {
    const host = hosts[index % 2] ?? ''
    const url = `https://inner.example/auth/signout?callbackUrl=/bye-${index}`
    const response = await app.auth.handle(new Request(url, { headers: { host } }))
    const html = await response.text()
    expect(html).toContain(`value="https://${host}/bye-${index}"`)
    expect(html).not.toContain(hosts[(index + 1) % 2])
  }
  await Promise.all(Array.from({ length: 1000 }, (_, index) => one(index)))
})

test('HST-08 internal headers of frameworks are ignored', async () => {
  const app = createApp(
    { providers: [passwords()], callbacks: { authorized: ({ auth }) => auth !== null } },
    { env: ENV },
  )
  const headers = {
    'x-middleware-subrequest': 'middleware:middleware:middleware',
    'x-auth-user': PEOPLE.ada.id,
    'x-user-id': PEOPLE.ada.id,
    'x-auth-session': JSON.stringify({ user: PEOPLE.ada }),
    authorization: 'Bearer x',
    'x-rewrite-url': '/public',
    'x-http-method-override': 'POST',
  }
  const { session, decision } = await app.auth.authorize(
    new Request('https://app.example/admin', { headers }),
  )
  expect(session).toBeNull()
  expect(decision.kind).toBe('respond')
  const overridden = new Request('https://app.example/auth/signout', { headers })
  expect((await app.auth.handle(overridden)).headers.has('location')).toBe(false)
})
