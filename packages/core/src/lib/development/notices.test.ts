import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Auth0 from '../../providers/auth0.ts'
import Credentials from '../../providers/credentials.ts'
import GitHub from '../../providers/github.ts'
import Google from '../../providers/google.ts'
import type { AnyConfig, ResolvedConfig } from '../config/resolved-config.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { SessionContext } from '../request/context.ts'
import { InvalidProvider } from '../errors/classes.ts'
import type { Env } from '../types/utility.ts'
import {
  findSimilar,
  warnOfMissingEmail,
  warnOfMissingPage,
  warnOfMount,
  logStart,
  warnOfMissingRoute,
  warnOfUnopenedSession,
} from './notices.ts'

const SECRET = 'k8Zq1vR4xW7yB0nM3cF6hJ9lP2sT5uXe'
const NAME = 'latchstring.session-token'

interface Resolved {
  readonly config: ResolvedConfig
  readonly warnings: readonly (readonly string[])[]
  readonly notices: readonly (readonly string[])[]
}

function resolve(env: Env = {}, input: Partial<AnyConfig> = {}): Resolved {
  const warnings: string[][] = []
  const notices: string[][] = []
  const logger = {
    warn: (...args: string[]) => warnings.push(args),
    info: (...args: string[]) => notices.push(args),
  }
  const config = resolveConfig(
    { providers: [], logger, ...input },
    {
      env: { NODE_ENV: 'development', AUTH_SECRET: SECRET, ...env },
      clock: Date.now,
      basePath: '/auth',
    },
  )
  return { config, warnings, notices }
}

const from = (origin: string): { readonly headers: Headers } => ({
  headers: new Headers({ host: new URL(origin).host }),
})

function contextOf(config: ResolvedConfig, href: string, cookie?: string): SessionContext {
  const profile = { cookies: { sessionToken: { name: NAME } } }
  const jar = { getChunked: (name: string) => (name === NAME ? cookie : undefined) }
  // The notices read only these members.
  return { config, origin: { href }, profile, jar } as unknown as SessionContext
}

describe('The warning about where handlers are mounted', () => {
  function linesOf(path: string): readonly (readonly string[])[] {
    const { config, warnings } = resolve({ AUTH_URL: 'http://localhost:3000/app' })
    warnOfMount(config, `http://localhost:3000${path}`)
    return warnings
  }

  it.each([
    ['/api/auth/session', '/api/auth'],
    ['/api/auth/callback/github', '/api/auth'],
    ['/signin', '/'],
  ])('names the place of a request for %s', (path, mount) => {
    expect(linesOf(path)).toEqual([
      [
        'development',
        `The handlers are mounted at ${mount}, but actions are under /app/: the path of AUTH_URL or \`basePath\` says so. Remove the path from AUTH_URL, or set \`basePath: '${mount}'\`.`,
      ],
    ])
  })

  it.each(['/app/session', '/nonsense', '/session/of/user', '/session/of/'])(
    'is not given for %s',
    (path) => {
      expect(linesOf(path)).toEqual([])
    },
  )
})

