import type { ConfigSource, Core, CoreOptions } from '../engine/auth.ts'
import { createCache } from '../kit/cache.ts'
import { createOwns } from './owns.ts'
import { createScope } from './scope.ts'
import { lazy } from '../kit/lazy.ts'
import { createSessions } from '../engine/server-sessions.ts'
import { readSession } from '../engine/server-session.ts'
import type { FrameworkAuth } from '../types/framework.ts'

// Loaded when they are first needed: handling requests and reading sessions needs neither.
const authorization = lazy(() => import('../engine/authorize.ts'))
const operations = lazy(() => import('../engine/server-operations.ts'))
const forms = lazy(() => import('./form.ts'))

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
    session: (from) => readSession<S>(core, from),
    update: (from, data) => readSession<S>(core, from, { data: data ?? {} }),
    async signIn(from, provider, options = {}, parameters) {
      return (await operations()).signIn(core, from, { provider, options, parameters })
    },
    async signOut(from, options = {}) {
      return (await operations()).signOut(core, from, options)
    },
    form: async (from, action, body) => (await forms()).submitForm(core, from, { action, body }),
    async authorize(request, { page = false, url = request.url, path, copy, sole } = {}) {
      const read = await readSession<S>(core, { headers: request.headers, url, request })
      const { authorize } = await authorization()
      const address = new URL(url)
      return authorize(core, source, { request, read, page, url: address, path, copy, sole })
    },
  }
}
