import { andThen, fromApplication, type MaybePromise } from './and-then.ts'
import { createCache } from './cache.ts'
import { systemClock, type Clock } from './clock.ts'
import type { ResolveOptions } from './config/resolve.ts'
import type { AnyConfig, ResolvedConfig } from './config/resolved-config.ts'
import { createSessionContext, toContext, type Context, type SessionContext } from './context.ts'
import type { FailureContext } from './responses/failure-result.ts'
import { asError } from './errors/auth-error.ts'
import { requireSameOrigin } from './csrf/origin-check.ts'
import { requireCsrf } from './csrf/token.ts'
import { ACTIONS, pickRoute, type Action } from './flows/actions.ts'
import type { Route } from './flows/route.ts'
import { describePolicy } from './http/origin.ts'
import { fromRequest } from './http/incoming.ts'
import { parseRequest } from './http/request.ts'
import { lazy } from './lazy.ts'
import { createLog, type Log } from './logger/logger.ts'
import { redactText } from './logger/redact.ts'
import { toReply, writeResponse, type FlowResult } from './http/result.ts'
import { resolveTarget } from './return-to.ts'
import { isMigrating } from './session/session-cookie.ts'
import type { AuthRequest, IncomingRequest } from './types/request.ts'
import type { FrameworkAuth } from './types/framework.ts'
import type { SessionSource } from './types/operations.ts'
import type { Env } from './types/utility.ts'

/** A configuration, or a function that makes one for a request. */
export type ConfigSource = AnyConfig | ((request?: Request) => AnyConfig | Promise<AnyConfig>)

/** What the core needs from where it runs. */
export interface CoreOptions {
  /** Environment variables, such as `process.env`. Default: none. */
  readonly env?: Env | undefined
  /** Base path where the configuration names none. Default: `/auth`. */
  readonly basePath?: string | undefined
  /** The present, in milliseconds since the epoch. Default: the clock of the machine. */
  readonly clock?: Clock | undefined
}

/** The engine under `createAuth` and every framework package. */
export interface Core {
  /** The resolved configuration for a request; resolved once for every object there is. */
  readonly resolve: (source: Pick<SessionSource, 'request'>) => MaybePromise<ResolvedConfig>
  /** The log for a failure where there is no resolved configuration: the one of the configuration that failed. */
  readonly logFor: (thrown: unknown) => Log
  /** What an action decides about a request. Never throws. */
  readonly decide: (request: IncomingRequest) => Promise<FlowResult>
  /** Answers an HTTP action. Never throws. */
  readonly handle: FrameworkAuth<object>['handle']
  /** Answers an HTTP action where it is not asked with web objects. */
  readonly serve: FrameworkAuth<object>['serve']
}

// What reads a configuration is only needed until it is resolved, and what tells of a failure once there is one.
const resolving = lazy(() => import('./config/resolve.ts'))
const reusing = lazy(() => import('./config/reuse.ts'))
const failing = lazy(() => import('./responses/failure-result.ts'))

/** Turns a failure into a result. */
export async function fail(thrown: unknown, context: FailureContext): Promise<FlowResult> {
  const { toFailureResult } = await failing()
  return toFailureResult(thrown, context)
}

type Resolve = (input: AnyConfig) => ResolvedConfig

