import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuth, type AuthConfigInput } from '../../index.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import type { Env } from '../types/utility.ts'

const SECRET = 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe'
const ORIGIN = 'http://localhost:3000'
const CANARY = 'canary-of-the-cause'

type Level = 'error' | 'warn' | 'info'
interface Line {
  readonly level: Level
  readonly text: string
  readonly ref: string | undefined
}

function record(): { readonly lines: Line[]; readonly logger: object } {
  const lines: Line[] = []
  const logger = {
    error: (error: Error & { ref?: string }) =>
      lines.push({ level: 'error', text: `${error.name}: ${error.message}`, ref: error.ref }),
    warn: (code: string, detail = '') =>
      lines.push({ level: 'warn', text: `${code}: ${detail}`, ref: undefined }),
    info: (code: string, detail = '') =>
      lines.push({ level: 'info', text: `${code}: ${detail}`, ref: undefined }),
  }
  return { lines, logger }
}

const people = Credentials({
  credentials: { username: {} },
  authorize: ({ username }) => (username === 'ada' ? { id: '1', name: 'Ada' } : null),
})

const broken = Credentials({
  id: 'broken',
  credentials: { username: {} },
  authorize: () => {
    throw new Error(CANARY)
  },
})

/** As a function, it is a configuration of every request. */
const SHAPES = {
  'an object': (config: object) => config,
  'a function': (config: object) => () => config,
}

