import type { RequestScope } from '@latchstring/core/framework'
import type { FeatureForSystem } from '@latchstring/core/features'
import type { RegisteredSession } from '@latchstring/core/types'

/** The part of the context of a request that is used here; `RequestContext` of Remix is one. */
export interface RemixContext {
  /** The request, whose body a form-data middleware may have read. */
  readonly request: Request
  /** Whether a value is set for a key. */
  has(key: object): boolean
  /** The value of a key. */
  get(key: object): unknown
  /** Sets the value of a key. */
  set(key: object, value: unknown): void
}

/** Middleware of a router or a route: `Middleware` of Remix. */
export type RemixMiddleware = (
  context: RemixContext,
  next: () => Promise<Response>,
) => Promise<Response>

/** The middleware of Latchstring, with what needs no request. */
export interface LatchstringRemix extends RemixMiddleware {
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
}

/** The key of the scope of a request: `ContextKey` of Remix. */
export interface LatchstringKey {
  /** No default: without the middleware the scope could not set cookies. */
  defaultValue?: RequestScope<RegisteredSession>
}
