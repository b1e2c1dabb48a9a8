import type { Cookie } from '../types/cookies.ts'
import type { ErrorRow } from './row.ts'

const problem = { page: 'problem', param: 'Configuration' } as const

/** A request is answered in place, with a status. */
export const REQUEST_ERRORS: Readonly<Record<string, ErrorRow>> = {
  /** A method of the adapter failed. The message names the method, never its arguments. */
  AdapterError: {
    ...problem,
    status: 503,
    message: 'The service is busy. Try again in a moment.',
    fix: 'Start the store, or correct its address. If tables or columns are missing: npx latchstring migrate --apply',
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
    message: 'The request could not be understood.',
    fix: 'Nothing, if a stranger sent it: no session was ended. Otherwise compare it with OpenID Connect Back-Channel Logout 1.0, section 2.4.',
  },
  /** The request names a provider that is not configured or cannot do this. */
  InvalidProvider: {
    ...problem,
    status: 404,
    message: 'There is no such sign-in method.',
    fix: 'Add the provider to `providers`, or correct the link.',
  },
  /** The request is malformed. */
  InvalidRequest: {
    ...problem,
    status: 400,
    message: 'The request could not be understood.',
    fix: 'Nothing, if a stranger sent it. Otherwise correct the form or script.',
  },
  /** The action exists, with another method. */
  MethodNotAllowed: {
    ...problem,
    status: 405,
    message: 'This address does not take that method.',
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
  /**
   * The store failed while a session was being ended. One in the store was not removed and goes on. A sealed one is over in this
   * browser, but it is not known whether it had been ended before, so that there is no `signOut` event.
   */
  SignOutError: {
    ...problem,
    status: 503,
    message: 'The sign-out could not be completed. Try again in a moment.',
    fix: 'Check that it is reachable: the session may go on until it is deleted there.',
    members: {
      /** Have to be set all the same: with sealed sessions, those that delete the session cookie. */
      cookies: (): readonly Cookie[] => [],
    },
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
    message: 'There is nothing at this address.',
    fix: 'Check `basePath` and AUTH_URL against where the handlers are mounted.',
  },
  /** The body has a content type that is not taken. */
  UnsupportedMediaType: {
    ...problem,
    status: 415,
    message: 'The request has a content type that is not understood.',
    fix: 'Send application/json or application/x-www-form-urlencoded.',
  },
  /** The host of the request is malformed, not listed or not trusted. */
  UntrustedHost: {
    ...problem,
    status: 400,
    message: 'This address is not known to the server.',
    fix: 'Set AUTH_URL to the address people use.',
  },
}
