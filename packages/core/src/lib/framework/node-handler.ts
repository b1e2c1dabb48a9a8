import { fromNodeRequest, toScopeRequest } from '../http/node-request.ts'
import { writeNodeResponse } from '../http/node-reply.ts'
import type { FrameworkAuth } from '../types/framework.ts'
import type { SessionSource } from '../types/operations.ts'
import type { NodeRequest, NodeResponse } from '../types/node.ts'
import type { ScopeSource } from '../types/scope.ts'
import type { IncomingRequest, Reply } from '../types/request.ts'

/** Answers requests of `node:http` and `node:http2`. Never rejects. */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>

/** Ends the response when neither it nor the response of its failure could be written. */
function respondWithError(response: NodeResponse): void {
  try {
    if (!response.headersSent) response.writeHead(500, { 'Content-Length': '0' })
    response.end()
  } catch {
    // `end` fails only once the connection is closed.
  }
}

/**
 * Creates a listener of `node:http` and `node:http2` that answers the HTTP actions. It is also middleware of frameworks over
 * these modules. Sessions are read without `Request`, `Headers` and `Response`, unless the configuration is a function, which
 * receives a `Request`.
 *
 * The listener answers every request and never calls `next`: mount it below the base path. A path that a router has
 * shortened is read from `originalUrl`, and a parsed body from `body`.
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
      respondWithError(response)
    }
  }
}

/**
 * Converts a Node.js request to the source of `session`, without creating web objects.
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
 * Converts a Node.js request to the source of `scope`. Its `request` has no body, so that the application can read the body.
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
 * Converts a Node.js request to the input of `serve`, for frameworks that write the response themselves.
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
