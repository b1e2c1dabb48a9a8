import type { Adapter, Awaitable } from '@latchstring/core/adapters'
import type { ConformanceCapabilities, Topic } from './capabilities.ts'
import type { Recorder, ReportOptions, RowCounts } from './report.ts'

/**
 * The part of a test runner the suite uses. The modules `vitest` and `node:test` both have it.
 */
export interface TestRunner {
  describe(name: string, define: () => void): unknown
  it(name: string, run: () => Promise<void>): unknown
  /** Runs once after the tests of the surrounding `describe`; vitest's name for it. */
  readonly afterAll?: (run: () => Promise<void>) => unknown
  /** The same under the name `node:test` has for it. */
  readonly after?: (run: () => Promise<void>) => unknown
}

/** Kinds of ids a store gives its users. */
export type ConformanceIds = 'text' | 'uuid' | 'integer'

/** Kinds of values a custom member of a user can have. */
export type ConformanceFieldKind = 'text' | 'integer' | 'boolean' | 'timestamp' | 'json'

/** Options of `testAdapter`. */
export interface TestAdapterOptions<T extends Adapter> {
  /** What the tests are listed under. */
  readonly name: string
  /**
   * Makes the adapter, once, on a store whose tables exist. The store may hold other rows: every test
   * works on rows of its own, but for those of `deleteAllSessions`, which end every session if the adapter has that method.
   */
  readonly create: () => Awaitable<T>
  /** Closes what `create` opened. */
  readonly destroy?: (adapter: T) => Awaitable<void>
  /** What the adapter can do. */
  readonly capabilities: ConformanceCapabilities
  /** The runner: `import * as runner from 'vitest'`, or from `'node:test'`. */
  readonly runner: TestRunner
  /** Milliseconds to which the store keeps a time. 1 by default. */
  readonly datePrecision?: number
  /**
   * What the ids of users look like: `uuid`; `integer` for a store that counts, written in digits; or `text`, which is
   * anything. Default: `text`.
   */
  readonly ids?: ConformanceIds
  /**
   * Whether the store's own unique keys take texts for the same that differ in letter case, so that it refuses the second one:
   * tables that something else made may be so. Tests that store both are left out; that the one is not found by the other is
   * tested all the same. Default: `false`.
   */
  readonly refusesLookAlikes?: boolean
  /**
   * Whether sign-ins through the core run as well: many at once, and one for every call of the store failing. They take most
   * of the time, and where one adapter is tested over several kinds of ids or tables, once is enough. Default: `true`.
   */
  readonly throughTheCore?: boolean
  /**
   * Members of users that the store has besides the usual ones, all of which can be `null`. Without it, a further member
   * has to be kept all the same or refused with an error that names it.
   */
  readonly userFields?: Readonly<Record<string, ConformanceFieldKind>>
  /**
   * Counts the rows of the store, so that rows that nothing leads to are found as well. No other program may write to the
   * store meanwhile.
   */
  readonly countRows?: (adapter: T) => Awaitable<RowCounts>
  /** Where to report to. Default: nowhere. */
  readonly report?: ReportOptions
}

/** An adapter whose methods the suite calls; that they exist is a test of its own. */
export type FullAdapter = Required<Adapter>

/** The adapter as one with every method: a missing one fails the test that calls it. */
export const asFull = (adapter: Adapter): FullAdapter =>
  // Groups of tests run only for declared methods, and that those are there is a test as well.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  adapter as FullAdapter

/** What a test works with. */
export interface Subject {
  readonly adapter: FullAdapter
  readonly capabilities: ConformanceCapabilities
  /** A time the store can keep, `offset` milliseconds from now. */
  readonly at: (offset: number) => Date
  /** A time as the store can keep it. */
  readonly kept: (time: Date) => Date
  readonly ids: ConformanceIds
  readonly userFields: Readonly<Record<string, ConformanceFieldKind>> | undefined
  readonly countRows: (() => Promise<RowCounts>) | undefined
  readonly countQueries: ReportOptions['countQueries']
  readonly queriesPerSessionCheck: number
  readonly recorder: Recorder
}

/** A test of the suite. */
export interface Case {
  readonly name: string
  /** It stores keys that look alike beside each other. */
  readonly besideEachOther?: true
  readonly run: (subject: Subject) => Promise<void>
}

/** Tests that belong together. */
export interface Group {
  readonly name: string
  /** The capability they are about. */
  readonly topic: Topic
  readonly cases: readonly Case[]
}
