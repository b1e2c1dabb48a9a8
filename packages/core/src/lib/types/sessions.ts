/** A device on which a user is signed in. Nothing of it can be presented as a session. */
export interface Device {
  /** What it is ended by; means nothing anywhere else. */
  readonly id: string
  /** Whether it is the one that asks. */
  readonly current: boolean
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** What the `deviceInfo` callback said. */
  readonly place: string | null
  /** Id of the provider that the user signed in with. */
  readonly provider: string | null
  /** When the session was opened. */
  readonly createdAt: Date | null
  /** When it was last extended. */
  readonly lastSeenAt: Date | null
  readonly expires: Date
}

/** Why sessions are ended, and what is asked of whoever does it. */
export interface EndOptions {
  /**
   * A word of letters, digits and dashes, such as `password-changed`; it is stored, and in the event `sessionEnded`. Default:
   * `ended-by-user` for a device, `signed-out-everywhere` for a user, `admin` for all.
   */
  readonly reason?: string
  /** How old the sign-in of the request may be, in seconds. Default: no limit. */
  readonly requireFresh?: number
}

/** Which sessions are ended. */
export type EndTarget =
  | {
      /** `id` of a {@link Device}. */
      readonly device: string
      /** Id of its user. Default: the user of the request. */
      readonly user?: string
    }
  | {
      /** Id of the user whose sessions all end. */
      readonly user: string
      /** Spares the session of the request, if it is one of the user's. */
      readonly except?: 'current'
    }
  | { readonly all: true }

/** What happened to an account, as far as it says something about its sessions. */
export type AccountChange =
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'account-linked'
  | 'account-unlinked'
  | 'user-disabled'
  | 'user-deleted'

/** Which sessions of a user end: none, all but that of the request, or all. */
export type EndedSessions = 'none' | 'others' | 'all'

/** The session of a request. */
export interface CurrentSession {
  /** What the list of devices calls it. */
  readonly id: string
  /** Id of the user; `undefined` where the application names none in its sessions. */
  readonly userId: string | undefined
  /** When the user really signed in; `null` where nobody has noted it. */
  readonly signedInAt: Date | null
}

/** Where users are signed in, and the end of it. */
export interface Sessions {
  /**
   * The devices on which a user is signed in, those that were used last first.
   *
   * @param userId - id of the user. Default: the user of the request
   * @throws SessionRequired when nobody is named, and nobody is signed in
   * @throws InvalidConfiguration where nothing keeps such a list
   */
  readonly list: (userId?: string) => Promise<readonly Device[]>
  /**
   * Ends sessions: at once in this process, and within the window in all others, or at once in a store.
   *
   * @throws StepUpRequired when the sign-in is older than `requireFresh`
   * @throws SessionRequired when it needs to know who asks, and nobody is signed in
   * @throws AdapterError when the store fails: try again
   *
   * @example
   * ```ts
   * import type { Sessions } from '@latchstring/core/framework'
   *
   * export async function passwordChanged(sessions: Sessions, user: string): Promise<void> {
   *   await sessions.end({ user, except: 'current', reason: 'password-changed' })
   * }
   * ```
   */
  readonly end: (target: EndTarget & EndOptions) => Promise<void>
  /**
   * Ends the sessions that are not to outlive a change of an account: by the table of docs/sessions.md, and `session.endOn`. Call it
   * once the change is stored.
   *
   * @param userId - id of the user
   * @param change - what happened
   * @throws AdapterError when the store fails: try again
   * @throws InvalidConfiguration where the configuration has no way to end them, or of another word
   *
   * @example
   * ```ts
   * import type { Sessions } from '@latchstring/core/framework'
   *
   * export async function passwordChanged(sessions: Sessions, user: string): Promise<void> {
   *   await sessions.changed(user, 'password-changed')
   * }
   * ```
   */
  readonly changed: (userId: string, change: AccountChange) => Promise<void>
  /**
   * The session of the request.
   *
   * @param options - `maxStale`: for how many seconds another process may have ended it without this one knowing. 0 asks the
   * store now, for the one action that must not be done by somebody who was signed out a moment ago. Default: the window
   * @throws AdapterError when the store cannot tell
   */
  readonly current: (options?: { readonly maxStale?: number }) => Promise<CurrentSession | null>
}
