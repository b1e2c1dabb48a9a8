import { describe, expect, it, vi } from 'vitest'
import { createCore } from './auth.ts'
import type { ProviderObject } from '../types/provider.ts'
import type { Reply } from '../types/request.ts'
import { fromRequest } from '../http/incoming.ts'
import type { AnyConfig } from '../config/resolved-config.ts'
import { createSessionContext } from '../request/context.ts'
import { jwtStrategy } from '../sessions/jwt-strategy.ts'
import { createResolver, type ConfigSource, type Resolver } from './resolver.ts'

const ENV = { AUTH_SECRET: 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x', AUTH_URL: 'https://app.example' }

/** Signs a browser in. */
async function issue(core: ReturnType<typeof createCore>): Promise<{ readonly cookies: string }> {
  const config = await core.resolve({ headers: new Headers() })
  const context = createSessionContext(config, { headers: new Headers() })
  const user = { id: '1', name: 'Ada', email: 'ada@example.com' }
  const { jar } = await jwtStrategy.issue(context, { user, account: null, isNewUser: false })
  return { cookies: jar.toHeaders()[0]?.split(';')[0] ?? '' }
}

/** The steps of one request in the log. */
async function steps(logger: NonNullable<AnyConfig['logger']>): Promise<void> {
  const core = createCore({ providers: [], logger }, { env: ENV })
  await core.handle(new Request('https://app.example/auth/csrf', { method: 'GET' }))
}

describe('The log entry of a request', () => {
  it('goes to a logger with `debug`, with the action, the method, the origin and the setting it is from', async () => {
    const reported: unknown[] = []
    const silent = { warn: () => undefined, error: () => undefined }
    await steps({ ...silent, debug: (...line: readonly unknown[]) => void reported.push(line) })
    expect(reported).toContainEqual([
      'request',
      { action: 'csrf', method: 'GET', origin: 'https://app.example', decidedBy: 'AUTH_URL' },
    ])
  })
})

describe('The steps of a request', () => {
  it.each([
    ['callback/credentials', true],
    ['session', false],
  ])('are logged of a failed one to %s: %s', async (action, isTraced) => {
    const lines: string[] = []
    vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)))
    const provider: ProviderObject = {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      credentials: {},
      authorize: () => null,
    }
    const jwt = (): never => {
      throw new Error('The callback failed.')
    }
    const good = createCore({ providers: [provider] }, { env: ENV })
    const { cookies } = await issue(good)
    const core = createCore({ providers: [provider], callbacks: { jwt } }, { env: ENV })
    await core.handle(
      new Request(`https://app.example/auth/${action}`, { headers: { cookie: cookies } }),
    )
    expect(lines).not.toEqual([])
    expect(lines.some((line) => line.includes('\n  trace: '))).toBe(isTraced)
    expect(lines.join()).not.toContain('unknown step')
  })
})

describe('The core', () => {
  it('returns the decision of an action without a response', async () => {
    const core = createCore({ providers: [] }, { env: ENV })
    const url = 'https://app.example/auth/providers'
    const original = fromRequest(new Request(url))
    expect(await core.decide(original)).toMatchObject({ kind: 'json', status: 200, body: {} })
  })

  it('sends an internal error as JSON where a response cannot be written, whatever the request accepts', async () => {
    const errors: string[] = []
    const logger = { error: (error: Error) => void errors.push(error.message) }
    const core = createCore({ providers: [], logger }, { env: ENV })
    const headers = { accept: 'text/html' }
    const original = fromRequest(new Request('https://app.example/auth/signin', { headers }))
    const replies: Reply[] = []
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await core.serve(original, (reply) => {
      replies.push(reply)
      if (replies.length === 1) throw new TypeError('It cannot be written.')
      return new Response(null)
    })
    expect(replies.map(({ status }) => status)).toEqual([200, 500])
    expect(replies[1]?.headers).toMatchObject({ 'Content-Type': 'application/json' })
  })

  it('refuses and logs a request whose URL cannot be parsed', async () => {
    const errors: string[] = []
    const logger = { error: (error: Error) => void errors.push(error.message) }
    const core = createCore({ providers: [], logger }, { env: ENV })
    const original = fromRequest(new Request('https://app.example/auth/csrf', { method: 'POST' }))
    const unreadable = {
      method: original.method,
      headers: original.headers,
      body: null,
      request: original.request,
      get url(): string {
        throw new TypeError('Invalid URL')
      },
    }
    const result = await core.decide(unreadable)
    expect(result.kind === 'redirect' && result.to).toContain('error=Configuration')
    expect(errors).toHaveLength(1)
  })
})

