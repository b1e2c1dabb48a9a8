/** One bug, made on purpose, that a test has to notice. */
export interface Row {
  /** The line of the security bar (`ALT-05`) or of the contract (`JWT-cookie-chunks`) that the bug breaks. */
  readonly rule: string
  /** What goes wrong, as a sentence. */
  readonly bug: string
  /** Which path of the rule it is, where options open several, for example `jwt`. */
  readonly path?: string
  /** The source file, seen from the root of the repository. */
  readonly file: string
  /** Text that occurs exactly once in the file. */
  readonly find: string
  /** What replaces it. */
  readonly replace: string
  /** The test file that notices, seen from the root. It loads `file` as a module, in its own process. */
  readonly suite: string
  /** Part of the full title (titles of the blocks around it, then its own) of the tests that notice; all of the suite without it. */
  readonly test?: string
  /** Whether the tests never come to an end with the bug. */
  readonly hangs?: boolean
}

export type Rows = readonly Row[]
