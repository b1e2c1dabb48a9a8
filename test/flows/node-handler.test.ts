import type { AuthConfig, AuthConfigInput } from '@latchstring/core'
import { IN_FULL } from '@latchstring/test-kit/in-part'
import { createAuth } from '@latchstring/core'
import { toNodeHandler } from '@latchstring/core/framework'
import type { Env } from '@latchstring/core/types'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApp, ENV, ORIGIN, SECRETS } from '@latchstring/test-kit/app'
import { passwords, signInWithPassword } from '@latchstring/test-kit/people'
import { startClock } from '@latchstring/test-kit/test-clock'
import { type NodeServer, type Sent, STARTS, throughWebObjects } from './src/node-servers.ts'

const HOST = 'app.example'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const quiet = { error: () => undefined, warn: () => undefined }

const BASE_CONFIG: AuthConfig = { providers: [passwords()], logger: quiet }

interface Form {
  readonly config: AuthConfigInput
  readonly env?: Env
}

const { AUTH_URL: _, ...WITHOUT_URL } = ENV

/** Forms of one application. In each of them other parts of a request count. */
const FORMS: Readonly<Record<string, Form>> = {
  'an object': { config: BASE_CONFIG },
  'a function of the request': {
    config: (request) => {
      const { pathname, host } = new URL(request?.url ?? 'https://unknown.example')
      const brand = [pathname, host, request?.method, request?.headers.get('accept')].join(' ')
      return {
        ...BASE_CONFIG,
        theme: { brandColor: '#123456', logo: `/${encodeURIComponent(brand)}` },
      }
    },
  },
  'an asynchronous function': { config: async () => ({ ...BASE_CONFIG }) },
  'a function that throws': {
    config: () => {
      throw new Error('no tenant')
    },
  },
  'a trusted host': { config: { ...BASE_CONFIG, trustHost: true }, env: WITHOUT_URL },
  'listed hosts': {
    config: { ...BASE_CONFIG, allowedHosts: [HOST, 'second.example'] },
    env: WITHOUT_URL,
  },
  'no trusted host': { config: BASE_CONFIG, env: { ...WITHOUT_URL, NODE_ENV: 'production' } },
  'pages of its own': {
    config: { ...BASE_CONFIG, pages: { signIn: '/welcome', error: '/auth/error' } },
  },
  'callbacks that throw': {
    config: {
      ...BASE_CONFIG,
      callbacks: {
        session: () => {
          throw new Error('session')
        },
        redirect: () => {
          throw new Error('redirect')
        },
      },
    },
  },
  'a session that JSON has no form for': {
    // The default type of sessions has dates that are text, and no numbers.
    config: { ...BASE_CONFIG, callbacks: { session: () => ({ expires: 1n }) as never } },
  },
  'a logger with debug': {
    config: { ...BASE_CONFIG, logger: { ...quiet, debug: () => undefined } },
  },
  'another base path': { config: { ...BASE_CONFIG, basePath: '/inner/auth' } },
}

const ACTIONS = [
  'session',
  'session',
  'csrf',
  'providers',
  'signin',
  'signin/credentials',
  'signout',
  'error',
  'verify-request',
  'callback/credentials',
  'callback/unknown',
  'webauthn-options',
  'devices',
  'nothing',
  'session/more',
  'session/',
  './session',
  '../auth/session',
  '/session',
  '%73ession',
  'session#top',
  '..\\auth\\session',
]

const QUERIES = [
  '',
  '?',
  '?callbackUrl=%2Finside&a=b&a=c',
  '?callbackUrl=https%3A%2F%2Fevil.example',
  '?error=AccessDenied&ref=abcd2345',
  '?a=%zz',
  '?a=%00',
  "?a='<>|{}^`[]\\",
  '?ü',
  `?long=${'y'.repeat(9_000)}`,
]

const BASES = ['/auth/', '/auth/', '/auth/', '/auth/', '/inner/auth/', '/auth', '//auth/', '/', '*']

const FIELDS: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  accept: ['text/html', 'application/json', ['text/html', 'application/json']],
  'accept-language': ['de', ['fr', 'en']],
  'x-auth-return-redirect': ['1'],
  'x-forwarded-host': ['second.example', 'first.example, second.example', 'bad host'],
  'x-forwarded-proto': ['https', 'http', 'http, https', 'gopher'],
  origin: [ORIGIN, 'null', 'https://evil.example', [ORIGIN, 'https://evil.example']],
  'sec-fetch-site': ['same-origin', 'cross-site'],
  referer: [`${ORIGIN}/page`],
}

const HEADERS = fc
  .record(
    Object.fromEntries(
      Object.entries(FIELDS).map(([name, values]) => [name, fc.constantFrom(...values)]),
    ),
    { requiredKeys: [] },
  )
  // Those that are not required are left out.
  .map((headers) => ({ ...headers }) as Sent['headers'])

const HOSTS = fc.constantFrom(HOST, HOST, HOST, 'second.example', 'evil.example:8443', 'bad_host!')

const TARGETS = fc
  .tuple(
    fc.constantFrom(...BASES),
    fc.constantFrom(...ACTIONS),
    fc.constantFrom(...QUERIES),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([base, action, query, form]) => (host: string) => {
    const path = base.endsWith('/') ? base + action + query : base
    return form === 0 && path.startsWith('/') && !host.startsWith('bad')
      ? `http://${host}${path}`
      : path
  })

