import type { Cookie } from '../types/cookies.ts'
import type { ErrorRow } from './row.ts'

const problem = { page: 'problem', param: 'Configuration' } as const

/** A request is answered in place, with a status. */
export const REQUEST_ERRORS: Readonly<Record<string, ErrorRow>> = {
  /** The session acts in the name of another user, and what was asked for is for the user alone. */
  ActingRefused: {
    ...problem,
    status: 403,
    message: 'Not available while you act for another user.',
    fix: 'Nothing: signing out ends the acting. A change or an operation of a feature is open to acting sessions with `actor`.',
  },
  /** A method of the adapter failed. The message names the method, never its arguments. */
  AdapterError: {
    ...problem,
    status: 503,
    message: 'Temporarily unavailable. Try again in a moment.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx @latchstring/cli migrate --apply, for tables that begin with `auth_` with --records all',
  },
  /** A state-changing request was sent by another origin. */
  CrossOriginRequest: {
    ...problem,
    status: 403,
    message: 'This request was sent by another site.',
    fix: 'Send it from a page of the application. If a proxy in front changes the host, set AUTH_URL.',
  },
  /** A logout token of a provider does not verify. The message begins with the reason in a word. */
  InvalidLogoutToken: {
    ...problem,
    status: 400,
    message: 'Invalid request.',
    fix: 'Nothing, if a stranger sent it: no session was ended. Otherwise compare it with OpenID Connect Back-Channel Logout 1.0, section 2.4.',
  },
  /** The request names a provider that is not configured or cannot do this. */
  InvalidProvider: {
    ...problem,
    status: 404,
    message: 'This sign-in method isn’t available.',
    fix: 'Add the provider to `providers`, or correct the link.',
  },
  /** The request is malformed. */
  InvalidRequest: {
    ...problem,
    status: 400,
    message: 'Invalid request.',
    fix: 'Nothing, if a stranger sent it. Otherwise correct the form or script.',
  },
  /** The action exists, with another method. */
  MethodNotAllowed: {
    ...problem,
    status: 405,
    message: 'Method not allowed.',
    fix: 'Use a method listed in the `Allow` header.',
    members: {
      /** Methods the action takes. */
      allow: (): readonly string[] => [],
    },
  },
  /** The request is larger than allowed. */
  PayloadTooLarge: {
    ...problem,
    status: 413,
    message: 'The request is too large.',
    fix: 'Send less: bodies may have 64 kB, query strings and cookies 16 kB.',
  },
  /** A feature has more to do than it can, such as passwords to compare, and has done nothing of the request. */
  ServiceBusy: {
    ...problem,
    status: 503,
    message: 'Too much is going on. Try again in a moment.',
    fix: 'Nothing, if it passes. Otherwise give the process more processors or memory, or run more instances.',
    members: {
      /** Seconds after which it can be sent again: the value of `Retry-After`. */
      retryAfter: (): number => 1,
    },
  },
  /**
   * The store failed while a session was being ended. One in the store was not removed and goes on. A sealed one is over in this
   * browser, but it is not known whether it had been ended before, so that there is no `signOut` event.
   */
  SignOutError: {
    ...problem,
    status: 503,
    message: 'We couldn’t sign you out. Try again in a moment.',
    fix: 'Check that it is reachable: the session may go on until it is deleted there.',
    members: {
      /** Have to be set all the same: with sealed sessions, those that delete the session cookie. */
      cookies: (): readonly Cookie[] => [],
    },
  },
  /**
   * A sign-out came with a session cookie that this process cannot open, where sessions are ended for all instances. The cookie is deleted
   * in this browser; the session was not ended.
   */
  SignOutIncomplete: {
    ...problem,
    extends: 'SignOutError',
    status: 503,
    message: 'You’re signed out in this browser, but we couldn’t end the session elsewhere.',
    fix: 'Give all instances the same secrets, and change them in two steps: npx @latchstring/cli secret --stage',
  },
  /** A budget of attempts is used up. */
  TooManyRequests: {
    ...problem,
    status: 429,
    message: 'Too many attempts. Wait a moment and try again.',
    fix: 'Nothing, if a stranger is guessing. Otherwise raise the budget in `limits`, and set `clientAddress`.',
    members: {
      /** Seconds after which it may be tried again: the value of `Retry-After`. */
      retryAfter: (): number => 1,
    },
  },
  /** There is no such action. */
  UnknownAction: {
    ...problem,
    status: 404,
    message: 'Not found.',
    fix: 'Check `basePath` and AUTH_URL against where the handlers are mounted.',
  },
  /** The body has a content type that is not taken. */
  UnsupportedMediaType: {
    ...problem,
    status: 415,
    message: 'Unsupported content type.',
    fix: 'Send application/json or application/x-www-form-urlencoded.',
  },
  /** The host of the request is malformed, not listed or not trusted. */
  UntrustedHost: {
    ...problem,
    status: 400,
    message: 'This host isn’t allowed.',
    fix: 'Set AUTH_URL to the address people use.',
  },
  /** The store cannot keep a value of that length. The message names the method, never the value. */
  ValueTooLong: {
    ...problem,
    status: 400,
    message: 'A value is too long.',
    fix: 'Nothing, if a stranger sent it. Otherwise widen the column: npx @latchstring/cli migrate --plan. Ids of passkeys may have 1023 bytes.',
  },
}
