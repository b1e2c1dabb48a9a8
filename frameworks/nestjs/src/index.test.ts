import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { encode } from '@latchstring/core/jwt'
import type { RegisteredSession } from '@latchstring/core/types'
import { createNodeAuth } from '@latchstring/node'
import { ENV } from '@latchstring/test-kit/app'
import { ADA, passwords, signedInCookies } from '@latchstring/test-kit/people'
import { describe, expect, test, vi } from 'vitest'
import { AuthGuard, AuthorizedGuard, LatchstringModule, Session } from './index.ts'
import type { CallContext } from './lib/call.ts'
import { GlobalAuthGuard } from './lib/guards.ts'
import { LatchstringService } from './lib/service.ts'

/** Metadata that decorators have set on handlers and controllers. */
const { marks } = vi.hoisted(() => ({ marks: new WeakMap<object, unknown>() }))

// NestJS is a double here: only the applications of the suite install it, and run the package with it.
vi.mock('@nestjs/common', () => {
  class HttpException extends Error {
    readonly body: object
    readonly status: number
    constructor(body: object, status: number) {
      super('refused')
      this.body = body
      this.status = status
    }
  }
  class UnauthorizedException extends HttpException {
    override readonly name = 'Unauthorized'
    constructor(body: object) {
      super(body, 401)
    }
  }
  const nothing = (): (() => void) => () => undefined
  return {
    HttpException,
    UnauthorizedException,
    Inject: nothing,
    Module: nothing,
    SetMetadata: (_key: string, value: unknown) => (target: object) =>
      void marks.set(target, value),
    createParamDecorator: (factory: unknown) => () => factory,
  }
})
vi.mock('@nestjs/core', () => ({
  APP_GUARD: 'APP_GUARD',
  HttpAdapterHost: class {},
  Reflector: class {
    readonly get = (_key: string, target: object): unknown => marks.get(target)
  },
}))

const quiet = { error: () => undefined, warn: () => undefined }
const config = {
  providers: [passwords()],
  logger: quiet,
  session: { updateAge: 0 },
  callbacks: { authorized: () => new Response('closed', { status: 418 }) },
}
const service = new LatchstringService(createNodeAuth(config, { env: ENV }))

/** Signs in and returns the cookies of the session. */
const cookies = async (): Promise<string> => signedInCookies(config)

function message(headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  return Object.assign(request, { url: '/members', method: 'GET', headers })
}

const NAVIGATION = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}

class Controller {}
const handler = (): void => undefined

function context(
  type: string,
  args: readonly unknown[],
  [getHandler, getClass]: readonly [object, object] = [handler, Controller],
): CallContext {
  return {
    getType: () => type,
    getArgs: () => args,
    getHandler: () => getHandler,
    getClass: () => getClass,
  }
}

/** Returns the value of a decorated parameter. */
const readSession = (given: CallContext): unknown =>
  // The double of `createParamDecorator` returns the function itself.
  (Session() as unknown as (data: unknown, context: CallContext) => unknown)(undefined, given)

const REQUIRED = { name: 'Unauthorized', status: 401, body: { error: 'SessionRequired' } }

describe('The guard of NestJS', () => {
  const guard = new AuthGuard(service)

  test('redirects a page over Fastify to the sign-in page through the raw response', async () => {
    const request = message(NAVIGATION)
    const response = new ServerResponse(request)
    const call = context('http', [{ raw: request }, { raw: response }])
    await expect(guard.canActivate(call)).rejects.toMatchObject({ status: 307 })
    expect(response.getHeader('location')).toContain('/auth/signin?callbackUrl=')
    expect(response.hasHeader('content-type')).toBe(false)
  })

  test('refuses a GraphQL call without a session with 401 instead of a redirect', async () => {
    for (const headers of [NAVIGATION, { accept: 'application/json' }]) {
      const request = message(headers)
      const response = new ServerResponse(request)
      const call = context('graphql', [null, {}, { req: request, res: response }, {}])
      await expect(guard.canActivate(call)).rejects.toMatchObject(REQUIRED)
      expect(response.hasHeader('location')).toBe(false)
    }
  })

  test.each(['req and res', 'a reply', 'Express', 'no response'])(
    'finds the request in a GraphQL context that has %s, and admits a signed-in user',
    async (kind) => {
      const req = message({ cookie: await cookies() })
      const res = new ServerResponse(req)
      const contexts: Readonly<Record<string, object>> = {
        'req and res': { req, res },
        'a reply': { reply: { request: { raw: req }, raw: res } },
        Express: { req: Object.assign(req, { res }) },
        'no response': { req: message({ cookie: await cookies() }) },
      }
      const call = context('graphql', [null, {}, contexts[kind], {}])
      await expect(guard.canActivate(call)).resolves.toBe(true)
      expect(await readSession(call)).toMatchObject({ user: { name: ADA.name } })
    },
  )

  test('reads the session of a socket for every message, from the request that opened the socket', async () => {
    const request = message({ cookie: await cookies() })
    const call = context('ws', [{ request }, {}])
    await expect(guard.canActivate(call)).resolves.toBe(true)
    expect(await readSession(call)).toMatchObject({ user: { name: ADA.name } })
    request.headers = {}
    await expect(guard.canActivate(call)).rejects.toMatchObject(REQUIRED)
    expect(await readSession(call)).toBeNull()
  })

  test.each([
    ['rpc', [{}, {}], 'A handler of the kind "rpc" has no request with cookies'],
    ['ws', [{ send: () => undefined }], 'handleConnection(client, request)'],
    ['graphql', [null, {}, {}, {}], 'option `context` of GraphQLModule'],
    ['http', [{}, {}], 'The call has no request of Node.js.'],
    ['constructor', [{}], 'has no request with cookies'],
  ])('refuses a call of the kind %s without a request, with the reason', async (...given) => {
    const [type, args, text] = given
    await expect(guard.canActivate(context(type, args))).rejects.toThrow(text)
  })

  test('for the whole application skips public handlers and public controllers; on a route it skips public handlers only', async () => {
    const open = (): void => undefined
    class Open {}
    marks.set(open, true).set(Open, true)
    const call = (pair: readonly [object, object]): CallContext => {
      const request = message()
      return context('http', [request, new ServerResponse(request)], pair)
    }
    const whole = new GlobalAuthGuard(service)
    await expect(whole.canActivate(call([open, Controller]))).resolves.toBe(true)
    await expect(whole.canActivate(call([handler, Open]))).resolves.toBe(true)
    await expect(whole.canActivate(call([handler, Controller]))).rejects.toMatchObject(REQUIRED)
    await expect(guard.canActivate(call([open, Controller]))).resolves.toBe(true)
    await expect(guard.canActivate(call([handler, Open]))).rejects.toMatchObject(REQUIRED)
  })

  test('with the `authorized` callback refuses a GraphQL call with its status and JSON, not with its page', async () => {
    const request = message()
    const call = context('graphql', [null, {}, { req: request }, {}])
    await expect(new AuthorizedGuard(service).canActivate(call)).rejects.toMatchObject({
      status: 418,
      body: { error: 'AccessDenied' },
    })
  })
})

