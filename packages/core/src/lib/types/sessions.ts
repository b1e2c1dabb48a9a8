import type { Actor } from './actor.ts'

/** A device on which a user is signed in. None of its members can be used as a session. */
export interface Device {
  /** The id by which it is ended. It has no other use. */
  readonly id: string
  /** Whether it is the device of the request. */
  readonly current: boolean
  /** Browser and system, such as `Firefox on Windows`. */
  readonly label: string | null
  /** The result of the `deviceInfo` callback. */
  readonly place: string | null
  /** Id of the provider that the user signed in with. */
  readonly provider: string | null
  /** When the session was opened. */
  readonly createdAt: Date | null
  /** When it was last extended. */
  readonly lastSeenAt: Date | null
  /** When its session ends. */
  readonly expires: Date
}

/** Why sessions are ended, and how recent the sign-in has to be. */
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
      /** Keeps the session of the request, if it belongs to the user. */
      readonly except?: 'current'
    }
  | { readonly all: true }

/** A change of an account that affects its sessions. */
export type AccountChange =
  | 'password-changed'
  | 'password-reset'
  | 'email-changed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-used'
  | 'account-linked'
  | 'account-unlinked'
  | 'user-disabled'
  | 'user-deleted'

/** Which sessions of a user end: none, all but that of the request, or all. */
export type EndedSessions = 'none' | 'others' | 'all'

/** The session of a request. */
export interface CurrentSession {
  /** Its id in the list of devices. */
  readonly id: string
  /** Id of the user; `undefined` if the application stores none in its sessions. */
  readonly userId: string | undefined
  /** When the user signed in, which using the session does not change; `null` if it was not recorded. */
  readonly signedInAt: Date | null
  /** The administrator who acts for the user, if one does. */
  readonly actor?: Actor
}

/** Lists the sessions of users, and ends them. */
export interface Sessions {
  /**
   * Lists the devices on which a user is signed in, most recently used first.
   *
   * @param userId - id of the user. Default: the user of the request
   * @throws SessionRequired if no user is given, and the request has no session
   * @throws InvalidConfiguration if devices are not recorded
   */
  readonly list: (userId?: string) => Promise<readonly Device[]>
  /**
   * Ends sessions: at once in this process, and within the window in all others, or at once in a store.
   *
   * @throws StepUpRequired when the sign-in is older than `requireFresh`
   * @throws SessionRequired if it needs the current user, and the request has no session
   * @throws AdapterError if the store fails: try again
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
   * @param options - `maxStale`: for how many seconds an ending by another process may be missed. 0 asks the
   * store now, for an action that must refuse a session that has just ended. Default: the window
   * @throws AdapterError if the store fails
   */
  readonly current: (options?: { readonly maxStale?: number }) => Promise<CurrentSession | null>
  /**
   * Waits until this process reads sessions at full speed: the configuration is valid, and with `session.revocation` all endings of
   * the store are known here. Requests are answered correctly before that, with some queries for each read of a session. For
   * a readiness probe.
   *
   * @throws AdapterError if the store fails
   * @throws AuthError that says what is wrong with the configuration
   *
   * @example
   * ```ts
   * import type { Sessions } from '@latchstring/core/framework'
   *
   * export async function isReady(sessions: Sessions): Promise<boolean> {
   *   return sessions.ready().then(
   *     () => true,
   *     () => false,
   *   )
   * }
   * ```
   */
  readonly ready: () => Promise<void>
}
