import type { RequestScope, Verdict } from '../types/scope.ts'
import type { RequiredSession, RequireOptions } from '../types/facts.ts'
import type { AuthorizeOptions } from '../types/operations.ts'
import type { AcceptedPrincipal, PrincipalOptions, PrincipalRead } from '../types/principal.ts'
import { createCallStorage } from './host-process.ts'
import type { MiddlewareScope } from './middleware-scope.ts'

/** A request being served, with its scope. */
export interface RequestEntry<S, Event> {
  /** The object that the framework passes with the request. */
  readonly event: Event
  /** `undefined` while a page is rendered at build time: there is no browser then. */
  readonly scope: RequestScope<S> | undefined
  /** @throws Error if there is no scope; its message contains the fix */
  readonly requireScope: () => RequestScope<S>
  /** The session for pages and handlers; `null` without a scope. */
  readonly auth: RequestScope<S>['auth']
  /** The session for the browser; `null` without a scope. */
  readonly client: RequestScope<S>['client']
  /** Calls the `authorized` callback. Without a scope every page is allowed. */
  readonly authorize: RequestScope<S>['authorize']
  /**
   * Returns the session.
   *
   * @param refuse - ends a request without a session
   */
  readonly requireSession: (
    refuse: (verdict: Verdict) => never | Promise<never>,
    options?: AuthorizeOptions,
  ) => Promise<S>
  /**
   * Returns the session and how it began; see `RequestScope.require`.
   *
   * @param refuse - ends a request that is refused
   */
  readonly require: (
    refuse: (verdict: Verdict) => never | Promise<never>,
    options?: RequireOptions,
  ) => Promise<RequiredSession<S>>
  /**
   * For whom the request acts; see `RequestScope.principal`.
   *
   * @param refuse - ends a request where the store fails
   */
  readonly principal: <Accepted extends AcceptedPrincipal>(
    refuse: (verdict: Verdict) => never | Promise<never>,
    options: PrincipalOptions<Accepted>,
  ) => Promise<PrincipalRead<S, Accepted>>
  /** Keeps the verdict that refused the request, for the code that makes the response. */
  readonly refuse: (verdict: Verdict) => void
  /** The verdict that refused the request, if any. */
  readonly refusal: () => Verdict | undefined
  /**
   * Returns the URL of the sign-in page for a script of the framework, if its request was refused for lack of a session. After the
   * sign-in the browser returns to the page of the script.
   */
  readonly findSignInPage: (verdict: Verdict) => Promise<string | undefined>
  /** Serves the request: {@link MiddlewareScope.serve}, or `next` alone where there is no scope. */
  readonly serve: MiddlewareScope<S>['serve']
  /** Whether a read of the session has begun. */
  readonly wasSessionRead: () => boolean
}

/** A {@link MiddlewareScope}, or the scope alone for frameworks that set cookies themselves. */
export type EntryScope<S> = Pick<MiddlewareScope<S>, 'scope'> & Partial<MiddlewareScope<S>>

/** Whether a verdict refuses a request only for lack of a session. */
const needsSignIn = (verdict: Verdict): boolean =>
  verdict.kind === 'redirect' || (verdict.kind === 'refuse' && verdict.status === 401)

