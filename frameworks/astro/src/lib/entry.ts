import {
  toVerdictResponse,
  type RequestEntry,
  type RequiredSession,
  type RequireOptions,
  type Verdict,
} from '@latchstring/core/framework'
import type { AstroContext, AstroScope, AstroSite } from './types.ts'

/** The state of a request. */
export interface RequestState {
  readonly context: AstroContext
  /** The context being rendered: a rewrite has one of its own. */
  current: AstroContext
  /** Whether the middleware is serving the request: a rewrite runs all middleware again. */
  isServing: boolean
  /** URL to redirect to after a form that signed in or out. */
  destination?: string
}

/** A request that Astro is serving. */
export type AstroEntry<S> = RequestEntry<S, RequestState>

/** Ends a request that is refused. */
export const refuse = (): never => {
  throw new Error('The request was refused. The middleware of Latchstring answers it.')
}

/** The session and how it began; the middleware answers a request that is refused. */
export const requireFacts = async <S>(
  entry: AstroEntry<S>,
  options?: RequireOptions,
): Promise<RequiredSession<S>> => entry.require(refuse, options)

/** Creates the members of `locals` for pages, endpoints, actions and middleware of the application. */
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
        throw new Error('The request has no session. The middleware of Latchstring answers it.')
      }),
    require: (options) => requireFacts(entry, options),
    principal: async (options) => entry.principal(refuse, options),
    // A page that is rendered at build time has no request.
    authorize: async () =>
      entry.scope &&
      toVerdictResponse(
        await entry.authorize({ otherPath: event.current.url.pathname }),
        event.context.request,
      ),
    submit: async (action, body) => {
      const left = await requireScope().form(action, body)
      event.destination = left.url
      return left
    },
    form: async (action, body) => requireScope().form(action, body),
    fields: async (...given) => {
      const { action, fields } = await requireScope().fields(...given)
      // A redirect to the URL with a slash could lose the body of a form.
      return { action: trailingSlash === 'always' ? `${action}/` : action, fields }
    },
    feature: (value) => requireScope().feature(value),
    get sessions() {
      return requireScope().sessions
    },
    signIn: async (...given) => requireScope().signIn(...given),
    signOut: async (...given) => requireScope().signOut(...given),
    update: async (...given) => requireScope().update(...given),
  }
  return { auth, latchstring }
}

/** Path of Astro actions that a script calls. The script expects failures in the format of Astro. */
const isCalled = ({ routePattern }: AstroContext): boolean => routePattern === '/_actions/[...path]'

/** Converts a refusal to the format that a script of Astro reads after it called an action. */
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
        // Astro runs the middleware again for its error page, with the same scope.
        if (!response) throw thrown
        return requireScope().apply(response)
      },
    })
    .finally(() => {
      event.isServing = false
    })
}
