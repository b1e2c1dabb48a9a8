import type { AuthConfig, AuthConfigInput } from '@latchstring/core'
import type {
  AuthorizationParams,
  Redirection,
  Sessions,
  SignInOptions,
} from '@latchstring/core/framework'
import type { Env, Session } from '@latchstring/core/types'
import type { TestClock } from '@latchstring/test-kit/test-clock'

/** A configuration whose types of token and session make no difference. */
export type AnyConfig = AuthConfigInput

/** A configuration that is not a function. */
export type PlainConfig = AuthConfig

/** Where an application runs. */
export interface ProcessEnvironment {
  readonly env: Env
  readonly clock: TestClock | undefined
}

/** The outcome of middleware. */
export interface Guarded {
  /** Whether what is behind the middleware runs. */
  readonly passed: boolean
  readonly response: Response
}

/** An application under test, by the means of one package. */
export interface Instance {
  /** Answers an HTTP action. */
  fetch(request: Request): Promise<Response>
  /** The session on the server. */
  auth(headers: Headers): Promise<Session | null>
  /** Starts a sign-in from code. */
  signIn(headers: Headers, call: SignInCall): Promise<Redirection>
  /** Ends the session from code. */
  signOut(headers: Headers, options?: { readonly redirectTo?: string }): Promise<Redirection>
  /** Updates the session from code. */
  update(headers: Headers, data?: Parameters<UpdateFunction>[0]): Promise<SessionUpdated>
  /** Lists and ends sessions from code, in a request. */
  withSessions<T>(headers: Headers, run: (sessions: Sessions) => Promise<T>): Promise<T>
  /** Guards a page. */
  guard(request: Request): Promise<Guarded>
}

type UpdateFunction = (data: Partial<Session> | { readonly user: object }) => void

/** What an update from code leads to. */
export interface SessionUpdated {
  readonly session: Session | null
  readonly cookies: Redirection['cookies']
}

/** Arguments of a sign-in from code. */
export interface SignInCall {
  readonly provider?: string
  readonly options?: FormData | SignInOptions
  readonly params?: AuthorizationParams
}

/** A package the contract is proven over. */
export interface Target {
  readonly name: string
  /** The default path of the actions. */
  readonly basePath: string
  create(config: AnyConfig, environment: ProcessEnvironment): Instance
}
