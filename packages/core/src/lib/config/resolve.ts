import { createMacs } from '../crypto/mac.ts'
import { createSealedBox, type SealedKind } from '../crypto/sealed-box.ts'
import type { Clock } from '../clock.ts'
import type { OriginPolicy } from '../http/origin.ts'
import { createOriginList } from '../http/origin-list.ts'
import { findWeaknesses } from './capabilities.ts'
import { createLog, type Log } from '../logger/logger.ts'
import { acceptWeakSecret, skipCSRFCheck } from '../symbols.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/jwt.ts'
import type { WarningCode } from '../types/logger.ts'
import type { Env } from '../types/utility.ts'
import { wrapAdapter } from './adapter.ts'
import { resolveAudience, type Audience } from './audience.ts'
import { resolveCookies } from './cookies.ts'
import { readEnv, type Settings } from './env.ts'
import { resolveMigration } from './migrate.ts'
import { resolveProviders } from './left-out.ts'
import { withStores, type ResolvedProvider } from './providers.ts'
import { parseProxyUrl } from './redirect-proxy-url.ts'
import { configuredSecrets, resolveSecrets } from './secret.ts'
import { proofStore, singleUseRows } from './store.ts'
import { normalizeBasePath, validateConfig } from './validate.ts'
import type {
  CookieSet,
  SessionSettings,
  ResolvedSession,
  ResolvedConfig,
} from './resolved-config.ts'

/** What a configuration is resolved with. */
export interface ResolveOptions {
  readonly env: Env
  readonly clock: Clock
  /** Base path where neither `basePath` nor the environment names one. */
  readonly basePath: string
  /** What a logger has been warned of by the configurations before this one. */
  readonly warnedOf?: (logger: object | undefined) => Set<string>
}

/** Configurations differ in the types of token and session, which nothing here depends on. */
export type AnyConfig = AuthConfig<JWT, object>

const MAX_AGE = 2_592_000
const UPDATE_AGE = 86_400
/** Nobody can end a sealed session, so that it ends by itself. */
const ABSOLUTE_MAX_AGE = 31_536_000

function resolveBasePath(
  input: AnyConfig,
  settings: Settings,
  fallback: string,
): [string, WarningCode[]] {
  const path = settings.url?.pathname ?? '/'
  const fromEnv = path === '/' ? undefined : normalizeBasePath(path)
  if (input.basePath === undefined) return [fromEnv ?? normalizeBasePath(fallback), []]
  const own = normalizeBasePath(input.basePath)
  if (fromEnv === undefined) return [own, []]
  return [own, [own === fromEnv ? 'env-url-basepath-redundant' : 'env-url-basepath-mismatch']]
}

function resolvePolicy(input: AnyConfig, settings: Settings): OriginPolicy {
  const trusted = input.trustHost ?? settings.trustHost
  if (settings.url) return { kind: 'fixed', origin: settings.url.origin }
  if (input.allowedHosts) {
    const hosts = new Set(input.allowedHosts.map((host) => host.toLowerCase()))
    return { kind: 'listed', hosts, forwarded: trusted ?? settings.platform !== undefined }
  }
  if (trusted === true) return { kind: 'trusted', by: 'trustHost' }
  if (trusted === undefined && settings.platform) return { kind: 'trusted', by: settings.platform }
  if (trusted === undefined && !settings.production) return { kind: 'trusted', by: 'development' }
  const fix =
    'Set AUTH_URL=https://your-host, or list `allowedHosts`; behind a proxy that sets the host itself, AUTH_TRUST_HOST=true.'
  return { kind: 'untrusted', fix }
}

/** Nothing but the request says where a production application is; anybody can send one. */
function listWarnings(policy: OriginPolicy, { production }: Settings): readonly WarningCode[] {
  const alone = policy.kind === 'trusted' && policy.by === 'trustHost'
  return production && alone ? ['trust-host'] : []
}

function resolveSession({
  session = {},
  adapter,
  jwt,
}: AnyConfig): SessionSettings & Pick<ResolvedSession, 'strategy'> {
  const { strategy = adapter ? 'database' : 'jwt', absoluteMaxAge } = session
  return {
    ...session,
    strategy,
    maxAge: jwt?.maxAge ?? session.maxAge ?? MAX_AGE,
    updateAge: session.updateAge ?? UPDATE_AGE,
    absoluteMaxAge: absoluteMaxAge ?? (strategy === 'jwt' ? ABSOLUTE_MAX_AGE : undefined),
  }
}

interface Keys {
  readonly secrets: readonly string[]
  readonly jwtSecrets: readonly string[]
  readonly clock: Clock
  readonly audience: Audience
}

function readProxyUrl(input: AnyConfig, settings: Settings): string | undefined {
  const given = input.redirectProxyUrl || settings.redirectProxyUrl
  if (given !== undefined) parseProxyUrl(given, '`redirectProxyUrl` (AUTH_REDIRECT_PROXY_URL)')
  return given
}

/** Where answers for other deployments come, and nobody has said whether any may be sent on. */
function unlistedProxies(
  { redirectProxyOrigins }: AnyConfig,
  providers: ReadonlyMap<string, ResolvedProvider>,
): ReadonlySet<string> {
  if (redirectProxyOrigins) return new Set()
  const urls = [...providers.values()].map((provider) =>
    'redirectProxyUrl' in provider ? provider.redirectProxyUrl : undefined,
  )
  return new Set(urls.filter((url) => url !== undefined).map((url) => new URL(url).origin))
}