interface Init {
  readonly method?: string
  readonly body?: string
  readonly origin?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface Set {
  readonly handle: (path: string, init?: Init) => Promise<Response>
  readonly auth: ReturnType<typeof createAuth>
  readonly lines: readonly Line[]
}

function set(config: object, env: Env, shape: keyof typeof SHAPES = 'an object'): Set {
  const { lines, logger } = record()
  const whole = SHAPES[shape]({ providers: [people], logger, ...config })
  // Mistakes are what no type would let through.
  const input = whole as AuthConfigInput
  const auth = createAuth(input, {
    env: { NODE_ENV: 'development', AUTH_SECRET: SECRET, ...env },
  })
  return {
    auth,
    lines,
    handle: (path, { origin = ORIGIN, ...init } = {}) =>
      auth.handle(
        new Request(origin + path, {
          ...init,
          headers: { accept: 'text/html', host: new URL(origin).host, ...init.headers },
        }),
      ),
  }
}

const texts = (lines: readonly Line[]): string =>
  lines.map(({ level, text }) => `${level} ${text}`).join('\n')

interface Mistake {
  readonly what: string
  readonly config?: object
  readonly env?: Env
  readonly path?: string
  readonly origin?: string
  readonly headers?: Record<string, string>
  readonly line: RegExp
}

const MISTAKES: readonly Mistake[] = [
  {
    what: 'a misspelt option',
    config: { callback: {} },
    line: /unknown-option: `callback` is not an option. Did you mean `callbacks`\?/,
  },
  {
    what: 'a misspelt option of `session`',
    config: { session: { stategy: 'jwt' } },
    line: /`session\.stategy` is not an option. Did you mean `session\.strategy`\?/,
  },
  {
    what: '`providrs`',
    config: { providers: undefined, providrs: [people] },
    line: /InvalidConfiguration: `providers` is missing\. `providrs` is not an option\. Did you mean `providers`\?/,
  },
  {
    what: 'GITHUB_ID in place of AUTH_GITHUB_ID',
    config: { providers: [GitHub] },
    env: { GITHUB_ID: 'x', GITHUB_CLIENT_SECRET: 'y' },
    line: /GITHUB_ID is set, but the provider "github" reads AUTH_GITHUB_ID[^]*GITHUB_CLIENT_SECRET is set, but the provider "github" reads AUTH_GITHUB_SECRET/,
  },
  {
    what: 'AUTH_GITHUB_CLIENT_ID in place of AUTH_GITHUB_ID',
    config: { providers: [GitHub] },
    env: { AUTH_GITHUB_CLIENT_ID: 'x' },
    line: /AUTH_GITHUB_CLIENT_ID is set, but the provider "github" reads AUTH_GITHUB_ID/,
  },
  {
    what: 'AUTH_URL with another port',
    env: { AUTH_URL: 'http://localhost:4000' },
    line: /AUTH_URL is http:\/\/localhost:4000, but a request was sent to http:\/\/localhost:3000/,
  },
  {
    what: 'AUTH_URL with https on http',
    env: { AUTH_URL: 'https://localhost:3000' },
    line: /AUTH_URL is https:\/\/localhost:3000, but a request was sent to http:\/\/localhost:3000/,
  },
  {
    what: '127.0.0.1 in place of localhost',
    env: { AUTH_URL: 'http://localhost:3000' },
    origin: 'http://127.0.0.1:3000',
    line: /AUTH_URL is http:\/\/localhost:3000, but a request was sent to http:\/\/127\.0\.0\.1:3000/,
  },
  {
    what: 'AUTH_URL with a path that is not the mount',
    env: { AUTH_URL: 'http://localhost:3000/app' },
    line: /The handlers are mounted at \/auth, but actions are under \/app\//,
  },
  {
    what: 'AUTH_URL without a scheme',
    env: { AUTH_URL: 'localhost' },
    line: /InvalidConfiguration: AUTH_URL is not an absolute http or https URL/,
  },
  {
    what: 'a cookie that no secret opens',
    path: '/auth/session',
    headers: { cookie: 'latchstring.session-token=other' },
    line: /The session cookie "latchstring\.session-token" cannot be opened[^]*another application on localhost/,
  },
  {
    what: 'sign-in by mail without an adapter',
    config: {
      providers: [
        { id: 'email', type: 'email', name: 'Email', sendVerificationRequest: () => undefined },
      ],
    },
    line: /MissingAdapter: /,
  },
  {
    what: 'database sessions without an adapter',
    config: { session: { strategy: 'database' } },
    line: /MissingAdapter: /,
  },
  { what: 'a short secret', env: { AUTH_SECRET: 'short' }, line: /WeakSecret: / },
  { what: 'no secret', env: { AUTH_SECRET: '' }, line: /MissingSecret: / },
  {
    what: 'an unknown provider in the address',
    path: '/auth/callback/githb',
    line: /InvalidProvider: /,
  },
]

describe.each(Object.keys(SHAPES))('In development, with a configuration that is %s', (name) => {
  // The names of the table.
  const shape = name as keyof typeof SHAPES

  it.each(MISTAKES)('$what is logged', async (mistake) => {
    const { config = {}, env = {}, path = '/auth/signin', line, ...init } = mistake
    const { handle, lines } = set(config, env, shape)
    await handle(path, init)
    expect(texts(lines)).toMatch(line)
  })

  it('the first request logs address, providers with callback URLs, strategy and store, once', async () => {
    const env = { AUTH_GITHUB_ID: 'x', AUTH_GITHUB_SECRET: 'y' }
    const { handle, lines } = set({ providers: [GitHub, people] }, env, shape)
    await handle('/auth/signin')
    await handle('/auth/session')
    const started = lines.filter(({ level }) => level === 'info')
    expect(started.map(({ text }) => text)).toEqual([
      'started: http://localhost:3000/auth/ (decided by the request, because AUTH_URL is not set). Providers: github (callback URL http://localhost:3000/auth/callback/github), credentials. Sessions: strategy "jwt", without an adapter.',
    ])
  })

  it('a configuration without a mistake warns of nothing', async () => {
    const { handle, lines } = set({}, { AUTH_URL: ORIGIN }, shape)
    await handle('/auth/signin')
    await handle('/auth/session')
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([])
  })
})

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : '')

const refOf = (lines: readonly Line[]): string | undefined =>
  lines.find(({ level }) => level === 'error')?.ref

