import {
  createFrameworkAuth,
  developmentEnv,
  toVerdictResponse,
  type FrameworkAuth,
  type FrameworkAuthConfigInput,
  type ParsedBody,
  type RequestScope,
  type Verdict,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { Context, Next } from 'hono'
import { findEnv, toVariables } from './lib/environment.ts'
import { replaceResponse, setResponse } from './lib/response.ts'
import type { HonoConfigInput, HonoOptions, LatchstringHono } from './lib/types.ts'

export { AuthError, CredentialsSignin } from '@latchstring/core/errors'
export type { FrameworkAuthConfig } from '@latchstring/core/framework'
export type { JWT } from '@latchstring/core/jwt'
export type { Session } from '@latchstring/core/types'
export type {
  HonoConfigInput,
  HonoOptions,
  HonoSignInOptions,
  LatchstringEnv,
  LatchstringHono,
  LatchstringVariables,
  SignedInEnv,
} from './lib/types.ts'

/** One engine for each environment: on Cloudflare Workers that is known with the first request. */
function createEngines<Token extends JWT, S extends object, Bindings extends object>(
  config: HonoConfigInput<Token, S, Bindings>,
  { env, ...options }: HonoOptions<Bindings>,
): (context: Context) => FrameworkAuth<S> {
  const engines = new WeakMap<object, FrameworkAuth<S>>()
  return (context) => {
    const found = typeof env === 'function' ? env(context) : (env ?? findEnv(context))
    const known = engines.get(found)
    if (known) return known
    const input: FrameworkAuthConfigInput<Token, S> =
      // What a function says it needs, the option `env` or the runtime gives it.
      typeof config === 'function' ? (request) => config(request, found as Bindings) : config
    const made = createFrameworkAuth<Token, S>(input, {
      ...options,
      env: developmentEnv(toVariables(found)),
    })
    engines.set(found, made)
    return made
  }
}

/** The body that something has read through Hono, which keeps it. */
async function readBody({ req }: Context): Promise<ParsedBody> {
  const isJson = /^application\/json\b/i.test(req.header('content-type') ?? '')
  return isJson ? req.json<Readonly<Record<string, unknown>>>() : req.parseBody({ all: true })
}

/** A body that was read around Hono is lost, which the action says. */
async function findReadBody(context: Context): Promise<ParsedBody | undefined> {
  if (!context.req.raw.bodyUsed) return undefined
  return readBody(context).catch(() => undefined)
}

/** 303 makes the method GET. */
function redirect(context: Context, url: string): Response {
  const { method } = context.req.raw
  return context.redirect(url, method === 'GET' || method === 'HEAD' ? 302 : 303)
}

/**
 * Sets up Latchstring for Hono. The result is middleware, which answers the HTTP actions and gives handlers the session.
 * Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that makes one for a request and its bindings
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/hono'
 * import { Hono } from 'hono'
 *
 * const latchstring = Latchstring({ providers: [GitHub] })
 *
 * export const app = new Hono()
 *   .use(latchstring)
 *   .get('/', async (c) => c.text((await c.var.auth())?.user?.name ?? 'nobody'))
 *   .get('/me', latchstring.requireSession(), (c) => c.json({ user: c.var.authSession.user?.name }))
 * ```
 */
export default function Latchstring<
  Token extends JWT = JWT,
  S extends object = Session,
  Bindings extends object = object,
>(
  config: HonoConfigInput<Token, S, Bindings>,
  options: HonoOptions<Bindings> = {},
): LatchstringHono<S> {
  const findEngine = createEngines(config, options)
  const scopes = new WeakMap<Context, RequestScope<S>>()

  function createScope(context: Context): { readonly scope: RequestScope<S>; finish: () => void } {
    const { raw } = context.req
    let isSent = false
    const scope = findEngine(context).scope({
      headers: raw.headers,
      url: raw.url,
      request: raw,
      // What a stream does after this cannot set a cookie.
      get readOnly() {
        return isSent
      },
    })
    function finish(): void {
      isSent = true
      const applied = scope.apply(context.res)
      if (applied !== context.res) replaceResponse(context, applied)
    }
    return { scope, finish }
  }

  /** Goes on with a request over one scope, whose cookies the outermost middleware sets. */
  async function within(context: Context, serve: () => Promise<void>): Promise<void> {
    if (scopes.has(context)) return serve()
    const { scope, finish } = createScope(context)
    scopes.set(context, scope)
    context.set('auth', scope.auth)
    context.set('latchstring', scope)
    await serve()
    finish()
  }

  function findScope(context: Context): RequestScope<S> {
    const scope = scopes.get(context)
    if (scope) return scope
    throw new TypeError(
      'The middleware of Latchstring has not seen this request, so that no cookie could be set. Call `app.use(latchstring)` before the routes.',
    )
  }

  /** Middleware that lets a request through, or answers it. */
  function guard(
    ask: (scope: RequestScope<S>) => Promise<Verdict>,
    allowed?: (context: Context, session: S | null) => void,
  ): (context: Context, next: Next) => Promise<void> {
    return (context, next) =>
      within(context, async () => {
        const scope = findScope(context)
        const refused = toVerdictResponse(await ask(scope), context.req.raw)
        if (refused) return setResponse(context, refused)
        allowed?.(context, await scope.auth())
        await next()
      })
  }

  async function middleware(context: Context, next: Next): Promise<void> {
    const engine = findEngine(context)
    const { raw } = context.req
    if (!engine.owns(raw.url)) return within(context, next)
    setResponse(context, await engine.handle(raw, await findReadBody(context)))
  }

  const members: Pick<LatchstringHono<S>, keyof LatchstringHono<S>> = {
    auth: async (context) => findScope(context).auth(),
    requireSession: (wanted) =>
      guard(
        (scope) => scope.requireSession(wanted),
        (context, session) => context.set('authSession', session),
      ),
    authorize: (wanted) => guard((scope) => scope.authorize(wanted)),
    async form(context, action) {
      const { url } = await findScope(context).form(action, await readBody(context))
      return redirect(context, url)
    },
    async signIn(context, provider, { authorizationParams, ...fields } = {}) {
      const { url } = await findScope(context).signIn(provider, fields, authorizationParams)
      return redirect(context, url)
    },
    async signOut(context, wanted) {
      return redirect(context, (await findScope(context).signOut(wanted)).url)
    },
    unstable_update: async (context, data) => findScope(context).update(data),
  }
  return Object.assign(middleware, members)
}
