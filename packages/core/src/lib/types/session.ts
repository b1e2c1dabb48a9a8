import type { User } from './user.ts'

/** The members every session has. Extend {@link Session} instead of this one. */
export interface DefaultSession {
  /** The signed-in user; by default `name`, `email` and `image`. */
  user?: User
  /** When the session ends, as an ISO 8601 date and time. */
  expires: string
}

/** The session an application sees. Open for module augmentation. */
export interface Session extends DefaultSession {}
