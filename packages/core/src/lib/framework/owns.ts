import type { ConfigSource, CoreOptions } from '../engine/auth.ts'
import { normalizeBasePath, resolveBasePath } from '../config/base-path.ts'
import { readEnv } from '../config/env.ts'
import { ACTIONS, isFree } from '../actions/actions.ts'
import { parseAddress } from '../http/incoming.ts'
import { isActionPath } from '../http/action.ts'

/** Returns the base path, as far as it is known without a request. */
function findBase(source: ConfigSource, { env = {}, basePath = '/auth' }: CoreOptions): string {
  const input = typeof source === 'function' ? {} : source
  try {
    return resolveBasePath(input, readEnv(env), basePath)[0]
  } catch {
    // The actions report the invalid configuration, so they need a path even then.
    return normalizeBasePath(basePath)
  }
}

interface ActionPaths {
  /** Without a slash at its end. */
  readonly base: string
  /** Whether the application may use a path below the base, because no option enables its action. */
  readonly isApplicationPath: (path: string) => boolean
}

function findActionPaths(source: ConfigSource, options: CoreOptions): ActionPaths {
  const base = findBase(source, options)
  return {
    base: base === '/' ? '' : base,
    isApplicationPath: (path) => typeof source !== 'function' && isFree(source, path),
  }
}

/**
 * Creates a function that returns whether a URL is that of an action. Other paths below the base path belong to the
 * application.
 */
export function createOwns(
  source: ConfigSource,
  options: CoreOptions,
): (url: string | URL) => boolean {
  let found: ActionPaths | undefined
  return (url) => {
    // Resolved with the first request: a build has no secrets and no environment.
    found ??= findActionPaths(source, options)
    const text = String(url)
    if (!URL.canParse(text)) return false
    const { pathname } = parseAddress(text)
    const { base, isApplicationPath } = found
    if (isApplicationPath(pathname.slice(base.length))) return false
    return isActionPath(pathname, base, ACTIONS)
  }
}
