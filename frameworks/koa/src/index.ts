import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  refusalOf,
  toIncomingRequest,
  toVerdictResponse,
  deferSystem,
} from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  AuthorizationParams,
  AuthorizeOptions,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  NodeResponse,
  PrincipalOptions,
  RequestScope,
  RequireOptions,
  RequiringAuth,
  SessionUpdate,
  SignInOptions,
  SignOutOptions,
  Verdict,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'
import type { JWT } from '@latchstring/core/jwt'
import type { ProviderId } from '@latchstring/core/providers'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import { createNodeAuth } from '@latchstring/node'
import type { Context, Middleware } from 'koa'

declare module 'koa' {
  interface DefaultState {
    /** The session of the request, which is read when this is first called. */
    auth: () => Promise<RegisteredSession | null>
    /** The session, on routes behind `requireSession`. */
    session?: RegisteredSession
  }
}

export * from '@latchstring/core/application'

/** Middleware that answers the HTTP actions, with the functions for handlers. */
export interface LatchstringKoa<S extends object = Session> extends Middleware {
  /** The session of the request, read once. The middleware answers requests that `auth.require` refuses. */
  readonly auth: RequiringAuth<[context: Context], S>
  /**
   * Middleware that requires a session: it redirects a page to the sign-in page, and answers a script with 401. In later handlers
   * `context.state.session` is the session. With `aal` or `maxAge` it refuses a sign-in that is weaker or older as well.
   */
  readonly requireSession: (options?: RequireOptions) => Middleware
  /** Middleware that calls the `authorized` callback. */
  readonly authorize: (options?: AuthorizeOptions) => Middleware
  /**
   * Signs in, and redirects unless `redirect` is `false`.
   *
   * @returns the URL to go to
   * @throws AuthError when it fails
   */
  readonly signIn: (
    context: Context,
    provider?: ProviderId,
    options?: SignInOptions & { readonly authorizationParams?: AuthorizationParams },
  ) => Promise<string>
  /** Signs out, and redirects unless `redirect` is `false`. Returns the URL to go to. */
  readonly signOut: (context: Context, options?: SignOutOptions) => Promise<string>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[context: Context]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Runs the callbacks with `data` and keeps the new session. May change or be removed. */
  readonly unstable_update: (context: Context, data?: SessionUpdate) => Promise<S | null>
  /**
   * Signs in or out by a form of the application, which must come from one of its own pages, and redirects. Its fields are
   * in `context.request.body`: put a parser of bodies in front of the route.
   *
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (context: Context, action: 'signin' | 'signout') => Promise<void>
  /** Further operations on the request: the session for the browser, and the fields of forms. */
  readonly scope: (context: Context) => RequestScope<S>
}

/** Writes a response through Koa, so that earlier middleware sees it. */
function throughKoa(context: Context): NodeResponse {
  return {
    get headersSent() {
      return context.headerSent
    },
    writableEnded: false,
    getHeader: (name) => context.res.getHeader(name),
    writeHead(status, headers) {
      context.status = status
      context.set(headers)
    },
    end(body: string = '') {
      context.body = body
    },
  }
}

/** Sends a `Response`. */
function send(context: Context, response: Response): void {
  context.status = response.status
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') context.append(name, value)
    else context.set(name, value)
  }
  // Both types declare the same web stream.
  context.body = response.body ? Readable.fromWeb(response.body as ReadableStream) : ''
}

/** Runs what comes after, and answers a request that `auth.require` has refused there. */
async function serve(context: Context, next: () => Promise<unknown>): Promise<void> {
  try {
    await next()
  } catch (error) {
    const refused = refusalOf(error)
    if (!refused) throw error
    send(context, refused)
  }
}

/** Redirects the browser. 303 makes the method GET. */
function redirect(context: Context, url: string): void {
  context.redirect(url)
  context.status = context.method === 'GET' || context.method === 'HEAD' ? 302 : 303
}

