import type { Records } from './record-verbs.ts'
import type { Actor } from './actor.ts'
import type { SessionFacts } from './session-facts.ts'
import type { FeatureContext, FeatureUser } from './feature-context.ts'
import type { FeatureMail, WritingUsers } from './feature-mail.ts'
import type { DeletionAnswer, UserDeletion, UserDeletionOptions } from './feature-points.ts'
import type { AccountChange } from './sessions.ts'
import type { UserExport } from './user-export.ts'

/** A field that an action takes from a form or from JSON. Others are not handed on. */
export interface FeatureInput {
  /** `text`; `int`: a safe integer, also as digits; `bool`: a box of a form, which sends `on` or nothing. */
  readonly kind: 'text' | 'int' | 'bool'
  /** UTF-16 code units of the longest `text`, up to 10,000. Default: 255. */
  readonly max?: number
  /** The action runs without it. A `bool` may always be left out, and is `false` then. */
  readonly optional?: true
}

/** What was sent, by the names of the declared inputs. */
export type FeatureValues = Readonly<Record<string, string | number | boolean | undefined>>

/** The context of what may write. */
export interface WritingContext extends Omit<FeatureContext, 'users'> {
  readonly users: WritingUsers
  /** Mails with the `proofs` and `mails` of the feature. */
  readonly mail: FeatureMail
  /** The tables of the feature, and no others. */
  readonly records: Records
  /**
   * Ends the sessions of a user that are not to outlive a change, as `sessions.changed` does. In an action of that
   * user, the session of the request is made anew afterwards, with another id and cookie, unless it ends as well.
   *
   * @throws ActingRefused where an administrator acts for the user of the request: how a user signs in, the user alone changes
   * @throws AdapterError when the store fails
   */
  readonly endSessions: (userId: string, change: AccountChange) => Promise<void>
  /**
   * Deletes a user with accounts, sessions and all rows that the user owns, unless a feature refuses that. It can be called again where it
   * has failed: the rows of the feature that calls it go after the user, so that it finds what it has begun.
   *
   * @throws MissingAdapterMethods where the store cannot delete users
   * @throws AdapterError when the store fails
   */
  readonly deleteUser: (userId: string, options?: UserDeletionOptions) => Promise<UserDeletion>
  /**
   * Asks the features whether a user may be deleted, and deletes nothing.
   *
   * @throws MissingAdapterMethods where the store cannot delete users
   * @throws AdapterError when the store fails
   */
  readonly askDeletion: (userId: string) => Promise<DeletionAnswer>
  /**
   * What is kept about a user, for the user to have: the personal fields of all features among it. `null` where there is no such user.
   *
   * @throws ActingRefused where an administrator acts for the user of the request
   * @throws MissingAdapterMethods where the store has no users
   * @throws AdapterError when the store fails
   */
  readonly exportUser: (userId: string) => Promise<UserExport | null>
}

/** The context of an operation for the user of the request. */
export interface UserContext extends WritingContext {
  /** The user who is signed in. */
  readonly user: FeatureUser
  /** The administrator who acts for the user; `null` where the user has signed in. */
  readonly actor: Actor | null
  /** How the session of the request began. */
  readonly facts: SessionFacts
}
