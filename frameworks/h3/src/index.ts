import { deferFrameworkAuth, withHeaders } from '@latchstring/core/framework'
import type { FrameworkAuthConfigInput, FrameworkOptions } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { H3Event } from 'h3'
import { createOperations, readFields } from './lib/operations.ts'
import { createScopes, takePrepared } from './lib/scopes.ts'
import type { H3Operations } from './lib/types.ts'

export * from '@latchstring/core/application'
export type { H3Operations, H3SignInOptions } from './lib/types.ts'

/** Middleware of h3 2, with the functions for handlers. */
export interface LatchstringH3<S extends object = Session> extends H3Operations<H3Event, S> {
  (event: H3Event, next: () => unknown): Promise<unknown>
}

/**
 * Sets up Latchstring for h3 2. The result is middleware, which answers the HTTP actions and sets the cookies of everything else;
 * use it before other middleware. Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/h3'
 * import { H3 } from 'h3'
 *
 * const latchstring = Latchstring({ providers: [GitHub] })
 *
 * export const app = new H3()
 *   .use(latchstring)
 *   .get('/', async (event) => (await latchstring.auth(event))?.user?.name ?? 'visitor')
 *   .get('/me', async (event) => (await latchstring.requireSession(event)).user)
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(config: FrameworkAuthConfigInput<Token, S>, options: FrameworkOptions = {}): LatchstringH3<S> {
  const instance = deferFrameworkAuth<Token, S>(config, options)
  const { within, find, refuse } = createScopes<S>(instance)

  async function middleware(event: H3Event, next: () => unknown): Promise<unknown> {
    const { req } = event
    if (!instance().owns(req.url)) return within(event, next)
    const response = await instance().handle(req, undefined, req.ip)
    return withHeaders(response, await takePrepared(event, response.status))
  }

  const operations = createOperations<H3Event, S>({
    instance,
    scope: find,
    request: ({ req }) => req,
    readBody: ({ req }) => readFields(req),
    refuse,
  })
  return Object.assign(middleware, operations)
}
