import { createOriginList, type OriginList } from '../http/origin-list.ts'

/** The deployments that a redirect proxy forwards to. */
interface ProxyOrigins {
  readonly origins: OriginList
  /** Origins of redirect proxies, while no list says which deployments they may forward to. */
  readonly unlisted: ReadonlySet<string>
}

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
  const origins = createOriginList(given ?? [], 'redirectProxyOrigins')
  if (given) return { origins, unlisted: new Set() }
  const urls = [...providers.values()].map(({ redirectProxyUrl }) => redirectProxyUrl)
  const proxies = urls.filter((url) => url !== undefined).map((url) => new URL(url).origin)
  return { origins, unlisted: new Set(proxies) }
}
