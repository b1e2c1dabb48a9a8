/** Codes passed to {@link LoggerInstance.warn}. */
export type WarningCode =
  | 'debug-enabled'
  | 'csrf-disabled'
  | 'env-url-basepath-redundant'
  | 'env-url-basepath-mismatch'
  | 'experimental-webauthn'
  | 'webauthn-host'
  | 'deprecated-provider'
  | 'weak-provider'
  | 'adapter-capability'
  | 'adapter-keys'
  | 'provider-left-out'
  | 'provider-renewal'
  | 'trust-host'
  | 'redirect-proxy-origins'
  | 'session-in-public-response'
  | 'form-lost'
  | 'texts'
  | 'feature'
  | 'theme-colour'
  | 'client-address'
  | 'limit-store'
  | 'limit-near'
  | 'limit-refund'
  | 'revocation-adapter'
  | 'clock-difference'
  | 'unknown-secret'
  | 'other-audience'
  | 'store-away'
  | 'store-back'
  | 'revocation-long-feed'
  | 'revocation-store-went-back'
  | 'unknown-option'
  | 'unread-variable'
  | 'session-seconds'
  | 'bypassed-version'
  | 'development'

/** Codes of the notices passed to {@link NoticeLogger.info}. */
export type NoticeCode =
  | 'acting'
  | 'register-address'
  | 'no-end-session'
  | 'redirect-target'
  | 'started'

/** An optional method of a logger. */
export interface NoticeLogger {
  /**
   * Reports something that needs no action: what to know when an application is set up, once; and failures that people
   * cause every day, such as a wrong password, a cancelled sign-in or a link that was used before. A logger that has `error` and
   * no `info` gets those by `error`.
   *
   * @param code - of the notice, or of the failure
   * @param detail - what to do, or what happened
   * @param error - the failure, masked
   */
  info?(code: string, detail: string, error?: Error): void
}

/**
 * Where the library reports to. Secrets are masked before any of these methods is called. A logger with a method `info` also
 * gets notices for setting up an application and failures that need no action; see {@link NoticeLogger}.
 */
export interface LoggerInstance extends Record<string, (...args: never[]) => unknown> {
  /** A failure, with `type`, `cause` and, for failures of a flow, its reference. */
  error(error: Error): void
  /**
   * A condition worth changing.
   *
   * @param detail - details in addition to the code: which provider or capability, and what to do
   */
  warn(code: WarningCode, detail?: string): void
  /** Steps of a flow. Called only when `debug` is on, or always on a logger of your own. */
  debug(message: string, metadata?: unknown): void
}
