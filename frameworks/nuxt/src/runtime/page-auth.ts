import type { RequestScope } from '@latchstring/core/framework'

/** Functions that a page calls while the server renders it. They take the event, because caches share its context. */
export interface PageAuth {
  readonly seed: (
    event: object,
  ) => Promise<Awaited<ReturnType<RequestScope<object>['client']>> | undefined>
  readonly ask: (event: object) => ReturnType<RequestScope<object>['requireSession']>
}

/** The functions of {@link PageAuth} for the event being rendered. */
export interface RenderedAuth {
  /** The session for the browser; `undefined` if the page is cached for all visitors, so that the browser reads the session. */
  readonly seed: () => ReturnType<PageAuth['seed']>
  /** Calls `requireSession` of the scope. */
  readonly ask: () => ReturnType<PageAuth['ask']>
}

/** The name of a {@link PageAuth} on the context of an event. */
export const PAGE_AUTH = 'latchstring'

/** Base path of the actions, below that of the application. */
export function joinBasePath(baseUrl: string, basePath: string): string {
  return `${baseUrl.replace(/\/$/, '')}/${basePath.replace(/^\//, '')}`
}

/** Returns the functions that the middleware of the server has set for the page. */
export function findPageAuth(event: unknown): RenderedAuth | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  const context: unknown = Reflect.get(event, 'context')
  if (typeof context !== 'object' || context === null) return undefined
  // Only the middleware sets this member.
  const auth = Reflect.get(context, PAGE_AUTH) as PageAuth | undefined
  return auth && { seed: () => auth.seed(event), ask: () => auth.ask(event) }
}

/** Returns the URL of the sign-in page, with the page of the application as target. */
export function signInAddress(basePath: string, callbackUrl: string): string {
  return `${basePath}/signin?${new URLSearchParams({ callbackUrl }).toString()}`
}
