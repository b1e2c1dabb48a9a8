import type { AnyOptions } from '../options.ts'
import type { Strategy } from '../world/instance.ts'

/** A test. */
export interface Case {
  readonly name: string
  readonly run: () => Promise<void>
}

/** What the tests of a group are made from. */
export interface Subject {
  readonly options: AnyOptions
  readonly strategy: Strategy
}
