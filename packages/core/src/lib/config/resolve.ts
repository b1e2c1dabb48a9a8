import { steadyClock, systemClock, type Clock, type Clocks } from '../kit/clock.ts'
import { createMacs } from '../crypto/mac.ts'
import { createLog } from '../logger/logger.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import { wrapAdapter } from './adapter.ts'
import type {
  AnyConfig,
  Development,
  ResolvedConfig,
  ResolvedSession,
  ResolveOptions,
} from './resolved-config.ts'
import { resolveAudience } from './audience.ts'
import { resolveBasePath } from './base-path.ts'
import { createCookieSets } from './cookie-set.ts'
import { isDevelopment, providerVariable, readEnv } from './env.ts'
import { provesAddresses } from './first-proof.ts'
import { resolveProviders } from './left-out.ts'
import { requireProviders } from './option-names.ts'
import { resolveLimits } from './limits.ts'
import { resolveMigration } from './migrate.ts'
import { resolveOriginPolicy } from './origin-policy.ts'
import { mergeOptions } from './provider-options.ts'
import { withStores } from './providers.ts'
import { resolveProxyOrigins } from './redirect-proxy-origins.ts'
import { readProxyUrl } from './redirect-proxy-url.ts'
import { readSecrets } from './secret.ts'
import { resolveRevocation, resolveSession } from './session.ts'
import { proofStore, singleUseRows } from './store.ts'
import { validateConfig } from './validate.ts'
import { warnOptions, warnProviders } from './warnings.ts'

/** A clock of the application is all that a test has to move. */
const clocksFrom = (clock: Clock): Clocks => ({
  clock,
  steady: clock === systemClock ? steadyClock : clock,
})

function describeDevelopment(env: ResolveOptions['env']): Development | undefined {
  if (!isDevelopment(env)) return undefined
  const set = Object.entries(env).filter(([, value]) => value?.trim())
  return { variables: set.map(([name]) => name) }
}

/**
 * Resolves a configuration. Pure but for the log; never writes to what it is given.
 *
 * @throws AuthError that says which option is wrong
 */
export function resolveConfig(input: AnyConfig, options: ResolveOptions): ResolvedConfig {
  const { env, clock, basePath, warnedOf, servers, application = {} } = options
  const log = createLog(input.logger, input.debug ?? false, warnedOf?.(input.logger))
  const settings = readEnv(env)
  const { secrets, jwtSecrets } = readSecrets(input, settings, log)
  const redirectProxyUrl = readProxyUrl(input, settings)
  const { insecureLoopback, production } = settings
  const loopback = insecureLoopback || !production
  const found = { env, clock, insecureLoopback: loopback, redirectProxyUrl, servers }
  const { usable, leftOut } = resolveProviders(requireProviders(input), found)
  const session = resolveSession(input)
  const revocation = resolveRevocation(input)
  const proves = provesAddresses({ adapter: input.adapter, providers: usable, leftOut })
  validateConfig(input, usable, { strategy: session.strategy, provesAddresses: proves })
  const adapter = input.adapter && wrapAdapter(input.adapter, log)
  const providers = withStores(usable, adapter)
  const [path, pathWarnings] = resolveBasePath(input, settings, basePath)
  const [origin, originWarnings] = resolveOriginPolicy(input, settings)
  warnOptions(log, input, [...pathWarnings, ...originWarnings])
  // Not in tests, which say what they want to have emulated.
  const lacking = leftOut.length > 0 && isDevelopment(env)
  const keyless = lacking && { input, options, mergeOptions, providerVariable, resolveConfig }
  const told = keyless ? [] : leftOut
  warnProviders(log, input, { providers, leftOut: told, strategy: session.strategy })
  const audience = resolveAudience(input, origin, settings)
  const keys = { secrets, jwtSecrets, clock, audience }
  return Object.freeze({
    providers,
    leftOut,
    keyless: keyless || undefined,
    tellsWhy: !production,
    development: describeDevelopment(env),
    adapter,
    singleUseRows: singleUseRows(adapter),
    proofStore: proofStore(adapter),
    provesAddresses: proves,
    actionBase: path === '/' ? '' : path,
    macs: createMacs(secrets),
    // `validateConfig` has found the methods of the strategy in the adapter.
    session: Object.freeze({ ...session, store: adapter }) as ResolvedSession,
    revocation,
    account: Object.freeze({ ...input.account }),
    jwt: Object.freeze({ ...input.jwt, secrets: jwtSecrets }),
    callbacks: Object.freeze({ ...input.callbacks }),
    events: Object.freeze({ ...input.events }),
    pages: Object.freeze({ ...input.pages }),
    theme: Object.freeze({ ...input.theme }),
    texts: input.texts && Object.freeze({ ...input.texts }),
    origin,
    audience,
    csrf: input.skipCSRFCheck !== skipCSRFCheck,
    useSecureCookies: input.useSecureCookies,
    ...createCookieSets(input.cookies, keys),
    ...resolveProxyOrigins(input.redirectProxyOrigins, providers),
    migration: resolveMigration(input.migrate, jwtSecrets, input.jwt),
    limits: resolveLimits(input, { adapter, application, warns: production }),
    application,
    log,
    ...clocksFrom(clock),
  })
}
