import { createCache } from '../kit/cache.ts'
import { systemClock, type Clock } from '../kit/clock.ts'
import {
  createSessionContext,
  toContext,
  warnOfUnlistedProxy,
  type Context,
  type SessionContext,
  homeUrl,
} from '../request/context.ts'
import type { FailureContext } from '../failures/failure-result.ts'
import { requireSameOrigin } from '../sessions/csrf/origin-check.ts'
import { ACTIONS, pickRoute, type Action } from '../actions/actions.ts'
import type { Route } from '../request/route.ts'
import { describePolicy } from '../http/origin.ts'
import { fromRequest } from '../http/incoming.ts'
import { findAction, findWellKnown } from '../http/action.ts'
import { parseRequest } from '../http/request.ts'
import { lazy } from '../kit/lazy.ts'
import { redactText } from '../logger/redact.ts'
import { createResolver, type ConfigSource, type Resolver } from './resolver.ts'
import { toReply, writeResponse, type FlowResult } from '../http/result.ts'
import { rememberedTarget, resolveTarget } from '../request/return-to.ts'
import { mayBeActing } from '../sessions/acting/acting-cookie.ts'
import { isMigrating } from '../sessions/foreign-cookie.ts'
import { newReference } from '../crypto/reference.ts'
import type { FailedSignIn } from './sign-in-refused.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { AuthRequest, IncomingRequest } from '../types/request.ts'
import type { FrameworkAuth } from '../types/framework.ts'
import type { Awaitable, Env } from '../types/utility.ts'

export type { ConfigSource } from './resolver.ts'

/** The inputs of the core from its runtime. */
export interface CoreOptions {
  /** Environment variables, such as `process.env`. Default: none. */
  readonly env?: Env | undefined
  /** Base path where the configuration names none. Default: `/auth`. */
  readonly basePath?: string | undefined
  /** The present, in milliseconds since the epoch. Default: the clock of the machine. */
  readonly clock?: Clock | undefined
  /** Features beside those of the configuration: where that is a function, all of them. */
  readonly features?: readonly AnyFeature[] | undefined
}

/** The engine under `createAuth` and every framework package. */
export interface Core extends Resolver {
  /** The outcome of a request to an action. Never throws. */
  readonly decide: (request: IncomingRequest) => Promise<FlowResult>
  /** Answers an HTTP action. Never throws. */
  readonly handle: FrameworkAuth<object>['handle']
  /** Answers an HTTP action where it is not asked with web objects. */
  readonly serve: FrameworkAuth<object>['serve']
}

// Reading a session needs no token.
const csrfTokens = lazy(() => import('../sessions/csrf/token.ts'))

// Only with features.
const featureRows = lazy(() => import('../actions/features/rows.ts'))

// Only at addresses that are not below the base path.
const wellKnown = lazy(() => import('../actions/features/well-known.ts'))

// Only needed once something has failed.
const refusing = lazy(() => import('./sign-in-refused.ts'))
const failing = lazy(() => import('../failures/failure-result.ts'))

/** Turns a failure into a result. */
export async function toFailure(thrown: unknown, context: FailureContext): Promise<FlowResult> {
  const { toFailureResult } = await failing()
  return toFailureResult(thrown, context)
}

/** Actions that open a session. */
const SIGN_IN: ReadonlySet<string> = new Set(['signin', 'callback'])

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function returnTo(
  { config, origin, profile, jar }: SessionContext,
  { body, query }: AuthRequest,
  target: Action['target'],
): Awaitable<string> {
  if (target === 'none') return origin.href
  const url =
    body.get('callbackUrl') ??
    query.get('callbackUrl') ??
    (target === 'remembered' ? rememberedTarget({ jar, profile, origin }) : undefined)
  return url === undefined ? homeUrl({ config, origin }) : resolveTarget(config, origin, url)
}

/**
 * Pages that were loaded before the application moved have scripts of the other library, which say in the body that they take
 * the address of a redirect and follow it by themselves.
 */
function asksForAddress(context: SessionContext, { body }: AuthRequest): boolean {
  const json = body.get('json')
  return (json === 'true' || json === true) && isMigrating(context)
}

function asAddress(result: FlowResult): FlowResult {
  if (result.kind !== 'redirect') return result
  return { kind: 'json', status: 200, body: { url: result.to }, jar: result.jar }
}

