import {
  toFormActions,
  toVerdictResponse,
  type AcceptedPrincipal,
  type PrincipalOptions,
  type RequireOptions,
  deferSystem,
  type FrameworkAuth,
} from '@latchstring/core/framework'
import { refuse } from './guard.ts'
import { findPage, returnFailure, redirection } from './outcome.ts'
import type { LatchstringFunctions, StartEvent, StartForm, StartEntry } from './types.ts'

const isForm = (value: unknown): value is StartForm =>
  value instanceof FormData || value instanceof URLSearchParams

/**
 * Creates the functions for server functions and API routes.
 *
 * @param find - finds the request being served
 * @param operations - finds the instance, which is created on first use
 */
export function createFunctions<S extends object>(
  find: (event?: StartEvent) => StartEntry<S>,
  operations: () => FrameworkAuth<S>,
): LatchstringFunctions<S> {
  return {
    ...toFormActions({
      isForm,
      find: () => find(),
      readBody: (form) => form,
      leave(url, { event }) {
        throw redirection(event, url)
      },
      fail: (failure, { event }) => returnFailure(event, failure),
    }),
    auth: Object.assign(async (event?: StartEvent) => find(event).auth(), {
      async require(wanted?: RequireOptions, event?: StartEvent) {
        const entry = find(event)
        const options = { page: true, url: findPage(entry.event), ...wanted }
        return entry.require(async (verdict) => refuse(entry, verdict), options)
      },
      async principal<Accepted extends AcceptedPrincipal>(
        wanted: PrincipalOptions<Accepted>,
        event?: StartEvent,
      ) {
        const entry = find(event)
        return entry.principal(async (verdict) => refuse(entry, verdict), wanted)
      },
    }),
    async requireSession(given) {
      const entry = find(given)
      const options = { page: true, url: findPage(entry.event) }
      return entry.requireSession(async (verdict) => refuse(entry, verdict), options)
    },
    protect: (handler) => async (event) => {
      const scope = find(event).requireScope()
      const refused = toVerdictResponse(await scope.requireSession(), event.request)
      const session = await scope.auth()
      if (refused || !session) return refused ?? new Response(null, { status: 500 })
      return handler(event, session)
    },
    feature: (value, event) => find(event).requireScope().feature(value),
    system: deferSystem(operations),
    unstable_update: async (data, event) => find(event).requireScope().update(data),
    scope: (event) => find(event).requireScope(),
  }
}
