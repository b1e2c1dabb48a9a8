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

/** What every framework over servers of Node.js does with a request. */
export interface NodeAuth<S extends object> {
  /** The operations without a framework. */
  readonly operations: FrameworkAuth<S>
  /**
   * Answers a request for an HTTP action.
   *
   * @returns whether it was one
   */
  readonly answer: (request: IncomingMessage, response: NodeResponse) => Promise<boolean>
  /** What a request is read from; its `request` has no body. */
  readonly source: (request: IncomingMessage, response: ServerResponse) => ScopeSource
  /** The scope of a request, the same at every call. Its cookies are set before the head of the response is written. */
  readonly scope: (request: IncomingMessage, response: ServerResponse) => RequestScope<S>
}

/** Once something is sent, or nobody is there, no cookie can be set, and the session is read without extending it. */
function toSource(message: IncomingMessage, response: ServerResponse): ScopeSource {
  const source = toScopeSource(message)
  return {
    headers: source.headers,
    ...(source.url !== undefined && { url: source.url }),
    peerAddress: source.peerAddress,
    get request() {
      return source.request
    },
    get readOnly() {
      return response.headersSent || response.destroyed
    },
  }
}

/** The path of a router that has shortened it is whole in `originalUrl`. */
function absoluteTarget(message: IncomingMessage): string {
  const originalUrl: unknown = Reflect.get(message, 'originalUrl')
  const target = typeof originalUrl === 'string' ? originalUrl : (message.url ?? '')
  return target.startsWith('/') ? `http://host.invalid${target}` : target
}

/**
 * Sets up what frameworks over servers of Node.js share.
 *
 * @param config - the configuration, or a function that makes one for a request
 * @param options - environment and defaults of the framework. Default of `env`: `process.env`, with a secret of its own for a
 * development server that has none
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
      // What an earlier reading would set counts no more: the action may end that session.
      scopes.get(request)?.takeCookies()
      await handle(request, response)
      return true
    },
    scope: (request, response) => scopes.get(request) ?? createScope(request, response),
  }
}
