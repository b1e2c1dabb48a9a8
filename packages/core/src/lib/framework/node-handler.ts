import { fromNodeRequest, toScopeRequest } from '../http/node-request.ts'
import { writeNodeResponse } from '../http/node-reply.ts'
import type { FrameworkAuth } from '../types/framework.ts'
import type { SessionSource } from '../types/operations.ts'
import type { NodeRequest, NodeResponse } from '../types/node.ts'
import type { ScopeSource } from '../types/scope.ts'
import type { IncomingRequest, Reply } from '../types/request.ts'

/** Answers requests of `node:http` and `node:http2`. Never rejects. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>

/** The last resort: neither the response nor that of its failure could be written. */
function fail(response: NodeResponse): void {
  try {
    if (!response.headersSent) response.writeHead(500, { 'Content-Length': '0' })
    response.end()
  } catch {
    // What cannot even be ended has no client any more.
  }
}

/**
 * A listener of `node:http` and `node:http2`, and middleware of frameworks over them, which answers the HTTP actions. Sessions are read without `Request`, `Headers` and
 * `Response`, unless the configuration is a function, which is given a `Request`.
 *
 * It answers every request it is given, and never calls `next`: mount it below the base path. A path that a router has
 * shortened is read from `originalUrl`, and a body that something else has parsed from `body`.
 *
 * @param auth - what `createAuth` or `createFrameworkAuth` returned
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth } from '@latchstring/core'
 * import { toNodeHandler } from '@latchstring/core/framework'
 * import GitHub from '@latchstring/core/providers/github'
 *
 * const auth = createAuth({ providers: [GitHub] }, { env: process.env })
 * const handle = toNodeHandler(auth)
 * export const server = createServer((request, response) => {
 *   if (request.url?.startsWith('/auth/')) void handle(request, response)
 *   else response.end('Hello')
 * })
 * ```
 */
export function toNodeHandler({ serve }: Pick<FrameworkAuth<object>, 'serve'>): NodeHandler {
  return async (request, response) => {
    const write = (reply: Reply): void => writeNodeResponse(reply, response, request.method)
    try {
      await serve(fromNodeRequest(request), write)
    } catch {
      fail(response)
    }
  }
}

/**
 * What `session` reads the session of a request of Node.js from, without making web objects.
 *
 * @param request - of `node:http` or `node:http2`
 *
 * @example
 * ```ts
 * import type { IncomingMessage } from 'node:http'
 * import { createAuth } from '@latchstring/core'
 * import { toSessionSource } from '@latchstring/core/framework'
 *
 * const auth = createAuth({ providers: [] }, { env: process.env })
 * export const isSignedIn = async (request: IncomingMessage): Promise<boolean> =>
 *   (await auth.session(toSessionSource(request))).session !== null
 * ```
 */
export function toSessionSource(request: NodeRequest): SessionSource {
  return fromNodeRequest(request)
}

/**
 * What `scope` is made for while a request of Node.js is served. Its `request` has no body, which is left to the application.
 *
 * @param request - of `node:http` or `node:http2`
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http'
 * import { createAuth } from '@latchstring/core'
 * import { toScopeSource } from '@latchstring/core/framework'
 *
 * const auth = createAuth({ providers: [] }, { env: process.env })
 * export const server = createServer(async (request, response) => {
 *   const scope = auth.scope(toScopeSource(request))
 *   const session = await scope.auth()
 *   response.appendHeader('Set-Cookie', scope.takeCookies())
 *   response.end(session === null ? 'Not signed in' : 'Signed in')
 * })
 * ```
 */
export function toScopeSource(request: NodeRequest): ScopeSource {
  return toScopeRequest(request)
}

/**
 * What `serve` answers for a request of Node.js, where a framework writes the response in a way of its own.
 *
 * @param request - of `node:http` or `node:http2`
 *
 * @example
 * ```ts
 * import type { IncomingMessage, ServerResponse } from 'node:http'
 * import { createAuth } from '@latchstring/core'
 * import { toIncomingRequest } from '@latchstring/core/framework'
 *
 * const auth = createAuth({ providers: [] }, { env: process.env })
 * export const listener = (request: IncomingMessage, response: ServerResponse): Promise<unknown> =>
 *   auth.serve(toIncomingRequest(request), ({ status, headers, cookies, body }) =>
 *     response.writeHead(status, { ...headers, 'Set-Cookie': [...cookies] }).end(body),
 *   )
 * ```
 */
export function toIncomingRequest(request: NodeRequest): IncomingRequest {
  return fromNodeRequest(request)
}
