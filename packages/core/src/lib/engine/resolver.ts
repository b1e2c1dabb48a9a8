import type { ResolveOptions } from '../config/resolved-config.ts'
import type { AnyConfig, ResolvedConfig } from '../config/resolved-config.ts'
import { isDevelopment } from '../config/env.ts'
import { asError, AuthError } from '../errors/auth-error.ts'
import { InvalidConfiguration } from '../errors/classes.ts'
import { describeKind, naming, namingNow } from '../errors/own-function.ts'
import { lazy } from '../kit/lazy.ts'
import { isObject } from '../kit/json.ts'
import { isPromise } from '../kit/promise.ts'
import type { OriginSource } from '../http/origin.ts'
import { createLog, type Log } from '../logger/logger.ts'
import type { Adapter } from '../types/adapter.ts'
import type { AnyFeature } from '../types/feature.ts'
import type { TextsOptions } from '../types/texts.ts'
import type { SessionSource } from '../types/operations.ts'

// Pages are loaded when they are first needed, and their texts with them.
const ownTexts = lazy(() => import('../pages/own-texts.ts'))

/** Warns of texts that no page has, soon after the configuration was resolved. */
async function checkTexts(texts: TextsOptions, log: Log): Promise<void> {
  try {
    const { findTextProblems } = await ownTexts()
    for (const problem of findTextProblems(texts)) log.warn('texts', problem)
  } catch (error) {
    log.error(asError(error))
  }
}

/** Most stores that are asked about their settings: a function may make one for each request. */
const MAX_STORES = 8

/** Logs what is wrong with the settings of the store, soon after the configuration was resolved. A store that is away says so elsewhere. */
async function checkStore(adapter: Adapter, log: Log): Promise<void> {
  try {
    const problems = (await adapter.findProblems?.()) ?? []
    for (const problem of problems) log.errorOnce(new InvalidConfiguration(problem))
  } catch (error) {
    log.debug('The settings of the store could not be read.', { error: asError(error).message })
  }
}

/** A configuration, or a function that makes one for a request. */
export type ConfigSource = AnyConfig | ConfigFunction

type ConfigFunction = (request?: Request) => AnyConfig | Promise<AnyConfig>

/** Finds the resolved configuration of a request. */
export interface Resolver {
  /**
   * The resolved configuration of a request. Each object is resolved once.
   *
   * @param readsSession - whether the request only reads a session, for which development asks no emulator. Default: it does not
   */
  readonly resolve: <S extends Pick<SessionSource, 'request'> & Partial<OriginSource>>(
    source: S,
    readsSession?: (source: S) => boolean,
  ) => ResolvedConfig | Promise<ResolvedConfig>
  /** Whether responses are for a developer. */
  readonly development: boolean
  /** The log for a failure without a resolved configuration: that of the configuration that failed. */
  readonly logFor: (thrown: unknown) => Log
}

/** For requests that only read a session. */
export const onlySession = (): boolean => true

// Loaded at the first request, so that importing the library stays cheap.
const resolving = lazy(() => import('../config/resolve.ts'))
const featuring = lazy(() => import('../actions/features/resolve-features.ts'))
// In development alone.
const emulating = lazy(() => import('../development/keyless.ts'))
const notices = lazy(() => import('../development/notices.ts'))

/** What a configuration is resolved with: the features are checked once they are loaded. */
type ResolverOptions = Omit<ResolveOptions, 'features'> & {
  /** Beside those of a configuration that is an object. */
  readonly features?: readonly AnyFeature[] | undefined
}

async function withFeatures(
  { features: beside = [], ...options }: ResolverOptions,
  own: readonly AnyFeature[] = [],
): Promise<ResolveOptions> {
  if (own.length === 0 && beside.length === 0) return options
  const { resolveFeatures, resolveForms } = await featuring()
  const lists = [own, beside]
  return {
    ...options,
    features: (rest) => resolveFeatures(lists, rest),
    forms: () => resolveForms(lists),
  }
}

type ResolveAttempt = (input: AnyConfig, resolve: () => ResolvedConfig) => ResolvedConfig

