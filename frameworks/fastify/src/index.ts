import {
  refusalOf,
  toIncomingRequest,
  toVerdictResponse,
  deferSystem,
} from '@latchstring/core/framework'
import type {
  AcceptedPrincipal,
  FrameworkAuthConfigInput,
  ParsedBody,
  PrincipalOptions,
  Reply,
  RequestScope,
  RequireOptions,
  Verdict,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import { createNodeAuth, type NodeAuth } from '@latchstring/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyOptions, Guard, LatchstringFastify, LatchstringMembers } from './types.ts'

export * from '@latchstring/core/application'
export type {
  FastifyOptions,
  FastifySignInOptions,
  Guard,
  LatchstringFastify,
  LatchstringMembers,
} from './types.ts'

/** Members of a plugin that Fastify and its tools read. They make the plugin apply to the whole instance. */
const METADATA = {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@latchstring/fastify',
  [Symbol.for('plugin-meta')]: { name: '@latchstring/fastify', fastify: '5.x' },
}

/** Sends the response of an action through Fastify, so that headers and hooks of other plugins apply to it too. */
function send({ status, headers, cookies, body }: Reply, reply: FastifyReply): void {
  void reply.code(status).headers(headers)
  for (const cookie of cookies) void reply.header('set-cookie', cookie)
  // Fastify adds a charset to the type of a string, even of JSON, which has none (RFC 8259, section 11).
  // Fastify writes `null` as JSON.
  void reply.send(body === null ? undefined : Buffer.from(body))
}

/** Returns the status of a redirect; 303 changes the method to GET. */
function redirect({ method }: FastifyRequest, reply: FastifyReply, url: string): FastifyReply {
  return reply.redirect(url, method === 'GET' || method === 'HEAD' ? 302 : 303)
}

/** Sends the response of a refusal. */
function refuse(response: Response, reply: FastifyReply): FastifyReply {
  const { body } = response
  if (body !== null && reply.request.method !== 'HEAD') return reply.send(response)
  void body?.cancel()
  void reply.code(response.status)
  for (const [name, value] of response.headers) void reply.header(name, value)
  return reply.send()
}

/**
 * Answers an error of `auth.require`, for an error handler: Fastify sends no `Response` without a body by itself.
 *
 * @param error - what was thrown
 * @returns `undefined` for any other error
 *
 * @example
 * ```ts
 * import { sendRefusal } from '@latchstring/fastify'
 * import Fastify from 'fastify'
 *
 * export const app = Fastify()
 * app.setErrorHandler((error, _request, reply) => sendRefusal(error, reply) ?? reply.send(error))
 * ```
 */
export function sendRefusal(error: unknown, reply: FastifyReply): FastifyReply | undefined {
  const refused = refusalOf(error)
  return refused && refuse(refused, reply)
}

/** A hook that lets a request pass, or answers it. */
function guard<S extends object>(
  { scope }: NodeAuth<S>,
  ask: (scope: RequestScope<S>) => Promise<Verdict>,
): Guard {
  return async ({ raw }, reply) => {
    const verdict = await ask(scope(raw, reply.raw))
    const refused = toVerdictResponse(verdict, toIncomingRequest(raw))
    return refused && refuse(refused, reply)
  }
}

/** Decorates requests with the function that reads the session. */
function decorate(
  app: FastifyInstance,
  name: string,
  auth: (request: FastifyRequest) => Promise<unknown>,
): void {
  if (app.hasRequestDecorator(name)) {
    throw new TypeError(
      `Requests have \`${name}\` from another plugin. Set the option \`decorator\` of Latchstring to another name, or to false.`,
    )
  }
  app.decorateRequest(name, function read(this: FastifyRequest) {
    return auth(this)
  })
}

/** Creates the functions for handlers. They find the reply of a request that the plugin has seen. */
function createMembers<S extends object>(
  node: NodeAuth<S>,
  replies: WeakMap<FastifyRequest, FastifyReply>,
): LatchstringMembers<S> {
  function scope(request: FastifyRequest): RequestScope<S> {
    const reply = replies.get(request)
    if (reply) return node.scope(request.raw, reply.raw)
    throw new TypeError(
      'The plugin of Latchstring did not run for this request. Call `app.register(latchstring)` on the instance of the route, or on one above it.',
    )
  }
  return {
    scope,
    auth: Object.assign(async (request: FastifyRequest) => scope(request).auth(), {
      require: async (request: FastifyRequest, options?: RequireOptions) =>
        scope(request).require(options),
      principal: async <Accepted extends AcceptedPrincipal>(
        request: FastifyRequest,
        options: PrincipalOptions<Accepted>,
      ) => scope(request).principal(options),
    }),
    requireSession: (wanted) => guard(node, (asked) => asked.requireSession(wanted)),
    authorize: (wanted) => guard(node, (asked) => asked.authorize(wanted)),
    async form(request, reply, action, body) {
      // Parsers of forms and of JSON return objects, whose members are checked one by one.
      const fields = body ?? ((request.body ?? {}) as ParsedBody)
      const { url } = await scope(request).form(action, fields)
      return redirect(request, reply, url)
    },
    async signIn(request, reply, provider, { authorizationParams, ...fields } = {}) {
      const { url } = await scope(request).signIn(provider, fields, authorizationParams)
      return redirect(request, reply, url)
    },
    async signOut(request, reply, wanted) {
      return redirect(request, reply, (await scope(request).signOut(wanted)).url)
    },
    feature: (value, request) => scope(request).feature(value),
    system: deferSystem(() => node.operations),
    unstable_update: async (request, data) => scope(request).update(data),
  }
}

/**
 * Sets up Latchstring for Fastify. The result is a plugin, which answers the HTTP actions and gives requests `auth()`.
 * Environment and configuration are read with the first request.
 *
 * @param config - the configuration, or a function that returns one for a request
 * @param options - environment, default base path, clock, and the name of `auth()`
 *
 * @example
 * ```ts
 * import GitHub from '@latchstring/core/providers/github'
 * import Latchstring from '@latchstring/fastify'
 * import Fastify from 'fastify'
 *
 * const latchstring = Latchstring({ providers: [GitHub] })
 *
 * export const app = Fastify()
 * await app.register(latchstring)
 * app.get('/', async (request) => (await request.auth())?.user?.name ?? 'visitor')
 * app.get('/me', { onRequest: latchstring.requireSession() }, async (request) => request.auth())
 * ```
 */
export default function Latchstring<
  const Token extends JWT = JWT,
  const S extends object = Session,
>(
  config: FrameworkAuthConfigInput<Token, S>,
  { decorator = 'auth', ...options }: FastifyOptions = {},
): LatchstringFastify<S> {
  const node = createNodeAuth<Token, S>(config, options)
  const replies = new WeakMap<FastifyRequest, FastifyReply>()
  const members = createMembers(node, replies)

  // `onRequest` runs before a parser reads the body, and also without a route.
  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    replies.set(request, reply)
    const incoming = toIncomingRequest(request.raw)
    if (!node.operations.owns(incoming.url)) return undefined
    await node.operations.serve(incoming, (answered) => send(answered, reply))
    return reply
  }

  async function plugin(app: FastifyInstance): Promise<void> {
    if (decorator !== false) decorate(app, decorator, members.auth)
    app.addHook('onRequest', serve)
  }

  return Object.assign(plugin, members, METADATA)
}
