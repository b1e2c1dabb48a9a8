import { toFailureResult } from '../failures/failure-result.ts'
import type { CoreOptions } from './auth.ts'
import { systemClock } from '../kit/clock.ts'
import { readEnv } from '../config/env.ts'
import { parseProxyUrl } from '../config/redirect-proxy-url.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { configuredSecrets } from '../config/secret.ts'
import { asError } from '../errors/auth-error.ts'
import { InvalidConfiguration, UnknownAction } from '../errors/classes.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { findAction } from '../http/action.ts'
import { parseRequest } from '../http/request.ts'
import { toResponse, type FlowResult } from '../http/result.ts'
import { createLog } from '../logger/logger.ts'
import { proxyState, sendOn } from '../sign-in/oauth/redirect-proxy.ts'
import { newTransactionId } from '../sign-in/transaction/transaction.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Fetch } from '../types/provider.ts'

type Shared = Pick<AuthConfig, 'redirectProxyUrl' | 'secret' | 'weakSecret'>

/** Options of {@link createRedirectProxy}. */
export interface RedirectProxyOptions extends Shared, Pick<AuthConfig, 'logger'> {
  /**
   * Where answers may go: exact origins, such as `https://pr-7.example.com`, and ones with a star for the first label, such as
   * `https://*.preview.example.com`.
   */
  readonly redirectProxyOrigins: readonly string[]
}

/** Where it runs: the environment variables `AUTH_SECRET` and `AUTH_REDIRECT_PROXY_URL`, and the clock. */
export type RedirectProxyEnvironment = Pick<CoreOptions, 'env' | 'clock'>

/** A redirect proxy. */
export interface RedirectProxy {
  /** Answers a request: a callback by sending the browser on, everything else with 404. Never throws. */
  readonly handle: (request: Request) => Promise<Response>
}

/** The settings that both ends resolve alike. */
function resolve(
  options: Shared & Partial<RedirectProxyOptions>,
  { env = {}, clock = systemClock }: RedirectProxyEnvironment,
): { readonly config: ResolvedConfig; readonly base: URL } {
  const settings = readEnv(env)
  const given = options.redirectProxyUrl ?? settings.redirectProxyUrl
  const base = parseProxyUrl(given, '`redirectProxyUrl` (AUTH_REDIRECT_PROXY_URL)')
  const secret = configuredSecrets(options.secret, 'secret') ?? settings.secrets
  const config = resolveConfig(
    { ...options, secret, providers: [], basePath: base.pathname },
    // As in production: a secret made up for development opens nothing that another process has sealed.
    { env: {}, clock, basePath: '/' },
  )
  return { config, base }
}

/** The only action of a redirect proxy. */
const ACTIONS = {
  callback: { provider: 'required', safe: false, GET: 'GET', POST: 'POST' },
} as const

async function forward(original: Request, config: ResolvedConfig): Promise<FlowResult> {
  const asked = findAction(original, config.actionBase, ACTIONS)
  const { request } = await parseRequest(original, asked)
  const { providerId: provider, method } = request
  if (provider === undefined) {
    throw new UnknownAction('The path of the callback does not name a provider.')
  }
  const onward = await sendOn(request, {
    box: config.secure.box,
    origins: config.redirectProxyOrigins,
    provider,
    posted: method === 'POST',
  })
  return { ...onward, jar: new CookieJar('') }
}

// Malformed requests of scanners are no failures of this deployment.
const SILENT = createLog({ error: () => undefined }, false)