describe('The warning about a session cookie that cannot be opened', () => {
  const CHANGED = 'cannot be opened with any secret of the configuration: AUTH_SECRET has changed'

  it.each([
    ['http://localhost:3000', 'localhost'],
    ['http://localhost', 'localhost'],
    ['http://127.0.0.1:3000', '127.0.0.1'],
    ['http://[::1]:3000', '[::1]'],
  ])('names the host at %s, where another application may have set it', (href, host) => {
    const { config, warnings } = resolve()
    warnOfUnopenedSession(contextOf(config, href, 'other'))
    expect(warnings).toEqual([
      [
        'development',
        `The session cookie "${NAME}" ${CHANGED}, or another application on ${host} has set it, because browsers share cookies between ports. Give each its own name by the option \`cookies.sessionToken.name\`.`,
      ],
    ])
  })

  it('advises at a public address to keep the old secret', () => {
    const { config, warnings } = resolve()
    warnOfUnopenedSession(contextOf(config, 'https://app.example', 'other'))
    expect(warnings).toEqual([
      [
        'development',
        `The session cookie "${NAME}" ${CHANGED}. If that happened to all users at once, add the old secret behind the new one.`,
      ],
    ])
  })

  it('names the ended session with sessions in a store', () => {
    const { config, warnings } = resolve()
    // Its store is not asked.
    const session = { ...config.session, strategy: 'database' } as ResolvedConfig['session']
    warnOfUnopenedSession(contextOf({ ...config, session }, 'http://localhost:3000', 'other'))
    expect(warnings[0]?.[1]).toContain(
      `"${NAME}" belongs to no session in the store: it has ended or expired, or another`,
    )
  })

  it('is missing without a cookie', () => {
    const { config, warnings } = resolve()
    warnOfUnopenedSession(contextOf(config, 'http://localhost:3000'))
    expect(warnings).toEqual([])
  })
})

describe('The warning about a missing e-mail address', () => {
  it.each([{}, { email: null }, { email: '' }])('names the provider that gave %j', (user) => {
    const { config, warnings } = resolve()
    warnOfMissingEmail({ config }, { user, account: { type: 'oauth', provider: 'github' } })
    expect(warnings).toEqual([
      [
        'development',
        'The provider "github" gave no email address, so the user has none. If the application needs it, ask for the scope that has it, or read it in `profile`.',
      ],
    ])
  })

  it('names a provider of OpenID Connect as well', () => {
    const { config, warnings } = resolve()
    warnOfMissingEmail({ config }, { user: {}, account: { type: 'oidc', provider: 'google' } })
    expect(warnings[0]?.[1]).toContain('The provider "google" gave no email address')
  })

  it('is not given where there is one', () => {
    const { config, warnings } = resolve()
    const user = { email: 'ada@example.com' }
    warnOfMissingEmail({ config }, { user, account: { type: 'oauth', provider: 'github' } })
    expect(warnings).toEqual([])
  })

  it.each([{ type: 'webauthn', provider: 'passkey' } as const, null])(
    'is missing for a sign-in with %j, which has no such address',
    (account) => {
      const { config, warnings } = resolve()
      warnOfMissingEmail({ config }, { user: {}, account })
      expect(warnings).toEqual([])
    },
  )
})

