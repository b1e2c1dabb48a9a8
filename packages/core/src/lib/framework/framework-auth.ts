import type { ConfigSource, Core, CoreOptions } from '../engine/auth.ts'
import { ACTIONS, isFree } from '../actions/actions.ts'
import { normalizeBasePath, resolveBasePath } from '../config/base-path.ts'
import { readEnv } from '../config/env.ts'
import { isActionPath, WELL_KNOWN } from '../http/action.ts'
import { parseAddress } from '../http/incoming.ts'
import { createCache } from '../kit/cache.ts'
import { createScope } from './scope.ts'
import { lazy } from '../kit/lazy.ts'
import { bindFeature } from '../engine/server-features.ts'
import { createSessions } from '../engine/server-sessions.ts'
import { readSession, type UnreadSession } from '../engine/server-session.ts'
import type { FrameworkAuth } from '../types/framework.ts'

// Loaded when they are first needed: handling requests and reading sessions needs neither.
const authorization = lazy(() => import('../engine/authorize.ts'))
const operations = lazy(() => import('../engine/server-operations.ts'))
const verdicts = lazy(() => import('./verdicts.ts'))
const forms = lazy(() => import('./form.ts'))

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
  /** Whether it is the path of an action or of a well-known address of a feature. */
  readonly isFeaturePath: (path: string) => boolean
}

function findActionPaths(source: ConfigSource, options: CoreOptions): ActionPaths {
  const found = findBase(source, options)
  const base = found === '/' ? '' : found
  const own = typeof source === 'function' ? [] : (source.features ?? [])
  const known = new Set(
    [...own, ...(options.features ?? [])].flatMap(({ name, actions = {}, wellKnown = {} }) => [
      ...Object.keys(actions).map((word) => `${base}/${name}/${word}`),
      ...Object.keys(wellKnown).map((document) => `${WELL_KNOWN}${document}`),
    ]),
  )
  return {
    isFeaturePath: (path) => known.has(path),
    base,
    isApplicationPath: (path) => typeof source !== 'function' && isFree(source, path),
  }
}

/**
 * Creates a function that returns whether a URL is that of an action. Other paths below the base path belong to the
 * application.
 */
function createOwns(source: ConfigSource, options: CoreOptions): (url: string | URL) => boolean {
  let found: ActionPaths | undefined
  return (url) => {
    // Resolved with the first request: a build has no secrets and no environment.
    found ??= findActionPaths(source, options)
    const text = String(url)
    if (!URL.canParse(text)) return false
    const { pathname } = parseAddress(text)
    const { base, isApplicationPath, isFeaturePath } = found
    if (isApplicationPath(pathname.slice(base.length))) return false
    return isActionPath(pathname, base, ACTIONS) || isFeaturePath(pathname)
  }
}

/** Combines the HTTP actions and server operations of one configuration. */
export function toFrameworkAuth<S extends object>(
  core: Core,
  source: ConfigSource,
  defaults: CoreOptions,
): FrameworkAuth<S> {
  const application = { core, config: source, reported: createCache<string>({ entries: 64 }) }
  return {
    owns: createOwns(source, defaults),
    scope: (from, rest) => createScope<S>(application, from, rest),
    handle: core.handle,
    serve: core.serve,
    sessions: (from) => createSessions(core, () => from),
    feature: (value, from) => bindFeature(core, value, 'operations', () => from),
    system: (value) => bindFeature(core, value, 'system', () => undefined),
    ready: () => createSessions(core, () => undefined).ready(),
    session: (from) => readSession<S>(core, from),
    update: (from, data) => readSession<S>(core, from, { update: { data: data ?? {} } }),
    async signIn(from, provider, options = {}, parameters) {
      return (await operations()).signIn(core, from, { provider, options, parameters })
    },
    async signOut(from, options = {}) {
      return (await operations()).signOut(core, from, options)
    },
    require: async (from, asked) => (await verdicts()).requireOf<S>(core, from, asked),
    principal: async (from, asked) => (await verdicts()).principalOf(core, from, asked),
    providers: async (from) => (await operations()).listProviders(core, from),
    csrfToken: async (from) => (await operations()).issueCsrfToken(core, from),
    form: async (from, action, body) => (await forms()).submitForm(core, from, { action, body }),
    async authorize(request, { page = false, url = request.url, path, copy, sole } = {}) {
      let unread: UnreadSession | undefined
      const failed = (failure: UnreadSession): void => void (unread = failure)
      const read = await readSession<S>(
        core,
        { headers: request.headers, url, request },
        { failed },
      )
      const { authorize } = await authorization()
      const address = new URL(url)
      return authorize(core, source, {
        request,
        read,
        unread,
        page,
        url: address,
        path,
        copy,
        sole,
      })
    },
  }
}