/** The sign-in page, with what the sign-in of the session lacks, or the page on which a second factor is shown. */
function withAsked(page: string, verdict: Verdict): string {
  const asked = 'asked' in verdict ? verdict.asked : undefined
  if (!asked) return page
  const url = new URL(page)
  if ('page' in verdict && verdict.page !== undefined) {
    const shown = new URL(verdict.page)
    const back = url.searchParams.get('callbackUrl')
    if (back !== null) shown.searchParams.set('callbackUrl', back)
    return shown.href
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/**
 * Creates the entry of a request. {@link createRequestStore} does this for frameworks that need to find the entry later.
 *
 * @param event - the object that the framework passes with the request
 * @param open - the scope; `undefined` while a page is rendered at build time
 * @param prerendered - message of the error if a page that is rendered at build time needs a session
 *
 * @example
 * ```ts
 * import { createRequestEntry, createMiddlewareScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * export const begin = (auth: FrameworkAuth<Session>, request: Request) =>
 *   createRequestEntry({ request }, createMiddlewareScope(auth.scope, toSource(request)), 'Leave the page out of `prerender`.')
 * ```
 */
export function createRequestEntry<S, Event>(
  event: Event,
  open: EntryScope<S> | undefined,
  prerendered: string,
): RequestEntry<S, Event> {
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
    require: async (refuse, options) =>
      requireScope().require(options, (verdict) => {
        refusal = verdict
        return refuse(verdict)
      }),
    principal: async (refuse, options) =>
      requireScope().principal(options, (verdict) => {
        refusal = verdict
        return refuse(verdict)
      }),
    refuse(verdict) {
      refusal = verdict
    },
    refusal: () => refusal,
    async findSignInPage(verdict) {
      const url = needsSignIn(verdict) ? (await scope?.signIn())?.url : undefined
      return url === undefined ? undefined : withAsked(url, verdict)
    },
    serve: async (next, finish) => (open?.serve ? open.serve(next, finish) : next()),
    wasSessionRead: () => open?.wasSessionRead?.() ?? false,
  }
}

/** The requests that a framework is serving. */
export interface RequestStore<S, Event> {
  /**
   * Adds a request.
   *
   * @param keys - objects that belong to this request alone; each of them finds it later
   */
  readonly begin: (
    event: Event,
    open: EntryScope<S> | undefined,
    ...keys: readonly object[]
  ) => RequestEntry<S, Event>
  /** Runs a function that serves a request. Calls made from it find the request without a key. */
  readonly run: <T>(entry: RequestEntry<S, Event>, work: () => T) => T
  /** Returns the request of a key, if there is one. */
  readonly get: (key: object) => RequestEntry<S, Event> | undefined
  /** Returns the request that the caller serves, in runtimes with `AsyncLocalStorage`. */
  readonly current: () => RequestEntry<S, Event> | undefined
  /**
   * Returns the request of a key; without a key, the request that the caller serves.
   *
   * @throws Error if there is none
   */
  readonly find: (key?: object) => RequestEntry<S, Event>
}

/** Messages of the errors of a {@link RequestStore}. Each names the fix. */
export interface RequestStoreMessages {
  /** The middleware did not run for the request. */
  readonly unseen: string
  /** No request is being served. Default: `unseen`. */
  readonly absent?: string
  /** A page that is rendered at build time needs a session. */
  readonly prerendered: string
}

/**
 * Creates a store that finds the entry of a request while it is served, by an object that belongs to this request alone or by the
 * current call.
 *
 * @param messages - messages of errors
 *
 * @example
 * ```ts
 * import { createRequestStore, createMiddlewareScope, toSource, type FrameworkAuth } from '@latchstring/core/framework'
 * import type { Session } from '@latchstring/core/types'
 *
 * const requests = createRequestStore<Session, Request>({
 *   unseen: 'Put the middleware first.',
 *   prerendered: 'Leave the page out of `prerender`.',
 * })
 *
 * export async function middleware(
 *   auth: FrameworkAuth<Session>,
 *   request: Request,
 *   next: () => Promise<Response>,
 * ): Promise<Response> {
 *   const entry = requests.begin(request, createMiddlewareScope(auth.scope, toSource(request)), request)
 *   return requests.run(entry, () =>
 *     entry.serve(next, { done: (response) => entry.requireScope().apply(response) }),
 *   )
 * }
 *
 * export const auth = (): Promise<Session | null> => requests.find().auth()
 * ```
 */
export function createRequestStore<S, Event>(
  messages: RequestStoreMessages,
): RequestStore<S, Event> {
  const requests = new WeakMap<object, RequestEntry<S, Event>>()
  const storage = createCallStorage<RequestEntry<S, Event>>()
  const current = (): RequestEntry<S, Event> | undefined => storage?.getStore()
  return {
    begin(event, open, ...keys) {
      const entry = createRequestEntry(event, open, messages.prerendered)
      for (const key of keys) requests.set(key, entry)
      return entry
    },
    run: (entry, work) => (storage ? storage.run(entry, work) : work()),
    get: (key) => requests.get(key),
    current,
    find(key) {
      const entry = key ? requests.get(key) : current()
      if (entry) return entry
      throw new Error(key ? messages.unseen : (messages.absent ?? messages.unseen))
    },
  }
}
