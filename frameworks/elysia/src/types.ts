import type {
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
  RequiringAuth,
} from '@latchstring/core/framework'
import type { FeatureForSystem } from '@latchstring/core/features'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { Elysia, ElysiaCustomStatusResponse } from 'elysia'

/** An empty object type. */
export type None = Record<never, never>

/** No types that apply to a part of the application only. */
export interface Scoped {
  derive: None
  resolve: None
  schema: None
  standaloneSchema: None
  response: None
}

/** The members of the context for handlers. A type alias, because Elysia merges it into its own types. */
export type LatchstringContext<S = Session> = {
  /** The session of the request, read once. */
  readonly auth: RequiringAuth<[], S>
  /** Further operations on the request: forms, sign-in, sign-out, update, the session for the browser. */
  readonly latchstring: RequestScope<S>
}

/** The response to a script without a session; clients of Eden see it. */
export type Refusal = ElysiaCustomStatusResponse<401, { error: string; message: string }, 401>

/** The members that an option of a route adds to the context of its handler. */
export type Resolve<Given> = () => Promise<Refusal | Given>

/** The options of routes, as Elysia declares them. */
export interface Macros<S> {
  schema: None
  standaloneSchema: None
  macro: {
    /** Requires a session, which the handler gets as `session`. */
    readonly session?: boolean
    /** Calls the `authorized` callback. */
    readonly authorized?: boolean
  }
  macroFn: {
    readonly session: { readonly resolve: Resolve<{ session: S }> }
    readonly authorized: { readonly resolve: Resolve<None> }
  }
  parser: None
  response: None
}

/** The members of the context of all handlers. */
export interface Singleton<S> {
  decorator: None
  store: None
  derive: LatchstringContext<S>
  resolve: None
}

/** What the plugin has beside the members of a plugin. */
export interface PluginMembers {
  /**
   * The operations of a feature that name users, also without a request. Never call one with what a stranger sent.
   *
   * @throws InvalidConfiguration from an operation, where the configuration does not have the feature
   */
  readonly system: FeatureForSystem
}

/** A plugin for `app.use`. */
export type LatchstringElysia<S extends object = Session> = PluginMembers &
  Elysia<'', Singleton<S>, { typebox: None; error: None }, Macros<S>, None, Scoped, Scoped>

/** A configuration, or a function that returns one for a request. */
export type ElysiaConfigInput<Token extends JWT, S extends object> = FrameworkAuthConfigInput<
  Token,
  S
>

/** Options beside the configuration. */
export type ElysiaOptions = FrameworkOptions
