import type { RequestScope } from '@latchstring/core/framework'

/** What a page asks of the server while it is rendered. Functions of the event: its context is shared by caches. */
export interface PageAuth {
  readonly seed: (
    event: object,
  ) => Promise<Awaited<ReturnType<RequestScope<object>['client']>> | undefined>
  readonly ask: (event: object) => ReturnType<RequestScope<object>['requireSession']>
}

/** The same for the event that is rendered. */
export interface RenderedAuth {
  /** The session for the browser; `undefined` where the page is made for everybody, and the browser has to ask. */
  readonly seed: () => ReturnType<PageAuth['seed']>
  /** Asks whether a person is signed in, as `requireSession` of a scope does. */
  readonly ask: () => ReturnType<PageAuth['ask']>
}

/** The name of a {@link PageAuth} on the context of an event. */
export const PAGE_AUTH = 'latchstring'

/** Base path of the actions, below that of the application. */
export function joinBasePath(baseUrl: string, basePath: string): string {
  return `${baseUrl.replace(/\/$/, '')}/${basePath.replace(/^\//, '')}`
}

/** What the middleware of the server has left for the page. */
export function findPageAuth(event: unknown): RenderedAuth | undefined {
  if (typeof event !== 'object' || event === null) return undefined
  const context: unknown = Reflect.get(event, 'context')
  if (typeof context !== 'object' || context === null) return undefined
  // The middleware alone uses the name.
  const auth = Reflect.get(context, PAGE_AUTH) as PageAuth | undefined
  return auth && { seed: () => auth.seed(event), ask: () => auth.ask(event) }
}

/** The address of the sign-in page, which returns to one of the application. */
export function signInAddress(basePath: string, callbackUrl: string): string {
  return `${basePath}/signin?${new URLSearchParams({ callbackUrl }).toString()}`
}
