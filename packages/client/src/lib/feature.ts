import type { Connection } from './connection.ts'
import type { Body } from './transport.ts'

/** What an action of a feature answers. */
export interface FeatureAnswer {
  /** Whether it did what it was asked for. */
  readonly ok: boolean
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** Code of a refusal, such as `passwords/too-short`; absent after success. */
  readonly error: string | undefined
  /** The sentence of a refusal, in the language of the page. */
  readonly message: string | undefined
  /** Where to go now, as an absolute URL; `null` where the action leads nowhere. */
  readonly url: string | null
  /** The JSON: a page as data (`title`, `lead`, `blocks`), or what the action answers with. */
  readonly body: Body | null
}

/** Inputs of an action, by name. */
export type FeatureInputs = Readonly<Record<string, string | number | boolean | undefined>>

/** Calls actions of features by their path, such as `passwords/forgot`. Refusals do not throw: the answer has the code. */
export interface FeatureActions {
  /**
   * Reads a page as data (`GET`).
   *
   * @param path - name of the feature and word of the page
   * @param inputs - parameters of the page
   */
  readonly page: (path: string, inputs?: FeatureInputs) => Promise<FeatureAnswer>
  /**
   * Sends a change (`POST`). Afterwards the session may be another one: the other tabs are notified.
   *
   * @param path - name of the feature and word of the change
   * @param inputs - `callbackUrl` among them says where a sign-in leads. Default: the current page
   */
  readonly change: (path: string, inputs?: FeatureInputs) => Promise<FeatureAnswer>
}

/** The actions of features at a server. What calls them is loaded with the first call. */
export const featureActions = (connection: Connection): FeatureActions => ({
  async page(path, inputs = {}) {
    return (await import('./call-feature.ts')).readPage(connection, path, inputs)
  },
  async change(path, inputs = {}) {
    return (await import('./call-feature.ts')).sendChange(connection, path, inputs)
  },
})