/** What resolves configurations of a source, once it has been loaded. */
function loadResolve(source: ConfigSource, options: ResolveOptions): () => MaybePromise<Resolve> {
  let resolve: Resolve | undefined
  return () => {
    if (resolve) return resolve
    if (typeof source === 'function')
      return andThen(reusing(), ({ createReuse }) => (resolve ??= createReuse(options)))
    return andThen(
      resolving(),
      ({ resolveConfig }) => (resolve ??= (input) => resolveConfig(input, options)),
    )
  }
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

type Resolution = { readonly config: ResolvedConfig } | { readonly error: unknown }

/** Warns each logger once, even when the configuration is rebuilt for each request. */
function rememberWarnings(): NonNullable<ResolveOptions['warnedOf']> {
  const toConsole = new Set<string>()
  const toLoggers = new WeakMap<object, Set<string>>()
  return (logger) => {
    if (!logger) return toConsole
    const known = toLoggers.get(logger) ?? new Set<string>()
    toLoggers.set(logger, known)
    return known
  }
}

function createResolver(
  source: ConfigSource,
  options: ResolveOptions,
): Pick<Core, 'resolve' | 'logFor'> {
  // Weak, so that configurations made for one request do not pile up.
  const resolutions = new WeakMap<object, Resolution>()
  const logs = new WeakMap<object, Log>()

  const load = loadResolve(source, options)

  function resolution(input: AnyConfig, resolveNew: Resolve): Resolution {
    try {
      return { config: resolveNew(input) }
    } catch (error) {
      logs.set(asError(error), createLog(input.logger, input.debug ?? false))
      return { error }
    }
  }

  const findLog = (thrown: unknown): Log => logs.get(asError(thrown)) ?? createLog(undefined, false)

  function take(known: Resolution): ResolvedConfig {
    if ('error' in known) throw known.error
    return known.config
  }

  function resolved(input: AnyConfig): MaybePromise<ResolvedConfig> {
    const known = resolutions.get(input)
    if (known) return take(known)
    return andThen(load(), (resolveNew) => {
      // Another request may have been first while it was loaded.
      const made = resolutions.get(input) ?? resolution(input, resolveNew)
      resolutions.set(input, made)
      return take(made)
    })
  }

  if (typeof source !== 'function') return { resolve: () => resolved(source), logFor: findLog }
  return {
    resolve: ({ request }) => andThen(fromApplication(source(request)), resolved),
    logFor: findLog,
  }
}

function returnTo(
  { config, origin, profile, jar }: SessionContext,
  { body, query }: AuthRequest,
  target: Action['target'],
): MaybePromise<string> {
  if (target === 'none') return origin.href
  const remembered = target === 'remembered' ? jar.get(profile.cookies.callbackUrl.name) : undefined
  const url = body.get('callbackUrl') ?? query.get('callbackUrl') ?? remembered
  return url === undefined ? origin.href : resolveTarget(config, origin, url)
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

function run(context: Context, { csrf, origin, run: act }: Route): MaybePromise<FlowResult> {
  if (origin === 'same') requireSameOrigin(context)
  return csrf === 'token' ? requireCsrf(context).then(() => act(context)) : act(context)
}

const shownOrigins = createCache<string>({ entries: 64 })

function logRequest({ config, origin }: SessionContext, { action, method }: AuthRequest): void {
  const { log } = config
  if (!log.debugging) return
  // Masking takes longer than all the rest, and of these only the origin can be a stranger's word.
  log.step('request', {
    action,
    method,
    origin: shownOrigins.get(origin.href, () => redactText(origin.href)),
    decidedBy: describePolicy(config.origin),
  })
}

/** What a failure is told with, to be filled in as far as a request gets. All members are there: adding them one by one is slow. */
function nothingKnown(original: IncomingRequest): Writable<FailureContext> {
  return {
    original,
    config: undefined,
    origin: undefined,
    failsAs: undefined,
    returnTo: undefined,
    asAddress: false,
  }
}

async function decide(
  { resolve, logFor }: Pick<Core, 'resolve' | 'logFor'>,
  original: IncomingRequest,
): Promise<FlowResult> {
  const known = nothingKnown(original)
  try {
    const config = await resolve(original)
    known.config = config
    const session = createSessionContext(config, original)
    known.origin = session.origin
    const { request, action, route } = await parseRequest(original, config.actionBase, ACTIONS)
    const script = asksForAddress(session, request)
    known.failsAs = action.failsAs
    known.asAddress = script
    logRequest(session, request)
    const target = await returnTo(session, request, action.target)
    known.returnTo = target
    const context = toContext(session, { request, original, returnTo: target })
    const result = await run(context, pickRoute(route, context))
    return script ? asAddress(result) : result
  } catch (thrown) {
    return fail(thrown, { log: logFor(thrown), ...known })
  }
}

/** The engine for a configuration. Nothing is resolved before it is needed, so that builds run without secrets. */
export function createCore(source: ConfigSource, options: CoreOptions): Core {
  const { env = {}, basePath = '/auth', clock = systemClock } = options
  const resolver = createResolver(source, { env, basePath, clock, warnedOf: rememberWarnings() })

  const serve: Core['serve'] = async (request, write) => {
    const result = await decide(resolver, request)
    try {
      return write(toReply(result, request))
    } catch (thrown) {
      const failed = await fail(thrown, { original: request, failsAs: 'json' })
      return write(toReply(failed, request))
    }
  }

  return {
    ...resolver,
    decide: (request) => decide(resolver, request),
    serve,
    handle: (request, body) => serve(fromRequest(request, body), writeResponse),
  }
}
