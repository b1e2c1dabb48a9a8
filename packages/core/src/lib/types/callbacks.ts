import type { Account, Profile } from './account.ts'
import type { AdapterUser } from './adapter.ts'
import type { JWT } from './jwt.ts'
import type { SessionToken } from './session-token.ts'
import type { HeaderReader } from './request.ts'
import type { Session } from './session.ts'
import type { User } from './user.ts'
import type { Awaitable } from './utility.ts'

/** The parameters of the `signIn` callback. */
export interface SignInParams {
  /** Who signs in: the stored user where there is one, otherwise what the provider or `authorize` returned. */
  user: User | AdapterUser
  /** The account that the person signs in with; OAuth and OIDC: with the tokens of the provider. */
  account: Account | null
  /** OAuth and OIDC: the profile from the provider. */
  profile?: Profile
  /** Email: `verificationRequest` is true when the mail is asked for, and absent when the link was followed. */
  email?: { verificationRequest?: boolean }
  /** Credentials: the entered values. */
  credentials?: Record<string, unknown>
}

/**
 * The value that `update` of a client or `unstable_update` sent. Nothing has checked it:
 * a person who is signed in can send anything, so look at each member before it is used.
 */
export interface UpdateData extends Readonly<Record<string, unknown>> {
  /** New name of the user. */
  readonly name?: string | null
  /** New email address of the user. Nothing has proven it. */
  readonly email?: string | null
  /** New address of a picture. */
  readonly image?: string | null
  /** New members of the user. */
  readonly user?: Readonly<Partial<User>>
}

/** The parameters of the `jwt` callback. */
export interface JWTParams {
  /** The token as it was. At sign-in: `name`, `email`, `picture` and `sub` of the user. */
  token: JWT
  /** At sign-in. */
  user?: User | AdapterUser
  /** At sign-in (`trigger` `signIn` or `signUp`). */
  account?: Account | null
  /** At sign-in with OAuth or OIDC. */
  profile?: Profile
  /** Why the token is made; absent when it is only read. */
  trigger?: 'signIn' | 'signUp' | 'update'
  /** @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean
  /** The value that the client sent with `update`. It is not trustworthy: check it before use. */
  session?: UpdateData
}

/** Methods, so that an annotated parameter may be narrower than what is given: `user` required, for example. */
interface JWTCallbackForms<Token> {
  given(params: JWTParams): Awaitable<Token | null>
  // TypeScript infers no parameters from overloads with unlike type parameters: one without annotation has those of `given`.
  annotated(params: Omit<JWTParams, 'session'>): Awaitable<Token | null>
  annotated<_>(params: Omit<JWTParams, 'session'>): Awaitable<Token | null>
}

/**
 * A `jwt` callback, with any annotation of `session`, such as `Session`: nothing has checked what a client sent, and an interface is not
 * assignable to the index signature of `UpdateData`.
 */
type JWTCallback<Token> = JWTCallbackForms<Token>['given'] | JWTCallbackForms<Token>['annotated']

/** The parameters of the `session` callback. */
export interface SessionParams<Token extends JWT> {
  /** The session as it would be without the callback: `user` with name, email, image and id, and `expires`. */
  session: Session & { user: User }
  /** The token; only with strategy `jwt`. */
  token: SessionToken<Token>
  /** The stored user; only with strategy `database`. */
  user: AdapterUser
  /** The value that the client sent with `update`. It is not trustworthy: check it before use. */
  newSession?: UpdateData
  /** `update` where the application or a client changes the session; absent where it is read. */
  trigger?: 'update'
}

/** The parameters of the `deviceInfo` callback. */
export interface DeviceInfoParams {
  /** Headers of the request. A client can set each of them unless a proxy in front of the application overwrites it. */
  readonly headers: HeaderReader
}

/** Functions that decide who may sign in and what token and session contain. */
export interface Callbacks<Token extends JWT = JWT, S extends object = Session> {
  /**
   * Decides whether a person may sign in, before anything is written, for every kind of provider. Default: every sign-in is admitted.
   *
   * @returns `true` to go on, `false` for the error page, a URL to go there instead
   */
  signIn?(params: SignInParams): Awaitable<boolean | string>
  /** Decides where the browser goes after sign-in and sign-out. Default: only the application's own origin. */
  redirect?(params: { url: string; baseUrl: string }): Awaitable<string>
  /**
   * Shapes the token, at sign-in and each time it is read. Return a new object, `{ ...token, role }`, and place it before `session`,
   * so that the types of what it adds are known there. Only with strategy `jwt`. Default: the token as it is.
   *
   * @returns the token to keep, or `null` to end the session
   */
  jwt?: JWTCallback<Token>
  /** Shapes the session that the application and the browser see. Default: name, email and image of the user, and on the server the id. */
  session?(params: SessionParams<Token>): Awaitable<S>
  /**
   * Returns where a browser is, for the list of devices. Default: no place. It is called with `session.devices` at a sign-in, and when a session is
   * extended. No other location is stored.
   *
   * @returns `place`, up to 255 characters, such as the name of a city
   */
  deviceInfo?(params: DeviceInfoParams): Awaitable<{ readonly place?: string | null }>
  /**
   * Decides about a request in framework middleware. Default: every request passes. Where routers may read its path in several ways, it is asked about each,
   * with a request of that path and without a body, until one answer is not `true`. `paths` writes rules about paths.
   *
   * @returns `true` to let it pass, `false` for the sign-in page, or a response to give instead
   */
  authorized?(params: {
    request: Request
    auth: NoInfer<S> | null
  }): Awaitable<boolean | Response | undefined>
}
