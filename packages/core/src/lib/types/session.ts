import type { Actor } from './actor.ts'
import type { DefaultUser } from './user.ts'

/** The members every session has. Extend {@link Session} instead of this one. */
export interface DefaultSession {
  /**
   * The signed-in user: `name`, `email` and `image`, and on the server the `id`. A member that an application adds to {@link User} is
   * there only where its `session` callback returns it.
   */
  user?: DefaultUser
  /** When the session ends, as an ISO 8601 date and time. */
  expires: string
  /** The administrator who acts for the user. The library sets it, whatever the `session` callback returns; absent otherwise. */
  actor?: Actor
}

/** The session an application sees. Open for module augmentation. */
export interface Session extends DefaultSession {}

/** The signed-in user, as the session describes it. */
export interface SignedInUser {
  readonly name: string | undefined
}