describe('The lines of the first request of a configuration', () => {
  const left = [{ id: 'github', error: new InvalidProvider('x') }]

  it('is the address, that there are no providers, and where sessions are', () => {
    const { config, notices } = resolve()
    logStart(config, from('http://localhost:3000'), [])
    expect(notices).toEqual([
      [
        'started',
        'http://localhost:3000/auth/ (decided by the request, because AUTH_URL is not set). Providers: none. Sessions: strategy "jwt", without an adapter.',
      ],
    ])
  })

  it('names the adapter', () => {
    const { config, notices } = resolve({}, { adapter: {}, session: { strategy: 'jwt' } })
    logStart(config, from('http://localhost:3000'), [])
    expect(notices[0]?.[1]).toMatch(/strategy "jwt", with an adapter\.$/)
  })

  describe('about providers', () => {
    const keys = { clientId: 'a', clientSecret: 'b' }
    const providers = [
      GitHub(keys),
      Auth0({ ...keys, issuer: 'https://tenant.auth0.com' }),
      Credentials({ credentials: {}, authorize: () => null }),
      Google,
    ]
    const GITHUB = 'github (callback URL http://localhost:3000/auth/callback/github)'
    const AUTH0 = 'auth0 (callback URL http://localhost:3000/auth/callback/auth0)'
    const EMULATED = '(no keys: at the emulator of `npx @latchstring/cli dev`)'

    function linesOf(change: (config: ResolvedConfig) => Partial<ResolvedConfig>): unknown {
      const { config, notices } = resolve({}, { providers })
      logStart({ ...config, ...change(config) }, from('http://localhost:3000'), [])
      return /Providers: (.*)\. Sessions:/.exec(notices[0]?.[1] ?? '')?.[1]
    }

    it('is the callback URL of each that has one, which are at an emulator, and which are left out', () => {
      const error = new InvalidProvider('x')
      const listed = linesOf(({ skipped }) => ({
        skipped: [...skipped, { error }, { id: 'okta', error }],
      }))
      expect(listed).toBe(`${GITHUB}, ${AUTH0}, credentials, google ${EMULATED}, okta (left out)`)
    })

    it('is one line of a provider that was completed for its emulator', () => {
      const notice = { id: 'github', text: '', emulated: true, lines: [] }
      const listed = linesOf(({ keyless }) => ({
        skipped: [],
        ...(keyless && { keyless: { ...keyless, notices: [notice] } }),
      }))
      expect(listed).toBe(`${AUTH0}, credentials, github ${EMULATED}`)
    })
  })

  it('leaves out the address of a request whose host is not trusted', () => {
    const { config, notices } = resolve({ AUTH_TRUST_HOST: 'false' })
    logStart(config, from('http://localhost:3000'), [])
    expect(notices).toEqual([])
  })

  it('hides no error other than those of the library', () => {
    const { config } = resolve()
    const info = (): void => {
      throw new TypeError('broken')
    }
    const broken = { ...config, log: { ...config.log, info } }
    expect(() => logStart(broken, from('http://localhost:3000'), [])).toThrow('broken')
  })

  it.each([
    ['http://other.example/', {}, 'http://other.example'],
    ['https://other.example/', {}, 'https://other.example'],
    ['https://other.example/', { 'x-forwarded-proto': 'http' }, 'http://other.example'],
    ['http://x/', { 'x-forwarded-host': 'outside.example' }, 'http://outside.example'],
  ])(
    'is that a request to %s with %j came to another address than AUTH_URL',
    (url, more, asked) => {
      const { config, warnings } = resolve({ AUTH_URL: 'https://app.example' })
      const headers = new Headers({ host: new URL(url).host, ...more })
      logStart(config, { headers, url }, [])
      expect(warnings).toEqual([
        [
          'development',
          `AUTH_URL is https://app.example, but a request was sent to ${asked}. Open the application at https://app.example, or correct AUTH_URL: scheme, host and port have to be the same.`,
        ],
      ])
    },
  )

  it.each([
    ['without a host', {}],
    ['with a host that is not one', { host: 'a b' }],
  ])('is nothing about the address of a request %s', (_what, headers) => {
    const { config, warnings } = resolve({ AUTH_URL: 'https://app.example' })
    logStart(config, { headers: new Headers(headers) }, [])
    expect(warnings).toEqual([])
  })

  it('is which variable of a provider to rename', () => {
    const { config, warnings } = resolve({ GITHUB_ID: 'x', OTHER: 'y' })
    logStart(config, from('http://localhost:3000'), left)
    expect(warnings).toEqual([
      [
        'development',
        'GITHUB_ID is set, but the provider "github" reads AUTH_GITHUB_ID. Rename the variable.',
      ],
    ])
  })

  it.each([
    ['of a provider without an id', { GITHUB_ID: 'x' }, [{ ...left[0], id: undefined }]],
    ['where the right variable is set as well', { GITHUB_ID: 'x', AUTH_GITHUB_ID: 'x' }, left],
    ['where none is like it', { OTHER: 'x' }, left],
  ])('has no line about a variable %s', (_what, env, found) => {
    const { config, warnings } = resolve(env)
    // The error is not read.
    logStart(config, from('http://localhost:3000'), found as ResolvedConfig['skipped'])
    expect(warnings).toEqual([])
  })

  it('has no line about a variable where it is unknown which are set', () => {
    const { config, warnings } = resolve({ GITHUB_ID: 'x' })
    const production = { ...config, development: undefined }
    logStart(production, from('http://localhost:3000'), left)
    expect(warnings).toEqual([])
  })
})

