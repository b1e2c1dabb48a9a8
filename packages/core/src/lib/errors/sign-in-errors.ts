import type { ErrorRow } from './row.ts'

/** A sign-in failed, or was refused. */
export const SIGN_IN_ERRORS: Readonly<Record<string, ErrorRow>> = {
  /** The `signIn` callback refused, or threw. */
  AccessDenied: {
    page: 'error',
    param: 'AccessDenied',
    status: 403,
    message: 'You do not have permission to sign in.',
    fix: 'Nothing, if it is meant. Otherwise change the condition in `callbacks.signIn`.',
  },
  /** The authenticator belongs to another user. */
  AccountNotLinked: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthAccountNotLinked',
    status: 409,
    message: 'This sign-in method belongs to another account.',
    fix: 'Nothing: the person signs in the other way, and adds this one afterwards.',
  },
  /** A function of the application or of a provider threw during a sign-in. */
  CallbackRouteError: {
    page: 'signIn',
    param: 'Callback',
    status: 500,
    message: 'The sign-in could not be completed.',
    fix: 'Correct it where the stack below first names a file of your own.',
  },
  /** Thrown from `authorize` when credentials are wrong. Extend it to put a `code` of your own into the redirect. */
  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'CredentialsSignin',
    status: 401,
    message: 'The credentials are not correct.',
    fix: 'Nothing, unless `authorize` refuses people it should know.',
    members: {
      /** Appears as `code` in the URL of the sign-in page. It must not hint at why the credentials are wrong. */
      code: (): string => 'credentials',
    },
  },
  /** The user of an email sign-in could not be created. */
  EmailCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailCreateAccount',
    status: 503,
    message: 'The account could not be created.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx latchstring migrate --apply',
  },
  /** A passkey is to be added to a user whose address is not proven. */
  EmailNotVerified: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'Prove your email address first: sign in with a link.',
    fix: 'Nothing: the person signs in by email once, which proves it.',
  },
  /** The address is not usable, or the mail could not be sent. */
  EmailSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailSignin',
    status: 503,
    message: 'The mail could not be sent.',
    fix: 'Correct host, port, user and password in `server`: what the mail server said is below.',
  },
  /** State, PKCE or nonce of a sign-in are missing, expired or do not match. */
  InvalidCheck: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 400,
    message: 'The sign-in was started in another browser, or too long ago.',
    fix: 'Nothing, if it happens once. Otherwise look whether cookies reach this host, and give all instances the same secret.',
  },
  /** The CSRF token is missing, expired or of another session. */
  MissingCSRF: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'The form has expired. Try again.',
    fix: 'Send `csrfToken` from GET csrf with the cookie it set. A form that was open for a day needs a reload.',
  },
  /** The account, or its email address, belongs to another user. */
  OAuthAccountNotLinked: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthAccountNotLinked',
    status: 409,
    message: 'Sign in with the method you used before.',
    fix: 'Nothing: the person signs in the other way, and adds this one afterwards.',
  },
  /** The provider answered with an error, or with something that could not be verified. */
  OAuthCallbackError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 502,
    message: 'The provider did not complete the sign-in.',
    fix: 'Compare client id, client secret and redirect URI with what is registered at the provider.',
  },
  /** The user or account of an OAuth sign-in could not be created. */
  OAuthCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthCreateAccount',
    status: 503,
    message: 'The account could not be created.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx latchstring migrate --apply',
  },
  /** The profile of a provider gave no user. */
  OAuthProfileParseError: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 502,
    message: 'The provider did not say who signed in.',
    fix: 'Correct `profile`, or ask the provider for the scope that brings the id and the address.',
  },
  /** The authorization request could not be made. */
  OAuthSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthSignin',
    status: 502,
    message: 'The provider cannot be reached.',
    fix: 'Check that this server reaches the issuer and that the issuer is exactly the one in its discovery document.',
  },
  /** The action needs a more recent sign-in, or the time of the sign-in was not recorded. */
  StepUpRequired: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'SessionRequired',
    status: 403,
    message: 'Sign in again to do this.',
    fix: 'Nothing: the person does. The strategy "database" remembers when, with `session.devices`.',
  },
  /** Adding a passkey was requested without a session. */
  SessionRequired: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'SessionRequired',
    status: 401,
    message: 'Sign in first.',
    fix: 'Nothing: the person signs in, then adds the passkey.',
  },
  /** A sign-in failed. */
  SignInError: {
    page: 'signIn',
    param: 'Signin',
    status: 500,
    message: 'The sign-in failed.',
    fix: 'Correct it where the stack below first names a file of your own.',
  },
  /** A link or code of a mail has been used, has expired or was never made. */
  Verification: {
    page: 'error',
    param: 'Verification',
    status: 403,
    message: 'The link or code has been used already, or has expired.',
    fix: 'Nothing: the person asks for a new mail.',
  },
  /** The answer of an authenticator could not be verified. */
  WebAuthnVerificationError: {
    page: 'signIn',
    param: 'Signin',
    status: 401,
    message: 'The passkey could not be verified.',
    fix: 'Nothing, if it happens once. Otherwise compare `relayingParty.id` with the host.',
  },
}
