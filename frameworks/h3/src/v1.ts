import {
  toIncomingRequest,
  toResponseHeaders,
  toScopeSource,
  withHeaders,
} from '@latchstring/core/framework'
import type { FrameworkAuthConfigInput } from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createNodeAuth, sendResponse } from '@latchstring/node'
import { findParsed, isImitated, shareBody, toRequest, type NodeEvent } from './lib/node-events.ts'
import { createNodeScopes } from './lib/node-scopes.ts'
import { createOperations, readFields } from './lib/operations.ts'
import type { H3Operations, H3Options } from './lib/types.ts'

export * from '@latchstring/core/application'
export { isCachedForAll, isImitatedFor, type NodeEvent } from './lib/node-events.ts'
export type { H3Operations, H3Options, H3SignInOptions } from './lib/types.ts'

/** A handler for `app.use` of h3 1, with the functions for other handlers. */
export interface LatchstringH3<S extends object = Session> extends H3Operations<NodeEvent, S> {
  (event: NodeEvent): Promise<Response | undefined>
  /** Marks the function as a handler: h3 warns about other functions. */
  readonly __is_handler__: true
}

/** Error that ends a handler whose request is answered. h3 recognizes its errors by a member of their class. */
class Refused extends Error {
  static readonly __h3_error__ = true
  readonly fatal = false
  readonly unhandled = false
  readonly statusCode: number

  constructor(statusCode: number) {
    super('The request was refused: it needs a session.')
    this.name = 'Refused'
    this.statusCode = statusCode
  }

  toJSON(): object {
    return { statusCode: this.statusCode, message: this.message }
  }
}

/**
 * Sets up Latchstring for h3 1 and Nitro 2. The result is a handler, which answers the HTTP actions and passes every other request
 * on. Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path and clock
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/h3/v1'
 *
 * export const latchstring = Latchstring({ providers: [GitHub] })
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  { prerendering = false, errorPage, ...options }: H3Options = {},
): LatchstringH3<S> {
  const node = createNodeAuth<Token, S>(config, options)
  const { find, drop } = createNodeScopes<S>(node, {
    prerendering,
    ...(errorPage !== undefined && { errorPage }),
  })

  // Servers without messages of Node.js have only the `Request`.
  async function respond(event: NodeEvent): Promise<Response> {
    const vary = toResponseHeaders(event.node.res).get('vary')
    const response = await node.operations.handle(await toRequest(event), findParsed(event))
    return vary === null ? response : withHeaders(response, new Headers({ vary }))
  }

  async function handler(event: NodeEvent): Promise<Response | undefined> {
    const { req, res } = event.node
    const { url } = toScopeSource(req)
    if (prerendering || url === undefined || !node.operations.owns(url)) return undefined
    drop(event)
    if (isImitated(event)) return respond(event)
    await shareBody(req)
    await node.answer(req, res)
    return undefined
  }

  const operations = createOperations<NodeEvent, S>({
    instance: () => node.operations,
    scope: find,
    request: ({ node: { req } }) => toIncomingRequest(req),
    readBody: async (event) => findParsed(event) ?? readFields(await toRequest(event)),
    async refuse(event, response) {
      if (isImitated(event)) await event.respondWith(response)
      else await sendResponse(response, event.node.res)
      throw new Refused(response.status)
    },
  })
  return Object.assign(handler, { __is_handler__: true as const }, operations)
}
