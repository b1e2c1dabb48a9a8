import type { ConfigSource, CoreOptions } from '../engine/auth.ts'
import { normalizeBasePath, resolveBasePath } from '../config/base-path.ts'
import { readEnv } from '../config/env.ts'
import { ACTIONS, isFree } from '../actions/actions.ts'
import { parseAddress } from '../http/incoming.ts'
import { isActionPath } from '../http/action.ts'

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

/** Where the actions are, and which of them no option opens. */
interface Place {
  /** Without a slash at its end. */
  readonly base: string
  readonly isFree: (path: string) => boolean
}

function findPlace(source: ConfigSource, options: CoreOptions): Place {
  const base = findBase(source, options)
  return {
    base: base === '/' ? '' : base,
    isFree: (path) => typeof source !== 'function' && isFree(source, path),
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
  let found: Place | undefined
  return (url) => {
    // Before the first request nothing is read: a build has no secrets, and no environment.
    found ??= findPlace(source, options)
    const text = String(url)
    if (!URL.canParse(text)) return false
    const { pathname } = parseAddress(text)
    const { base, isFree: hasNone } = found
    // What is not under the base is not an action either.
    if (hasNone(pathname.slice(base.length))) return false
    return isActionPath(pathname, base, ACTIONS)
  }
}