/**
 * A deployment that does nothing but send authorization responses on to the deployments that asked for them, so that those
 * need no redirect URI of their own at the provider. It knows no provider, no client secret and no store, and never asks for a
 * token: it opens the sealed `state`, and sends the browser to the origin in it if that is listed.
 *
 * @throws InvalidConfiguration when there is no `redirectProxyUrl`, or no origin to send answers on to
 * @throws MissingSecret or WeakSecret, as in production
 *
 * @example
 * ```ts
 * import { createRedirectProxy } from '@latchstring/core/redirect-proxy'
 *
 * const proxy = createRedirectProxy(
 *   {
 *     redirectProxyUrl: 'https://login.example.com/auth',
 *     redirectProxyOrigins: ['https://*.preview.example.com'],
 *   },
 *   { env: process.env },
 * )
 * export default { fetch: (request: Request): Promise<Response> => proxy.handle(request) }
 * ```
 */
export function createRedirectProxy(
  options: RedirectProxyOptions,
  environment: RedirectProxyEnvironment = {},
): RedirectProxy {
  const { config } = resolve(options, environment)
  if (config.redirectProxyOrigins.size === 0) {
    throw new InvalidConfiguration(
      '`redirectProxyOrigins` is empty, so no response can be forwarded. List the origins of the deployments.',
    )
  }
  const respond = async (request: Request): Promise<FlowResult> => {
    try {
      return await forward(request, config)
    } catch (thrown) {
      const log = thrown instanceof UnknownAction ? SILENT : config.log
      return toFailureResult(thrown, { original: request, failsAs: 'json', log })
    }
  }
  return Object.freeze({
    handle: async (request: Request) => toResponse(await respond(request), request),
  })
}

/** The deployment that {@link checkRedirectProxy} asks for, and what it shares with the proxy. */
export interface RedirectProxyCheck extends Shared {
  /** Absolute URL of the HTTP actions of this deployment, such as `https://pr-7.example.com/auth`. */
  readonly url: string
  /** Id of a provider that both ends know; a proxy of {@link createRedirectProxy} knows every one. */
  readonly provider: string
}

/** Where {@link checkRedirectProxy} runs. */
export interface RedirectProxyCheckOptions extends RedirectProxyEnvironment {
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch
}

const TIMEOUT = 10_000

/**
 * Asks the redirect proxy whether it would send an answer on to a deployment: with a `state` as in a sign-in, and without a
 * code. Both ends agree when it returns.
 *
 * @throws InvalidConfiguration when the proxy cannot be reached or refuses, with what to compare
 *
 * @example
 * ```ts
 * import { checkRedirectProxy } from '@latchstring/core/redirect-proxy'
 *
 * await checkRedirectProxy(
 *   { url: 'https://pr-7.preview.example.com/auth', provider: 'github' },
 *   { env: process.env },
 * )
 * ```
 */
export async function checkRedirectProxy(
  { url, provider, ...shared }: RedirectProxyCheck,
  { fetch: send = fetch, ...environment }: RedirectProxyCheckOptions = {},
): Promise<void> {
  const { config, base } = resolve(shared, environment)
  const own = `${url.replace(/\/$/, '')}/callback/${provider}`
  const callback = new URL(`${base.href.replace(/\/$/, '')}/callback/${provider}`)
  const state = await proxyState(config.secure.box, {
    id: newTransactionId(config),
    proxy: base.origin,
    callback: own,
  })
  callback.search = new URLSearchParams({ error: 'temporarily_unavailable', state }).toString()
  const signal = AbortSignal.timeout(TIMEOUT)
  const reply = await send(callback.href, { redirect: 'manual', signal }).catch((cause) => {
    throw new InvalidConfiguration(`The redirect proxy at ${base.href} cannot be reached.`, {
      err: asError(cause),
    })
  })
  // Not waited for: where a framework has split the stream, cancelling ends only with the other half.
  reply.body?.cancel().catch(() => undefined)
  if (reply.headers.get('location')?.startsWith(`${new URL(own).href}?`)) return
  throw new InvalidConfiguration(
    `The redirect proxy at ${base.href} does not forward responses to ${own} (HTTP ${reply.status}). Both ends need the same AUTH_SECRET, the proxy has to list this origin, and its path has to be that of \`redirectProxyUrl\`. Its log says which.`,
  )
}
