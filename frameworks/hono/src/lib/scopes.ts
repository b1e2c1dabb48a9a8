import { createMiddlewareScope, toSource } from '@latchstring/core/framework'
import type { FrameworkAuth, RequestScope } from '@latchstring/core/framework'
import type { Context } from 'hono'
import { findPeerAddress } from './environment.ts'
import { replaceResponse } from './response.ts'

/** Finds the scope of each request, and sets its cookies. */
export interface Scopes<S> {
  /** Creates the scope of a request and calls `next`. The outermost middleware sets its cookies. */
  readonly within: (context: Context, serve: () => Promise<void>) => Promise<void>
  /** The scope of a request that the middleware has seen. */
  readonly find: (context: Context) => RequestScope<S>
}

/** Creates scopes, which are kept by context: any middleware may replace members of `c.var`. */
export function createScopes<S extends object>(
  findInstance: (context: Context) => FrameworkAuth<S>,
): Scopes<S> {
  const scopes = new WeakMap<Context, RequestScope<S>>()

  async function within(context: Context, next: () => Promise<void>): Promise<void> {
    if (scopes.has(context)) return next()
    const source = {
      ...toSource(context.req.raw),
      peerAddress: findPeerAddress(context),
      // The option `getPath` of an application may have made it of something else than the address.
      otherPath: context.req.path,
    }
    const { scope, serve } = createMiddlewareScope(findInstance(context).scope, source)
    scopes.set(context, scope)
    context.set('auth', scope.auth)
    context.set('latchstring', scope)
    await serve(next, {
      done() {
        const applied = scope.apply(context.res)
        if (applied !== context.res) replaceResponse(context, applied)
      },
    })
  }

  function find(context: Context): RequestScope<S> {
    const scope = scopes.get(context)
    if (scope) return scope
    throw new TypeError(
      'The middleware of Latchstring did not run for this request, so no cookie could be set. Call `app.use(latchstring)` before the routes.',
    )
  }

  return { within, find }
}
