import type { AuthorizeOptions, SessionRead } from './operations.ts'

/**
 * What is known of how the session of a request began. Using the session, changing it, adding an account or a passkey, and a new secret
 * leave it as it is: only a sign-in makes it newer or stronger.
 */
export interface SessionFacts {
  /** When the user signed in, in seconds since the epoch (OpenID Connect Core 1.0, section 2); `null` where that was not recorded. */
  readonly auth_time: number | null
  /**
   * How, in the words of RFC 8176: `pwd` for credentials with a password, `otp` for a link or code by mail, `hwk` or `swk` with `user` for
   * a passkey, by whether its key can be copied to other devices, and `mfa` where the authenticator has verified the user. Empty for
   * services: what they say of their own sign-in is not repeated here.
   */
  readonly amr: readonly string[]
  /** 2 where two factors were proven: `amr` has `mfa`. Otherwise 1. */
  readonly aal: 1 | 2
}

/** How strong and how recent a sign-in has to be. */
export interface FactsAsked {
  /** 2 asks for two factors: a passkey that verifies its user. Default: 1. */
  readonly aal?: 1 | 2 | undefined
  /** How long ago the sign-in may be, in seconds. Default: any time. */
  readonly maxAge?: number | undefined
}

/** What `require` asks of a request, and what the request is for. */
export interface RequireOptions extends FactsAsked, AuthorizeOptions {
  /** Where the person comes back to: a path of the application. Default: the page of the request. */
  readonly redirectTo?: string | undefined
}

/** What `require` gives. */
export interface RequiredSession<S> {
  /** The session, as `auth` gives it. */
  readonly session: S
  /** How it began. */
  readonly facts: SessionFacts
}

/** The same with the cookies that reading the session sets. */
export interface RequiredRead<S> extends RequiredSession<S>, Pick<SessionRead<S>, 'cookies'> {
  readonly session: S
}

/** How an error of `require` is answered, where a framework is not told by the error itself. */
export interface Refusal {
  /** Status of the response. */
  readonly status: number
  /** Its headers by name: `Location` of the sign-in page, or `WWW-Authenticate` for a script (RFC 9470). */
  readonly headers: Readonly<Record<string, string>>
  /** The response itself. */
  readonly toResponse: () => Response
}