function resolveOnce(
  source: AnyConfig,
  given: ResolverOptions,
  attempt: ResolveAttempt,
): Resolver['resolve'] {
  let known: (() => ResolvedConfig) | undefined

  function resolveNow(resolve: () => ResolvedConfig): () => ResolvedConfig {
    try {
      const config = attempt(source, resolve)
      return () => config
    } catch (error) {
      return () => {
        throw error
      }
    }
  }

  async function first(): Promise<ResolvedConfig> {
    const { resolveConfig } = await resolving()
    const options = await withFeatures(given, source.features)
    // Another request may have been first while it was loaded.
    known ??= resolveNow(() => resolveConfig(source, options))
    return known()
  }

  return () => (known ? known() : first())
}

/** @param input - what the function of the application returned, which no compiler may have checked */
function requireConfig(input: AnyConfig): AnyConfig {
  if (isObject(input)) {
    if (input.features === undefined) return input
    throw new InvalidConfiguration(
      'The configuration function returned `features`. Which paths are theirs has to be known before a request: name them beside it, `Latchstring(config, { features: [] })`.',
    )
  }
  throw new AuthError(
    `The configuration function returned ${describeKind(input)}. Return the configuration.`,
  )
}

const CONFIG_FUNCTION = 'The configuration function'

function resolveEach(
  source: ConfigFunction,
  options: ResolverOptions,
  attempt: ResolveAttempt,
): Resolver['resolve'] {
  let resolve: ((input: AnyConfig) => ResolvedConfig) | undefined
  return async ({ request }) => {
    // Loaded before the function is called, so that nothing is waited for between its return and the reading of the object.
    if (!resolve) {
      const { createResolve } = await resolving()
      const complete = await withFeatures(options)
      resolve ??= createResolve(complete)
    }
    const known = resolve
    const returned = namingNow(AuthError, CONFIG_FUNCTION, () => source(request))
    // Only a promise is waited for: the function may change one object for each request, and it is read before the next one.
    const given = isPromise(returned)
      ? await naming(AuthError, CONFIG_FUNCTION, () => returned)
      : returned
    const input = requireConfig(given)
    return attempt(input, () => known(input))
  }
}

/** Finds the configuration of each request. Nothing is resolved before the first one. */
export function createResolver(source: ConfigSource, where: ResolverOptions): Resolver {
  const options = { ...where, warned: new Set<string>(), application: {} }
  const logs = new WeakMap<object, Log>()
  const checked = new WeakSet<object>()
  let stores = 0

  function attempt(input: AnyConfig, resolve: () => ResolvedConfig): ResolvedConfig {
    try {
      const config = resolve()
      const { texts } = input
      if (texts && !checked.has(texts)) {
        checked.add(texts)
        void checkTexts(texts, config.log)
      }
      const { adapter } = input
      if (adapter?.findProblems && !checked.has(adapter) && stores < MAX_STORES) {
        checked.add(adapter)
        stores += 1
        void checkStore(adapter, config.log)
      }
      return config
    } catch (error) {
      logs.set(asError(error), createLog(input.logger, input.debug ?? false))
      throw error
    }
  }

  const resolve =
    typeof source === 'function'
      ? resolveEach(source, options, attempt)
      : resolveOnce(source, options, attempt)

  /** In development, with emulators in place of skipped providers, and with notices. */
  const resolveInDevelopment: Resolver['resolve'] = async (from, readsSession) => {
    const plain = await resolve(from)
    const { headers } = from
    if (!headers) return plain
    const asked = { headers, url: from.url }
    const completes = plain.keyless && !readsSession?.(from)
    const config = completes ? await (await emulating()).withEmulators(plain, asked) : plain
    const { logStart } = await notices()
    logStart(config, asked, plain.skipped)
    return config
  }

  const development = isDevelopment(where.env)
  return {
    development,
    resolve: development ? resolveInDevelopment : resolve,
    logFor: (thrown) => logs.get(asError(thrown)) ?? createLog(undefined, false),
  }
}