describe.each(['an object', 'a function'] as const)(
  'A proxy, with %s as configuration',
  (shape) => {
    const warned = async (config: object, env: Env, sole: boolean): Promise<readonly string[]> => {
      const { auth, lines } = set(config, { AUTH_URL: ORIGIN, ...env }, shape)
      for (const path of ['/inside', '/outside']) {
        const { decision } = await auth.authorize(new Request(ORIGIN + path), { sole })
        expect(decision).toEqual({ kind: 'allow' })
      }
      return lines.filter(({ text }) => text.includes('The proxy')).map(({ text }) => text)
    }

    it('causes one warning in development where no callback decides', async () => {
      expect(await warned({}, {}, true)).toEqual([
        expect.stringContaining('development: The proxy (middleware) protects nothing'),
      ])
    })

    it('causes no warning where the callback or a function of the application decides', async () => {
      expect(await warned({ callbacks: { authorized: () => true } }, {}, true)).toEqual([])
      expect(await warned({}, {}, false)).toEqual([])
    })

    it('is not logged in production', async () => {
      expect(await warned({}, { NODE_ENV: 'production' }, true)).toEqual([])
    })
  },
)

describe('The development page', () => {
  it('shows code, message, fix, option, documentation and reference of a broken configuration', async () => {
    const { handle, lines } = set({ session: { strategy: 'database' } }, {})
    const response = await handle('/auth/signin')
    const html = await response.text()
    expect(response.status).toBe(500)
    expect(html).toContain('MissingAdapter: ')
    expect(html).toMatch(/<dt>Fix<\/dt>\s*<dd>Set `adapter`/)
    expect(html).toMatch(/<dt>Option<\/dt>\s*<dd>[\w.]+<\/dd>/)
    expect(html).toContain('npx @latchstring/cli explain MissingAdapter')
    expect(html).toContain(`<dd>${refOf(lines)}</dd>`)
  })

  it('names the provider that an address may mean', async () => {
    const { handle } = set(
      { providers: [people, GitHub({ clientId: 'a', clientSecret: 'b' })] },
      {},
    )
    const html = await (await handle('/auth/callback/githb')).text()
    expect(html).toMatch(/<dt>Fix<\/dt>\s*<dd>Did you mean &quot;github&quot;\?/)
  })

  it('is allowed by the Content-Security-Policy that it is sent with', async () => {
    const { handle } = set({ session: { strategy: 'database' } }, {})
    const response = await handle('/auth/signin')
    const html = await response.text()
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(styles.some((style) => style.startsWith('.development'))).toBe(true)
    for (const style of styles) {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
      expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
    }
  })

  it('escapes what a message has', async () => {
    const { handle } = set({ pages: { signIn: '<img src=x>' }, '<b>': 1 }, {})
    const html = await (await handle('/auth/signin')).text()
    expect(html).not.toContain('<b>')
  })

  async function fail(
    env: Env,
  ): Promise<{ readonly html: string; readonly lines: readonly Line[] }> {
    const { handle, lines } = set({ providers: [broken] }, { AUTH_URL: ORIGIN, ...env })
    const csrf = await handle('/auth/csrf')
    // The shape of this response is the contract.
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const cookie = csrf.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
    const posted = await handle('/auth/callback/broken', {
      method: 'POST',
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, username: 'ada' }).toString(),
    })
    const { pathname, search } = new URL(posted.headers.get('location') ?? '', ORIGIN)
    return { html: await (await handle(pathname + search)).text(), lines }
  }

  it('shows on the page after the redirect the error of a function of the application, and its line', async () => {
    const { html, lines } = await fail({})
    expect(html).toContain(CANARY)
    expect(html).toContain('development.test.ts')
    expect(html).toContain(`<dd>${refOf(lines)}</dd>`)
  })

  it.each(['production', 'test', ''])(
    'does not show the cause with NODE_ENV=%j',
    async (NODE_ENV) => {
      const { html, lines } = await fail({ NODE_ENV })
      expect(refOf(lines)).toMatch(/^\w{8}$/)
      expect(html).toContain(refOf(lines))
      for (const word of [CANARY, 'development', 'docs/errors', '<dt>', '.test.ts']) {
        expect(html).not.toContain(word)
      }
    },
  )
})

