import type { FeatureUser, UserExport } from '@latchstring/core/features'

/** What the application keeps about users in tables of its own. */
export interface LeavingAlso {
  /**
   * What it keeps about a user, as JSON. It becomes `application` of the file.
   *
   * @param user - who takes it
   */
  readonly export: (user: FeatureUser) => Promise<object> | object
  /**
   * Deletes what it keeps about a user, before the user goes. An error keeps the user, and it is called again later: what is gone
   * already is no error.
   *
   * @param user - who leaves
   */
  readonly erase: (user: FeatureUser) => unknown
}

/** Options of {@link leaving}. */
export interface LeavingOptions {
  /** For how many days an account can be kept after all, up to 365; 0 deletes at once. Default: 7 */
  readonly days?: number
  /** Tables of the application. Default: none */
  readonly also?: LeavingAlso
}

/** What is kept about a user, with what the application keeps. */
export interface LeavingExport extends UserExport {
  /** What `also.export` gave. */
  readonly application?: object
}

/** Whether a user is leaving. */
export type LeavingState =
  | { readonly leaving: false }
  | {
      readonly leaving: true
      /** When the user is deleted, or was to be. */
      readonly dueAt: Date
      /** Whether the account can still be kept: the deletion has not begun. */
      readonly canKeep: boolean
    }

/** A feature does not let the user be deleted. */
export interface LeavingRefusal {
  readonly kind: 'refused'
  /** Its code, `<name of the feature>/<name>`. */
  readonly code: string
  /** Its sentence, in the language of the request. */
  readonly why: string
}

/**
 * How a deletion ended.
 *
 * - `deleted`: the user is gone
 * - `missing`: there was none
 * - `under-way`: another process is at it
 */
export type Erasure =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'under-way' }
  | LeavingRefusal

/** How a request to be deleted ended. */
export type LeavingRequest =
  | {
      readonly kind: 'requested'
      /** When the user is deleted. */
      readonly dueAt: Date
    }
  | Erasure

/** What came of the deletions that were due. */
export interface DueDeletions {
  /** Ids of the users who are gone. */
  readonly deleted: readonly string[]
  /** Users whom a feature does not let go; they are asked about again. */
  readonly refused: readonly { readonly userId: string; readonly code: string }[]
  /** Users whose deletion failed; it is begun again. */
  readonly failed: readonly { readonly userId: string; readonly error: unknown }[]
}

/**
 * Operations for the user of the request.
 *
 * @example
 * ```ts
 * import type { FeatureForUser } from '@latchstring/core/features'
 * import type { LeavingOperations } from '@latchstring/leaving'
 * import { leaving } from '@latchstring/leaving'
 *
 * export const leave = leaving()
 *
 * export const isLeaving = async (feature: FeatureForUser): Promise<boolean> =>
 *   (await feature(leave).state()).leaving
 *
 * export type Names = keyof LeavingOperations // request, keep, state and export
 * ```
 */
export interface LeavingOperations {
  /**
   * Asks for the deletion of the user, and ends all sessions. Ask for a recent sign-in first, with `auth.require({ maxAge })`.
   *
   * @throws AdapterError when the store fails; the request may stand, and can be sent again
   */
  request(): Promise<LeavingRequest>
  /**
   * Keeps the account.
   *
   * @returns `false` where the deletion has begun
   * @throws AdapterError when the store fails
   */
  keep(): Promise<boolean>
  /** @throws AdapterError when the store fails */
  state(): Promise<LeavingState>
  /**
   * What is kept about the user. Ask for a recent sign-in first.
   *
   * @throws AdapterError when the store fails, and what `also.export` throws
   */
  export(): Promise<LeavingExport>
}

/**
 * Operations that name users. Never call one with what a stranger sent.
 *
 * @example
 * ```ts
 * import type { FeatureForSystem } from '@latchstring/core/features'
 * import { leaving } from '@latchstring/leaving'
 *
 * export const leave = leaving()
 *
 * // In a job that runs each hour.
 * export const deleteDue = async (system: FeatureForSystem): Promise<readonly string[]> =>
 *   (await system(leave).deleteDue()).deleted
 * ```
 */
export interface LeavingSystem {
  /**
   * Asks for the deletion of a user, as the user could, and ends all sessions.
   *
   * @throws AdapterError when the store fails; the request may stand, and can be sent again
   */
  request(userId: string): Promise<LeavingRequest>
  /**
   * Deletes users who are due.
   *
   * @param limit - how many at most, from 1 to 10,000. Default: 100
   * @throws RangeError for another limit
   * @throws AdapterError when the store fails before the first of them
   */
  deleteDue(limit?: number): Promise<DueDeletions>
  /**
   * Deletes a user now. Where it fails, the user is due, and `deleteDue` begins again.
   *
   * @throws AdapterError when the store fails, and what `also.erase` throws
   */
  eraseUser(userId: string): Promise<Erasure>
  /**
   * Asks the features whether a user may be deleted, and deletes nothing.
   *
   * @returns the refusal; `null` where there is none
   * @throws AdapterError when the store fails
   */
  askErasure(userId: string): Promise<LeavingRefusal | null>
  /**
   * What is kept about a user; `null` where there is none.
   *
   * @throws AdapterError when the store fails, and what `also.export` throws
   */
  exportUser(userId: string): Promise<LeavingExport | null>
  /**
   * The id of a user.
   *
   * @param idOrEmail - id or address
   * @returns `null` where there is no such user
   * @throws AdapterError when the store fails
   */
  findUser(idOrEmail: string): Promise<string | null>
  /**
   * Ids of users who are due.
   *
   * @param limit - how many at most, from 1 to 10,000. Default: 100
   * @throws RangeError for another limit
   * @throws AdapterError when the store fails
   */
  listDue(limit?: number): Promise<readonly string[]>
}
