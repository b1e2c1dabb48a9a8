import type { RequestScope, Verdict } from '../types/scope.ts'
import type { AuthorizeOptions } from '../types/operations.ts'
import { createCallStorage } from './host-process.ts'
import type { OpenScope } from './open-scope.ts'

/** A request while a framework serves it. */
export interface Visit<S, Event> {
  /** What the framework hands on with the request. */
  readonly event: Event
  /** There is none while pages are made at build time: no browser asks for them. */
  readonly scope: RequestScope<S> | undefined
  /** @throws Error where there is no scope, which says what to do about it */
  readonly requireScope: () => RequestScope<S>
  /** The session for pages and handlers. Where there is no scope, no one is signed in. */
  readonly auth: RequestScope<S>['auth']
  /** The session for the browser; the same. */
  readonly client: RequestScope<S>['client']
  /** Asks the `authorized` callback; a page that is made at build time is made. */
  readonly authorize: RequestScope<S>['authorize']
  /**
   * The session, of a request that has one.
   *
   * @param refuse - ends the request otherwise
   */
  readonly requireSession: (
    refuse: (verdict: Verdict) => never | Promise<never>,
    options?: AuthorizeOptions,
  ) => Promise<S>
  /** Says that the request is refused on its route, for what makes the response. */
  readonly refuse: (verdict: Verdict) => void
  /** What the request was refused by, where it was. */
  readonly refusal: () => Verdict | undefined
  /**
   * Where a script of the framework goes that was refused because no one is signed in: to the sign-in page, and back to the page
   * that it runs on.
   */
  readonly findSignInPage: (verdict: Verdict) => Promise<string | undefined>
  /** Serves the request: {@link OpenScope.serve}, or `next` alone where there is no scope. */
  readonly serve: OpenScope<S>['serve']
  /** Whether the session was asked for. */
  readonly wasAsked: () => boolean
}

/** What is open while a request is served; frameworks over Node.js set cookies in a way of their own. */
export type Opened<S> = Pick<OpenScope<S>, 'scope'> & Partial<OpenScope<S>>

/** Whether no one is signed in, and nothing else is wrong. */
const isForStranger = (verdict: Verdict): boolean =>
  verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)

/**
 * A request that a framework begins to serve.
 *
 * @param event - what the framework hands on with it
 * @param open - its scope; none while pages are made at build time
 * @param prerendered - says to the application what to do where a page that was made at build time needs a session
 *
 * @example
 * ```ts
 * import { createVisit, openScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const begin = (auth: FrameworkAuth<Session>, request: Request) =>
 *   createVisit({ request }, openScope(auth.scope, toSource(request)), 'Leave the page out of `prerender`.')
 * ```
 */
export function createVisit<S, Event>(
  event: Event,
  open: Opened<S> | undefined,
  prerendered: string,
): Visit<S, Event> {
  const scope = open?.scope
  let refusal: Verdict | undefined
  function requireScope(): RequestScope<S> {
    if (!scope) throw new Error(prerendered)
    return scope
  }
  return {
    event,
    scope,
    requireScope,
    auth: async () => (await scope?.auth()) ?? null,
    client: async () => (await scope?.client()) ?? null,
    authorize: async (options) => (await scope?.authorize(options)) ?? { kind: 'allow' },
    async requireSession(refuse, options) {
      const verdict = await requireScope().requireSession(options)
      const session = await requireScope().auth()
      if (verdict.kind === 'allow' && session) return session
      refusal = verdict
      return refuse(verdict)
    },
    refuse(verdict) {
      refusal = verdict
    },
    refusal: () => refusal,
    findSignInPage: async (verdict) =>
      isForStranger(verdict) ? (await scope?.signIn())?.url : undefined,
    serve: async (next, finish) => (open?.serve ? open.serve(next, finish) : next()),
    wasAsked: () => open?.wasAsked?.() ?? false,
  }
}

/** The requests that a framework serves at a time. */
export interface Visits<S, Event> {
  /**
   * Begins to serve a request.
   *
   * @param keys - objects that belong to this request alone, and find it later
   */
  readonly begin: (
    event: Event,
    open: Opened<S> | undefined,
    ...keys: readonly object[]
  ) => Visit<S, Event>
  /** Runs what serves a request: what is called meanwhile finds it without a key. */
  readonly run: <T>(visit: Visit<S, Event>, work: () => T) => T
  /** The request of a key. */
  readonly known: (key: object) => Visit<S, Event> | undefined
  /** The request that the caller serves, in runtimes that follow calls. */
  readonly current: () => Visit<S, Event> | undefined
  /**
   * The request of a key, or without one that which the caller serves.
   *
   * @throws Error where there is none
   */
  readonly find: (key?: object) => Visit<S, Event>
}

/** What an application is told that has left something out. */
export interface VisitTexts {
  /** The middleware has not seen the request. */
  readonly unseen: string
  /** Nothing is served where a request was asked for without a key. Default: `unseen`. */
  readonly absent?: string
  /** A page that is made at build time asks for what needs a session. */
  readonly prerendered: string
}

/**
 * Remembers requests while they are served, each by objects of its own, and never by what requests share.
 *
 * @param texts - what errors say
 *
 * @example
 * ```ts
 * import { createVisits, openScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * const visits = createVisits<Session, Request>({
 *   unseen: 'Put the middleware first.',
 *   prerendered: 'Leave the page out of `prerender`.',
 * })
 *
 * export async function middleware(
 *   auth: FrameworkAuth<Session>,
 *   request: Request,
 *   next: () => Promise<Response>,
 * ): Promise<Response> {
 *   const visit = visits.begin(request, openScope(auth.scope, toSource(request)), request)
 *   return visits.run(visit, () =>
 *     visit.serve(next, { done: (response) => visit.requireScope().apply(response) }),
 *   )
 * }
 *
 * export const auth = (): Promise<Session | null> => visits.find().auth()
 * ```
 */
export function createVisits<S, Event>(texts: VisitTexts): Visits<S, Event> {
  const visits = new WeakMap<object, Visit<S, Event>>()
  const storage = createCallStorage<Visit<S, Event>>()
  const current = (): Visit<S, Event> | undefined => storage?.getStore()
  return {
    begin(event, open, ...keys) {
      const visit = createVisit(event, open, texts.prerendered)
      for (const key of keys) visits.set(key, visit)
      return visit
    },
    run: (visit, work) => (storage ? storage.run(visit, work) : work()),
    known: (key) => visits.get(key),
    current,
    find(key) {
      const visit = key ? visits.get(key) : current()
      if (visit) return visit
      throw new Error(key ? texts.unseen : (texts.absent ?? texts.unseen))
    },
  }
}