describe('The variable that looks meant for a provider', () => {
  it.each([
    [['GITHUB_ID'], 'GITHUB_ID'],
    [['AUTH_GITHUB_CLIENT_ID'], 'AUTH_GITHUB_CLIENT_ID'],
    [['MY_GITHUB_OAUTH_APP_ID'], 'MY_GITHUB_OAUTH_APP_ID'],
    [['AUTH_GITHUB_ID', 'GITHUB_CLIENTID'], 'GITHUB_CLIENTID'],
    [['AUTH_GITHUB_ID'], undefined],
    [['GITHUB_SECRET', 'GITLAB_ID', 'GITHUB_IDS', 'A_B_C_GITHUB_ID'], undefined],
  ])('among %j is %s', (variables, found) => {
    expect(findSimilar(variables, 'github', 'clientId')).toBe(found)
  })
})

describe('The warning that no route answers', () => {
  const fetched = vi.fn<typeof fetch>()
  beforeEach(() => {
    vi.stubGlobal('fetch', fetched.mockReset())
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  async function linesOf(href = 'http://localhost:3000'): Promise<readonly (readonly string[])[]> {
    const { config, warnings } = resolve()
    await warnOfMissingRoute(contextOf(config, href))
    return warnings
  }

  const json = (status: number, type: string): Response =>
    new Response('{}', { status, headers: { 'content-type': type } })

  it('names the address and the file of the route', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 404 }))
    expect(await linesOf()).toEqual([
      [
        'development',
        'http://localhost:3000/auth/csrf is not answered by Latchstring, so sign-ins cannot end. Mount the handlers at /auth/, in Next.js by app/auth/[...latchstring]/route.ts with `export const { GET, POST } = handlers`.',
      ],
    ])
    expect(fetched).toHaveBeenCalledTimes(1)
    const [address, { redirect, signal } = {}] = fetched.mock.calls[0] ?? []
    expect({ address, redirect }).toEqual({
      address: 'http://localhost:3000/auth/csrf',
      redirect: 'manual',
    })
    // It ends by itself.
    expect(signal).toBeInstanceOf(AbortSignal)
  })

  it.each([
    [200, 'application/json', 0],
    [499, 'application/json; charset=utf-8', 0],
    [500, 'application/json', 1],
    [200, 'text/html; as=application/json', 1],
  ])('is given for a response of status %d and type %s %d times', async (status, type, times) => {
    fetched.mockResolvedValue(json(status, type))
    expect(await linesOf()).toHaveLength(times)
  })

  it('is not given where the request to the route fails', async () => {
    fetched.mockRejectedValue(new TypeError('fetch failed'))
    expect(await linesOf()).toEqual([])
  })

  it('is not given for another machine, to which no request is sent', async () => {
    expect(await linesOf('https://app.example')).toEqual([])
    expect(fetched).not.toHaveBeenCalled()
  })
})

describe('The warning that the sign-in page of the application is missing', () => {
  async function linesOf(status: number, signIn: string | undefined) {
    const fetched = vi.fn(() => Promise.resolve(new Response(null, { status })))
    vi.stubGlobal('fetch', fetched)
    const { config, warnings } = resolve({}, signIn === undefined ? {} : { pages: { signIn } })
    await warnOfMissingPage(contextOf(config, 'http://localhost:3000'))
    vi.unstubAllGlobals()
    return { warnings, calls: fetched.mock.calls.length }
  }

  it('names the option and the address', async () => {
    const { warnings } = await linesOf(404, '/login')
    expect(warnings).toEqual([
      [
        'development',
        expect.stringContaining(
          '`pages.signIn` is "/login", and http://localhost:3000/login answers 404',
        ),
      ],
    ])
  })

  it.each([
    [200, '/login', 1],
    [307, '/login', 1],
    [404, undefined, 0],
  ])('is not logged for status %d of %s', async (status, signIn, calls) => {
    expect(await linesOf(status, signIn)).toEqual({ warnings: [], calls })
  })
})
