import { createCache } from '../kit/cache.ts'
import { clocksFrom, type Clock } from '../kit/clock.ts'
import { createMacs } from '../crypto/mac.ts'
import { createSealedBox, type SealedKind } from '../crypto/sealed-box.ts'
import { checkRelyingParties } from './relying-party.ts'
import { isLoopback, parseListedHost, toHost, toOrigin, type OriginPolicy } from '../http/origin.ts'
import { findWorkspace, type Workspace } from './workspace.ts'
import type { StaleWhileRevalidate } from '../http/stale-while-revalidate.ts'
import { createLog, type Log } from '../logger/logger.ts'
import { skipCSRFCheck } from '../types/symbols.ts'
import type { WarningCode } from '../types/logger.ts'
import { wrapAdapter } from './adapter.ts'
import { resolveAudience, type Audience } from './audience.ts'
import { resolveBasePath } from './base-path.ts'
import {
  actingCookie,
  attemptName,
  deviceCookie,
  deviceLikeCookie,
  resolveCookies,
} from './cookies.ts'
import { isDevelopment, readEnv, type Settings } from './env.ts'
import { provesAddresses } from './first-proof.ts'
import { resolveLimits } from './limits.ts'
import { sortProviders, type SortedProviders } from './mail-sender.ts'
import { resolveMigration } from './migrate.ts'
import { OPTION_NAMES, requireProviders } from './option-names.ts'
import { withStores } from './providers.ts'
import { readProxyUrl, resolveProxyOrigins } from './redirect-proxy-url.ts'
import type {
  AnyConfig,
  CookieSet,
  Development,
  ResolvedConfig,
  ResolvedSession,
  ResolveOptions,
} from './resolved-config.ts'
import { readSecrets } from './secret.ts'
import { resolveRevocation, resolveSession } from './session.ts'
import { resolveProviders, withForms, type Providers } from './skipped-providers.ts'
import { proofStore, singleUseRows } from './store.ts'
import { validateConfig } from './validate.ts'
import { warnAddress, warnOptions, warnProviders, warnUnread } from './warnings.ts'

function describeDevelopment(env: ResolveOptions['env']): Development | undefined {
  if (!isDevelopment(env)) return undefined
  // A secret that is generated when it is read is not read for its name, which resembles no variable of a provider.
  return {
    variables: Object.keys(env).filter((name) => name !== 'AUTH_SECRET' && env[name]?.trim()),
  }
}

/** The address of AUTH_URL; where that is on this machine, also the host of its port in a remote workspace. */
function policyOfUrl(url: URL, workspace: Workspace | undefined): OriginPolicy {
  if (!workspace || !isLoopback(url.host)) return { kind: 'fixed', origin: toOrigin(url) }
  const hosts = new Set([url.host, toHost(workspace.origin(url.port || '80'))])
  return { kind: 'listed', hosts, forwarded: true }
}

function selectOriginPolicy(
  input: Pick<AnyConfig, 'trustHost' | 'allowedHosts'>,
  settings: Settings,
  workspace: Workspace | undefined,
): OriginPolicy {
  const trusted = input.trustHost ?? settings.trustHost
  if (settings.url) return policyOfUrl(settings.url, workspace)
  if (input.allowedHosts) {
    const hosts = new Set(input.allowedHosts.map(parseListedHost))
    return { kind: 'listed', hosts, forwarded: trusted ?? settings.platform !== undefined }
  }
  if (trusted === true) return { kind: 'trusted', by: 'trustHost' }
  if (trusted === undefined && settings.platform) return { kind: 'trusted', by: settings.platform }
  if (trusted === undefined && !settings.production) return { kind: 'trusted', by: 'development' }
  const fix =
    'Set AUTH_URL=https://your-host, or list `allowedHosts`; behind a proxy that sets the host itself, AUTH_TRUST_HOST=true.'
  return { kind: 'untrusted', fix }
}

/** Warns of a production application whose address is in nothing but the request: any client can send any host. */
function warnOfOrigin(policy: OriginPolicy, { production }: Settings): readonly WarningCode[] {
  const alone = policy.kind === 'trusted' && policy.by === 'trustHost'
  return production && alone ? ['trust-host'] : []
}

