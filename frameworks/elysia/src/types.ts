import type {
  FrameworkAuthConfigInput,
  FrameworkOptions,
  RequestScope,
} from '@latchstring/core/framework'
import type { JWT } from '@latchstring/core/jwt'
import type { Session } from '@latchstring/core/types'
import type { Elysia, ElysiaCustomStatusResponse } from 'elysia'

/** Nothing. */
export type None = Record<never, never>

/** Nothing that holds for a part of an application only. */
export interface Scoped {
  derive: None
  resolve: None
  schema: None
  standaloneSchema: None
  response: None
}

/** What handlers are given. Elysia adds it to what it knows by name, so that it is a type without other names. */
export type LatchstringContext<S = Session> = {
  /** The session of the request, read once. */
  readonly auth: () => Promise<S | null>
  /** Everything else of the request: forms, sign-in, sign-out, update, the session for the browser. */
  readonly latchstring: RequestScope<S>
}

/** What a script gets that has to sign in first; clients of Eden see it. */
export type Refusal = ElysiaCustomStatusResponse<401, { error: string; message: string }, 401>

/** What a route gives its handler, unless the request is refused. */
export type Resolve<Given> = () => Promise<Refusal | Given>

/** What routes may ask for, as Elysia keeps it. */
export interface Macros<S> {
  schema: None
  standaloneSchema: None
  macro: {
    /** Requires a session, which the handler gets as `session`. */
    readonly session?: boolean
    /** Asks the `authorized` callback. */
    readonly authorized?: boolean
  }
  macroFn: {
    readonly session: { readonly resolve: Resolve<{ session: S }> }
    readonly authorized: { readonly resolve: Resolve<None> }
  }
  parser: None
  response: None
}

/** What all handlers have. */
export interface Singleton<S> {
  decorator: None
  store: None
  derive: LatchstringContext<S>
  resolve: None
}

/** What the initializer returns: a plugin for `app.use`. */
export type LatchstringElysia<S extends object = Session> = Elysia<
  '',
  Singleton<S>,
  { typebox: None; error: None },
  Macros<S>,
  None,
  Scoped,
  Scoped
>

/** A configuration, or a function that makes one for a request. */
export type ElysiaConfigInput<Token extends JWT, S extends object> = FrameworkAuthConfigInput<
  Token,
  S
>

/** What the application may say beside its configuration. */
export type ElysiaOptions = FrameworkOptions
