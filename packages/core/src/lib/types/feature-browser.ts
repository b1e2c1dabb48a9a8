/** The browser of a request, as far as a feature remembers it. */
export interface FeatureBrowser {
  /**
   * Ids by which the feature remembers it, newest first, four at most: what `remember` has given. They are hashes of what the browser has,
   * so that they are no use elsewhere. None in a browser that is not remembered, once all sessions of all users were ended, of a program,
   * and where an administrator acts for the user.
   */
  readonly ids: readonly string[]
  /** Browser and system, such as `Firefox on Windows`; `null` where the request does not say. */
  readonly label: string | null
}
