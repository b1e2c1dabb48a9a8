import type {
  AuthorizeOptions,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequireOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import createNode, { type LatchstringNode } from '@latchstring/node'
import type { NextFunction, Request, RequestHandler, Response } from 'express'

declare global {
  // Express merges what an application adds to its types through this namespace.
  namespace Express {
    interface Locals {
      /** The session of the request, which is read when this is first called. */
      auth: () => Promise<RegisteredSession | null>
    }
  }
}

/** What `requireSession` adds to `response.locals`. Other routes may have a `session` of their own there. */
export interface SignedInLocals {
  session: RegisteredSession
}

/** A handler after which `response.locals.session` is there: a route infers its locals from it. */
export type SessionHandler = RequestHandler<
  Request['params'],
  unknown,
  Request['body'],
  Request['query'],
  SignedInLocals
>

export * from '@latchstring/core/application'
export { sendResponse } from '@latchstring/node'

/** Middleware that answers the HTTP actions, with the functions for handlers. */
export interface LatchstringExpress<S extends object = Session>
  extends
    RequestHandler,
    Omit<LatchstringNode<S>, 'authorize' | 'form' | 'handle' | 'requireSession'> {
  /**
   * Middleware that requires a session: it redirects a page to the sign-in page, and answers a script with 401. In later handlers
   * `response.locals.session` is the session, and in those of the same route it has its type. With `aal` or `maxAge` it refuses a sign-in that
   * is weaker or older as well.
   */
  readonly requireSession: (options?: RequireOptions) => RequestHandler & SessionHandler
  /** Middleware that calls the `authorized` callback. */
  readonly authorize: (options?: AuthorizeOptions) => RequestHandler
  /**
   * Signs in or out by a form of the application, which must come from one of its own pages, and redirects. Its fields are
   * in `request.body`: put `express.urlencoded()` in front of the route.
   *
   * @throws AuthError when it fails, such as CredentialsSignin
   */
  readonly form: (
    request: Request,
    response: Response,
    action: 'signin' | 'signout',
  ) => Promise<void>
}

function readFields({ body }: Request): Readonly<Record<string, unknown>> {
  const fields: unknown = body
  if (typeof fields === 'object' && fields !== null) return { ...fields }
  throw new TypeError(
    'The request has no `body`. Put express.urlencoded({ extended: false }) in front of the route of the form.',
  )
}

/** Passes rejections of a handler to `next`, which Express 4 does not do itself. */
function toHandler(
  work: (request: Request, response: Response) => Promise<boolean>,
): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    work(request, response).then((goesOn) => {
      if (goesOn) next()
    }, next)
  }
}

/**
 * Sets up Latchstring for Express 5 and 4. Environment and configuration are read on first use.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 * @returns middleware for `app.use`, before or after parsers of bodies
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/express'
 * import type { Express } from 'express'
 *
 * const latchstring = Latchstring({ providers: [GitHub] })
 *
 * export function addRoutes(app: Express): void {
 *   app.use(latchstring)
 *   app.get('/', async (_request, response) => {
 *     const session = await response.locals.auth()
 *     response.send(session?.user?.name ?? 'visitor')
 *   })
 *   app.get('/members', latchstring.requireSession(), (_request, response) => {
 *     response.send('Welcome')
 *   })
 * }
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringExpress<S> {
  const { handle, ...node } = createNode<Token, S>(config, options)
  const middleware = toHandler(async (request, response) => {
    // `RegisteredSession` is the session type that the application declares.
    const auth = () => node.auth(request, response) as Promise<RegisteredSession | null>
    response.locals.auth = auth
    return !(await handle(request, response))
  })
  return Object.assign(middleware, {
    ...node,
    requireSession: (wanted?: RequireOptions) =>
      toHandler(async (request, response) => {
        const session = await node.requireSession(request, response, wanted)
        if (session === null) return false
        Object.assign(response.locals, { session })
        return true
      }),
    authorize: (wanted?: AuthorizeOptions) =>
      toHandler((request, response) => node.authorize(request, response, wanted)),
    form: async (request: Request, response: Response, action: 'signin' | 'signout') =>
      node.form(request, response, action, readFields(request)),
  })
}