describe('An error that a call throws', () => {
  const source = (): { headers: Headers } => ({ headers: new Headers({ host: 'localhost:3000' }) })

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
  })

  it('has cause, fix, documentation and reference in development, and is of its class', async () => {
    const { auth, lines } = set({}, {})
    const thrown: unknown = await auth.signIn(source(), 'githb').catch((error: unknown) => error)
    expect(thrown).toMatchObject({ type: 'InvalidProvider', ref: refOf(lines) })
    const message = messageOf(thrown)
    expect(message).toMatch(/^The provider "githb" is not configured/)
    expect(message).toMatch(
      /\n {2}Fix: .+\n {2}Documentation: npx @latchstring\/cli explain InvalidProvider\n/,
    )
    expect(message).toContain(`Reference: ${refOf(lines)}`)
    // The log line has the message alone.
    expect(texts(lines)).not.toContain('Documentation')
  })

  it('names the provider that the call may mean', async () => {
    const providers = [people, GitHub({ clientId: 'a', clientSecret: 'b' })]
    const { auth, lines } = set({ providers }, {})
    const thrown: unknown = await auth.signIn(source(), 'githb').catch((error: unknown) => error)
    expect(messageOf(thrown)).toContain('Fix: Did you mean "github"? Correct the link, or signIn(')
    expect(lines.some(({ text }) => text.includes('Did you mean'))).toBe(false)
  })

  it('has no more than its message in production, and a reference in the log', async () => {
    const { auth, lines } = set({}, { NODE_ENV: 'production', AUTH_URL: ORIGIN })
    const thrown: unknown = await auth.signIn(source(), 'githb').catch((error: unknown) => error)
    expect(messageOf(thrown)).not.toContain('Documentation')
    expect(refOf(lines)).toMatch(/^\w{8}$/)
    expect(thrown).toMatchObject({ ref: refOf(lines) })
  })

  it('is unchanged where visitors cause it', async () => {
    const { auth } = set({}, {})
    const call = auth.signIn(source(), 'credentials', { username: 'eve' })
    await expect(call).rejects.toMatchObject({ type: 'CredentialsSignin' })
    await expect(call).rejects.not.toThrow(/Documentation/)
  })

  it('and a session that cannot be read have references in the log', async () => {
    for (const NODE_ENV of ['development', 'production']) {
      const { auth, lines } = set({ session: { strategy: 'database' } }, { NODE_ENV })
      expect((await auth.session(source())).session).toBeNull()
      expect(refOf(lines)).toMatch(/^\w{8}$/)
    }
  })
})

describe('A sign-in that the application starts in development', () => {
  const source = { headers: new Headers({ host: 'localhost:3000' }) }

  it.each([
    ['no route', () => new Response('Not found', { status: 404 }), true],
    [
      'a page in its place',
      () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      true,
    ],
    ['its handlers', () => Response.json({ csrfToken: 'x' }), false],
    ['turned-off tokens', () => Response.json({}, { status: 404 }), false],
  ])('logs the missing route where there is %s', async (_, answer, logged) => {
    const asked: unknown[] = []
    vi.stubGlobal('fetch', (address: unknown) => {
      asked.push(address)
      return Promise.resolve(answer())
    })
    const { auth, lines } = set({}, {})
    await auth.signIn(source, 'credentials', { username: 'ada' })
    await vi.waitFor(() => expect(asked).toEqual([`${ORIGIN}/auth/csrf`]))
    const missing = /export const \{ GET, POST \} = handlers/
    if (logged) await vi.waitFor(() => expect(texts(lines)).toMatch(missing))
    else expect(texts(lines)).not.toMatch(missing)
  })

  it.each<[string, Env]>([
    ['at the address of another machine', { AUTH_URL: 'https://app.example.com' }],
    ['in production', { NODE_ENV: 'production', AUTH_URL: ORIGIN }],
  ])('asks for no route %s', async (_, env) => {
    const fetch = vi.fn()
    vi.stubGlobal('fetch', fetch)
    const { auth } = set({}, env)
    await auth.signIn(source, 'credentials', { username: 'ada' })
    expect(fetch).not.toHaveBeenCalled()
  })
})
