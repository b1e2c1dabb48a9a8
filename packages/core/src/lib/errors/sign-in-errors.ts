import type { ErrorRow } from './row.ts'

/** A sign-in failed, or was refused. */
export const SIGN_IN_ERRORS: Readonly<Record<string, ErrorRow>> = {
  /** The `signIn` callback refused, or threw. */
  AccessDenied: {
    page: 'error',
    param: 'AccessDenied',
    status: 403,
    message: 'You don’t have access.',
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
    message: 'We couldn’t complete the sign-in.',
    fix: 'Correct it where the stack below first names a file of your own.',
  },
  /** `authorize` refused the sign-in details. */
  CredentialsSignin: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'CredentialsSignin',
    status: 401,
    message: 'Incorrect sign-in details.',
    fix: 'Nothing to fix if someone mistyped. If valid people are refused, check `authorize`.',
    members: {
      /** Appears as `code` in the URL of the sign-in page; extend the class to set it. It must not hint at why the credentials are wrong. */
      code: (): string => 'credentials',
    },
  },
  /** The user of an email sign-in could not be created. */
  EmailCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailCreateAccount',
    status: 503,
    message: 'We couldn’t create your account.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx @latchstring/cli migrate --apply, for tables that begin with `auth_` with --records all',
  },
  /** A passkey is to be added to a user whose address is not proven. */
  EmailNotVerified: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'Verify your email address first: sign in with an email link.',
    fix: 'Nothing: the person signs in by email once, which proves it.',
  },
  /** The address is not usable, or the mail could not be sent. */
  EmailSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'EmailSignin',
    status: 503,
    message: 'We couldn’t send the email.',
    fix: 'Correct host, port, user and password in `server`: what the mail server said is below.',
  },
  /** State, PKCE or nonce of a sign-in are missing, expired or do not match. */
  InvalidCheck: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 400,
    message: 'This sign-in expired or was started in another browser. Try again.',
    fix: 'Expected now and then. If it repeats, check that cookies reach this host, and give all instances the same secret.',
  },
  /** The CSRF token is missing, expired or of another session. */
  MissingCSRF: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'Signin',
    status: 403,
    message: 'This page has expired. Reload it and try again.',
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
    message: 'The provider didn’t complete the sign-in.',
    fix: 'Compare client id, client secret and redirect URI with what is registered at the provider.',
  },
  /** The user or account of an OAuth sign-in could not be created. */
  OAuthCreateAccountError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthCreateAccount',
    status: 503,
    message: 'We couldn’t create your account.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx @latchstring/cli migrate --apply, for tables that begin with `auth_` with --records all',
  },
  /** The profile of a provider gave no user. */
  OAuthProfileParseError: {
    page: 'signIn',
    param: 'OAuthCallbackError',
    status: 502,
    message: 'The provider didn’t return an account.',
    fix: 'Correct `profile`, or ask the provider for the scope that brings the id and the address.',
  },
  /** The authorization request could not be made. */
  OAuthSignInError: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'OAuthSignin',
    status: 502,
    message: 'We couldn’t reach the provider.',
    fix: 'Check that this server reaches the issuer and that the issuer is exactly the one in its discovery document.',
  },
  /** The action needs a more recent sign-in, or the time of the sign-in was not recorded. */
  StepUpRequired: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'SessionRequired',
    status: 403,
    message: 'Sign in again to continue.',
    fix: 'Nothing: the person does. The strategy "database" remembers when, with `session.devices`.',
  },
  /** Adding a passkey was requested without a session. */
  SessionRequired: {
    extends: 'SignInError',
    page: 'signIn',
    param: 'SessionRequired',
    status: 401,
    message: 'Sign in to continue.',
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
    message: 'This link or code has expired or was already used.',
    fix: 'Nothing: the person asks for a new mail.',
  },
  /** The answer of an authenticator could not be verified. */
  WebAuthnVerificationError: {
    page: 'signIn',
    param: 'Signin',
    status: 401,
    message: 'We couldn’t verify that passkey.',
    fix: 'Expected now and then. If it repeats, compare `relayingParty.id` with the host.',
  },
}
