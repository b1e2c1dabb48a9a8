import { createOriginList } from '../http/origin-list.ts'
import type { ResolvedConfig } from './resolved-config.ts'

/** The deployments that a redirect proxy forwards to, and the proxies while no list names any. */
type ProxyOrigins = Pick<ResolvedConfig, 'redirectProxyOrigins' | 'unlistedProxies'>

/**
 * Reads which deployments a redirect proxy forwards to, if the application says so.
 *
 * @param given - the option
 * @throws InvalidConfiguration naming the entry that is not an origin
 */
export function resolveProxyOrigins(
  given: readonly string[] | undefined,
  providers: ReadonlyMap<string, { readonly id: string; readonly redirectProxyUrl?: string }>,
): ProxyOrigins {
  const redirectProxyOrigins = createOriginList(given ?? [], 'redirectProxyOrigins')
  if (given) return { redirectProxyOrigins, unlistedProxies: new Set() }
  const urls = [...providers.values()].map(({ redirectProxyUrl }) => redirectProxyUrl)
  const proxies = urls.filter((url) => url !== undefined).map((url) => new URL(url).origin)
  return { redirectProxyOrigins, unlistedProxies: new Set(proxies) }
}
