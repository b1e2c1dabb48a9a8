import type { AuthorizeOptions, SessionRead } from './operations.ts'
import type { SessionFacts } from './session-facts.ts'
import type { ParsedBody } from './parsed-body.ts'

export type { SessionFacts } from './session-facts.ts'

/** How strong and how recent a sign-in has to be. */
export interface FactsAsked {
  /** 2 asks for two factors: a passkey that verifies its user, or a step of a feature. Default: 1. */
  readonly aal?: 1 | 2 | undefined
  /** How long ago the sign-in may be, in seconds. Default: any time. */
  readonly maxAge?: number | undefined
  /**
   * With `aal` or `maxAge`, a session in which an administrator acts for the user is refused. `allowed` asks for the sign-in of the
   * administrator in its place.
   */
  readonly actor?: 'allowed' | undefined
}

/** A form that was read, up to 4,096 bytes of text fields: a longer one is not kept, nor is one with files. */
export interface KeptForm {
  /** The fields, as `request.formData()` or the parser of a framework gives them. */
  readonly fields: ParsedBody
  /** Names of fields that are not kept. Passwords, codes and CSRF tokens never are, by what they are called. */
  readonly except?: readonly string[] | undefined
}

/** What `require` asks of a request, and what the request is for. */
export interface RequireOptions extends FactsAsked, AuthorizeOptions {
  /**
   * The form of a POST. Where its sender has to sign in again or to show a second factor, it is kept for ten minutes and shown again
   * afterwards, to be sent by a button. Default: it is lost.
   */
  readonly form?: KeptForm | undefined
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

/** What the errors of `require` have, for error handlers of a framework and of an application. */
export interface Refusal {
  /** 401, or what the response has where that is more. A handler that knows nothing else answers with it. */
  readonly status: number
  /** Headers of the response by name: `WWW-Authenticate` for a script (RFC 9470), `Location` for a page. */
  readonly headers: Readonly<Record<string, string>>
  /** The response: a redirect to the sign-in page for a page, JSON for a script. */
  readonly toResponse: () => Response
}
