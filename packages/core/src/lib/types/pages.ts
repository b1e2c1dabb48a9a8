/** Values of the `error` parameter of the error page. */
export type ErrorPageParam = 'Configuration' | 'AccessDenied' | 'Verification'

/** Values of the `error` parameter of the sign-in page. */
export type SignInPageErrorParam =
  | 'Signin'
  | 'OAuthSignin'
  | 'OAuthCallbackError'
  | 'OAuthCreateAccount'
  | 'EmailCreateAccount'
  | 'Callback'
  | 'OAuthAccountNotLinked'
  | 'EmailSignin'
  | 'CredentialsSignin'
  | 'SessionRequired'

/**
 * Values of the `reason` parameter of the sign-in page, where it is known whose doing a failure was: the person cancelled at the
 * service; it took too long or was started elsewhere; the application or its server is at fault; the service is; or
 * this way to sign in does not work for this account; the passkey was removed; or a change needs a recent sign-in.
 */
export type SignInPageReason =
  | 'cancelled'
  | 'expired'
  | 'ours'
  | 'service'
  | 'other-way'
  | 'removed'
  | 'step-up'

/**
 * Values of the `ended` parameter of the sign-in page: why a session that this browser had is over. `other` is any word of the
 * application.
 */
export type EndedReason =
  | 'ended-by-user'
  | 'signed-out-everywhere'
  | 'password-changed'
  | 'email-changed'
  | 'account-unlinked'
  | 'passkey-removed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-used'
  | 'admin'
  | 'back-channel'
  | 'secret-leak'
  | 'other'

/** Pages of your own in place of the built-in ones, each a path of the application. */
export interface PagesOptions {
  /** The sign-in page. Default: `/signin` under the base path. Gets `error` ({@link SignInPageErrorParam}) after a failure, with `reason` ({@link SignInPageReason}) and `provider` (its id) where they are known, `ended` ({@link EndedReason}) after the end of a session. */
  readonly signIn: string
  /** Asks whether to sign out. Default: `/signout` under the base path. */
  readonly signOut: string
  /** The error page. Default: `/error` under the base path. Gets `error` ({@link ErrorPageParam}). */
  readonly error: string
  /** Shown after a mail was sent. Default: `/verify-request` under the base path. */
  readonly verifyRequest: string
  /** Where users go after their first sign-in. Default: where every sign-in goes. */
  readonly newUser: string
  /** A page of a feature by its path, such as `factors/challenge`. Gets its inputs, and `callbackUrl`. */
  readonly [page: `${string}/${string}`]: string | undefined
}

/** Look of the built-in pages and mails. */
export interface Theme {
  /** Name of the application. Default: its host. */
  readonly name?: string
  /** Address of an image: the icon in the tab of the browser. Default: none. */
  readonly favicon?: string
  /** Light or dark pages; `auto` follows the browser. Default: `auto`. */
  readonly colorScheme?: 'auto' | 'dark' | 'light'
  /** Address of an image. Mails show it where it is an https address, or a path that begins with `/`, of no SVG. */
  readonly logo?: string
  /** CSS colour of buttons and links. */
  readonly brandColor?: string
  /** CSS colour of text on buttons. */
  readonly buttonText?: string
  /**
   * Whether the sign-in page marks the sign-in method that this browser used last, which a cookie remembers. Default: `true`, where
   * there are several sign-in methods.
   */
  readonly lastUsed?: boolean
}
