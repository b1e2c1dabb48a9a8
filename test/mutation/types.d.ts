/** Sources that are mutated together. Paths are globs, seen from the root of the repository. */
export interface Module {
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** What the tests run in; Node without it. A comment in a test file, which Vitest reads otherwise, is not seen. */
  readonly environment?: 'happy-dom'
  /** How many of a hundred mutants the tests have to notice. */
  readonly threshold: number
}

/** A mutant that no test can notice, since the program does the same with it. */
export interface Equivalent {
  readonly file: string
  /** The line where the mutated text begins, without the space around it. */
  readonly line: string
  /** The first line of the text that is replaced. */
  readonly original: string
  /** What the mutation tester writes in its place; any mutation of that text without it. */
  readonly replacement?: string
  /** Why nobody can notice. */
  readonly reason: string
}

/** Sources of the core that are in no module. */
export interface Outside {
  /** A glob, as in a module. */
  readonly files: string
  readonly reason: string
}
