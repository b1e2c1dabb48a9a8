import type { ErrorType } from '../types/error-type.ts'
import type { ErrorPageParam, SignInPageErrorParam } from '../types/pages.ts'

/** What the outside learns of a kind of failure, and what an operator does about it. */
export interface ErrorRow {
  /** `signIn` and `error`: a redirect to that page. `problem`: answered in place with `status`. */
  readonly page: 'signIn' | 'error' | 'problem'
  /** The only value a browser sees in the `error` parameter. */
  readonly param: SignInPageErrorParam | ErrorPageParam
  /** HTTP status for callers that do not follow redirects. */
  readonly status: number
  /** Sentence a stranger may read. */
  readonly message: string
  /** What to do about it, for the log. */
  readonly fix: string
}

const configuration = {
  page: 'error',
  param: 'Configuration',
  status: 500,
  message: 'The server is not configured correctly.',
} as const

const malformed = { page: 'problem', param: 'Configuration' } as const

/** Every kind of failure. Own properties only: look-ups go through {@link errorRow}. */
export const ERRORS: Readonly<Record<ErrorType, ErrorRow>> = {
  AuthError: { ...configuration, fix: 'Read the cause below.' },
  AccessDenied: {
    page: 'error',
    param: 'AccessDenied',
    status: 403,
    message: 'You do not have permission to sign in.',
    fix: 'The `signIn` callback returned false or threw. If that is wrong, let the user pass there.',
  },
  AccountNotLinked: {
    page: 'signIn',
    param: 'OAuthAccountNotLinked',
    status: 409,
    message: 'This sign-in method belongs to another account.',
    fix: 'Sign in with the method used before, then add this one while signed in.',
  },
  AdapterError: {
    page: 'problem',
    param: 'Configuration',
    status: 503,
    message: 'The service is busy. Try again in a moment.',
    fix: 'Check that the store is reachable and that its schema is up to date.',
  },
  BodyConsumed: {
    ...configuration,
    fix: 'Mount the library before whatever reads the body, or hand it what was made of the body.',
  },
  CallbackRouteError: {
    page: 'signIn',
    param: 'Callback',
    status: 500,
    message: 'The sign-in could not be completed.',
    fix: 'A callback or a provider function threw. Read the cause below.',
  },
  CredentialsSignin: {
    page: 'signIn',
    param: 'CredentialsSignin',
    status: 401,
    message: 'The credentials are not correct.',
    fix: 'Nothing, unless `authorize` refuses people it should know.',
  },
  CrossOriginRequest: {
    ...malformed,
    status: 403,
    message: 'This request was sent by another site.',
    fix: 'Send it from a page of the application. If a proxy in front changes the host, set AUTH_URL.',
  },
  DuplicateConditionalUI: {
    ...configuration,
    fix: 'Set `enableConditionalUI: false` on all WebAuthn providers but one.',
  },
  DuplicateProvider: { ...configuration, fix: 'Give every provider an `id` of its own.' },
  EmailCreateAccountError: {
    page: 'signIn',
    param: 'EmailCreateAccount',
    status: 503,
    message: 'The account could not be created.',
    fix: 'The adapter failed while creating the user. Check the store and its schema.',
  },
  EmailNotVerified: {
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'Prove your e-mail address first: sign in with a link.',
    fix: 'Nothing: a passkey is not added to an address that somebody else may prove later. Signing in by e-mail once proves it.',
  },
  EmailSignInError: {
    page: 'signIn',
    param: 'EmailSignin',
    status: 503,
    message: 'The mail could not be sent.',
    fix: 'Check the address and the mail server of the provider.',
  },
  ErrorPageLoop: {
    ...configuration,
    fix: 'Return `true` from `authorized` for the path of `pages.error`: whoever sees an error is signed out as a rule.',
  },
  EventError: {
    ...configuration,
    fix: 'Correct the event handler; its error is the cause below. The request was not affected.',
  },
  ExperimentalFeatureNotEnabled: {
    ...configuration,
    fix: 'Set `experimental: { enableWebAuthn: true }`.',
  },
  InvalidCheck: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 400,
    message: 'The sign-in was started in another browser, or too long ago.',
    fix: 'Start again. If it happens often: cookies must reach this host over the same protocol, and all instances need the same secret.',
  },
  InvalidConfiguration: { ...configuration, fix: 'Correct the option named in the message.' },
  InvalidEndpoints: {
    ...configuration,
    fix: 'Give the provider an `issuer`, or all of its endpoints.',
  },
  InvalidProvider: {
    ...malformed,
    status: 404,
    message: 'There is no such sign-in method.',
    fix: 'Add the provider to `providers`, or correct the link.',
  },
  InvalidRequest: {
    ...malformed,
    status: 400,
    message: 'The request could not be understood.',
    fix: 'The client sent something malformed; nothing was changed.',
  },
  JWTSessionError: {
    ...configuration,
    fix: 'Correct what the message names: a callback whose error is the cause below, or `jwt.encode` and `jwt.decode`. The cookie was kept, so nobody is signed out.',
  },
  MethodNotAllowed: {
    ...malformed,
    status: 405,
    message: 'This address does not take that method.',
    fix: 'Use a method listed in the `Allow` header.',
  },
  MissingAdapter: { ...configuration, fix: 'Set `adapter`, or remove what needs one.' },
  MissingAdapterMethods: {
    ...configuration,
    fix: 'Use an adapter that has the methods named in the message.',
  },
  MissingAuthorize: {
    ...configuration,
    fix: 'Give the credentials provider an `authorize` function.',
  },
  MissingCSRF: {
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'The form has expired. Try again.',
    fix: 'Send `csrfToken` from GET csrf with the cookie it set. A form kept open for a day or across a sign-in needs a reload.',
  },
  MissingSecret: {
    ...configuration,
    fix: 'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33',
  },
  MissingWebAuthnAutocomplete: {
    ...configuration,
    fix: 'Add "webauthn" to the `autocomplete` of one of the `formFields`, or set `enableConditionalUI: false`.',
  },
  OAuthAccountNotLinked: {
    page: 'signIn',
    param: 'OAuthAccountNotLinked',
    status: 409,
    message: 'Sign in with the method you used before.',
    fix: 'The e-mail address belongs to a user with another sign-in method. The person signs in with that one and adds this one afterwards.',
  },
  OAuthCallbackError: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 502,
    message: 'The provider did not complete the sign-in.',
    fix: 'The cause has what the provider answered. If it refused the client, the code or the redirect URI, compare client id, client secret and redirect URI with what is registered there; if it failed itself (a status of 500 and above), wait or look at its status page.',
  },
  OAuthCreateAccountError: {
    page: 'signIn',
    param: 'OAuthCreateAccount',
    status: 503,
    message: 'The account could not be created.',
    fix: 'The adapter failed while creating the user or linking the account. Check the store and its schema.',
  },
  OAuthProfileParseError: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 502,
    message: 'The provider did not say who signed in.',
    fix: 'The `profile` function threw, or returned no `id` or an `email` that is not one mailbox. Correct it, or ask the provider for the scope it needs.',
  },
  OAuthSignInError: {
    page: 'signIn',
    param: 'OAuthSignin',
    status: 502,
    message: 'The provider cannot be reached.',
    fix: 'Check that this server reaches the issuer and that the issuer is spelt as in its discovery document.',
  },
  PayloadTooLarge: {
    ...malformed,
    status: 413,
    message: 'The request is too large.',
    fix: 'Bodies may have 64 kB, query strings and cookies 16 kB.',
  },
  SessionRequired: {
    page: 'signIn',
    param: 'SessionRequired',
    status: 401,
    message: 'Sign in first.',
    fix: 'Sign in another way, then add the passkey. The session that asks for it has to last until it is made.',
  },
  SessionTokenError: {
    ...configuration,
    fix: 'Correct the `session` callback; its error is the cause below. The cookie was kept, so nobody is signed out.',
  },
  SessionTooLarge: {
    ...configuration,
    fix: 'Keep less in the token: what the `jwt` callback returns has to fit into three cookies. Store the rest in a database.',
  },
  SignInError: {
    page: 'signIn',
    param: 'Signin',
    status: 500,
    message: 'The sign-in failed.',
    fix: 'Read the cause below.',
  },
  SignOutError: {
    page: 'problem',
    param: 'Configuration',
    status: 503,
    message: 'The sign-out could not be completed. Try again in a moment.',
    fix: 'The store did not delete the session, or could not be asked whether it was still good. Check that it is reachable.',
  },
  TooManyRequests: {
    ...malformed,
    status: 429,
    message: 'This was tried too often. Wait a moment and try again.',
    fix: 'Nothing, where somebody guesses. If people are refused who should not be: raise the budget in `limits`, and set `clientAddress` to what is in front of the application.',
  },
  UnknownAction: {
    ...malformed,
    status: 404,
    message: 'There is nothing at this address.',
    fix: 'Check `basePath` and AUTH_URL against where the handlers are mounted.',
  },
  UnsupportedMediaType: {
    ...malformed,
    status: 415,
    message: 'The request has a content type that is not understood.',
    fix: 'Send application/json or application/x-www-form-urlencoded.',
  },
  UnsupportedStrategy: {
    ...configuration,
    fix: 'Use `session: { strategy: "jwt" }`, or configure an adapter.',
  },
  UntrustedHost: {
    ...malformed,
    status: 400,
    message: 'This address is not known to the server.',
    fix: 'Set AUTH_URL to the address people use.',
  },
  Verification: {
    page: 'error',
    param: 'Verification',
    status: 403,
    message: 'The link or code has been used already, or has expired.',
    fix: 'Ask for a new mail.',
  },
  WeakSecret: {
    ...configuration,
    fix: 'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33. While moving over, `weakSecret: acceptWeakSecret` keeps the old one.',
  },
  WebAuthnVerificationError: {
    page: 'signIn',
    param: 'Signin',
    status: 401,
    message: 'The passkey could not be verified.',
    fix: 'Try again, or sign in another way.',
  },
}

/** The row of a code; codes of foreign subclasses get the general one. */
export function errorRow(type: string): ErrorRow {
  // An own property of the table is one of its keys.
  return Object.hasOwn(ERRORS, type) ? ERRORS[type as ErrorType] : ERRORS.AuthError
}