async function runWithToken(context: Context, route: Route): Promise<FlowResult> {
  await (await csrfTokens()).requireCsrf(context)
  return act(context, route)
}

const loadOwn = lazy(() => import('../sessions/acting/current-of-user.ts'))

async function runForUser(context: Context, route: Route): Promise<FlowResult> {
  await (await loadOwn()).currentOfUser(context)
  return route.run(context)
}

/** Runs what a route does: for the user alone, unless it says that it may also be done in their name. */
function act(context: Context, route: Route): Awaitable<FlowResult> {
  return route.actor === 'allowed' || !mayBeActing(context)
    ? route.run(context)
    : runForUser(context, route)
}

function run(context: Context, route: Route): Awaitable<FlowResult> {
  if (route.origin === 'same') requireSameOrigin(context)
  return route.csrf === 'token' ? runWithToken(context, route) : act(context, route)
}

const shownOrigins = createCache<string>({ entries: 64 })

function logRequest({ config, origin }: SessionContext, { action, method }: AuthRequest): void {
  const { log } = config
  if (!log.debugging) return
  // Of these only the origin can be written by a stranger; masking it takes longer than all the rest.
  log.step('request', {
    action,
    method,
    origin: shownOrigins.get(origin.href, () => redactText(origin.href)),
    decidedBy: describePolicy(config.origin),
  })
}

const SESSION_PATH = /^[^?#]*\/session(?:$|[?#])/

/** Whether a request only reads the session, as far as its address shows. */
function readsSession(original: IncomingRequest): boolean {
  try {
    return SESSION_PATH.test(original.url)
  } catch {
    // An address that cannot be read is refused where it is parsed, after the log for that has been found.
    return false
  }
}

async function runAction(
  { resolve, logFor, development }: Resolver,
  original: IncomingRequest,
): Promise<FlowResult> {
  // Filled in as far as the request gets.
  const known: Writable<FailureContext> = { original }
  let attempt: FailedSignIn | undefined
  try {
    const config = await resolve(original, readsSession)
    known.config = config
    const session = createSessionContext(config, original)
    known.origin = session.origin
    const { features } = config
    const document = features && findWellKnown(original)
    if (document !== undefined) {
      known.failsAs = 'json'
      const asked = { name: document, method: original.method }
      return await (await wellKnown()).answerWellKnown(features, session, asked)
    }
    const actions = features ? (await featureRows()).actionsOf(features) : ACTIONS
    const asked = findAction(original, config.actionBase, actions)
    const { action } = asked
    known.failsAs = action.failsAs
    const { request, route } = await parseRequest(original, asked)
    known.providerId = request.providerId
    const script = asksForAddress(session, request)
    known.asAddress = script
    attempt = SIGN_IN.has(request.action) ? { config, original, request } : undefined
    if (request.action !== 'session') {
      warnOfUnlistedProxy(session)
      known.trace = { from: config.steady(), steps: [] }
    }
    logRequest(session, request)
    const target = await returnTo(session, request, action.target)
    known.returnTo = target
    const { trace } = known
    const context = toContext(session, { request, original, returnTo: target, trace })
    const result = await run(context, pickRoute(route, context))
    return script ? asAddress(result) : result
  } catch (thrown) {
    const ref = newReference()
    if (attempt) await (await refusing()).emitRefused(attempt, thrown, ref)
    return toFailure(thrown, { log: logFor(thrown), development, ...known, ref })
  }
}

/** The engine for a configuration. Nothing is resolved before it is needed, so that builds run without secrets. */
export function createCore(source: ConfigSource, options: CoreOptions): Core {
  const { env = {}, basePath = '/auth', clock = systemClock, features } = options
  const resolver = createResolver(source, { env, basePath, clock, features })

  const serve: Core['serve'] = async (request, write) => {
    const result = await runAction(resolver, request)
    try {
      return write(toReply(result, request))
    } catch (thrown) {
      const failed = await toFailure(thrown, { original: request, failsAs: 'json' })
      return write(toReply(failed, request))
    }
  }

  return {
    ...resolver,
    decide: (request) => runAction(resolver, request),
    serve,
    handle: (request, body, peerAddress) =>
      serve(fromRequest(request, body, peerAddress), writeResponse),
  }
}
