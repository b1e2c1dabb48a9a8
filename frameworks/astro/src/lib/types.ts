import type {
  PrincipalOf,
  RequestScope,
  RequiredSession,
  RequireOptions,
  RequiringAuth,
} from '@latchstring/core/framework'
import type { FeatureForSystem, FeatureForUser } from '@latchstring/core/features'

/** The part of the context of a request in Astro 5, 6 and 7 that is used here; `APIContext` and `Astro` of a page are such. */
export interface AstroContext {
  /** The request, whose body is not read. */
  readonly request: Request
  /** The address that is rendered, which middleware may have rewritten. */
  readonly url: URL
  /** The object that middleware passes on; the scope is found by it. */
  readonly locals: object
  /** Whether the page is rendered at build time, without a request. */
  readonly isPrerendered: boolean
  /** The route as its file names it, such as `/notes/[id]`. */
  readonly routePattern: string
}

/** Middleware: `MiddlewareHandler` of Astro. */
export type AstroMiddleware = (
  context: AstroContext,
  next: () => Promise<Response>,
) => Promise<Response>

/** The operations on one request: `Astro.locals.latchstring`. */
export interface AstroScope<S> extends Pick<
  RequestScope<S>,
  'auth' | 'client' | 'feature' | 'fields' | 'form' | 'sessions' | 'signIn' | 'signOut' | 'update'
> {
  /**
   * The session. A request without one ends here: pages and forms are sent to the sign-in page and back, scripts get 401,
   * whatever the page or the action would have answered.
   *
   * @throws Error that the middleware turns into the response. Do not catch it
   */
  readonly requireSession: () => Promise<S>
  /**
   * The session and how it began. A request without one, or with a sign-in that is too old or too weak, ends here as with `requireSession`.
   *
   * @param options - what is asked: `aal`, and `maxAge` in seconds
   * @throws Error that the middleware turns into the response. Do not catch it
   */
  readonly require: (options?: RequireOptions) => Promise<RequiredSession<S>>
  /**
   * For whom the request acts, by a session or by a credential of a feature.
   *
   * @param options - what is accepted
   * @throws Error that the middleware turns into the response where the store fails. Do not catch it
   */
  readonly principal: PrincipalOf<[], S>
  /**
   * Calls the `authorized` callback, for `src/middleware.ts`.
   *
   * @returns the response that refuses the request, or `undefined` if it is allowed
   */
  readonly authorize: () => Promise<Response | undefined>
  /**
   * Signs in or out by a form, as `form` does. The response to a form without a script is then a redirect, and the response of
   * the page is discarded.
   *
   * @throws AuthError as `form` does
   */
  readonly submit: RequestScope<S>['form']
}

/** Settings that the integration reads from the application. */
export interface AstroSite {
  /** Path of the HTTP actions, with the `base` of Astro. */
  readonly basePath: string
  /** As configured for Astro. With `always`, the actions have one too. */
  readonly trailingSlash: 'always' | 'never' | 'ignore'
}

/** The configuration of Latchstring, as `src/auth.ts` exports it by default. */
export interface AstroAuth<S extends object> {
  /**
   * The session of a request, read once. While pages are prerendered there is none.
   *
   * @param context - of an endpoint, an action or middleware, or `Astro` in a page
   * @throws Error when the request did not go through the middleware
   */
  readonly auth: RequiringAuth<[context: Pick<AstroContext, 'locals'>], S>
  /**
   * The operations of a feature for the user of the request.
   *
   * @throws SessionRequired from an operation, where the request has no session
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly feature: FeatureForUser<[context: Pick<AstroContext, 'locals'>]>
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
  /** Creates the middleware. The integration calls it. */
  readonly middleware: (site: AstroSite) => AstroMiddleware
}

/** The part of the class `ActionError` of `astro:actions` that is used here. */
export interface ActionErrorClass<Code extends string> {
  new (parameters: { code: Code; message?: string }): Error
  /** The code of a status; `INTERNAL_SERVER_ERROR` where there is none. */
  statusToCode(status: number): Code
}

/** A plugin of Vite that provides a module. */
export interface VitePlugin {
  name: string
  configEnvironment: () => { resolve: { noExternal: string[] } }
  resolveId: (id: string) => string | undefined
  load: (id: string) => string | undefined
}

/** The part of the hook `astro:config:setup` that is used here. */
export interface ConfigSetup {
  config: {
    root: URL
    srcDir: URL
    base: string
    trailingSlash: AstroSite['trailingSlash']
  }
  injectRoute: (route: { pattern: string; entrypoint: string; prerender: boolean }) => void
  addMiddleware: (middleware: { order: 'pre' | 'post'; entrypoint: string }) => void
  updateConfig: (config: { vite: { plugins: VitePlugin[] } }) => unknown
  logger: { warn: (message: string) => void }
}

/** The part of the hook `astro:config:done` that is used here. */
export interface ConfigDone {
  config: ConfigSetup['config']
  injectTypes: (types: { filename: string; content: string }) => unknown
}

/** An integration: `AstroIntegration` of Astro. */
export interface LatchstringIntegration {
  /** As Astro shows it in its log. */
  name: string
  /** The hooks that Astro calls while it starts and builds. */
  hooks: {
    'astro:config:setup': (options: ConfigSetup) => void
    'astro:config:done': (options: ConfigDone) => void
  }
}