interface Visitor {
  readonly cookie: string
  readonly csrfToken: string
}

/** A browser with a session and the token of a form; with the function that throws, no sign-in succeeds. */
async function visit(signedIn: boolean): Promise<Visitor> {
  const app = createApp(BASE_CONFIG, { env: ENV, clock: startClock().now })
  const browser = signedIn ? await signInWithPassword(app.openBrowser()) : app.openBrowser()
  const csrfToken = await browser.csrf(`${ORIGIN}/auth`)
  return { cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '), csrfToken }
}

type Body = Pick<Sent, 'body' | 'chunked'> & { readonly type?: string }

const BODIES = (csrfToken: string): readonly Body[] => [
  {},
  { type: FORM, body: `csrfToken=${csrfToken}&callbackUrl=%2Finside` },
  { type: FORM, body: `csrfToken=${csrfToken}`, chunked: true },
  {
    type: FORM,
    body: `csrfToken=${csrfToken}&username=ada&password=correct%20horse%20battery%20staple`,
  },
  { type: `${FORM}; charset=utf-8`, body: 'a=b&a=c' },
  { type: FORM, body: 'a=%zz' },
  { type: FORM, body: Buffer.from([0x61, 0x3d, 0xff]) },
  { type: FORM, body: `csrfToken=${csrfToken}&long=${'x'.repeat(70_000)}` },
  { type: FORM, body: 'x'.repeat(200_000), chunked: true },
  { type: JSON_TYPE, body: JSON.stringify({ csrfToken, data: { name: 'Countess' } }) },
  { type: JSON_TYPE, body: '{"a":1,"a":2}' },
  { type: JSON_TYPE, body: '{' },
  { type: JSON_TYPE, body: '' },
  { type: 'text/plain', body: 'hello' },
  { body: 'no type' },
]

function cookies(visitor: Visitor): readonly string[] {
  const [session = ''] = visitor.cookie.split('; ').filter((pair) => pair.includes('session'))
  return [
    visitor.cookie,
    visitor.cookie,
    session,
    `theme=dark; ${session}x`,
    'theme=dark',
    Array.from({ length: 20 }, (___, index) => `__Host-latchstring.session-token.${index}=x`).join(
      '; ',
    ),
    `${visitor.cookie}; pad=${'p'.repeat(17_000)}`,
  ]
}

interface Described {
  readonly method: string
  readonly target: (host: string) => string
  readonly host: string
  readonly headers: Sent['headers']
  readonly cookie: string | undefined
  readonly body: Body
}

/** Requests of a visitor. */
function requests(visitor: Visitor): fc.Arbitrary<Described> {
  return fc.record({
    method: fc.constantFrom(
      'GET',
      'GET',
      'GET',
      'HEAD',
      'POST',
      'POST',
      'PUT',
      'OPTIONS',
      'DELETE',
    ),
    target: TARGETS,
    host: HOSTS,
    headers: HEADERS,
    cookie: fc.option(fc.constantFrom(...cookies(visitor)), { nil: undefined, freq: 4 }),
    body: fc.constantFrom(...BODIES(visitor.csrfToken)),
  })
}

function toSent({ method, target, host, headers, cookie, body }: Described): Sent {
  const { type, ...content } = method === 'POST' ? body : {}
  return {
    method,
    target: target(host),
    headers: {
      ...headers,
      host,
      ...(cookie !== undefined && { cookie }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...content,
  }
}

type Pair = readonly [native: NodeServer, web: NodeServer]

async function startPair(
  protocol: keyof typeof STARTS,
  { config, env = ENV }: Form,
): Promise<Pair> {
  const auth = createAuth(config, { env, clock: startClock().now })
  const start = STARTS[protocol]
  // Each of the two has the larger headers of this test.
  return [await start(toNodeHandler(auth)), await start(throughWebObjects(auth.handle))]
}

/** Enough for the paths of each form; all forms together make hundreds. */
const RUNS = IN_FULL ? 20 : 8

describe.each(['HTTP/1.1', 'HTTP/2'] as const)(
  'The handler for Node.js on a server of %s',
  (protocol) => {
    test.each(Object.entries(FORMS))(
      'returns the same responses with and without web objects, configured by %s (PERF-13)',
      async (name, form) => {
        const [native, web] = await startPair(protocol, form)
        for (const visitor of [await visit(true), await visit(false)]) {
          await fc.assert(
            fc.asyncProperty(requests(visitor), async (described) => {
              const sent = toSent(described)
              const [given, expected] = await Promise.all([native.send(sent), web.send(sent)])
              expect(given).toEqual(expected)
            }),
            { numRuns: RUNS, seed: name.length },
          )
        }
      },
    )
  },
)

test('The handler for Node.js reads the sessions that the tests created', async () => {
  const [native] = await startPair('HTTP/1.1', { config: BASE_CONFIG })
  const { cookie } = await visit(true)
  const received = await native.send({
    method: 'GET',
    target: '/auth/session',
    headers: { cookie },
  })
  expect(received.body).toContain('Ada Lovelace')
  expect(SECRETS.older).toBe(ENV['AUTH_SECRET'])
})
