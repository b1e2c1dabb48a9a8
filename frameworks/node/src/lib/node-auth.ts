import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  beforeHead,
  deferFrameworkAuth,
  toNodeHandler,
  toResponseHeaders,
  toScopeSource,
} from '@latchstring/core/framework'
import type {
  FrameworkAuth,
  FrameworkAuthConfigInput,
  FrameworkOptions,
  NodeResponse,
  RequestScope,
  ScopeSource,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'

/** The operations that frameworks over servers of Node.js share. */
export interface NodeAuth<S extends object> {
  /** The operations without a framework. */
  readonly operations: FrameworkAuth<S>
  /**
   * Answers a request for an HTTP action.
   *
   * @returns whether the request was for an action
   */
  readonly answer: (request: IncomingMessage, response: NodeResponse) => Promise<boolean>
  /** Converts a request to the source of a scope; its `request` has no body. */
  readonly source: (request: IncomingMessage, response: ServerResponse) => ScopeSource
  /** The scope of a request, the same at every call. Its cookies are set before the head of the response is written. */
  readonly scope: (request: IncomingMessage, response: ServerResponse) => RequestScope<S>
}

/** Converts a request to the source of a scope. Once the head is sent or the connection is closed, a read extends no session. */
function toSource(message: IncomingMessage, response: ServerResponse): ScopeSource {
  const source = toScopeSource(message)
  return {
    headers: source.headers,
    method: source.method,
    ...(source.url !== undefined && { url: source.url }),
    peerAddress: source.peerAddress,
    get otherPath() {
      return source.otherPath
    },
    get request() {
      return source.request
    },
    get readOnly() {
      return response.headersSent || response.destroyed
    },
  }
}

/** Returns the request target. A router that shortens the path keeps the whole target in `originalUrl`. */
function absoluteTarget(message: IncomingMessage): string {
  const originalUrl: unknown = Reflect.get(message, 'originalUrl')
  const target = typeof originalUrl === 'string' ? originalUrl : (message.url ?? '')
  return target.startsWith('/') ? `http://host.invalid${target}` : target
}

/**
 * Creates the operations that frameworks over servers of Node.js share.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment and defaults of the framework. Default of `env`: `process.env`, with a generated secret for
 * a development server that has none
 */
export function createNodeAuth<const Token extends JWT = JWT, const S extends object = Session>(
  config: FrameworkAuthConfigInput<Token, S>,
  options: FrameworkOptions = {},
): NodeAuth<S> {
  const operations = deferFrameworkAuth<Token, S>(config, options)
  const handle = toNodeHandler({ serve: (request, write) => operations().serve(request, write) })
  const scopes = new WeakMap<IncomingMessage, RequestScope<S>>()

  function createScope(request: IncomingMessage, response: ServerResponse): RequestScope<S> {
    const scope = operations().scope(toSource(request, response))
    beforeHead(response, (status) => scope.applyTo(toResponseHeaders(response), status))
    scopes.set(request, scope)
    return scope
  }

  return {
    get operations() {
      return operations()
    },
    source: toSource,
    async answer(request, response) {
      if (!operations().owns(absoluteTarget(request))) return false
      // The cookies of an earlier read are discarded: the action may end that session.
      scopes.get(request)?.takeCookies()
      await handle(request, response)
      return true
    },
    scope: (request, response) => scopes.get(request) ?? createScope(request, response),
  }
}