/** The secrets and keys that seal cookies. */
interface CookieKeys {
  readonly secrets: readonly string[]
  readonly jwtSecrets: readonly string[]
  readonly clock: Clock
  readonly audience: Audience
}

/** @param secure - for https */
function createCookieSet(
  secure: boolean,
  custom: AnyConfig['cookies'],
  { secrets, jwtSecrets, clock, audience }: CookieKeys,
): CookieSet {
  const cookies = resolveCookies(secure, custom)
  const device = deviceCookie(secure)
  const acting = actingCookie(cookies.sessionToken)
  const names = {
    session: cookies.sessionToken.name,
    acting: acting.name,
    csrf: cookies.csrfToken.name,
    state: cookies.state.name,
    pkce: cookies.pkceCodeVerifier.name,
    nonce: cookies.nonce.name,
    challenge: cookies.webauthnChallenge.name,
    device: device.name,
    attempt: attemptName(device),
    waiting: deviceLikeCookie(device, 'waiting').name,
    // In rows, which either protocol reads.
    'mail-proof': 'mail-proof',
    form: 'form',
    browser: deviceLikeCookie(device, 'browser').name,
    // Read by another deployment, whose cookies may have other names.
    proxy: 'redirect-proxy',
  }
  // A value for another deployment names that one.
  const accepts = (kind: SealedKind, claim: unknown): boolean =>
    kind === 'proxy' || audience.accepts(claim)
  const box = createSealedBox({ secrets, names, clock, accepts })
  const sessionBox =
    jwtSecrets === secrets ? box : createSealedBox({ secrets: jwtSecrets, names, clock, accepts })
  return Object.freeze({ cookies, acting, device, box, sessionBox })
}

/** Where providers may be asked over http, and where it is logged that one is not renewed. */
function providersUse({ insecureLoopback, production }: ReturnType<typeof readEnv>, log: Log) {
  return {
    insecureLoopback: insecureLoopback || !production,
    insecureInternal: !production,
    warn: (detail: string): void => log.warn('provider-renewal', detail),
  }
}

/** The limits. Warns where they cannot know clients. */
function limitsOf(
  input: AnyConfig,
  known: Parameters<typeof resolveLimits>[1],
  { log, ...rest }: Pick<ResolvedConfig, 'log' | 'providers' | 'mailSender'>,
): ResolvedConfig['limits'] {
  const limits = resolveLimits(input, known)
  warnAddress(log, { limits, ...rest })
  return limits
}

/** Copies of the options that are used as they are. */
const frozen = ({ account, callbacks, events, pages, theme, texts }: AnyConfig) => ({
  account: Object.freeze({ ...account }),
  callbacks: Object.freeze({ ...callbacks }),
  events: Object.freeze({ ...events }),
  pages: Object.freeze({ ...pages }),
  theme: Object.freeze({ ...theme }),
  texts: texts && Object.freeze({ ...texts }),
})

/** How sessions are kept. */
const keptIn = (
  store: ResolvedConfig['adapter'],
  session: ReturnType<typeof resolveSession>,
): ResolvedSession =>
  // `validateConfig` has found the methods of the strategy in the adapter.
  Object.freeze({ ...session, store }) as ResolvedSession

/** What emulators are found with. Not in tests, which choose their emulators themselves. */
function keylessOf(input: AnyConfig, options: ResolveOptions): ResolvedConfig['keyless'] {
  // A copy: the emulators are waited for, and the function of the application may change its object meanwhile.
  return isDevelopment(options.env) ? { input: { ...input }, options } : undefined
}

/** The providers of the application, and the forms of features. */
function providersOf(
  input: AnyConfig,
  { forms }: ResolveOptions,
  asked: Parameters<typeof resolveProviders>[1],
): Providers & SortedProviders {
  const all = withForms(resolveProviders(requireProviders(input), asked), forms?.())
  return { ...all, ...sortProviders(all.usable) }
}

/**
 * Resolves a configuration. Pure but for the log; never changes its input.
 *
 * @throws AuthError that says which option is wrong
 */
