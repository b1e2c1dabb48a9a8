import type { RequestScope } from '@latchstring/core/framework'

/** What is needed of the context of a request in Astro 5, 6 and 7; `APIContext` and `Astro` of a page are such. */
export interface AstroContext {
  /** The request, whose body is not read. */
  readonly request: Request
  /** What middleware hands on; the scope is remembered by it. */
  readonly locals: object
  /** Of a page that the build makes, there is no request to read. */
  readonly isPrerendered: boolean
  /** The route as its file names it, such as `/notes/[id]`. */
  readonly routePattern: string
}

/** Middleware: `MiddlewareHandler` of Astro. */
export type AstroMiddleware = (
  context: AstroContext,
  next: () => Promise<Response>,
) => Promise<Response>

/** Everything of one request: `Astro.locals.latchstring`. */
export interface AstroScope<S> extends Pick<
  RequestScope<S>,
  'auth' | 'client' | 'fields' | 'form' | 'sessions' | 'signIn' | 'signOut' | 'update'
> {
  /**
   * The session. A request without one ends here: pages and forms are sent to the sign-in page and back, scripts get 401,
   * whatever the page or the action would have answered.
   *
   * @throws Error for which the middleware answers. It is not to be caught
   */
  readonly requireSession: () => Promise<S>
  /**
   * Asks the `authorized` callback, for `src/middleware.ts`.
   *
   * @returns the response that refuses the request, or `undefined` where it may go on
   */
  readonly authorize: () => Promise<Response | undefined>
  /**
   * Signs in or out by a form, as `form` does. The response to a form without a script is then the redirection, whatever the
   * page would have answered.
   *
   * @throws AuthError as `form` does
   */
  readonly submit: RequestScope<S>['form']
}

/** What the integration knows of the application. */
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
  readonly auth: (context: Pick<AstroContext, 'locals'>) => Promise<S | null>
  /** Makes the middleware; the integration does so. */
  readonly middleware: (site: AstroSite) => AstroMiddleware
}

/** What is needed of the class `ActionError` of `astro:actions`. */
export interface ActionErrorClass<Code extends string> {
  new (parameters: { code: Code; message?: string }): Error
  /** The code of a status; `INTERNAL_SERVER_ERROR` where there is none. */
  statusToCode(status: number): Code
}

/** A plugin of Vite that makes a module. */
export interface VitePlugin {
  name: string
  configEnvironment: () => { resolve: { noExternal: string[] } }
  resolveId: (id: string) => string | undefined
  load: (id: string) => string | undefined
}

/** What is needed of the hook `astro:config:setup`. */
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

/** What is needed of the hook `astro:config:done`. */
export interface ConfigDone {
  config: ConfigSetup['config']
  injectTypes: (types: { filename: string; content: string }) => unknown
}

/** An integration: `AstroIntegration` of Astro. */
export interface LatchstringIntegration {
  /** As Astro shows it in its log. */
  name: string
  /** What Astro calls while it starts and builds. */
  hooks: {
    'astro:config:setup': (options: ConfigSetup) => void
    'astro:config:done': (options: ConfigDone) => void
  }
}
