import type { ConfigSource, CoreOptions } from '../auth.ts'
import { normalizeBasePath, resolveBasePath } from '../config/base-path.ts'
import { readEnv } from '../config/env.ts'
import { ACTIONS } from '../flows/actions.ts'
import { parseAddress } from '../http/incoming.ts'
import { isActionPath } from '../http/request.ts'

/** Where the actions are, as far as that can be seen without a request. */
function findBase(source: ConfigSource, { env = {}, basePath = '/auth' }: CoreOptions): string {
  const input = typeof source === 'function' ? {} : source
  try {
    return resolveBasePath(input, readEnv(env), basePath)[0]
  } catch {
    // What is wrong is said by the actions, which have to be somewhere.
    return normalizeBasePath(basePath)
  }
}

/**
 * Makes the question whether an address is that of an action. Only the words of the actions count: an application may have
 * pages of its own under the base path.
 */
export function createOwns(
  source: ConfigSource,
  options: CoreOptions,
): (url: string | URL) => boolean {
  let base: string | undefined
  // Without the option it is a page of the application, if it is anything.
  const withDevices = typeof source === 'function' || Boolean(source.session?.devices)
  return (url) => {
    if (base === undefined) {
      const found = findBase(source, options)
      base = found === '/' ? '' : found
    }
    const text = String(url)
    if (!URL.canParse(text)) return false
    if (!withDevices && parseAddress(text).pathname === `${base}/devices`) return false
    return isActionPath(parseAddress(text).pathname, base, ACTIONS)
  }
}
