import {
  deferFrameworkAuth,
  refusalOf,
  toVerdictResponse,
  deferSystem,
} from '@latchstring/core/framework'
import type {
  AuthorizeOptions,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
  RequireOptions,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { RegisteredSession, Session } from '@latchstring/core/types'
import type { LatchstringKey, LatchstringRemix, RemixContext, RemixMiddleware } from './types.ts'

export * from '@latchstring/core/application'
export type { LatchstringKey, LatchstringRemix, RemixContext, RemixMiddleware } from './types.ts'

/** The scope of a request: `context.get(Latchstring)`. */
export const Latchstring: LatchstringKey = {}

function find(context: RemixContext): RequestScope<RegisteredSession> {
  if (!context.has(Latchstring)) {
    throw new TypeError(
      'The middleware of Latchstring did not run for this request. Put `latchstring()` first into `middleware` of the router.',
    )
  }
  // Only the middleware sets a value for this key.
  return context.get(Latchstring) as RequestScope<RegisteredSession>
}

/** Returns the fields that a form-data middleware has read. */
function findFields(context: RemixContext): FormData | undefined {
  const fields = context.has(FormData) ? context.get(FormData) : undefined
  return fields instanceof FormData ? fields : undefined
}

/**
 * The middleware that answers the HTTP actions and gives handlers `context.get(Latchstring)`. It is experimental, as Remix 3 is.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```js
 * import GitHub from '@latchstring/core/providers/github'
 * import { latchstring, Latchstring } from '@latchstring/remix'
 * import { createRouter } from 'remix/fetch-router'
 *
 * export const router = createRouter({ middleware: [latchstring({ providers: [GitHub] })] })
 * router.get('/', async (context) => {
 *   const session = await context.get(Latchstring).auth()
 *   return new Response(session?.user?.name ?? 'visitor')
 * })
 * ```
 */
export function latchstring<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): LatchstringRemix {
  const operations = deferFrameworkAuth<Token, S>(config, options)
  const middleware: RemixMiddleware = async (context, next) => {
    const { request } = context
    if (operations().owns(request.url)) {
      return operations().handle(request, request.bodyUsed ? findFields(context) : undefined)
    }
    let isSent = false
    const scope = operations().scope({
      headers: request.headers,
      url: request.url,
      request,
      // A stream that reads the session after this cannot set a cookie.
      get readOnly() {
        return isSent
      },
    })
    context.set(Latchstring, scope)
    try {
      return scope.apply(await next())
    } catch (error) {
      const refused = refusalOf(error)
      if (!refused) throw error
      return scope.apply(refused)
    } finally {
      isSent = true
    }
  }
  return Object.assign(middleware, { system: deferSystem(operations) })
}

/**
 * Middleware for routes: it redirects a page to the sign-in page, and answers a script with 401. With `aal` or `maxAge` it refuses a sign-in
 * that is weaker or older as well.
 *
 * @param options - what is asked of the sign-in, and what the request is for
 */
export function requireSession(options?: RequireOptions): RemixMiddleware {
  return async (context, next) => {
    const verdict = await find(context).requireSession(options)
    return toVerdictResponse(verdict, context.request) ?? next()
  }
}

/**
 * Middleware that calls the `authorized` callback.
 *
 * @param options - what the request is for
 */
export function authorize(options?: AuthorizeOptions): RemixMiddleware {
  return async (context, next) => {
    const verdict = await find(context).authorize(options)
    return toVerdictResponse(verdict, context.request) ?? next()
  }
}

/**
 * Signs in or out by a form of the application, and redirects. The form must come from one of its own pages.
 *
 * @param context - of the request
 * @param action - what the form is for
 * @throws CrossOriginRequest when a browser sent it from another origin
 * @throws AuthError when it fails, such as CredentialsSignin
 */
export async function submit(
  context: RemixContext,
  action: 'signin' | 'signout',
): Promise<Response> {
  const fields = findFields(context) ?? (await context.request.formData())
  const { url } = await find(context).form(action, fields)
  return new Response(null, { status: 303, headers: { Location: url } })
}