test('The session decorator of NestJS names the module to import where the request is unknown', () => {
  const request = message()
  const call = context('http', [request, new ServerResponse(request)])
  expect(() => readSession(call)).toThrow(
    'Import `LatchstringModule.forRoot(…)` in the root module',
  )
})

test('The service of NestJS reads the session of a handshake, and refuses a value that is not a request', async () => {
  const session = await service.handshake(message({ cookie: await cookies() }))
  expect(session?.user?.name).toBe(ADA.name)
  await expect(service.auth({})).rejects.toThrow('This is not a request')
})

test('The service of NestJS does not renew the session of a handshake, which cannot set a cookie', async () => {
  const seal = vi.fn(encode)
  const sealing = { ...config, jwt: { encode: seal } }
  const headers = { cookie: await cookies() }
  const engine = createNodeAuth(sealing, { env: ENV })
  const request = message(headers)
  expect(await engine.scope(request, new ServerResponse(request)).auth()).not.toBeNull()
  expect(seal).toHaveBeenCalledOnce()
  expect(await new LatchstringService(engine).handshake(message(headers))).not.toBeNull()
  expect(seal).toHaveBeenCalledOnce()
})

/** A provider of a dynamic module. */
interface Provider {
  readonly provide: unknown
  readonly useClass?: { readonly name: string }
  readonly useFactory?: (...injected: readonly unknown[]) => Promise<LatchstringService>
}

describe('The module of NestJS', () => {
  test.each([
    [undefined, []],
    [false, []],
    [true, ['GlobalAuthGuard']],
    ['authorized', ['GlobalAuthorizedGuard']],
  ] as const)('with `global: %s` adds the guard %j to the application', (global, names) => {
    const options = global === undefined ? {} : { global }
    const module = LatchstringModule.forRoot(config, options)
    const providers: readonly Provider[] = module.providers
    const guards = providers.filter(({ provide }) => provide === 'APP_GUARD')
    expect(guards.map(({ useClass }) => useClass?.name)).toEqual(names)
  })

  test('is configured from injected values, and answers before every route', async () => {
    const seen: unknown[] = []
    const module = LatchstringModule.forRootAsync({
      inject: ['SETTINGS'],
      useFactory: async (secret: string) => {
        seen.push(secret)
        return { ...config, secret }
      },
      env: { NODE_ENV: 'test', AUTH_URL: ENV['AUTH_URL'] },
    })
    const providers: readonly Provider[] = module.providers
    const made = await providers[0]?.useFactory?.(ENV['AUTH_SECRET'])
    expect(seen).toEqual([ENV['AUTH_SECRET']])
    if (made === undefined) throw new Error('The module has no service.')

    const request = message({ cookie: await cookies() })
    const response = new ServerResponse(request)
    let session: RegisteredSession | null = null
    await new Promise<void>((resolve, reject) => {
      const use = (
        middleware: (
          first: IncomingMessage,
          second: ServerResponse,
          next: (error?: unknown) => void,
        ) => void,
      ): void => middleware(request, response, (error) => (error ? reject(error) : resolve()))
      new LatchstringModule(made, { httpAdapter: { use } }).configure()
    })
    session = await made.auth(request)
    expect(session?.user?.name).toBe(ADA.name)
  })

  test('answers an action without running a handler of the application', async () => {
    const request = Object.assign(message(), { url: '/auth/providers' })
    const response = new ServerResponse(request)
    const next = vi.fn()
    const use = (middleware: (...given: readonly unknown[]) => void): void =>
      middleware(request, response, next)
    // The middleware receives the request and response of the platform.
    const host = { httpAdapter: { use } } as ConstructorParameters<typeof LatchstringModule>[1]
    new LatchstringModule(service, host).configure()
    await vi.waitFor(() => expect(response.writableEnded).toBe(true))
    await Promise.resolve()
    expect(response.statusCode).toBe(200)
    expect(next).not.toHaveBeenCalled()
  })

  test('starts in an application without HTTP', () => {
    expect(() => new LatchstringModule(service, {}).configure()).not.toThrow()
  })
})
