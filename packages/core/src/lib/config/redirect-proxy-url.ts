import { InvalidConfiguration } from '../errors/classes.ts'
import { isLoopback } from '../http/origin.ts'
import { createOriginList, type OriginList } from '../http/origin-list.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Settings } from './env.ts'
import type { ResolvedProvider } from './providers.ts'

/**
 * The address of a redirect proxy. Codes are sent there, so it has to be https, except on this machine.
 *
 * @param where - the option and its variable, for the error
 * @throws InvalidConfiguration when it is no such address
 */
export function parseProxyUrl(text: string | undefined, where: string): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.host))
  if (url && safe && url.search + url.hash + url.username + url.password === '') return url
  throw new InvalidConfiguration(
    `${where} is not an https URL, such as https://login.example.com/auth.`,
  )
}

/**
 * The redirect proxy of the options, or of the environment.
 *
 * @throws InvalidConfiguration when it is not an address
 */
export function readProxyUrl(
  input: Pick<AuthConfig, 'redirectProxyUrl'>,
  settings: Settings,
): string | undefined {
  const given = input.redirectProxyUrl || settings.redirectProxyUrl
  if (given !== undefined) parseProxyUrl(given, '`redirectProxyUrl` (AUTH_REDIRECT_PROXY_URL)')
  return given
}

/** Where a redirect proxy forwards to. */
interface ProxyOrigins {
  readonly redirectProxyOrigins: OriginList
  /** Origins of the proxies of providers, where no list names deployments. */
  readonly unlistedProxies: ReadonlySet<string>
}

/**
 * The deployments that a redirect proxy forwards to, and the proxies of providers while no list names any.
 *
 * @throws InvalidConfiguration naming the entry that is not an origin
 */
export function resolveProxyOrigins(
  given: AuthConfig['redirectProxyOrigins'],
  providers: ReadonlyMap<string, ResolvedProvider>,
): ProxyOrigins {
  const redirectProxyOrigins = createOriginList(given ?? [], 'redirectProxyOrigins')
  if (given) return { redirectProxyOrigins, unlistedProxies: new Set() }
  const urls = [...providers.values()].map((provider) =>
    'redirectProxyUrl' in provider ? provider.redirectProxyUrl : undefined,
  )
  const proxies = urls.filter((url) => url !== undefined).map((url) => new URL(url).origin)
  return { redirectProxyOrigins, unlistedProxies: new Set(proxies) }
}