/** Returns the members that routers and parsers have set on the request of Koa; other frameworks set them on that of Node.js. */
function shareParts(context: Context): void {
  const { req, request, originalUrl } = context
  Reflect.set(req, 'originalUrl', originalUrl)
  // koa-mount takes this path off.
  Reflect.set(req, 'baseUrl', Reflect.get(context, 'mountPath'))
  const body: unknown = Reflect.get(request, 'body')
  if (body !== undefined) Reflect.set(req, 'body', body)
}

/** Sends the response of a refusal, if it is one. */
function refuse(context: Context, verdict: Verdict): boolean {
  const response = toVerdictResponse(verdict, toIncomingRequest(context.req))
  if (response) send(context, response)
  return response !== undefined
}

function readFields({ request }: Context): Readonly<Record<string, unknown>> {
  const fields: unknown = Reflect.get(request, 'body')
  if (typeof fields === 'object' && fields !== null) return { ...fields }
  throw new TypeError(
    'The request has no `body`. Put a parser, such as @koa/bodyparser, in front of the route of the form.',
  )
}

/** Creates `auth` with its members. */
function createAuth<S extends object>(
  scope: LatchstringKoa<S>['scope'],
): LatchstringKoa<S>['auth'] {
  return Object.assign((context: Context) => scope(context).auth(), {
    require: async (context: Context, wanted?: RequireOptions) => scope(context).require(wanted),
    principal: async <Accepted extends AcceptedPrincipal>(
      context: Context,
      wanted: PrincipalOptions<Accepted>,
    ) => scope(context).principal(wanted),
  })
}

/**
 * Sets up Latchstring for Koa 3. Environment and configuration are read on first use.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 * @returns middleware for `app.use`, before or after parsers of bodies
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/koa'
 * import type Application from 'koa'
 *
 * const latchstring = Latchstring({ providers: [GitHub] })
 *
 * export function addMiddleware(app: Application): void {
 *   app.use(latchstring)
 *   app.use(async (context) => {
 *     const session = await context.state.auth()
 *     context.body = session?.user?.name ?? 'visitor'
 *   })
 * }
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringKoa<S> {
  const node = createNodeAuth<Token, S>(config, options)
  const scope = (context: Context): RequestScope<S> => {
    shareParts(context)
    return node.scope(context.req, context.res)
  }

  const middleware: Middleware = async (context, next) => {
    shareParts(context)
    // `RegisteredSession` is the session type that the application declares.
    context.state.auth = () => scope(context).auth() as Promise<RegisteredSession | null>
    if (await node.answer(context.req, throughKoa(context))) return
    await serve(context, next)
  }

  const feature: FeatureForUser<[context: Context]> = (value, context) =>
    scope(context).feature(value)

  return Object.assign(middleware, {
    scope,
    auth: createAuth(scope),
    feature,
    system: deferSystem(() => node.operations),
    requireSession:
      (wanted?: RequireOptions): Middleware =>
      async (context, next) => {
        if (refuse(context, await scope(context).requireSession(wanted))) return
        const session = await scope(context).auth()
        // `RegisteredSession` is the session type that the application declares.
        if (session !== null) context.state.session = session as RegisteredSession
        await next()
      },
    authorize:
      (wanted?: AuthorizeOptions): Middleware =>
      async (context, next) => {
        if (!refuse(context, await scope(context).authorize(wanted))) await next()
      },
    async signIn(
      context: Context,
      provider?: ProviderId,
      wanted: SignInOptions & { readonly authorizationParams?: AuthorizationParams } = {},
    ) {
      const { authorizationParams, ...fields } = wanted
      const { url } = await scope(context).signIn(provider, fields, authorizationParams)
      if (wanted.redirect !== false) redirect(context, url)
      return url
    },
    async signOut(context: Context, wanted?: SignOutOptions) {
      const { url } = await scope(context).signOut(wanted)
      if (wanted?.redirect !== false) redirect(context, url)
      return url
    },
    unstable_update: (context: Context, data?: SessionUpdate) => scope(context).update(data),
    async form(context: Context, action: 'signin' | 'signout') {
      const { url } = await scope(context).form(action, readFields(context))
      redirect(context, url)
    },
  })
}
