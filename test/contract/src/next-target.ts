import Latchstring, { type FrameworkAuthConfigInput } from '@latchstring/next'
import type { Redirection } from '@latchstring/core/framework'
import { NextRequest, type NextFetchEvent } from 'next/server.js'
import { onTestFinished, vi } from 'vitest'
import { requestScope } from './next-scope.ts'
import { enter } from './process-environment.ts'
import type { Target } from './target.ts'

/** `redirect` of Next.js throws an error whose digest has the address. */
async function redirection(work: () => Promise<unknown>): Promise<string> {
  try {
    return String(await work())
  } catch (error) {
    const digest: unknown = error instanceof Error ? Reflect.get(error, 'digest') : undefined
    if (typeof digest !== 'string' || !digest.startsWith('NEXT_REDIRECT;')) throw error
    return digest.split(';')[2] ?? ''
  }
}

/** A request as Next.js hands it over. */
export function toNextRequest(request: Request): NextRequest {
  return new NextRequest(request)
}

// The class of the event is not public; only what tells it apart is needed.
const EVENT = { waitUntil: () => undefined } as unknown as NextFetchEvent

/** The package for Next.js, with its handlers called in the process. */
export const nextTarget: Target = {
  name: 'next',
  basePath: '/api/auth',
  create(config, environment) {
    // The request of a configuration function is a NextRequest, which is a Request.
    const auth = Latchstring(config as FrameworkAuthConfigInput)
    onTestFinished(() => void vi.useRealTimers())

    async function redirecting(
      headers: Headers,
      work: () => Promise<unknown>,
    ): Promise<Redirection> {
      enter(environment)
      const scope = { headers, cookies: [] }
      const url = await requestScope.run(scope, () => redirection(work))
      return { url, cookies: scope.cookies }
    }

    return {
      fetch(request) {
        enter(environment)
        const { GET, POST } = auth.handlers
        return (request.method === 'POST' ? POST : GET)(toNextRequest(request))
      },
      auth(headers) {
        enter(environment)
        return requestScope.run({ headers, cookies: [] }, () => auth.auth())
      },
      signIn: (headers, { provider, options, params }) =>
        redirecting(headers, () => auth.signIn(provider, options, params)),
      signOut: (headers, options) => redirecting(headers, () => auth.signOut(options)),
      async update(headers, data) {
        enter(environment)
        const scope = { headers, cookies: [] }
        return requestScope.run(scope, async () => {
          const session = await auth.unstable_update(data)
          return { session, cookies: scope.cookies }
        })
      },
      withSessions(headers, run) {
        enter(environment)
        return requestScope.run({ headers, cookies: [] }, () => run(auth.sessions))
      },
      async guard(request) {
        enter(environment)
        const response = await auth.auth(toNextRequest(request), EVENT)
        return { passed: response.headers.get('x-middleware-next') === '1', response }
      },
    }
  },
}
