import type { FeaturePage } from './feature-page.ts'
import type { AccountChange } from './sessions.ts'

/** What a page answers. */
export type PageAnswer = { readonly page: FeaturePage } | FeatureDetour | FeatureRefusal

/** What a change answers. */
export type ChangeAnswer =
  | { readonly page: FeaturePage }
  | FeatureJson
  | FeatureDetour
  | FeatureRefusal
  | FeatureStepDone
  | FeatureActing
  | FeatureSignIn
  | FeatureBusy
  | FeatureUsedUp

/**
 * Begins a session in which the administrator of the request acts for another user, by an action with `begins: 'acting'`. Whether the
 * administrator may do so, and for whom, the action has to ask itself.
 */
export interface FeatureActing {
  /** Id of the user. */
  readonly actAs: string
}

/**
 * Signs in the user of a proof, in a change with `session: 'proof'` of a feature with a `provider`: through all gates, as its form does.
 */
export interface FeatureSignIn {
  /** Id of the user whom the proof was asked for, or who has its address. */
  readonly signIn: string
}

/** Data, for a script, or for a person as a file. */
export interface FeatureJson {
  readonly json: object
  /** Name of the file that a browser stores it as: letters, digits, dots and dashes. Default: it is shown. */
  readonly download?: string
}

/** Nothing was done, for there is too much to do: 503, and in so many seconds it can be sent again. */
export interface FeatureBusy {
  readonly busy: number
}

/**
 * Nothing was done, for there are no tries left, as the feature counts them itself: 429, and in so many seconds, up to 31 days, there is one. `budgets` of
 * the feature answer the same, and are turned off by `limits: false`.
 */
export interface FeatureUsedUp {
  readonly usedUp: number
}

/**
 * The step of a waiting sign-in is done, by an action with `session: 'pending'`: the sign-in goes on. In a change with a session, of a feature whose
 * gate `raises`: the session is made anew, with what was shown beside what its sign-in has shown.
 */
export interface FeatureStepDone {
  /** What was shown, in the words of RFC 8176, such as `otp`; with `mfa` among them where it was a second factor. */
  readonly passed: readonly string[]
  /**
   * Of a sign-in that waits: sessions of its user end as by this change, before it goes on. `endSessions` would end what waits as well.
   * Default: none.
   */
  readonly ends?: AccountChange
}

/** Leads on: to a page of the feature by its word, or with `back` to where the request came from. */
export interface FeatureDetour {
  readonly to: string
}

/** Refuses, for a reason that the feature has a sentence for. */
export interface FeatureRefusal {
  /** One of the `errors` of the feature. */
  readonly refused: string
  /** The word of the page to show again to a person, with the sentence above it. Default: a page with the sentence alone. */
  readonly page?: string
  /** Values of the names in braces, in its sentence. */
  readonly values?: Readonly<Record<string, string | number>>
}

/** What programs are answered. */
export interface MachineAnswer {
  readonly json: object
  /** Default: 200. */
  readonly status?: number
}
