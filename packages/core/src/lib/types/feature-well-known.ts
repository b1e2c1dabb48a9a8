import type { FeatureContext } from './feature-context.ts'
import type { ReadRecords } from './record-verbs.ts'
import type { Awaitable } from './utility.ts'

/** What a well-known address is given. It reads, and knows nothing of who asks. */
export interface WellKnownContext extends FeatureContext {
  /** The tables of the feature, to read. */
  readonly records: ReadRecords
  /** Origin of the application, such as `https://app.example`. */
  readonly origin: string
  /** Absolute address of the account page; `null` where the configuration has none. */
  readonly accountPage: string | null
  /**
   * Absolute address of an action of the feature.
   *
   * @param word - of the action
   * @throws TypeError where there is no such action
   */
  readonly urlOf: (word: string) => string
}

/** What a well-known address answers, which is the same for everyone. */
export type WellKnownAnswer =
  | {
      readonly json: object
      /** Seconds for which caches may keep it, up to a year; 0 for none. Default: an hour. */
      readonly maxAge?: number
    }
  /** Leads to a page of the feature, by its word. */
  | { readonly to: string }

/** A public document of the origin (RFC 8615). It is answered without cookies, and may be kept by caches. */
export interface FeatureWellKnown {
  readonly load: () => Promise<{
    run: (context: WellKnownContext) => Awaitable<WellKnownAnswer>
  }>
}
