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

/** Pages of your own in place of the built-in ones, each a path of the application. */
export interface PagesOptions {
  /** Default `/signin` under the base path. Gets `error` ({@link SignInPageErrorParam}) after a failure. */
  readonly signIn: string
  readonly signOut: string
  /** Default `/error` under the base path. Gets `error` ({@link ErrorPageParam}). */
  readonly error: string
  readonly verifyRequest: string
  /** Where users go after their first sign-in. */
  readonly newUser: string
}

/** Look of the built-in pages and mails. */
export interface Theme {
  /** `auto` follows the browser. */
  readonly colorScheme?: 'auto' | 'dark' | 'light'
  /** Address of an image. */
  readonly logo?: string
  /** CSS colour of buttons and links. */
  readonly brandColor?: string
  /** CSS colour of text on buttons. */
  readonly buttonText?: string
}
