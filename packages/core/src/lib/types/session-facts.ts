import type { Actor } from './actor.ts'

/**
 * What is known of how the session of a request began. Using the session, changing it, adding an account or a passkey, and a new secret
 * leave it as it is: only a sign-in makes it newer or stronger.
 */
export interface SessionFacts {
  /** When the user signed in, in seconds since the epoch (OpenID Connect Core 1.0, section 2); `null` where that was not recorded. */
  readonly auth_time: number | null
  /**
   * How, in the words of RFC 8176: `pwd` for credentials with a password, `otp` for a link or code by mail, `hwk` or `swk` with `user` for
   * a passkey, by whether its key can be copied to other devices, and `mfa` where the authenticator has verified the user. Steps of
   * features add theirs, `mfa` among them for a second factor. Services add none: what they say of their own sign-in is not repeated here.
   */
  readonly amr: readonly string[]
  /** 2 where two factors were proven: `amr` has `mfa`. Otherwise 1. */
  readonly aal: 1 | 2
  /**
   * The administrator who acts for the user; only with an acting session. The user has not signed in
   * then, so that `auth_time` is `null` and `amr` is empty.
   */
  readonly actor?: Actor
}
