import type { Cookie } from '../types/cookies.ts'
import { AuthError } from './auth-error.ts'

/** A sign-in failed. */
export class SignInError extends AuthError {
  static override type: string = 'SignInError'
}

/** The `signIn` callback refused, or threw. */
export class AccessDenied extends AuthError {
  static override type: string = 'AccessDenied'
}

/** The authenticator belongs to another user. */
export class AccountNotLinked extends SignInError {
  static override type: string = 'AccountNotLinked'
}

/** A method of the adapter failed. The message names the method, never its arguments. */
export class AdapterError extends AuthError {
  static override type: string = 'AdapterError'
}

/** Something of the application has read the body of the request, and kept nothing of it for the library. */
export class BodyConsumed extends AuthError {
  static override type: string = 'BodyConsumed'
}

/** A function of the application or of a provider threw during a sign-in. */
export class CallbackRouteError extends AuthError {
  static override type: string = 'CallbackRouteError'
}

/** Thrown from `authorize` when credentials are wrong. Extend it to put a `code` of your own into the redirect. */
export class CredentialsSignin extends SignInError {
  static override type: string = 'CredentialsSignin'

  /** Appears as `code` in the URL of the sign-in page. It must not hint at why the credentials are wrong. */
  code: string = 'credentials'
}

/** A state-changing request was sent by another origin. */
export class CrossOriginRequest extends AuthError {
  static override type: string = 'CrossOriginRequest'
}

/** More than one WebAuthn provider has conditional UI enabled. */
export class DuplicateConditionalUI extends AuthError {
  static override type: string = 'DuplicateConditionalUI'
}

/** Two providers have the same id. */
export class DuplicateProvider extends AuthError {
  static override type: string = 'DuplicateProvider'
}

/** The user of an e-mail sign-in could not be created. */
export class EmailCreateAccountError extends SignInError {
  static override type: string = 'EmailCreateAccountError'
}

/** A passkey is to be added to a user whose address nobody has proven. */
export class EmailNotVerified extends SignInError {
  static override type: string = 'EmailNotVerified'
}

/** The address is not usable, or the mail could not be sent. */
export class EmailSignInError extends SignInError {
  static override type: string = 'EmailSignInError'
}

/** The error page of the application needs a session itself. */
export class ErrorPageLoop extends AuthError {
  static override type: string = 'ErrorPageLoop'
}

/** An event handler threw. */
export class EventError extends AuthError {
  static override type: string = 'EventError'
}

/** An experimental feature is used without its flag. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  static override type: string = 'ExperimentalFeatureNotEnabled'
}

/** State, PKCE or nonce of a sign-in are missing, expired or do not match. */
export class InvalidCheck extends AuthError {
  static override type: string = 'InvalidCheck'
}

/** An option has a value that cannot work. */
export class InvalidConfiguration extends AuthError {
  static override type: string = 'InvalidConfiguration'
}

/** A provider has neither an issuer nor all of its endpoints. */
export class InvalidEndpoints extends AuthError {
  static override type: string = 'InvalidEndpoints'
}

/** The request names a provider that is not configured or cannot do this. */
export class InvalidProvider extends AuthError {
  static override type: string = 'InvalidProvider'
}

/** The request is malformed. */
export class InvalidRequest extends AuthError {
  static override type: string = 'InvalidRequest'
}

/** A session in a cookie could not be read or written: a callback threw, or `jwt.encode` and `jwt.decode` lose claims. */
export class JWTSessionError extends AuthError {
  static override type: string = 'JWTSessionError'
}

/** The action exists, with another method. */
export class MethodNotAllowed extends AuthError {
  static override type: string = 'MethodNotAllowed'

  /** Methods the action takes. */
  allow: readonly string[] = []
}

/** The configuration needs an adapter. */
export class MissingAdapter extends AuthError {
  static override type: string = 'MissingAdapter'
}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  static override type: string = 'MissingAdapterMethods'
}

/** A credentials provider has no `authorize` function. */
export class MissingAuthorize extends AuthError {
  static override type: string = 'MissingAuthorize'
}

/** The CSRF token is missing, expired or of another session. */
export class MissingCSRF extends SignInError {
  static override type: string = 'MissingCSRF'
}

/** There is no secret. Thrown in production. */
export class MissingSecret extends AuthError {
  static override type: string = 'MissingSecret'
}

/** A WebAuthn provider suggests passkeys, and none of its inputs has `webauthn` in its `autocomplete`. */
export class MissingWebAuthnAutocomplete extends AuthError {
  static override type: string = 'MissingWebAuthnAutocomplete'
}

/** The account, or its e-mail address, belongs to another user. */
export class OAuthAccountNotLinked extends SignInError {
  static override type: string = 'OAuthAccountNotLinked'
}

/** The provider answered with an error, or with something that could not be verified. */
export class OAuthCallbackError extends SignInError {
  static override type: string = 'OAuthCallbackError'
}

/** The user or account of an OAuth sign-in could not be created. */
export class OAuthCreateAccountError extends SignInError {
  static override type: string = 'OAuthCreateAccountError'
}

/** The profile of a provider gave no user. */
export class OAuthProfileParseError extends AuthError {
  static override type: string = 'OAuthProfileParseError'
}

/** The authorization request could not be made. */
export class OAuthSignInError extends SignInError {
  static override type: string = 'OAuthSignInError'
}

/** The request is larger than allowed. */
export class PayloadTooLarge extends AuthError {
  static override type: string = 'PayloadTooLarge'
}

/** A passkey is to be added, and nobody is signed in. */
export class SessionRequired extends SignInError {
  static override type: string = 'SessionRequired'
}

/** A callback threw while a database session was read. */
export class SessionTokenError extends AuthError {
  static override type: string = 'SessionTokenError'
}

/** The session does not fit into its cookies. */
export class SessionTooLarge extends AuthError {
  static override type: string = 'SessionTooLarge'
}

/**
 * The store failed while a session was being ended. One in the store was not removed and goes on. A sealed one is over in this
 * browser, but nobody knows whether it had been ended before, so that there is no `signOut` event.
 */
export class SignOutError extends AuthError {
  static override type: string = 'SignOutError'

  /** Have to be set all the same: with sealed sessions, those that delete the session cookie. */
  cookies: readonly Cookie[] = []
}

/** Something was tried too often. */
export class TooManyRequests extends AuthError {
  static override type: string = 'TooManyRequests'

  /** Seconds after which it may be tried again; the value of `Retry-After`. */
  retryAfter: number = 1
}

/** There is no such action. */
export class UnknownAction extends AuthError {
  static override type: string = 'UnknownAction'
}

/** The body has a content type that is not taken. */
export class UnsupportedMediaType extends AuthError {
  static override type: string = 'UnsupportedMediaType'
}

/** The session strategy does not fit the rest of the configuration. */
export class UnsupportedStrategy extends AuthError {
  static override type: string = 'UnsupportedStrategy'
}

/** The host of the request is malformed, not listed or not trusted. */
export class UntrustedHost extends AuthError {
  static override type: string = 'UntrustedHost'
}

/** A link or code of a mail has been used, has expired or was never made. */
export class Verification extends AuthError {
  static override type: string = 'Verification'
}

/** The secret is too short or too regular for production. */
export class WeakSecret extends AuthError {
  static override type: string = 'WeakSecret'
}

/** The answer of an authenticator could not be verified. */
export class WebAuthnVerificationError extends AuthError {
  static override type: string = 'WebAuthnVerificationError'
}
