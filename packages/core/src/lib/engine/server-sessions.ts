import type { Core } from './auth.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { createSessionContext, type SessionContext } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type * as SessionsModule from '../sessions/api/sessions.ts'
import { lazy } from '../kit/lazy.ts'
import type { RequestSource } from '../types/operations.ts'
import type { Sessions } from '../types/sessions.ts'

// Loaded when used, because reading a session needs none of these modules.
const loadSessions = lazy(() => import('../sessions/api/sessions.ts'))
const reports = lazy(() => import('./server-operations.ts'))

/** The source without a request, created lazily: Node.js loads all of `fetch` for the first `Headers`. */
const emptySource = (): RequestSource => ({ headers: new Headers() })

/** A context without cookies and without an origin, for look-ups outside a request. */
export function withoutRequest(config: ResolvedConfig): SessionContext {
  const origin = { href: 'https://host.invalid', secure: true }
  return { config, origin, profile: config.secure, jar: new CookieJar('') }
}

type Work<T> = (sessions: typeof SessionsModule, context: SessionContext) => Promise<T>

/**
 * Lists the sessions of users, and ends them, for a request or without one.
 *
 * @param find - the request as it is when something is asked
 */
export function createSessions(core: Core, find: () => RequestSource | undefined): Sessions {
  async function run<T>(work: Work<T>): Promise<T> {
    const asking = find()
    const source = asking ?? emptySource()
    const { reporting } = await reports()
    return reporting(core, source, async () => {
      const config = await core.resolve(source)
      const context = asking ? createSessionContext(config, asking) : withoutRequest(config)
      return work(await loadSessions(), context)
    })
  }

  return {
    list: (userId) => run(async (sessions, context) => sessions.listSessions(context, userId)),
    end: (target) => run(async (sessions, context) => sessions.endTarget(context, target)),
    changed: (userId, change) =>
      run(async (sessions, context) => sessions.endAfterChange(context, userId, change)),
    current: ({ maxStale } = {}) =>
      run(async (sessions, context) => sessions.currentSession(context, maxStale)),
    ready: () => run(async (sessions, { config }) => sessions.awaitEndings(config)),
  }
}
