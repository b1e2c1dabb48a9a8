import type { ResolveOptions } from '../config/resolved-config.ts'
import type { Purpose } from '../config/reuse.ts'
import type { AnyConfig, ResolvedConfig } from '../config/resolved-config.ts'
import { isDevelopment } from '../config/env.ts'
import { asError, AuthError } from '../errors/auth-error.ts'
import { describeKind, naming, namingNow } from '../errors/own-function.ts'
import { lazy } from '../kit/lazy.ts'
import { isObject } from '../kit/json.ts'
import { isPromise } from '../kit/promise.ts'
import type { OriginSource } from '../http/origin.ts'
import { createLog, type Log } from '../logger/logger.ts'
import type { TextsOptions } from '../types/texts.ts'
import type { SessionSource } from '../types/operations.ts'

export type { Purpose } from '../config/reuse.ts'

// Pages are loaded when they are first needed, and so is what knows their texts.
const ownTexts = lazy(() => import('../pages/own-texts.ts'))

/** Warns of texts that no page has, a moment after the configuration was resolved. */
async function checkTexts(texts: TextsOptions, log: Log): Promise<void> {
  try {
    const { findTextProblems } = await ownTexts()
    for (const problem of findTextProblems(texts)) log.warn('texts', problem)
  } catch (error) {
    log.error(asError(error))
  }
}

/** A configuration, or a function that makes one for a request. */
export type ConfigSource = AnyConfig | ConfigFunction

type ConfigFunction = (request?: Request) => AnyConfig | Promise<AnyConfig>

/** Finds the resolved configuration of a request. */
export interface Resolver {
  /**
   * The resolved configuration of a request. An object is resolved once; what a function returns is resolved once for all
   * objects that consist of the same.
   *
   * @param purpose - tells what it is needed for. Default: everything
   */
  readonly resolve: <S extends Pick<SessionSource, 'request'> & Partial<OriginSource>>(
    source: S,
    purpose?: (source: S) => Purpose,
  ) => ResolvedConfig | Promise<ResolvedConfig>
  /** Whether a developer is at the screen. */
  readonly development: boolean
  /** The log for a failure where there is no resolved configuration: the one of the configuration that failed. */
  readonly logFor: (thrown: unknown) => Log
}

/** To read a session, and nothing else. */
export const toReadSession = (): Purpose => 'session'

// What reads a configuration is only needed until it is resolved.
const resolving = lazy(() => import('../config/resolve.ts'))
const reusing = lazy(() => import('../config/reuse.ts'))
// In development alone.
const emulating = lazy(() => import('../development/keyless.ts'))
const notices = lazy(() => import('../development/notices.ts'))

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

type Attempt = (input: AnyConfig, resolve: () => ResolvedConfig) => ResolvedConfig

function resolveOnce(
  source: AnyConfig,
  options: ResolveOptions,
  attempt: Attempt,
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
    // Another request may have been first while it was loaded.
    known ??= resolveNow(() => resolveConfig(source, options))
    return known()
  }

  return () => (known ? known() : first())
}

/** @param input - as the function of the application gave it, which no type has checked */
function requireConfig(input: AnyConfig): AnyConfig {
  if (isObject(input)) return input
  throw new AuthError(
    `The configuration function returned ${describeKind(input)}. Return the configuration.`,
  )
}

const CONFIG_FUNCTION = 'The configuration function'

function resolveEach(
  source: ConfigFunction,
  options: ResolveOptions,
  attempt: Attempt,
): Resolver['resolve'] {
  let reuse: ((input: AnyConfig, purpose?: Purpose) => ResolvedConfig) | undefined
  return async (from, findPurpose) => {
    const returned = namingNow(AuthError, CONFIG_FUNCTION, () => source(from.request))
    // Only a promise is waited for: the function may change one object for each request, and it is read before the next one.
    const given = isPromise(returned)
      ? await naming(AuthError, CONFIG_FUNCTION, () => returned)
      : returned
    const input = requireConfig(given)
    const purpose = findPurpose?.(from)
    if (!reuse) {
      const { createReuse } = await reusing()
      reuse ??= createReuse(options)
    }
    const known = reuse
    return attempt(input, () => known(input, purpose))
  }
}

/** Finds the configuration of each request. Nothing is resolved before the first one. */
export function createResolver(
  source: ConfigSource,
  where: Pick<ResolveOptions, 'env' | 'clock' | 'basePath'>,
): Resolver {
  const options = { ...where, warnedOf: rememberWarnings(), application: {} }
  const logs = new WeakMap<object, Log>()
  const checked = new WeakSet<object>()

  function attempt(input: AnyConfig, resolve: () => ResolvedConfig): ResolvedConfig {
    try {
      const config = resolve()
      const { texts, log } = config
      if (texts && !checked.has(texts)) {
        checked.add(texts)
        void checkTexts(texts, log)
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

  // No more than development has to do: production resolves as it is above.
  const tell: Resolver['resolve'] = async (from, findPurpose) => {
    const plain = await resolve(from, findPurpose)
    const { headers } = from
    if (!headers) return plain
    const asked = { headers, url: from.url }
    const completes = plain.keyless && findPurpose?.(from) !== 'session'
    const config = completes ? await (await emulating()).withEmulators(plain, asked) : plain
    const { tellOfRequest } = await notices()
    tellOfRequest(config, asked, plain.leftOut)
    return config
  }

  const development = isDevelopment(where.env)
  return {
    development,
    resolve: development ? tell : resolve,
    logFor: (thrown) => logs.get(asError(thrown)) ?? createLog(undefined, false),
  }
}
