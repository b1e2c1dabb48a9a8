import type { ErrorRow } from './row.ts'

const configuration = {
  page: 'error',
  param: 'Configuration',
  status: 500,
  message: 'Sign-in isn’t set up correctly.',
} as const

/** The configuration cannot work, or code of the application failed. */
export const CONFIGURATION_ERRORS: Readonly<Record<string, ErrorRow>> = {
  /** An unexpected internal error, in the library or in a function it was given. */
  AuthError: {
    ...configuration,
    fix: 'Correct it where the stack below first names a file of your own. If it names none, report a bug.',
  },
  /** Code of the application has read the body of the request and not kept it for the library. */
  BodyConsumed: {
    ...configuration,
    fix: 'Mount the library before the body parser, or pass it the parsed body.',
  },
  /** More than one WebAuthn provider has conditional UI enabled. */
  DuplicateConditionalUI: {
    ...configuration,
    fix: 'Set `enableConditionalUI: false` on all WebAuthn providers but one.',
  },
  /** Two providers have the same id. */
  DuplicateProvider: { ...configuration, fix: 'Give every provider an `id` of its own.' },
  /** The error page of the application needs a session itself. */
  ErrorPageLoop: {
    ...configuration,
    fix: 'Return `true` from `authorized` for the path of `pages.error`.',
  },
  /** An event handler threw. */
  EventError: {
    ...configuration,
    fix: 'Correct the event handler; its error is the cause below. The request was not affected.',
  },
  /** An experimental feature is used without its flag. */
  ExperimentalFeatureNotEnabled: {
    ...configuration,
    fix: 'Set `experimental: { enableWebAuthn: true }`.',
  },
  /** An option has a value that cannot work. */
  InvalidConfiguration: {
    ...configuration,
    fix: 'Change that option; `latchstring doctor` looks through all of them.',
  },
  /** A provider has neither an issuer nor all of its endpoints. */
  InvalidEndpoints: {
    ...configuration,
    fix: 'Give the provider an `issuer`, or all of its endpoints.',
  },
  /** A session in a cookie could not be read or written: a callback threw or returned no token, or `jwt.encode` and `jwt.decode` lose claims or do not open what they have sealed. */
  JWTSessionError: {
    ...configuration,
    fix: 'Correct the function at the top of the stack below, or what `jwt.encode` leaves out. Sessions are kept.',
  },
  /** The configuration needs an adapter. */
  MissingAdapter: { ...configuration, fix: 'Set `adapter`, or remove what needs one.' },
  /** The adapter lacks methods that the configuration needs. */
  MissingAdapterMethods: {
    ...configuration,
    fix: 'Update the adapter, or take @latchstring/adapter-sql.',
  },
  /** A credentials provider has no `authorize` function. */
  MissingAuthorize: {
    ...configuration,
    fix: 'Give the credentials provider an `authorize` function.',
  },
  /** There is no secret. Thrown in production. */
  MissingSecret: {
    ...configuration,
    fix: 'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33',
  },
  /** A WebAuthn provider suggests passkeys, and none of its inputs has `webauthn` in its `autocomplete`. */
  MissingWebAuthnAutocomplete: {
    ...configuration,
    fix: 'Add "webauthn" to the `autocomplete` of one of the `formFields`, or set `enableConditionalUI: false`.',
  },
  /** A callback threw while a database session was read, or returned no session. */
  SessionTokenError: {
    ...configuration,
    fix: 'Correct the `session` callback; if it threw, its error is the cause below. Sessions are kept.',
  },
  /** The session does not fit into its cookies. */
  SessionTooLarge: {
    ...configuration,
    fix: 'Return less from the `jwt` callback: it has to fit into three cookies.',
  },
  /** The session strategy does not fit the rest of the configuration. */
  UnsupportedStrategy: {
    ...configuration,
    fix: 'Use `session: { strategy: "jwt" }`, or configure an adapter.',
  },
  /** The secret is too short or too regular for production. */
  WeakSecret: {
    ...configuration,
    fix: 'Set AUTH_SECRET to 32 random bytes: openssl rand -base64 33. While moving over, `weakSecret: acceptWeakSecret` keeps the old one.',
  },
}