export function resolveConfig(input: AnyConfig, options: ResolveOptions): ResolvedConfig {
  const { env, clock, basePath, warned, servers, application = {} } = options
  const log = createLog(input.logger, input.debug ?? false, warned)
  const settings = readEnv(env)
  const { secrets, jwtSecrets } = readSecrets(input, settings, { log, application })
  const redirectProxyUrl = readProxyUrl(input, settings)
  const asked = { env, clock, servers, redirectProxyUrl, ...providersUse(settings, log) }
  const { usable, mailSender, skipped, findUnread } = providersOf(input, options, asked)
  const session = resolveSession(input)
  const proves = provesAddresses({ adapter: input.adapter, mailSender, skipped })
  validateConfig(input, usable, { ...session, provesAddresses: proves })
  const adapter = input.adapter && wrapAdapter(input.adapter, log, undefined, clocksFrom(clock))
  const providers = withStores(usable, adapter)
  const workspace = findWorkspace(env)
  const [path, warnings] = resolveBasePath(input, settings, basePath)
  const origin = checkRelyingParties(usable, selectOriginPolicy(input, settings, workspace), log)
  warnOptions(log, input, [...warnings, ...warnOfOrigin(origin, settings)])
  const keyless = skipped.length > 0 ? keylessOf(input, options) : undefined
  warnUnread(log, findUnread, application)
  // Providers without keys are reported once it is known which of them have an emulator.
  const { strategy } = session
  const left = keyless ? [] : skipped
  warnProviders(log, input, { providers, mailSender, skipped: left, strategy })
  const audience = resolveAudience(input, origin, settings)
  const kept = keptIn(adapter, session)
  const keys = { secrets, jwtSecrets, clock, audience }
  const counted = { adapter, application, warns: settings.production }
  const revocation = resolveRevocation(input)
  const beside = { adapter, session: kept, revocation, mailSender, skipped }
  return Object.freeze({
    providers,
    ...beside,
    keyless,
    tellsWhy: !settings.production,
    development: describeDevelopment(env),
    singleUseRows: singleUseRows(adapter),
    proofStore: proofStore(adapter),
    provesAddresses: proves,
    actionBase: path === '/' ? '' : path,
    secrets,
    macs: createMacs(secrets),
    ...frozen(input),
    jwt: Object.freeze({ ...input.jwt, secrets: jwtSecrets }),
    origin,
    workspace,
    audience,
    csrf: input.skipCSRFCheck !== skipCSRFCheck,
    useSecureCookies: input.useSecureCookies,
    secure: createCookieSet(true, input.cookies, keys),
    plain: createCookieSet(false, input.cookies, keys),
    ...resolveProxyOrigins(input.redirectProxyOrigins, providers),
    migration: resolveMigration(input.migrate, jwtSecrets, input.jwt),
    features: options.features?.({ ...beside, sendsMail: proves }),
    limits: limitsOf(input, counted, { log, providers, mailSender }),
    application,
    log,
    ...clocksFrom(clock),
  })
}

/** How many authorization servers an application remembers. */
const SERVERS = 256

/** An object that was resolved, and the values of its options then. */
interface Resolved {
  readonly values: readonly unknown[]
  readonly config: ResolvedConfig
}

/**
 * Resolves the result of a configuration function. An object that comes again is resolved again only when one of its options has
 * another value: a function that sets the secret of each tenant on one object must not get the keys of the tenant before.
 */
export function createResolve(options: ResolveOptions): (input: AnyConfig) => ResolvedConfig {
  const seen = new WeakSet<AnyConfig>()
  const resolved = new WeakMap<AnyConfig, Resolved>()
  const shared = {
    ...options,
    servers: createCache<StaleWhileRevalidate<unknown>>({ entries: SERVERS }),
  }
  return (input) => {
    const values = OPTION_NAMES.map((name) => input[name])
    const known = resolved.get(input)
    if (known?.values.every((value, index) => Object.is(value, values[index]))) return known.config
    const config = resolveConfig(input, shared)
    // From the second time on: values of a WeakMap outlive their keys until the whole heap is collected.
    if (seen.has(input)) resolved.set(input, { values, config })
    else seen.add(input)
    return config
  }
}
