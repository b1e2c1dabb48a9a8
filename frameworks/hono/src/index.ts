import {
  deferSystem,
  redirectStatus,
  toHandlerOperations,
  toVerdictResponse,
} from '@latchstring/core/framework'
import type { FrameworkAuth, RequestScope, Verdict } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { Context, Next } from 'hono'
import { findReadBody, readBody } from './lib/body.ts'
import { createInstances } from './lib/instances.ts'
import { findPeerAddress } from './lib/environment.ts'
import { setResponse } from './lib/response.ts'
import { createScopes, type Scopes } from './lib/scopes.ts'
import type { HonoConfigInput, HonoOptions, LatchstringHono } from './lib/types.ts'

export * from '@latchstring/core/application'
export type {
  HonoConfigInput,
  HonoOptions,
  HonoSignInOptions,
  LatchstringEnv,
  LatchstringHono,
  LatchstringVariables,
  SignedInEnv,
} from './lib/types.ts'

/** Middleware that lets a request pass, or answers it. */
function guard<S>(
  scopes: Scopes<S>,
  ask: (scope: RequestScope<S>) => Promise<Verdict>,
  allowed?: (context: Context, session: S | null) => void,
): (context: Context, next: Next) => Promise<void> {
  return (context, next) =>
    scopes.within(context, async () => {
      const scope = scopes.find(context)
      const refused = toVerdictResponse(await ask(scope), context.req.raw)
      if (refused) return setResponse(context, refused)
      allowed?.(context, await scope.auth())
      await next()
    })
}

/**
 * Sets up Latchstring for Hono. The result is middleware, which answers the HTTP actions and gives handlers the session.
 * Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request and its bindings
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
 *   .get('/', async (c) => c.text((await c.var.auth())?.user?.name ?? 'visitor'))
 *   .get('/me', latchstring.requireSession(), (c) => c.json({ user: c.var.authSession.user?.name }))
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
  Bindings extends object = object,
>(
  config: HonoConfigInput<Token, S, Bindings>,
  options: HonoOptions<Bindings> = {},
): LatchstringHono<S> {
  const findInstance: (context?: Context) => FrameworkAuth<S> = createInstances(config, options)
  const scopes = createScopes<S>(findInstance)
  const { find } = scopes

  async function middleware(context: Context, next: Next): Promise<void> {
    const instance = findInstance(context)
    const { raw } = context.req
    if (!instance.owns(raw.url)) return scopes.within(context, next)
    const body = await findReadBody(context)
    setResponse(context, await instance.handle(raw, body, findPeerAddress(context)))
  }

  const { submit, ...operations } = toHandlerOperations({
    scope: find,
    leave: (context: Context, url) => context.redirect(url, redirectStatus(context.req.method)),
  })
  const members: Pick<LatchstringHono<S>, keyof LatchstringHono<S>> = {
    ...operations,
    system: (value, context) => deferSystem(() => findInstance(context))(value),
    requireSession: (wanted) =>
      guard(
        scopes,
        (scope) => scope.requireSession(wanted),
        (context, session) => context.set('authSession', session),
      ),
    authorize: (wanted) => guard(scopes, (scope) => scope.authorize(wanted)),
    form: async (context, action) => submit(context, action, await readBody(context)),
  }
  return Object.assign(middleware, members)
}
