import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FrameworkAuth, HeaderReader } from '@latchstring/core/framework'
import type { NextRequest } from 'next/server.js'
import { currentHeaders, oncePerRender } from './app-router.ts'
import { guard, type Handler } from './guard.ts'
import { type PagesContext, readPagesSession } from './pages-router.ts'
import { createPrincipal } from './principal.ts'
import { createRequire } from './require.ts'
import type { Auth } from './types.ts'

type Argument<S extends object> = NextRequest | IncomingMessage | PagesContext | Handler<S>

type Read<S> = (headers: HeaderReader) => Promise<S | null>

/** `auth()`: server components cannot set cookies, so that extending the session is left to the next request. */
function createRead<S extends object>(core: () => FrameworkAuth<S>): () => Promise<S | null> {
  let read: Read<S> | undefined
  return async () => {
    // Called before the configuration is read: Next.js stops prerendering here, when secrets may be missing.
    const current = await currentHeaders()
    read ??= await oncePerRender<HeaderReader, Promise<S | null>>(
      async (headers) => (await core().session({ headers, readOnly: true })).session,
    )
    return read(current)
  }
}

/** Creates `auth`, which reads a session in every context of Next.js. */
export function createUniversalAuth<S extends object>(core: () => FrameworkAuth<S>): Auth<S> {
  const readSession = createRead(core)
  function auth(first?: Argument<S>, second?: unknown): unknown {
    if (first === undefined) return readSession()
    if (typeof first === 'function') {
      return async (request: NextRequest, context: unknown) => guard(core, request, context, first)
    }
    if (first instanceof Request) return guard(core, first, second)
    if ('req' in first) return readPagesSession(core(), first.req, first.res)
    // The overloads require the response after a Node.js request.
    return readPagesSession(core(), first, second as ServerResponse)
  }
  const members = { require: createRequire(core), principal: createPrincipal(core) }
  // TypeScript cannot check an implementation against overloads that depend on its arguments; the tests do.
  return Object.assign(auth, members) as Auth<S>
}
