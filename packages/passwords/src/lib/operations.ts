/** Why a new password is refused: the code of the error is `passwords/` and this. */
export type PasswordFault =
  | 'too-short'
  | 'too-long'
  | 'unusable'
  | 'common'
  | 'personal'
  | 'breached'
  | 'policy'

/** Why a username is refused. */
export type UsernameFault = 'username-form' | 'username-taken'

/** What an operation has done: nothing, for a reason or for there is too much to do. */
export type PasswordOutcome<Fault extends string = never> =
  | { readonly done: true }
  | {
      readonly refused: PasswordFault | Fault
      /** The sentence of `policy`. */
      readonly reason?: string
    }
  /** Seconds after which it can be tried again. */
  | { readonly busy: number }

/** For the user of the request: `feature(passwords).change(…)`. */
export interface PasswordOperations {
  /** Whether the user has a password. */
  has(): Promise<boolean>
  /**
   * Changes the password, and ends the other sessions of the user. Tries are not counted here, as those of the page are: limit them where a
   * stranger to the account can call it.
   */
  change(passwords: {
    readonly from: string
    readonly to: string
  }): Promise<PasswordOutcome<'wrong' | 'no-password'>>
  /**
   * Sets the first password of a user who signs in some other way. Call `auth.require({ maxAge })` before: a session that was left open is
   * not to leave a password behind.
   */
  set(password: string): Promise<PasswordOutcome<'has-password'>>
  /** The username, or `null`. */
  username(): Promise<string | null>
  /** Chooses another username, with the option `username`. Call `auth.require({ maxAge })` before. */
  setUsername(name: string): Promise<{ readonly done: true } | { readonly refused: UsernameFault }>
}

/** A user who is registered by the application. */
export interface NewPasswordUser {
  readonly email: string
  readonly name?: string
  readonly password: string
  /** With the option `username`. */
  readonly username?: string
}

/** For any user; never over HTTP: `system(passwords).setHash(…)`. */
export interface PasswordSystem {
  /** Whether a user has a password. */
  has(userId: string): Promise<boolean>
  /**
   * Registers a user whose address counts as unproven until a mail has proven it.
   *
   * @returns the id, or why there is none
   */
  register(
    user: NewPasswordUser,
  ): Promise<
    | { readonly userId: string }
    | { readonly refused: PasswordFault | UsernameFault | 'exists'; readonly reason?: string }
    | { readonly busy: number }
  >
  /** Gives a user another password, by no rule but its length in bytes, and ends all sessions of the user. */
  setPassword(userId: string, password: string): Promise<'done' | 'no-user' | { busy: number }>
  /**
   * Takes over a hash of another system. One that a user already has is kept, so that it can be run again.
   *
   * @param hash - in one of the forms of the README, or that of `hash.custom`
   * @returns `kept` where the user has a password
   * @throws PasswordHashUnusable for what could never be compared
   */
  setHash(userId: string, hash: string): Promise<'done' | 'kept' | 'no-user'>
  /** Gives a user a username, with the option `username`. */
  setUsername(
    userId: string,
    name: string,
  ): Promise<{ readonly done: true } | { readonly refused: UsernameFault | 'no-user' }>
  /**
   * Removes the password of a user and ends all sessions. Whether there is another way in is for you to know.
   *
   * @returns whether there was one
   */
  remove(userId: string): Promise<boolean>
}