function readSecrets(
  input: AnyConfig,
  settings: Settings,
  log: Log,
): Pick<Keys, 'secrets' | 'jwtSecrets'> {
  const acceptWeak = input.weakSecret === acceptWeakSecret
  const policy = { production: settings.production, acceptWeak, log }
  const given = configuredSecrets(input.secret, 'secret') ?? settings.secrets
  const own = configuredSecrets(input.jwt?.secret, 'jwt.secret')
  const secrets = resolveSecrets(given, policy)
  return { secrets, jwtSecrets: own ? resolveSecrets(own, policy) : secrets }
}

function createProfile(
  secure: boolean,
  input: AnyConfig,
  { secrets, jwtSecrets, clock, audience }: Keys,
): CookieSet {
  const cookies = resolveCookies(secure, input.cookies)
  const names = {
    session: cookies.sessionToken.name,
    csrf: cookies.csrfToken.name,
    state: cookies.state.name,
    pkce: cookies.pkceCodeVerifier.name,
    nonce: cookies.nonce.name,
    challenge: cookies.webauthnChallenge.name,
    // Read by another deployment, whose cookies may be named otherwise.
    proxy: 'redirect-proxy',
  }
  // What is read by another deployment names that one.
  const accepts = (kind: SealedKind, claim: unknown): boolean =>
    kind === 'proxy' || audience.accepts(claim)
  const box = createSealedBox({ secrets, names, clock, accepts })
  const sessionBox =
    jwtSecrets === secrets ? box : createSealedBox({ secrets: jwtSecrets, names, clock, accepts })
  return Object.freeze({ cookies, box, sessionBox })
}

function warn(log: Log, input: AnyConfig, others: readonly WarningCode[]): void {
  if (input.debug) log.warn('debug-enabled')
  for (const code of others) log.warn(code)
  if (input.experimental?.enableWebAuthn) log.warn('experimental-webauthn')
}

function warnInDetail(
  log: Log,
  input: AnyConfig,
  {
    providers,
    leftOut,
    strategy,
  }: Pick<ResolvedConfig, 'providers' | 'leftOut'> & Pick<ResolvedSession, 'strategy'>,
): void {
  for (const { error } of leftOut) log.warn('provider-left-out', error.message)
  for (const { id, config } of providers.values()) {
    if (config.deprecated) log.warn('deprecated-provider', `"${id}": ${config.deprecated}`)
  }
  const kinds = new Set([...providers.values()].map(({ kind }) => kind))
  for (const weakness of findWeaknesses(input, kinds, strategy)) {
    log.warn('adapter-capability', weakness)
  }
}

/**
 * Resolves a configuration. Pure but for the log; never writes to what it is given.
 *
 * @throws AuthError that says which option is wrong
 */
export function resolveConfig(
  input: AnyConfig,
  { env, clock, basePath, warnedOf }: ResolveOptions,
): ResolvedConfig {
  const log = createLog(input.logger, input.debug ?? false, warnedOf?.(input.logger))
  const settings = readEnv(env)
  const { secrets, jwtSecrets } = readSecrets(input, settings, log)
  const redirectProxyUrl = readProxyUrl(input, settings)
  const { insecureLoopback, production } = settings
  const resolved = resolveProviders(input.providers, {
    env,
    clock,
    insecureLoopback: insecureLoopback || !production,
    redirectProxyUrl,
  })
  const session = resolveSession(input)
  validateConfig(input, resolved, session.strategy)
  const adapter = input.adapter && wrapAdapter(input.adapter, log)
  const providers = withStores(resolved.usable, adapter)
  const { leftOut } = resolved
  const [path, warnings] = resolveBasePath(input, settings, basePath)
  const origin = resolvePolicy(input, settings)
  warn(log, input, [...warnings, ...listWarnings(origin, settings)])
  warnInDetail(log, input, { providers, leftOut, strategy: session.strategy })
  const audience = resolveAudience(input, origin, settings)
  const keys = { secrets, jwtSecrets, clock, audience }
  return Object.freeze({
    providers,
    leftOut,
    tellsWhy: !production,
    adapter,
    singleUseRows: singleUseRows(adapter),
    proofStore: proofStore(adapter),
    actionBase: path === '/' ? '' : path,
    macs: createMacs(secrets),
    // `validateConfig` has found the methods of the strategy in the adapter.
    session: Object.freeze({ ...session, store: adapter }) as ResolvedSession,
    account: Object.freeze({ ...input.account }),
    jwt: Object.freeze({ ...input.jwt, secrets: jwtSecrets }),
    callbacks: Object.freeze({ ...input.callbacks }),
    events: Object.freeze({ ...input.events }),
    pages: Object.freeze({ ...input.pages }),
    theme: Object.freeze({ ...input.theme }),
    origin,
    audience,
    csrf: input.skipCSRFCheck !== skipCSRFCheck,
    useSecureCookies: input.useSecureCookies,
    secure: createProfile(true, input, keys),
    plain: createProfile(false, input, keys),
    redirectProxyOrigins: createOriginList(
      input.redirectProxyOrigins ?? [],
      'redirectProxyOrigins',
    ),
    unlistedProxies: unlistedProxies(input, providers),
    migration: resolveMigration(input.migrate, jwtSecrets, input.jwt),
    log,
    clock,
  })
}