describe('A failed request', () => {
  /** The events `signInRefused` of an action. */
  async function refused(path: string, init: RequestInit = {}): Promise<readonly unknown[]> {
    const reported: unknown[] = []
    const config = {
      providers: [],
      logger: { error: () => undefined, warn: () => undefined },
      events: { signInRefused: (message: unknown) => void reported.push(message) },
    }
    const request = new Request(`https://app.example/auth/${path}`, init)
    expect((await createCore(config, { env: ENV }).handle(request)).status).not.toBe(200)
    return reported
  }

  const POST = { method: 'POST', headers: { origin: 'https://app.example' } }

  it('of a sign-in is an event of the application, with the reference that the log has (LOG-03)', async () => {
    const reason = 'InvalidProvider'
    for (const [path, init] of [
      ['signin/unknown', POST],
      ['callback/unknown', {}],
      ['callback/unknown', POST],
    ] as const) {
      const reported = await refused(path, init)
      expect(reported).toMatchObject([{ provider: 'unknown' }])
      expect(JSON.stringify(reported)).toMatch(/"ref":"\w{8}"/)
      if (path.startsWith('callback')) expect(reported).toMatchObject([{ reason }])
    }
  })

  it('of another kind emits no event', async () => {
    expect(await refused('signout', POST)).toEqual([])
    expect(await refused('session', POST)).toEqual([])
    expect(await refused('webauthn-options/unknown')).toEqual([])
    expect(await refused('nothing')).toEqual([])
  })
})

const SECRET = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'

function open(source: ConfigSource): Resolver {
  return createResolver(source, { env: { AUTH_SECRET: SECRET }, clock: () => 0, basePath: '/auth' })
}

interface Watched {
  readonly lines: string[]
  readonly logger: NonNullable<AnyConfig['logger']>
}

function watch(): Watched {
  const lines: string[] = []
  const logger = {
    warn: (code: string) => void lines.push(code),
    error: (error: Error) => void lines.push(error.message),
  }
  return { lines, logger }
}

/** Every configuration with this option warns of it. */
const config = ({ logger }: Watched, maxAge: number): AnyConfig => ({
  providers: [],
  debug: true,
  logger,
  session: { maxAge },
})

describe('The resolver of a configuration function', () => {
  it('logs each warning once, whichever logger takes it', async () => {
    const [one, other] = [watch(), watch()]
    const queue = [config(one, 100), config(one, 200), config(other, 300), config(one, 400)]
    const resolver = open(() => queue.shift() ?? config(one, 500))
    for (let count = 0; count < 5; count++) await resolver.resolve({})
    const warned = [...one.lines, ...other.lines].filter((line) => line === 'debug-enabled')
    expect(warned).toEqual(['debug-enabled'])
  })

  it('logs to the logger of the configuration that failed', async () => {
    const own = watch()
    const resolver = open(() => ({
      providers: [],
      secret: SECRET,
      logger: own.logger,
      audience: '',
    }))
    const resolve = async (): Promise<unknown> => resolver.resolve({})
    const failed: unknown = await resolve().catch((thrown: unknown) => thrown)
    expect(failed).toBeInstanceOf(Error)
    // It has just been seen to be one.
    resolver.logFor(failed).error(failed as Error)
    expect(own.lines.at(-1)).toBe((failed as Error).message) // The same holds here.
  })
})

describe('The resolver of a configuration object', () => {
  it('resolves once for simultaneous requests', async () => {
    const own = watch()
    const resolver = open(config(own, 100))
    const source = {}
    const [one, other] = await Promise.all([resolver.resolve(source), resolver.resolve(source)])
    expect(other).toBe(one)
    expect(await resolver.resolve(source)).toBe(one)
    expect(own.lines.filter((line) => line === 'debug-enabled')).toHaveLength(1)
  })
})
