import { toVerdictResponse, type Verdict, type RequestEntry } from '@latchstring/core/framework'
import type { AstroContext, AstroScope, AstroSite } from './types.ts'

/** The state of a request. */
export interface Course {
  readonly context: AstroContext
  /** Whether the middleware is at work on it: a rewrite goes through all middleware once more. */
  isServing: boolean
  /** Where a form that signed in or out leads. */
  destination?: string
}

/** A request while Astro serves it. */
export type AstroEntry<S> = RequestEntry<S, Course>

/** What pages, endpoints, actions and middleware of the application use. */
export function toLocals<S>(
  entry: AstroEntry<S>,
  { trailingSlash }: AstroSite,
): { readonly auth: () => Promise<S | null>; readonly latchstring: AstroScope<S> } {
  const { auth, client, event, requireScope } = entry
  const latchstring: AstroScope<S> = {
    auth,
    client,
    requireSession: async () =>
      entry.requireSession(() => {
        throw new Error('Nobody is signed in. The middleware of Latchstring answers the request.')
      }),
    // A page that is made at build time has no request to ask for.
    authorize: async () =>
      entry.scope && toVerdictResponse(await entry.authorize(), event.context.request),
    submit: async (action, body) => {
      const left = await requireScope().form(action, body)
      event.destination = left.url
      return left
    },
    form: async (action, body) => requireScope().form(action, body),
    fields: async (...given) => {
      const { action, fields } = await requireScope().fields(...given)
      // Redirected to that address, a form may lose its body.
      return { action: trailingSlash === 'always' ? `${action}/` : action, fields }
    },
    get sessions() {
      return requireScope().sessions
    },
    signIn: async (...given) => requireScope().signIn(...given),
    signOut: async (...given) => requireScope().signOut(...given),
    update: async (...given) => requireScope().update(...given),
  }
  return { auth, latchstring }
}

/** The route of actions that a script calls, which expects failures in a form of their own. */
const isCalled = ({ routePattern }: AstroContext): boolean => routePattern === '/_actions/[...path]'

/** The refusal, in the form that a script of Astro reads where it has called an action. */
function toRefusal(verdict: Verdict, context: AstroContext): Response | undefined {
  if (verdict.kind !== 'refuse' || !isCalled(context)) {
    return toVerdictResponse(verdict, context.request)
  }
  const { status } = verdict
  const code = status === 401 ? 'UNAUTHORIZED' : 'INTERNAL_SERVER_ERROR'
  const body = { ...verdict.body, type: 'AstroActionError', code, status }
  return toVerdictResponse({ ...verdict, body }, context.request)
}

/** The response to a request that was refused, or to a form that signed in or out. */
function toResponse<S>({ event, refusal }: AstroEntry<S>, rendered: Response): Response {
  const refused = refusal()
  if (refused) return toRefusal(refused, event.context) ?? rendered
  const isRedirection = rendered.status >= 300 && rendered.status < 400
  const { destination, context } = event
  if (destination === undefined || isRedirection || isCalled(context)) return rendered
  return new Response(null, { status: 303, headers: { Location: destination } })
}

/**
 * Serves the request, and adds the cookies and headers of the scope to its response.
 *
 * @param render - the rest of the middleware and the route
 */
export async function serve<S>(
  entry: AstroEntry<S>,
  render: () => Promise<Response>,
): Promise<Response> {
  const { event, refusal, requireScope } = entry
  event.isServing = true
  return entry
    .serve(render, {
      done: (rendered) => requireScope().apply(toResponse(entry, rendered)),
      failed(thrown) {
        const refused = refusal()
        const response = refused && toRefusal(refused, event.context)
        // Astro renders its error page through the middleware once more, with the same scope.
        if (!response) throw thrown
        return requireScope().apply(response)
      },
    })
    .finally(() => {
      event.isServing = false
    })
}
